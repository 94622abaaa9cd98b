import Actions
import CLinux
import Gestures
import Program

/// Devices with a vibration motor (`EV_FF`, rumble). Used only on its queue.
final class Haptics {
  private struct Effect: Hashable {
    let magnitude: UInt16
    let milliseconds: UInt16
  }

  /// An open device, and the effects that were uploaded to it.
  private final class Motor {
    let file: OpenFile
    var effects: [Effect: Int32] = [:]

    init(_ file: OpenFile) { self.file = file }
  }

  private let actions: ActionQueue
  private var motors: [String: Motor] = [:]

  init(_ actions: ActionQueue) { self.actions = actions }

  /// Logs a warning if no device can play one of them; a panel that can may still be plugged in.
  func check(_ haptics: Set<Haptic>) {
    actions.log.fixed(all: "haptic")
    motors.removeAll()
    for haptic in haptics where node(for: haptic, panel: nil) == nil { warnMissing(haptic) }
  }

  func play(_ haptic: Haptic, panel: String?) {
    guard let node = node(for: haptic, panel: panel) else { return warnMissing(haptic) }
    let effect = Effect(
      magnitude: UInt16(max(0, min(1, haptic.strength)) * 65535),
      milliseconds: UInt16(clamping: haptic.time.microseconds / 1000))
    // A device that was unplugged and plugged in again is another one: the second try opens it again.
    if !play(effect, for: haptic, on: node, isLastTry: false) {
      _ = play(effect, for: haptic, on: node, isLastTry: true)
    }
  }

  private func play(_ effect: Effect, for haptic: Haptic, on node: String, isLastTry: Bool) -> Bool {
    guard let motor = motor(node, for: haptic) else { return true }
    let descriptor = motor.file.descriptor
    let number = motor.effects[effect] ?? linux_rumble_upload(descriptor, effect.magnitude, effect.milliseconds)
    var event = linux_input_event(type: LINUX_EV_FF, code: UInt16(truncatingIfNeeded: number), value: 1)
    guard number >= 0, linux_input_write(descriptor, &event, 1) == 0 else {
      let error = Errno.latest
      motors[node] = nil
      if isLastTry { warn(haptic, "\(number < 0 ? "EVIOCSFF" : "write") \(node): \(error)") }
      return false
    }
    motor.effects[effect] = number
    actions.log.fixed(subject(haptic))
    return true
  }

  /// The motor of a node; `nil` if it cannot be opened, which has then been logged.
  private func motor(_ node: String, for haptic: Haptic) -> Motor? {
    if let motor = motors[node] { return motor }
    do throws(Errno) {
      let motor = Motor(try OpenFile(node, .both, .nonBlocking))
      motors[node] = motor
      return motor
    } catch {
      let remedy = "join the group \"tickled-outputs\"; the service needs its drop-in haptics.conf"
      warn(haptic, "open \(node): \(error)\(error.isPermission ? " (\(remedy))" : "")")
      return nil
    }
  }

  private func node(for haptic: Haptic, panel: String?) -> String? {
    guard let device = haptic.device else {
      if let panel, let event = panel.split(separator: "/").last, canRumble(String(event)) { return panel }
      return events.first(where: canRumble).map { "\(nodes)/\($0)" }
    }
    if device.hasPrefix("/") { return Paths.exists(device) ? device : nil }
    return events.first { canRumble($0) && name(of: $0).matches(pattern: device) }.map { "\(nodes)/\($0)" }
  }

  /// Where the kernel describes input devices, and where their nodes are.
  private var folder: String { actions.surroundings.inputDevices }
  private var nodes: String { actions.surroundings.inputNodes }

  private var events: [String] { Paths.names(in: folder).sorted().filter { $0.hasPrefix("event") } }

  private func name(of event: String) -> String { SmallFiles.firstLine(of: "\(folder)/\(event)/device/name") }

  /// Reads the kernel's bit set: words of the kernel's word size, the highest first, without leading words of 0.
  private func canRumble(_ event: String) -> Bool {
    let words = SmallFiles.firstLine(of: "\(folder)/\(event)/device/capabilities/ff").split(separator: " ")
    let (word, bit) = Int(LINUX_FF_RUMBLE).quotientAndRemainder(dividingBy: UInt.bitWidth)
    guard word < words.count, let bits = UInt(words[words.count - 1 - word], radix: 16) else { return false }
    return bits >> UInt(bit) & 1 == 1
  }

  private func warnMissing(_ haptic: Haptic) {
    warn(haptic, haptic.device.map { "no device \"\($0)\" that can rumble" } ?? "no input device can rumble")
  }

  private func warn(_ haptic: Haptic, _ what: String) {
    actions.log.trouble(about: subject(haptic), "haptic actions are not felt: \(what)")
  }

  private func subject(_ haptic: Haptic) -> String { haptic.device.map { "haptic \($0)" } ?? "haptic" }
}
