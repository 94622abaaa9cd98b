import Gestures

/// Warnings about gestures that another gesture on the same view always prevents.
extension ConfigurationChecker {
  /// The limits above which gestures are not checked, because each is compared with each other one.
  private static let mostGestures = 200
  private static let mostRequirements = 1_000

  /// Whether there are few enough gestures to compare each with each other one.
  var mayCompareGestures: Bool {
    configuration.gestures.count <= Self.mostGestures && outline.requirements.count <= Self.mostRequirements
  }

  func warnAboutGesturesThatNeverWin() {
    guard mayCompareGestures else { return }
    let gestures = configuration.gestures
    let tables = outline.tables("gesture")
    // Compare the views first: most pairs share none, and `GestureSettings` are expensive to copy.
    let coverage = Coverage(of: gestures, screens: outline.declared[.screen])
    for loser in gestures.indices {
      for winner in gestures.indices where winner != loser && coverage.has(winner, allViewsOf: loser) {
        guard let victory = Victory(gestures[winner], over: gestures[loser], isEarlier: winner < loser),
          isCertain(victory, of: gestures[winner], over: gestures[loser])
        else { continue }
        let place = findings.location(of: tables[winner].place(of: "name"), from: tables[loser].place(of: "name"))
        let rival = "the \(gestures[winner].kind.name.rawValue) \(gestures[winner].name.quoted) \(place)"
        findings.warn(
          "the \(gestures[loser].kind.name.rawValue) \(gestures[loser].name.quoted) is never recognized: \(rival) "
            + "\(victory.reason), and prevents it\(victory.advice(gestures[winner].name, gestures[loser].name))",
          at: tables[loser].place(of: "name"))
        break
      }
    }
  }

  /// Whether nothing else in the file lets the loser win: no relation, no mode, no third gesture.
  private func isCertain(
    _ victory: Victory, of winner: GestureSettings, over loser: GestureSettings
  ) -> Bool {
    let waits = required(by: winner)
    return isAlwaysThere(winner, with: loser) && (loser.isEnabled || isEnabledByModes(winner, with: loser))
      && prevents(winner, loser)
      && waits.isSubset(of: required(by: loser)) && (victory.isByOrder || waits.isEmpty)
      && configuration.gestures.allSatisfy { other in
        other.name == winner.name || other.name == loser.name || !prevents(other, winner) || prevents(other, loser)
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
    Set(outline.requirements.lazy.filter { $0.gesture == gesture.name }.map(\.other))
  }

  /// Whether `a` prevents `b` by ARB-2 and ARB-3, as far as a configuration determines it.
  func prevents(_ a: GestureSettings, _ b: GestureSettings) -> Bool {
    if a.kind.name.input != .touches || b.kind.name.input != .touches { return false }
    if case .tap(let tap) = a.kind, case .tap(let other) = b.kind, other.taps > tap.taps { return false }
    return !a.simultaneousWith.contains(b.name) && !b.simultaneousWith.contains(a.name)
      && !a.doesNotPrevent.contains(b.name) && !b.notPreventedBy.contains(a.name)
      && !a.yieldsTo.contains(b.name)
  }
}

/// The reason why one gesture is always recognized no later than another.
private struct Victory {
  let reason: String
  /// Whether the winner wins by its position: both may be recognized in the same frame, and the earlier gesture in the file wins.
  /// If false, the winner is recognized at an earlier time.
  var isByOrder = true
  private var remedy = Remedy.none

  private enum Remedy { case none, wait, yield, together }

  init?(_ winner: GestureSettings, over loser: GestureSettings, isEarlier: Bool) {
    switch (winner.kind, loser.kind) {
    case (.longPress(let a), .longPress(let b)) where a.isSooner(than: b):
      reason = "begins sooner"
      isByOrder = false
      remedy = .together
    case _ where !isEarlier: return nil
    case (let a, let b) where a == b && winner.endsAt == loser.endsAt: reason = "is the same and comes before it"
    case (let a, let b) where a.asksNoMore(than: b): reason = "is no stricter and comes before it"
    case (.pan(let pan), .swipe(let swipe)) where pan.precedes(swipe):
      reason = "begins after a shorter distance"
      remedy = .yield
    case (.pan(let pan), .edgePan(let edge)) where pan.precedes(edge):
      reason = "begins with the same movement and comes before it"
      remedy = .wait
    case (.pan(let pan), .tickle(let tickle)) where pan.precedes(tickle):
      reason = "begins after a shorter distance"
      remedy = .together
    default: return nil
    }
  }

  func advice(_ winner: String, _ loser: String) -> String {
    switch remedy {
    case .none: ""
    case .wait: "; to make \(winner.quoted) wait, give it requires_failure_of = [\(loser.quoted)]"
    case .yield: "; to let the swipe take it back, give \(winner.quoted) yields_to = [\(loser.quoted)]"
    case .together: "; to allow both, give \(loser.quoted) simultaneous_with = [\(winner.quoted)]"
    }
  }
}

extension GestureKind {
  /// Whether this gesture is recognized whenever the other one is, on the same touches and no later.
  fileprivate func asksNoMore(than other: GestureKind) -> Bool {
    switch (self, other) {
    case (.tap(let a), .tap(let b)):
      a.taps == 1 && b.taps == 1 && a.fingers == b.fingers && b.movement.compares(with: a.movement) { $0.isWithin($1) }
        && b.maxDuration.isWithin(a.maxDuration)
    case (.swipe(let a), .swipe(let b)): a.asksNoMore(than: b)
    case (.pan(let a), .pan(let b)):
      a.minFingers == b.minFingers && a.maxFingers == b.maxFingers && (a.axis == b.axis || a.axis == .any)
        && a.threshold.isAtMost(b.threshold)
    case (.pinch(let a), .pinch(let b)):
      (a.fingers == nil || a.fingers == b.fingers) && b.directions.isSubset(of: a.directions)
        && a.threshold.isAtMost(b.threshold)
    case (.rotation(let a), .rotation(let b)):
      (a.fingers == nil || a.fingers == b.fingers) && b.directions.isSubset(of: a.directions)
        && a.threshold <= b.threshold
    case (.edgePan(let a), .edgePan(let b)):
      a.fingers == b.fingers && a.threshold == b.threshold && b.edges.isSubset(of: a.edges)
        && b.width.compares(with: a.width) { $0.isAtMost($1) }
    case (.tickle(let a), .tickle(let b)): a.distance == b.distance && a.tickles <= b.tickles
    default: false
    }
  }
}

extension SwipeSettings {
  /// Whether this swipe asks for no more than the other, whatever the screen's `recognition`.
  fileprivate func asksNoMore(than other: SwipeSettings) -> Bool {
    fingers == other.fingers && other.directions.isSubset(of: directions)
      // At the lift, the swipe with the longer least distance is recognized.
      && (minDistance == other.minDistance
        || decision.given == .duringMovement && minDistance.isAtMost(other.minDistance))
      && other.maxDistance.isWithin(maxDistance)
      && minVelocity.isLeast(below: other.minVelocity) && liftVelocity.isLeast(below: other.liftVelocity)
      && straightness <= other.straightness && decision == other.decision && failsEarly == other.failsEarly
      && other.maxDuration.compares(with: maxDuration) { $0.isWithin($1) }
      && other.maxAngle.compares(with: maxAngle) { $0.isWithin($1) }
  }
}

extension LongPressSettings {
  fileprivate func isSooner(than other: LongPressSettings) -> Bool {
    taps == other.taps && fingers == other.fingers && minDuration < other.minDuration
      && other.movement.isWithin(movement)
  }
}

extension PanSettings {
  /// Whether the pan follows a single finger in any direction.
  private var takesOneFinger: Bool { minFingers == 1 && axis == .any }

  fileprivate func precedes(_ swipe: SwipeSettings) -> Bool {
    takesOneFinger && swipe.fingers == 1 && threshold.isLess(than: swipe.minDistance)
  }

  fileprivate func precedes(_ edge: EdgePanSettings) -> Bool {
    takesOneFinger && edge.fingers == 1 && edge.threshold.isAlways { threshold.isAtMost($0) }
  }

  fileprivate func precedes(_ tickle: TickleSettings) -> Bool {
    takesOneFinger && threshold.isLess(than: tickle.distance)
  }
}

extension Length {
  /// Whether this length is at most the other, measured on the same view. Lengths with different units can't be compared: false.
  func isAtMost(_ other: Length) -> Bool { self == other || isLess(than: other) }

  /// A difference counts that is far above the engine's tolerance, a millionth of a millimetre.
  func isLess(than other: Length) -> Bool { compares(with: other) { $0 < $1 - 1e-3 } }
}

extension Length? {
  /// Whether this minimum is at most the other; `nil` asks for nothing.
  fileprivate func isLeast(below other: Length?) -> Bool {
    (self ?? .millimetres(0)).isAtMost(other ?? .millimetres(0))
  }

  /// Whether this maximum is at most the other; `nil` means unlimited.
  func isWithin(_ limit: Length?) -> Bool {
    guard let limit else { return true }
    return self.map { $0.isAtMost(limit) } ?? false
  }
}

extension Optional where Wrapped: Comparable {
  /// Whether this maximum is at most the other; `nil` means unlimited.
  func isWithin(_ limit: Wrapped?) -> Bool {
    guard let limit else { return true }
    return self.map { $0 <= limit } ?? false
  }
}
