import Gestures
import TouchInput

/// A touchscreen that is being read, or a recording of one. Use it on the queue of its `Touchscreens` only.
public final class Touchscreen {
  /// The path of the device's node; of a recording, that of the file.
  public let node: String
  /// The device's name, as it says.
  public let name: String
  /// The size as the user sees it, in millimetres: what the frame of a root view should have.
  public let size: Size
  /// A sentence if the size had to be assumed; `nil` if it is known.
  public let warning: String?

  /// Recognizes gestures on the frames. It is given each frame, and the time when a deadline is due.
  public var engine: GestureEngine? {
    didSet { changed() }
  }
  /// Called with each frame, before the engine gets it.
  public var onFrame: ((TouchFrame) -> Void)?
  /// Called with the events of the engine, if there are any.
  public var onEvents: (([GestureEngine.Event]) -> Void)?
  /// Called when the screen was unplugged or is no longer read, after its touches were cancelled.
  public var onClose: (() -> Void)?

  private let source: PanelSource?
  private let changed: () -> Void
  /// Called with the events of the engine, before `onEvents`. It keeps its owner alive as long as that has this screen.
  private let report: ([GestureEngine.Event]) -> Void
  private(set) var isGone = false

  init(
    _ source: PanelSource, _ settings: Touchscreens.Settings, changed: @escaping () -> Void,
    report: @escaping ([GestureEngine.Event]) -> Void
  ) {
    self.source = source
    self.changed = changed
    self.report = report
    let device = source.device
    let calibration = PanelGeometry.Calibration(parsing: source.found.calibration) ?? .identity
    device.geometry = PanelGeometry(
      device.description,
      settings: settings.geometry(calibration: calibration, displaySize: DisplaySize.ofOnlyDisplay()))
    device.wishes = ContactWishes(imprints: settings.imprints)
    node = device.node
    name = device.description.printableName
    size = device.geometry.size
    warning = device.geometry.warning
  }

  private init(_ recording: Recording, _ geometry: PanelGeometry) {
    source = nil
    changed = {}
    report = { _ in }
    node = recording.file
    name = recording.description.printableName
    size = geometry.size
    warning = geometry.warning
  }

  var fileDescriptor: Int32 { source?.device.fileDescriptor ?? -1 }

  /// Changes views and recognizers from outside of actions, as `GestureEngine.perform` does, now.
  public func perform(at time: Timestamp, _ change: () -> Void) {
    guard let engine else { return change() }
    hand(out: engine.perform(at: time, change))
    changed()
  }

  // MARK: Called by `Touchscreens`

  /// Reads all frames that have come. Returns a sentence if the device cannot be read any more.
  func read() -> String? {
    guard let source else { return nil }
    do throws(DeviceError) {
      if case .gone = try source.read({ handle($0) }) { isGone = true }
      return nil
    } catch {
      isGone = true
      return "\(error)"
    }
  }

  var nextDeadline: Timestamp? { engine?.nextDeadline }

  /// Lets time pass, unless there are frames that were not read.
  func advance(to time: Timestamp) {
    if source?.endTurn() == false { return }
    guard let engine, let deadline = engine.nextDeadline, deadline <= time else { return }
    hand(out: engine.advance(to: time))
  }

  func close(at time: Timestamp) {
    source?.cancelAll(at: time) { handle($0) }
    if let engine { hand(out: engine.cancelTouches(at: time)) }
    onClose?()
  }

  private func handle(_ frame: TouchFrame) {
    onFrame?(frame)
    if let engine { hand(out: engine.handle(frame)) }
  }

  private func hand(out events: [GestureEngine.Event]) {
    guard !events.isEmpty else { return }
    report(events)
    onEvents?(events)
  }
}

extension Touchscreen {
  /// Plays a recording in any of the formats that `tickle record` and other programs write, as fast as possible and on the clock of the
  /// recording: the same gestures each time.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - settings: the size and the orientation; the device is that of the recording.
  ///   - opened: called first. Set the screen's `engine` or its `onFrame` there.
  /// - Throws: a `TouchscreensError` with the place in the file.
  public static func play(
    recording path: String, settings: Touchscreens.Settings = Touchscreens.Settings(), _ opened: (Touchscreen) -> Void
  ) throws {
    let recording: Recording
    do throws(RecordingError) {
      recording = try Recording(file: path)
    } catch {
      throw TouchscreensError(description: "\(error)")
    }
    let geometry = PanelGeometry(
      recording.description, settings: settings.geometry(calibration: .identity, displaySize: nil))
    guard let decoder = FrameDecoder(of: recording, geometry) else {
      throw TouchscreensError(description: "\(path): not a touchscreen")
    }
    decoder.follow(ContactMeasures(ContactWishes(imprints: settings.imprints), of: recording.description, geometry))
    let screen = Touchscreen(recording, geometry)
    opened(screen)
    var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
    var position = 0
    while decoder.nextFrame(from: recording.events, at: &position, into: &frame, geometry: geometry) != nil {
      screen.handle(frame)
    }
    // What waits for a time is decided, as it would be if the recording went on without a touch.
    let end = recording.events.end
    while let deadline = screen.nextDeadline, deadline - end <= 10_000_000 { screen.advance(to: deadline) }
    screen.close(at: max(end, screen.engine?.now ?? end))
  }
}

extension Touchscreens.Settings {
  func geometry(calibration: PanelGeometry.Calibration, displaySize: Size?) -> PanelGeometry.Settings {
    let turns = (quarterTurns % 4 + 4) % 4
    // The panel's upper edge is on the user's right after one turn.
    let orientation: PanelGeometry.Orientation = [.normal, .right, .inverted, .left][turns]
    return PanelGeometry.Settings(
      size: size, calibration: calibration, orientation: orientation, displaySize: displaySize)
  }
}
