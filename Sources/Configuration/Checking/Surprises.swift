import Gestures

/// Warnings about two gestures of which one does what a hand does not expect: it is recognized as well, or instead of the other.
///
/// Each can be meant, so each has a key that says so.
extension ConfigurationChecker {
  /// The limits above which gestures are not checked, because each is compared with each other one.
  private static let mostGestures = 200
  private static let mostRequirements = 1_000

  func warnAboutSurprises() {
    let gestures = configuration.gestures
    guard gestures.count <= Self.mostGestures && outline.requirements.count <= Self.mostRequirements else { return }
    let tables = outline.tables("gesture")
    let coverage = Coverage(of: gestures, screens: outline.declared[.screen])
    let arePresses = gestures.map { $0.kind.name == .press }
    let chains = responderChains
    for index in gestures.indices {
      for other in gestures.indices where other != index && arePresses[index] == arePresses[other] {
        let isCovered =
          coverage.has(index, allViewsOf: other)
          || arePresses[index] && hears(gestures[index], allOf: gestures[other], on: chains)
        if !isCovered { continue }
        let here = tables[index].place(of: "name")
        let place = { findings.location(of: tables[other].place(of: "name"), from: here) }
        guard let sentence = surprise(gestures[index], gestures[other], at: place) else { continue }
        findings.warn(sentence, at: here)
        break
      }
    }
  }

  /// Returns the warning about a gesture, whose views cover those of the other one; `nil` if there is none.
  private func surprise(_ gesture: GestureSettings, _ other: GestureSettings, at place: () -> String) -> String? {
    guard other.isEnabled, !areRelated(gesture, other) else { return nil }
    switch (gesture.kind, other.kind) {
    case (.tap(let tap), .tap(let longer)) where tap.isBeginning(of: longer):
      return isAlwaysThere(gesture, with: other) && required(by: gesture).isSubset(of: required(by: other))
        ? tooSoon(gesture, other, "\(longer.taps) taps", place) : nil
    case (.press(let press), .press(let longer)) where press.isBeginning(of: longer):
      return isAlwaysThere(gesture, with: other) && required(by: gesture).isSubset(of: required(by: other))
        ? tooSoon(
          gesture, other, longer.count == press.count ? "a press that is held" : "\(longer.count) presses", place)
        : nil
    case (.pinch(let pinch), .rotation(let rotation)) where pinch.sharesFingers(with: rotation):
      return isAlwaysThere(gesture, with: other) && isAlwaysThere(other, with: gesture)
        ? race(gesture, other, hasZero: pinch.threshold.isZero || rotation.threshold == 0, place) : nil
    case (.edgePan(let pan), .swipe(let swipe)) where pan.takesBeginning(of: swipe, in: other):
      var pan = gesture
      // The same touches, apart from the width of the edge.
      (pan.startsAt, pan.edgeWidth, pan.cornerSize) = (other.startsAt, other.edgeWidth, other.cornerSize)
      return isAlwaysThere(pan, with: other) && other.views.allSatisfy { outline.declared[.screen][$0] != nil }
        && required(by: gesture).isSubset(of: required(by: other)) ? taken(other, by: gesture, place) : nil
    default: return nil
    }
  }

  /// Whether the winner, whose views cover the loser's, always gets the same touches as the loser.
  func isAlwaysThere(_ winner: GestureSettings, with loser: GestureSettings) -> Bool {
    (winner.isEnabled || isEnabledByModes(winner, with: loser))
      && !configuration.modes.contains { $0.disable.gestures.contains(winner.name) }
      && winner.tools == loser.tools && Set(winner.ignoresTouchesIn) == Set(loser.ignoresTouchesIn)
      && winner.held == loser.held && winner.heldSide == loser.heldSide
      && winner.startsAt == loser.startsAt && (winner.endsAt == nil || winner.endsAt == loser.endsAt)
      && winner.edgeWidth == loser.edgeWidth && winner.cornerSize == loser.cornerSize
      && (winner.minSpread == nil || winner.minSpread == loser.minSpread)
      && (winner.maxSpread == nil || winner.maxSpread == loser.maxSpread)
  }

  /// Whether both gestures are off until a mode enables them, and each mode that enables the loser enables the winner, too.
  private func isEnabledByModes(_ winner: GestureSettings, with loser: GestureSettings) -> Bool {
    let modes = configuration.modes.filter { $0.enable.gestures.contains(loser.name) }
    return !winner.isEnabled && !loser.isEnabled && !modes.isEmpty
      && modes.allSatisfy { $0.enable.gestures.contains(winner.name) }
  }

  func required(by gesture: GestureSettings) -> Set<String> {
    Set(outline.requirements.lazy.filter { $0.gesture == gesture.name }.map { $0.other })
  }

  /// Whether the file says anything about the two gestures.
  private func areRelated(_ a: GestureSettings, _ b: GestureSettings) -> Bool {
    func names(_ a: GestureSettings, _ b: GestureSettings) -> Bool {
      a.simultaneousWith.contains(b.name) || a.doesNotPrevent.contains(b.name) || a.notPreventedBy.contains(b.name)
        || a.yieldsTo.contains(b.name)
        || required(by: a).contains(b.name)
    }
    return names(a, b) || names(b, a)
  }

  private func tooSoon(
    _ gesture: GestureSettings, _ other: GestureSettings, _ movement: String, _ place: () -> String
  ) -> String {
    let verb = movement.hasPrefix("a ") ? "triggers" : "trigger"
    return
      "the \(gesture.kind.name.rawValue) \(gesture.name.quoted) does not wait for \(other.name.quoted) \(place()), so "
      + "\(movement) \(verb) both: to make it wait, give it requires_failure_of = [\(other.name.quoted)]; if both are meant, give it "
      + "does_not_prevent = [\(other.name.quoted)]"
  }

  private func race(_ pinch: GestureSettings, _ rotation: GestureSettings, hasZero: Bool, _ place: () -> String)
    -> String?
  {
    let screens = configuration.screens
    let isUnled = !screens.isEmpty && screens.allSatisfy { !$0.followsLeader.value(in: $0.recognition) }
    guard isUnled || hasZero else { return nil }
    let both = "to allow both, give \(pinch.name.quoted) simultaneous_with = [\(rotation.name.quoted)]"
    let advice =
      isUnled
      ? "; to let the larger movement decide, give the screen leader = true"
      : "; to let the larger movement decide, give both a threshold of more than 0"
    return
      "the pinch \(pinch.name.quoted) and the rotation \(rotation.name.quoted) \(place()) exclude each other, and "
      + "the first one past its threshold begins, although fingers that turn also pinch: \(both)\(advice)"
  }

  private func taken(_ swipe: GestureSettings, by pan: GestureSettings, _ place: () -> String) -> String? {
    "the edge-pan \(pan.name.quoted) takes swipes like \(swipe.name.quoted) \(place()) that land within its \"width\": it "
      + "begins after a shorter distance, and prevents them; to let a swipe take it back, give it yields_to = "
      + "[\(swipe.name.quoted)]; if that is meant, give \(swipe.name.quoted) does_not_prevent = [\(pan.name.quoted)]"
  }
}

extension TapSettings {
  /// Whether this gesture is always recognized when the first taps of the other one are made.
  func isBeginning(of other: TapSettings) -> Bool {
    taps < other.taps && fingers.overlaps(other.fingers) && other.movement.compares(with: movement) { $0.isWithin($1) }
      && other.maxDuration.isWithin(maxDuration)
      && (taps == 1
        || other.maxInterval.isWithin(maxInterval) && other.maxDistance.isWithin(maxDistance)
          && minInterval <= other.minInterval)
  }
}

extension PressSettings {
  /// Whether this gesture may be recognized as well when the other one is made: with its first presses, or after it was held.
  fileprivate func isBeginning(of other: PressSettings) -> Bool {
    guard code == other.code, hold == nil, count == 1 || other.interval.isWithin(interval) else { return false }
    if count == other.count, let held = other.hold { return held > .zero && maxDuration.map { $0 > held } ?? true }
    return count < other.count && other.maxDuration.isWithin(maxDuration)
  }
}

extension PinchSettings {
  fileprivate func sharesFingers(with rotation: RotationSettings) -> Bool {
    fingers == nil || rotation.fingers == .any || rotation.fingers.least < 2 || fingers == rotation.fingers.least
  }
}

extension EdgePanSettings {
  /// Whether the swipe begins at edges of this edge pan, and moves inwards from them.
  fileprivate func takesBeginning(of swipe: SwipeSettings, in gesture: GestureSettings) -> Bool {
    guard let places = gesture.startsAt, places.corners.isEmpty, !places.segments.isEmpty else { return false }
    let starts = Set(places.segments.map { $0.edge })
    return starts.isSubset(of: edges) && swipe.fingers.contains(fingers)
      && threshold.isAlways { $0.isLess(than: swipe.minDistance) }
      && swipe.directions.allSatisfy { swipe in starts.contains { $0.inwards == swipe.unit } }
  }
}

extension Length {
  /// A difference counts that is far above the engine's tolerance, a millionth of a millimetre.
  fileprivate func isLess(than other: Length) -> Bool { compares(with: other) { $0 < $1 - 1e-3 } }

  fileprivate var isZero: Bool {
    switch self {
    case .millimetres(let value), .percent(let value), .pixels(let value): value == 0
    }
  }
}

extension Length? {
  /// Whether this maximum is at most the other; `nil` means unlimited.
  fileprivate func isWithin(_ limit: Length?) -> Bool {
    guard let limit else { return true }
    return self.map { $0 == limit || $0.isLess(than: limit) } ?? false
  }
}

extension Optional where Wrapped: Comparable {
  /// Whether this maximum is at most the other; `nil` means unlimited.
  fileprivate func isWithin(_ limit: Wrapped?) -> Bool {
    guard let limit else { return true }
    return self.map { $0 <= limit } ?? false
  }
}
