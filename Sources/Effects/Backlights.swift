import Actions
import Gestures
import Program
import Queues

/// The backlights of sysfs that actions change, and framebuffers, which stand for displays without one. Used only on its queue.
///
/// A backlight that was changed is remembered with its brightness from before. It is restored by "on" and at the daemon's end, unless
/// another program has changed it since.
final class Backlights {
  /// A backlight that was changed.
  private struct Changed {
    /// The brightness before the first change.
    let before: Int
    /// The brightness that was written last.
    var written: Int
    var isDark = false
    /// The next step of a fade.
    var step: Pending?
  }

  /// The levels of `FB_BLANK`: the display is on, or powered down.
  private enum Power { static let (on, off) = (0, 4) }

  let actions: ActionQueue
  /// Where the kernel has backlights, and where it has framebuffers.
  private let folder: String
  private let framebuffers: String
  /// Called when displays have been switched off.
  private let switchedOff: () -> Void
  private var changed: [String: Changed] = [:]
  /// The framebuffers that were switched off.
  private var blanked: Set<String> = []

  init(_ actions: ActionQueue, switchedOff: @escaping () -> Void) {
    self.actions = actions
    folder = actions.surroundings.backlights
    framebuffers = actions.surroundings.framebuffers
    self.switchedOff = switchedOff
  }

  /// Reports those that are missing or cannot be changed.
  func check(_ backlights: Set<Backlight>) {
    actions.log.fixed(all: "backlight")
    for (backlight, targets) in backlights.map({ ($0, targets(of: $0)) }) {
      if targets.isEmpty { reportMissing(backlight) }
      for target in targets {
        do throws(SystemFailure) {
          switch target {
          case .backlight(let name):
            try KernelNumber.checkWriting(to: path(name, "brightness"))
            try KernelNumber.checkWriting(to: path(name, "bl_power"))
          case .framebuffer(let name): try KernelNumber.checkWriting(to: blank(name))
          }
        } catch {
          report(error, target)
        }
      }
    }
  }

  func set(_ backlight: Backlight) {
    let targets = targets(of: backlight)
    if targets.isEmpty { return reportMissing(backlight) }
    var hasSwitchedOff = false
    for target in targets {
      do throws(SystemFailure) {
        switch target {
        case .backlight(let name): hasSwitchedOff = try set(name, backlight) || hasSwitchedOff
        case .framebuffer(let name): hasSwitchedOff = try set(framebuffer: name, backlight) || hasSwitchedOff
        }
        actions.log.fixed(Self.subject(target.name))
      } catch {
        report(error, target)
      }
    }
    if hasSwitchedOff { switchedOff() }
  }

  /// Switches the displays on that are off, and restores the brightness of the others.
  func restore() {
    for name in changed.keys.sorted() { try? switchOn(name, in: 0) }
    for name in blanked { try? KernelNumber.write(Power.on, to: blank(name)) }
    changed.removeAll()
    blanked.removeAll()
  }

  // MARK: Backlights

  /// - Returns: whether the display is off now.
  private func set(_ name: String, _ backlight: Backlight) throws(SystemFailure) -> Bool {
    let time = backlight.time.microseconds
    switch backlight.change {
    case .on: try switchOn(name, in: time)
    case .off where time > 0 && changed[name]?.isDark != true:
      try begin(name)
      try fade(name, to: 0, in: time) { (backlights) throws(SystemFailure) in
        try backlights.switchOff(name)
        backlights.switchedOff()
      }
      return false
    case .off:
      try begin(name)
      try switchOff(name)
      return true
    case .level(let share):
      let most = try KernelNumber.read(path(name, "max_brightness"))
      try begin(name)
      try power(name, on: true)
      try fade(name, to: max(1, Int((share * Double(most)).rounded())), in: time)
    }
    return false
  }

  /// Remembers the brightness from before the first change, and ends a fade.
  private func begin(_ name: String) throws(SystemFailure) {
    let brightness = try KernelNumber.read(path(name, "brightness"))
    changed[name, default: Changed(before: brightness, written: brightness)].step = nil
  }

  /// Switches the power off. After a fade the brightness is as before it, so that a program that only switches the power on later has a
  /// display that can be read.
  private func switchOff(_ name: String) throws(SystemFailure) {
    try power(name, on: false)
    changed[name]?.isDark = true
    guard let known = changed[name], known.written == 0 else { return }
    try write(known.before, to: name)
  }

  private func switchOn(_ name: String, in time: Int64) throws(SystemFailure) {
    try power(name, on: true)
    guard let known = changed[name] else { return }
    guard try KernelNumber.read(path(name, "brightness")) == known.written else { return changed[name] = nil }
    try begin(name)
    if time == 0 {
      try write(known.before, to: name)
      changed[name] = nil
    } else {
      try fade(name, to: known.before, in: time) { backlights in backlights.changed[name] = nil }
    }
  }

  private func power(_ name: String, on isOn: Bool) throws(SystemFailure) {
    try KernelNumber.write(isOn ? Power.on : Power.off, to: path(name, "bl_power"))
    if isOn { changed[name]?.isDark = false }
  }

  private func write(_ brightness: Int, to name: String) throws(SystemFailure) {
    try KernelNumber.write(brightness, to: path(name, "brightness"))
    changed[name]?.written = brightness
  }

  /// What follows a fade.
  private typealias Finish = (Backlights) throws(SystemFailure) -> Void

  /// Changes the brightness in `time` microseconds, then calls `finish`.
  private func fade(
    _ name: String, to brightness: Int, in time: Int64, finish: @escaping Finish = { _ in }
  ) throws(SystemFailure) {
    let start = try KernelNumber.read(path(name, "brightness"))
    step(name, Fade(from: start, to: brightness, time: time), finish)
  }

  private func step(_ name: String, _ fade: Fade, _ finish: @escaping Finish) {
    var fade = fade
    do throws(SystemFailure) {
      guard let brightness = fade.next() else { return try finish(self) }
      try write(brightness, to: name)
      if fade.pause == .zero { return try finish(self) }
    } catch {
      return report(error, .backlight(name))
    }
    let rest = fade
    changed[name]?.step = actions.queue.after(fade.pause, for: self) { $0.step(name, rest, finish) }
  }

  private func path(_ name: String, _ file: String) -> String { "\(folder)/\(name)/\(file)" }

  // MARK: Framebuffers

  /// - Returns: whether the display is off now.
  private func set(framebuffer name: String, _ backlight: Backlight) throws(SystemFailure) -> Bool {
    switch backlight.change {
    case .on, .level:
      try KernelNumber.write(Power.on, to: blank(name))
      blanked.remove(name)
      return false
    case .off:
      try KernelNumber.write(Power.off, to: blank(name))
      blanked.insert(name)
      if isOn(framebuffer: name) {
        let reason = "\(name) stays on, as a compositor owns the display: use a command of the compositor"
        report("\(name) stays on", reason)
      } else {
        actions.log.fixed(Self.subject("\(name) stays on"))
      }
      return true
    }
  }

  /// Whether one of the framebuffer's displays is on. The kernel ignores requests to switch a display off that a compositor owns.
  private func isOn(framebuffer name: String) -> Bool {
    let folder = "\(framebuffers)/\(name)/device/drm"
    return Paths.names(in: folder).sorted().contains { card in
      Paths.names(in: "\(folder)/\(card)").sorted().contains { connector in
        func says(_ file: String, _ word: String) -> Bool {
          SmallFiles.firstLine(of: "\(folder)/\(card)/\(connector)/\(file)") == word
        }
        return connector.hasPrefix("\(card)-") && says("status", "connected") && says("dpms", "On")
      }
    }
  }

  private func blank(_ name: String) -> String { "\(framebuffers)/\(name)/blank" }

  // MARK: Targets

  private enum Target {
    case backlight(String)
    case framebuffer(String)

    var name: String {
      switch self {
      case .backlight(let name), .framebuffer(let name): name
      }
    }
  }

  /// The backlights that an action means; if there are none, the framebuffers.
  private func targets(of backlight: Backlight) -> [Target] {
    func isMeant(_ name: String) -> Bool { backlight.device.map { name.matches(pattern: $0) } ?? true }
    let backlights = Paths.names(in: folder).sorted().filter(isMeant)
    if !backlights.isEmpty { return backlights.map(Target.backlight) }
    let names = Paths.names(in: framebuffers).sorted().filter { $0.hasPrefix("fb") && $0 != "fbcon" && isMeant($0) }
    return names.map(Target.framebuffer)
  }

  private func reportMissing(_ backlight: Backlight) {
    let names = Paths.names(in: folder).sorted()
    let choice = names.isEmpty ? "" : " (the backlights are \(names.prefix(8).joined(separator: ", ")))"
    let missing = backlight.device.map { "no backlight or framebuffer is named \"\($0)\"\(choice)" }
    report(
      backlight.device ?? "", missing ?? "this machine has neither a backlight nor a framebuffer: use a command")
  }

  private func report(_ failure: SystemFailure, _ target: Target) {
    let remedy =
      switch failure.error {
      case .permissionDenied, .notPermitted, .readOnlyFileSystem:
        "join the group \"tickled-outputs\"; the service needs its drop-in backlight.conf"
      case .deviceBusy: "a compositor owns the display: use a command of the compositor"
      default: "the display or its driver rejects it"
      }
    report(target.name, "\(failure) (\(remedy))")
  }

  private func report(_ name: String, _ reason: String) {
    actions.log.trouble(about: Self.subject(name), "backlight: \(reason)")
  }

  private static func subject(_ name: String) -> String { name.isEmpty ? "backlight" : "backlight \(name)" }
}
