import CTouchInput
import Gestures

/// Turns the events of a device's keys and switches into presses.
///
/// - A key that is held at the beginning, or when it becomes wanted, is ignored until it is released. A switch that is on begins.
/// - After lost events, presses that are no longer held are cancelled, and those that are held but had not begun begin.
/// - The key repeat of the kernel is ignored, as are codes that are not wanted, releases of what is not held, and values that no key
///   has.
struct ButtonDecoder {
  private(set) var wanted: Set<EventCode> = []
  /// The keys and switches whose presses have begun and not ended.
  private(set) var held: Set<EventCode> = []
  /// Keys that are down, but whose presses have not begun.
  private var ignored: Set<EventCode> = []
  /// The latest time of an event. Times never go back, whatever the device sends.
  private var latest = Timestamp(microseconds: .min)

  /// Changes the wanted codes. Returns the presses that are cancelled, and those of switches that are on.
  ///
  /// - Parameter state: the keys and switches that are on.
  mutating func want(_ codes: Set<EventCode>, state: Set<EventCode>, at time: Timestamp) -> [Press] {
    let time = advance(to: time)
    let added = codes.subtracting(wanted)
    let left = held.subtracting(codes)
    wanted = codes
    held.subtract(left)
    ignored.formIntersection(codes)
    var begun: Set<EventCode> = []
    for code in added.intersection(state) {
      switch code {
      case .key: ignored.insert(code)
      case .switch: begun.insert(code)
      }
    }
    held.formUnion(begun)
    return presses(.cancelled, left, time) + presses(.began, begun, time)
  }

  /// Ends the difference between the presses and the keys and switches that are on, after events were lost.
  mutating func resynchronize(with state: Set<EventCode>, at time: Timestamp) -> [Press] {
    let time = advance(to: time)
    let down = state.intersection(wanted)
    let gone = held.subtracting(down)
    ignored.formIntersection(down)
    let new = down.subtracting(held).subtracting(ignored)
    held = held.subtracting(gone).union(new)
    return presses(.cancelled, gone, time) + presses(.began, new, time)
  }

  /// Forgets all presses, because the device is gone or will not be read for some time. Returns their cancellations.
  mutating func cancelAll(at time: Timestamp) -> [Press] {
    defer {
      held = []
      ignored = []
    }
    return presses(.cancelled, held, advance(to: time))
  }

  /// Returns the presses of some events, in a group for each of the device's frames.
  ///
  /// - Parameter readState: called if events were lost, at most once; returns the keys and switches that are on, or `nil` if they
  ///   cannot be read. The events after the loss are older than that state, so they are left out.
  mutating func decode(_ events: some Sequence<ti_event>, readState: () -> Set<EventCode>?) -> [[Press]] {
    var groups: [[Press]] = []
    var group: [Press] = []
    for event in events {
      let time = Timestamp(microseconds: event.time)
      switch (Int32(event.type), Int32(event.code)) {
      case (EV_SYN, SYN_DROPPED):
        groups.append(group)
        groups.append(resynchronize(with: readState() ?? [], at: time))
        return groups.filter { !$0.isEmpty }
      case (EV_SYN, SYN_REPORT):
        groups.append(group)
        group = []
      case (EV_KEY, _): if let press = change(.key(event.code), event.value, at: time) { group.append(press) }
      case (EV_SW, _): if let press = change(.switch(event.code), event.value, at: time) { group.append(press) }
      default: break
      }
    }
    groups.append(group)
    return groups.filter { !$0.isEmpty }
  }

  private mutating func change(_ code: EventCode, _ value: Int32, at time: Timestamp) -> Press? {
    guard wanted.contains(code) else { return nil }
    switch value {
    case 0:
      ignored.remove(code)
      guard held.remove(code) != nil else { return nil }
      return Press(code: code.pressCode, phase: .ended, time: advance(to: time))
    case 1:
      guard !ignored.contains(code), held.insert(code).inserted else { return nil }
      return Press(code: code.pressCode, phase: .began, time: advance(to: time))
    default: return nil
    }
  }

  private mutating func advance(to time: Timestamp) -> Timestamp {
    latest = max(latest, time)
    return latest
  }

  /// Returns presses in the order of their codes, so that the same events always give the same presses.
  private func presses(_ phase: Press.Phase, _ codes: Set<EventCode>, _ time: Timestamp) -> [Press] {
    codes.map { $0.pressCode }.sorted().map { Press(code: $0, phase: phase, time: time) }
  }
}
