import Actions
import CLinux
import Gestures
import Program
import Queues

/// A virtual keyboard for `key` actions. Used only on its queue.
///
/// It has only the keys that the configuration uses, and the modifiers. Chords are sent one every few milliseconds: more
/// would overflow the kernel's buffer for the readers of the keyboard.
final class VirtualKeyboard {
  private static let pace: Int64 = 5_000
  /// The left and right modifiers from ctrl to meta: without them some systems don't take the device for a keyboard.
  static let modifiers: Set<UInt16> = [29, 42, 54, 56, 97, 100, 125, 126]

  /// A chord as codes.
  struct Stroke {
    let change: KeySequence.Chord.Change
    let codes: [UInt16]
    let holder: Holder
  }

  private let actions: ActionQueue
  private let device: VirtualDevice
  private var held = HeldCodes()
  private var codes: Set<UInt16> = []
  /// The layout of the systems that read the keyboard; `nil`: unknown, so letters are where a US keyboard has them.
  private var layout: KeyboardLayout?
  private var sequences: [KeySequence] = []
  private var hasMentionedLayout = false
  /// The release of keys that gestures hold that do not continue.
  private var timeIsUp: Pending?
  /// Whether a sequence was dropped since none waits, which was logged.
  var hasDropped = false
  /// The time at which the next chord may be sent.
  private var pausedUntil: Int64 = 0
  /// The time at which the keyboard may be closed without losing what was pressed.
  private(set) var closableAt: Int64 = 0

  init(_ actions: ActionQueue) {
    self.actions = actions
    device = VirtualDevice("keys", "key actions press nothing", actions)
  }

  /// Makes a keyboard with the keys of all the sequences, or closes it if there are none. It is made now, because systems need a moment to
  /// notice it.
  func prepare(for sequences: [KeySequence], _ layout: KeyboardLayout?) {
    (self.sequences, self.layout) = (sequences, layout)
    let needed = Set(sequences.flatMap { strokes(of: $0) ?? [] }.flatMap { $0.codes })
    device.mayWarnAgain()
    actions.log.fixed("layout")
    release(where: { _ in true })
    if needed.isEmpty {
      close()
      codes = []
    } else if !needed.isSubset(of: codes) {
      close()
      codes = needed.union(VirtualKeyboard.modifiers)
    }
    if !codes.isEmpty { open() }
  }

  /// Presses the keys for letters where the layout has them from now on.
  func use(_ layout: KeyboardLayout?) { if layout != self.layout { prepare(for: sequences, layout) } }

  /// The codes of a sequence's chords; `nil` if the layout lacks one of its letters.
  private func strokes(of sequence: KeySequence) -> [(change: KeySequence.Chord.Change, codes: [UInt16])]? {
    let layout = layout ?? .us
    let strokes = sequence.chords.compactMap { chord in
      layout.codes(of: chord).map { (change: chord.change, codes: $0) }
    }
    return strokes.count == sequence.chords.count ? strokes : nil
  }

  /// The chords that press the keys of a sequence; none if the layout lacks one of its letters.
  func strokes(of sequence: KeySequence, by holder: Holder) -> [Stroke] {
    guard let strokes = strokes(of: sequence), !strokes.isEmpty else {
      let letter = (layout ?? .us).missing(in: sequence).map { "\"\($0)\"" } ?? "it"
      actions.log.trouble(
        about: "layout", "\(sequence.name): no key of the keyboard's layout types \(letter): nothing is pressed")
      return []
    }
    if layout == nil, sequence.hasMovedLetters, !hasMentionedLayout {
      hasMentionedLayout = true
      actions.log.info(
        "letters are pressed where a US keyboard has them: `tickle follow` sends a session's layout, and `tickle keys` writes one"
      )
    }
    // Only sequences that were not passed to `prepare` have other keys.
    let new = Set(strokes.flatMap { $0.codes }).subtracting(codes)
    if !new.isEmpty {
      close()
      codes.formUnion(new.union(VirtualKeyboard.modifiers))
    }
    return strokes.map { Stroke(change: $0.change, codes: $0.codes, holder: holder) }
  }

  /// Logs a sequence that does not fit.
  func noteDropped(_ sequence: KeySequence) {
    if hasDropped { return }
    hasDropped = true
    actions.log.warning("\(sequence.name): dropped, as at most \(DeviceInbox.mostChords) chords can wait")
  }

  /// Returns the time from which a chord can be sent; `nil` if it cannot be made. Makes it if it is absent.
  func readyAt() -> Int64? { open() ? max(pausedUntil, device.settledAt) : nil }

  var holdsKeys: Bool { !held.isEmpty }

  /// Sends a chord. If that fails, the chord is lost, and the next one makes another keyboard.
  func send(_ stroke: Stroke) {
    write(stroke.change, stroke.codes, by: stroke.holder)
    noteSent()
  }

  /// Releases the keys that a gesture holds. Called when the gesture has ended.
  func release(_ source: ActionContext.Source) {
    release(where: { $0.isContinuing && $0.source == source })
    noteSent()
  }

  private func noteSent() {
    let now = linux_monotonic_microseconds()
    pausedUntil = now + VirtualKeyboard.pace
    closableAt = now + actions.surroundings.keyboardLinger.microseconds
  }

  func close() {
    device.close()
    held.removeAll()
  }

  /// Presses the keys in order and releases them in reverse order, with one report each. Keys that are held stay down.
  private func write(_ change: KeySequence.Chord.Change, _ codes: [UInt16], by holder: Holder) {
    let free = codes.filter { !held.contains($0) }
    switch change {
    case .press: send(free.map { ($0, 1) } + free.reversed().map { ($0, 0) })
    case .hold:
      // A key that another gesture holds belongs to this one from now on.
      if send(free.map { ($0, 1) }) { hold(codes, holder) }
    case .release: send(held.release(codes.reversed()).map { ($0, 0) })
    }
  }

  private func hold(_ codes: [UInt16], _ holder: Holder) {
    held.hold(codes, by: holder)
    if holder.isContinuing { return }
    timeIsUp = actions.queue.after(actions.surroundings.longestHold, for: self) { $0.releaseForgotten() }
  }

  private func releaseForgotten() {
    guard release(where: { !$0.isContinuing }) else { return }
    actions.log.info("keys were held for \(actions.surroundings.longestHold): released")
  }

  /// Releases the keys of some gestures.
  ///
  /// - Returns: whether any were held.
  @discardableResult
  private func release(where isMeant: (Holder) -> Bool) -> Bool {
    let codes = held.release(where: isMeant)
    send(codes.map { ($0, 0) })
    return !codes.isEmpty
  }

  /// Sends values of keys, with one report each.
  @discardableResult
  private func send(_ values: [(code: UInt16, value: Int32)]) -> Bool {
    let isSent = device.send(values.map { [linux_input_event(type: LINUX_EV_KEY, code: $0.code, value: $0.value)] })
    if !isSent { held.removeAll() }
    return isSent
  }

  @discardableResult
  private func open() -> Bool {
    device.open { actions.surroundings.makeKeyboard(actions.surroundings.uinput, codes.sorted()) }
  }
}

extension KeySequence {
  /// Its name in the log. What is typed may be a password.
  fileprivate var name: String { isTyped ? "text" : "key \(text)" }
}
