import CLinux
@preconcurrency import Dispatch
import Gestures
import Glibc

/// A keyboard that only exists for what `key` presses; lives on its queue.
///
/// It has the keys that the configuration uses, and modifiers, and no others. Chords go out one every few milliseconds: more
/// would overflow what the kernel holds for who reads the keyboard.
final class VirtualKeyboard {
  static let mostWaiting = 256
  private static let pace: Int64 = 5_000
  /// From ctrl to meta, both sides: without them some systems take it for a box with buttons.
  static let modifiers: Set<UInt16> = [29, 42, 54, 56, 97, 100, 125, 126]

  private enum State {
    case absent
    /// Its descriptor.
    case present(Int32)
  }

  private struct Press {
    let chord: [UInt16]
    let isLast: Bool
  }

  var log: Log
  private let queue: DispatchQueue
  private let surroundings: ActionSurroundings
  private let settled: () -> Void
  private var state = State.absent
  private var codes: Set<UInt16> = []
  private var hasWarned = false
  private var waiting: [Press] = []
  private var isPaced = false
  private var dropped = 0
  /// When the next chord may go out, and when the keyboard may go.
  private var readyAt: Int64 = 0
  private var mayCloseAt: Int64 = 0

  /// `settled` comes once for each sequence, whatever became of it.
  init(queue: DispatchQueue, log: Log, surroundings: ActionSurroundings, settled: @escaping () -> Void) {
    self.queue = queue
    self.log = log
    self.surroundings = surroundings
    self.settled = settled
  }

  deinit { close() }

  /// There is a keyboard with the keys of all of them, or none for none: made now, because systems need a moment to see it.
  func prepare(for sequences: [KeySequence]) {
    let needed = Set(sequences.flatMap { $0.chords.joined() })
    hasWarned = false
    if needed.isEmpty {
      close()
      codes = []
    } else if !needed.isSubset(of: codes) {
      close()
      codes = needed.union(VirtualKeyboard.modifiers)
    }
    if !codes.isEmpty { _ = open() }
  }

  func press(_ sequence: KeySequence) {
    guard waiting.count + sequence.chords.count <= VirtualKeyboard.mostWaiting else {
      if dropped == 0 { log.warning("key \(sequence.text): dropped, \(waiting.count) chords wait to be pressed") }
      dropped += 1
      return settled()
    }
    // Only a configuration that was not prepared for has others.
    let new = Set(sequence.chords.joined()).subtracting(codes)
    if !new.isEmpty {
      close()
      codes.formUnion(new.union(VirtualKeyboard.modifiers))
    }
    for (index, chord) in sequence.chords.enumerated() {
      waiting.append(Press(chord: chord, isLast: index == sequence.chords.count - 1))
    }
    pressNext()
  }

  /// When it may be taken away without what was pressed being lost with it.
  var closable: Int64 { mayCloseAt }

  func close() {
    if case .present(let descriptor) = state { Glibc.close(descriptor) }
    state = .absent
  }

  private func pressNext() {
    guard !isPaced else { return }
    while !waiting.isEmpty {
      guard let descriptor = open() else { return forget() }
      let now = linux_monotonic_microseconds()
      guard now >= readyAt else {
        isPaced = true
        queue.after(.microseconds(readyAt - now)) { [weak self] in
          self?.isPaced = false
          self?.pressNext()
        }
        return
      }
      write(waiting[0].chord, to: descriptor)
      readyAt = now + VirtualKeyboard.pace
      mayCloseAt = now + surroundings.keyboardLinger.microseconds
      // A failed write has closed it; the chord is lost, and the next one opens it again.
      if waiting.removeFirst().isLast { settled() }
    }
    dropped = 0
  }

  private func forget() {
    for press in waiting where press.isLast { settled() }
    waiting.removeAll()
  }

  /// Keys go down in order and up in the reverse, a report each.
  private func write(_ chord: [UInt16], to descriptor: Int32) {
    var events: [linux_input_event] = []
    for (codes, value) in [(chord, Int32(1)), (chord.reversed(), 0)] {
      for code in codes {
        events.append(linux_input_event(type: LINUX_EV_KEY, code: code, value: value))
        events.append(linux_input_event(type: LINUX_EV_SYN, code: 0, value: 0))
      }
    }
    guard linux_input_write(descriptor, events, Int32(events.count)) != 0 else {
      hasWarned = false
      return
    }
    warn("write \(surroundings.uinput): \(systemError(errno))")
    close()
  }

  private func open() -> Int32? {
    if case .present(let descriptor) = state { return descriptor }
    let descriptor = surroundings.makeKeyboard(surroundings.uinput, codes.sorted())
    guard descriptor >= 0 else {
      warn(failure(errno))
      return nil
    }
    state = .present(descriptor)
    readyAt = linux_monotonic_microseconds() + surroundings.keyboardSettling.microseconds
    return descriptor
  }

  private func failure(_ error: Int32) -> String {
    let mend =
      switch error {
      case ENOENT, ENODEV, ENXIO: "load the kernel module: modprobe uinput"
      case EACCES, EPERM: "join the group \"tickled-outputs\"; the service needs its drop-in keys.conf"
      default: "is it uinput's?"
      }
    return "open \(surroundings.uinput): \(systemError(error)) (\(mend))"
  }

  private func warn(_ what: String) {
    if !hasWarned { log.warning("key actions press nothing: \(what)") }
    hasWarned = true
  }
}
