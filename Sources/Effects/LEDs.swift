import Actions
import Program
import Queues

/// The LEDs of sysfs that actions switch. Used only on its queue.
final class LEDs {
  private let actions: ActionQueue
  /// The LEDs that blink: the brightness before the blink, and the blink's end.
  private var blinks: [String: (before: Int, end: Pending)] = [:]

  init(_ actions: ActionQueue) { self.actions = actions }

  /// Reports those that are missing or cannot be switched.
  func check(_ names: Set<String>) {
    actions.log.fixed(all: "led")
    for name in names.sorted() {
      do throws(SystemFailure) {
        _ = try read("max_brightness", of: name)
        try KernelNumber.checkWriting(to: path("brightness", of: name))
      } catch {
        report(error, name)
      }
    }
  }

  func set(_ led: LED) {
    do throws(SystemFailure) {
      switch led.state {
      case .on:
        blinks[led.name] = nil
        try write(read("max_brightness", of: led.name), to: led.name)
      case .off:
        blinks[led.name] = nil
        try write(0, to: led.name)
      case .blink: try blink(led)
      }
      actions.log.fixed("led \(led.name)")
    } catch {
      report(error, led.name)
    }
  }

  /// Restores the brightness of LEDs that blink.
  func restore() {
    for (name, blink) in blinks { try? write(blink.before, to: name) }
    blinks.removeAll()
  }

  private func blink(_ led: LED) throws(SystemFailure) {
    let before = if let blink = blinks[led.name] { blink.before } else { try read("brightness", of: led.name) }
    try write(read("max_brightness", of: led.name), to: led.name)
    blinks[led.name] = (before, actions.queue.after(led.time, for: self) { $0.endBlink(led.name) })
  }

  private func endBlink(_ name: String) {
    guard let blink = blinks.removeValue(forKey: name) else { return }
    do throws(SystemFailure) { try write(blink.before, to: name) } catch { report(error, name) }
  }

  private var folder: String { actions.surroundings.leds }

  private func path(_ file: String, of name: String) -> String { "\(folder)/\(name)/\(file)" }

  private func read(_ file: String, of name: String) throws(SystemFailure) -> Int {
    try KernelNumber.read(path(file, of: name))
  }

  private func write(_ brightness: Int, to name: String) throws(SystemFailure) {
    try KernelNumber.write(brightness, to: path("brightness", of: name))
  }

  private func remedy(_ error: Errno) -> String {
    switch error {
    case .noSuchFile, .notDirectory:
      names.isEmpty ? "there are no LEDs" : "the LEDs are \(names.prefix(8).joined(separator: ", "))"
    case .permissionDenied, .notPermitted, .readOnlyFileSystem:
      "join the group \"tickled-outputs\"; the service needs its drop-in leds.conf"
    default: "the LED or its driver rejects it"
    }
  }

  private var names: [String] { Paths.names(in: folder).sorted() }

  private func report(_ failure: SystemFailure, _ name: String) {
    actions.log.trouble(about: "led \(name)", "led \(name): \(failure) (\(remedy(failure.error)))")
  }
}
