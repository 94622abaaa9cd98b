import Configuration
import Gestures
import TouchInput

/// The devices with buttons, and the motion sensor, that the gestures shown need. They are read along with other programs.
final class OtherDevices {
  private var buttons: [ButtonDevice] = []
  private var sensor: MotionSensor?
  private let stage: Stage

  init(_ stage: Stage) { self.stage = stage }

  /// Opens the devices that are not open yet. What cannot be read is named in a note.
  func open(for configuration: Configuration, _ discovery: DeviceDiscovery, on panel: LivePanel) {
    let codes = configuration.wantedCodes
    for found in codes.isEmpty ? [] : (try? discovery.enumerate()) ?? [] {
      let isNamed = configuration.daemon.namesButtons(found)
      if found.codes.isDisjoint(with: codes) || found.objectionToButtons(isNamed: isNamed) != nil { continue }
      if buttons.contains(where: { $0.found.node == found.node }) { continue }
      do throws(DeviceError) {
        let device = try ButtonDevice(opening: found, codes: codes, isNamed: isNamed)
        guard stage.watch(device.fileDescriptor) else { continue }
        buttons.append(device)
        panel.show(device.start())
      } catch {
        panel.state.add(note: "\(error)")
      }
    }
    if configuration.wantsMotion && sensor == nil { openSensor(discovery, on: panel) }
  }

  private func openSensor(_ discovery: DeviceDiscovery, on panel: LivePanel) {
    do throws(DeviceError) {
      guard let found = try MotionSensor.find(with: discovery).first else { return }
      let new = try MotionSensor(opening: found)
      guard stage.watch(new.fileDescriptor) else { return }
      sensor = new
    } catch {
      panel.state.add(note: "\(error)")
    }
  }

  /// Closes all, because the panel is gone or the configuration has changed.
  func close() {
    for device in buttons { stage.forget(device.fileDescriptor) }
    buttons.removeAll()
    forgetSensor()
  }

  private func forgetSensor() {
    if let sensor { stage.forget(sensor.fileDescriptor) }
    sensor = nil
  }

  /// Reads the device to which a descriptor belongs, if it is one of these.
  func read(_ descriptor: Int32, on panel: LivePanel, at time: Timestamp) {
    if let device = buttons.first(where: { $0.fileDescriptor == descriptor }) {
      // An error and a device that is gone come to the same here.
      if let groups = (try? device.read()) ?? nil {
        for presses in groups { panel.show(presses) }
      } else {
        stage.forget(descriptor)
        buttons.removeAll { $0 === device }
        panel.show(device.cancelAll(at: time))
      }
    } else if let sensor, sensor.fileDescriptor == descriptor {
      show((try? sensor.read()) ?? nil, on: panel, at: time)
    }
  }

  /// - Parameter samples: `nil`: the sensor is gone.
  private func show(_ samples: [MotionSample]?, on panel: LivePanel, at time: Timestamp) {
    guard let samples else {
      forgetSensor()
      return panel.cancelMotion(at: time)
    }
    for sample in samples { panel.show(sample) }
  }
}
