import CLinux
@preconcurrency import Dispatch
import Gestures
import Glibc

/// A virtual keyboard for `key` actions. Used only on its queue.
///
/// It has only the keys that the configuration uses, and the modifiers. Chords are sent one every few milliseconds: more
/// would overflow the kernel's buffer for the readers of the keyboard.
final class VirtualKeyboard {
  static let mostWaiting = 256
  private static let pace: Int64 = 5_000
  /// The left and right modifiers from ctrl to meta: without them some systems don't take the device for a keyboard.
  static let modifiers: Set<UInt16> = [29, 42, 54, 56, 97, 100, 125, 126]

  private enum State {
    case absent
    /// The associated value is the device's descriptor.
    case present(Int32)
  }

  private enum Work {
    /// A chord, and whether it is the last one of its sequence.
    case chord(KeySequence.Chord, by: Holder, isLast: Bool)
    /// The release of all keys that a gesture holds.
    case release(ActionContext.Source)
  }

  /// The gesture that presses keys.
  struct Holder {
    let source: ActionContext.Source
    /// Whether the gesture goes on, so that its end releases the keys. The others are released after a time.
    let isContinuing: Bool
  }

  var log: Log
  private let queue: DispatchQueue
  private let surroundings: ActionSurroundings
  private let settled: () -> Void
  private var state = State.absent
  private var codes: Set<UInt16> = []
  private var hasWarned = false
  private var waiting: [Work] = []
  /// The keys that are held, with the gestures that hold them.
  private var held: [UInt16: Holder] = [:]
  /// The number of times that a gesture that does not continue began to hold keys.
  private var timedHolds = 0
  private var isPaced = false
  private var dropped = 0
  /// The time at which the next chord may be sent, and the time at which the keyboard may be closed.
  private var readyAt: Int64 = 0
  private var mayCloseAt: Int64 = 0

  /// - Parameter settled: called once for each sequence, whether it was pressed or dropped.
  init(queue: DispatchQueue, log: Log, surroundings: ActionSurroundings, settled: @escaping () -> Void) {
    self.queue = queue
    self.log = log
    self.surroundings = surroundings
    self.settled = settled
  }

  deinit { close() }

  /// Makes a keyboard with the keys of all the sequences, or closes it if there are none. It is made now, because systems need a moment to
  /// notice it.
  func prepare(for sequences: [KeySequence]) {
    let needed = Set(sequences.flatMap { $0.chords.flatMap(\.codes) })
    hasWarned = false
    release(where: { _ in true })
    if needed.isEmpty {
      close()
      codes = []
    } else if !needed.isSubset(of: codes) {
      close()
      codes = needed.union(VirtualKeyboard.modifiers)
    }
    if !codes.isEmpty { _ = open() }
  }

  /// Presses the keys of a sequence, after those that wait.
  func press(_ sequence: KeySequence, by holder: Holder) {
    guard waiting.count + sequence.chords.count <= VirtualKeyboard.mostWaiting else {
      if dropped == 0 { log.warning("key \(sequence.text): dropped, as \(waiting.count) chords are waiting") }
      dropped += 1
      return settled()
    }
    // Only sequences that were not passed to `prepare` have other keys.
    let new = Set(sequence.chords.flatMap(\.codes)).subtracting(codes)
    if !new.isEmpty {
      close()
      codes.formUnion(new.union(VirtualKeyboard.modifiers))
    }
    for (index, chord) in sequence.chords.enumerated() {
      waiting.append(.chord(chord, by: holder, isLast: index == sequence.chords.count - 1))
    }
    pressNext()
  }

  /// Releases the keys that a gesture holds, after those that wait were pressed. Called when the gesture has ended.
  func release(_ source: ActionContext.Source) {
    if held.isEmpty && waiting.isEmpty { return }
    waiting.append(.release(source))
    pressNext()
  }

  /// The time at which the keyboard may be closed without losing what was pressed.
  var closable: Int64 { mayCloseAt }

  func close() {
    // The kernel releases the keys of a device that is removed.
    if case .present(let descriptor) = state { Glibc.close(descriptor) }
    state = .absent
    held.removeAll()
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
      // A failed write has closed it; the chord is lost, and the next one opens it again.
      switch waiting.removeFirst() {
      case .chord(let chord, let holder, let isLast):
        write(chord, by: holder, to: descriptor)
        if isLast { settled() }
      case .release(let source): release(where: { $0.isContinuing && $0.source == source })
      }
      readyAt = now + VirtualKeyboard.pace
      mayCloseAt = now + surroundings.keyboardLinger.microseconds
    }
    dropped = 0
  }

  private func forget() {
    for case .chord(_, _, isLast: true) in waiting { settled() }
    waiting.removeAll()
  }

  /// Presses the keys in order and releases them in reverse order, with one report each. Keys that are held stay down.
  private func write(_ chord: KeySequence.Chord, by holder: Holder, to descriptor: Int32) {
    let free = chord.codes.filter { held[$0] == nil }
    switch chord.change {
    case .press: send(free.map { ($0, 1) } + free.reversed().map { ($0, 0) }, to: descriptor)
    case .hold:
      // A key that another gesture holds belongs to this one from now on.
      if send(free.map { ($0, 1) }, to: descriptor) { hold(chord.codes, holder) }
    case .release:
      let codes = chord.codes.reversed().filter { held[$0] != nil }
      for code in codes { held[code] = nil }
      send(codes.map { ($0, 0) }, to: descriptor)
    }
  }

  private func hold(_ codes: [UInt16], _ holder: Holder) {
    for code in codes { held[code] = holder }
    guard !holder.isContinuing else { return }
    timedHolds += 1
    queue.after(surroundings.longestHold) { [weak self, timedHolds] in
      guard let self, timedHolds == self.timedHolds else { return }
      if release(where: { !$0.isContinuing }) { log.info("keys were held for \(surroundings.longestHold): released") }
    }
  }

  /// Releases the keys of some gestures.
  ///
  /// - Returns: whether any were held.
  @discardableResult
  private func release(where isMeant: (Holder) -> Bool) -> Bool {
    guard case .present(let descriptor) = state else { return false }
    let codes = held.filter { isMeant($0.value) }.keys.sorted(by: >)
    for code in codes { held[code] = nil }
    if !codes.isEmpty { send(codes.map { ($0, 0) }, to: descriptor) }
    return !codes.isEmpty
  }

  /// Sends values of keys, with one report each.
  @discardableResult
  private func send(_ values: [(code: UInt16, value: Int32)], to descriptor: Int32) -> Bool {
    let events = values.flatMap {
      [
        linux_input_event(type: LINUX_EV_KEY, code: $0.code, value: $0.value),
        linux_input_event(type: LINUX_EV_SYN, code: 0, value: 0),
      ]
    }
    if events.isEmpty || linux_input_write(descriptor, events, Int32(events.count)) == 0 {
      hasWarned = false
      return true
    }
    warn("write \(surroundings.uinput): \(systemError(errno))")
    close()
    return false
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
    let remedy =
      switch error {
      case ENOENT, ENODEV, ENXIO: "load the kernel module: modprobe uinput"
      case EACCES, EPERM: "join the group \"tickled-outputs\"; the service needs its drop-in keys.conf"
      default: "is this the uinput device?"
      }
    return "open \(surroundings.uinput): \(systemError(error)) (\(remedy))"
  }

  private func warn(_ what: String) {
    if !hasWarned { log.warning("key actions press nothing: \(what)") }
    hasWarned = true
  }
}
