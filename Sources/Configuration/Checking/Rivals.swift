/// Gestures that another one on the same view always forestalls.
extension ConfigurationChecker {
  /// More are not looked at: each is compared with each.
  private static let mostGestures = 200
  private static let mostRequirements = 1_000

  func warnAboutGesturesThatNeverWin() {
    let gestures = configuration.gestures
    guard gestures.count <= Self.mostGestures, outline.requirements.count <= Self.mostRequirements else { return }
    let tables = outline.tables("gesture")
    // Views first, and by themselves: most gestures live on others, and what is known of a gesture is much to copy.
    let views = gestures.map { Set($0.views) }
    for loser in gestures.indices {
      for winner in gestures.indices where winner != loser && cover(views[winner], views[loser]) {
        guard let victory = Victory(gestures[winner], over: gestures[loser], isEarlier: winner < loser),
          isCertain(victory, of: gestures[winner], over: gestures[loser])
        else { continue }
        let line = tables[winner].place(of: "name").line
        let rival = "the \(gestures[winner].kind.name.rawValue) \(gestures[winner].name.quoted) of line \(line)"
        findings.warn(
          "the \(gestures[loser].kind.name.rawValue) \(gestures[loser].name.quoted) is never recognized: \(rival) "
            + "\(victory.reason), and prevents it\(victory.mend(gestures[winner].name, gestures[loser].name))",
          at: tables[loser].place(of: "name"))
        break
      }
    }
  }

  /// Whether nothing else in the file can make the loser win: no relation, no mode, no third gesture.
  private func isCertain(
    _ victory: Victory, of winner: GestureSettings, over loser: GestureSettings
  ) -> Bool {
    let waits = required(by: winner)
    return isAlwaysThere(winner, with: loser) && loser.isEnabled && prevents(winner, loser)
      && waits.isSubset(of: required(by: loser)) && (victory.isByOrder || waits.isEmpty)
      && configuration.gestures.allSatisfy { other in
        other.name == winner.name || other.name == loser.name || !prevents(other, winner) || prevents(other, loser)
      }
  }

  /// Whether a gesture on these views is on all of the others, too.
  private func cover(_ views: Set<String>, _ others: Set<String>) -> Bool {
    views.isEmpty
      ? others.allSatisfy { outline.declared[.screen][$0] != nil } : !others.isEmpty && others.isSubset(of: views)
  }

  /// Whether the winner, whose views cover the loser's, gets each touch that the loser gets, and no other.
  private func isAlwaysThere(_ winner: GestureSettings, with loser: GestureSettings) -> Bool {
    winner.isEnabled
      && !configuration.modes.contains { $0.disable.gestures.contains(winner.name) }
      && winner.tools == loser.tools && Set(winner.ignoresTouchesIn) == Set(loser.ignoresTouchesIn)
  }

  private func required(by gesture: GestureSettings) -> Set<String> {
    Set(outline.requirements.lazy.filter { $0.gesture == gesture.name }.map(\.other))
  }

  /// ARB-2 and ARB-3, of what a configuration can say.
  private func prevents(_ a: GestureSettings, _ b: GestureSettings) -> Bool {
    if case .tap(let tap) = a.kind, case .tap(let other) = b.kind, other.taps > tap.taps { return false }
    return !a.simultaneousWith.contains(b.name) && !b.simultaneousWith.contains(a.name)
      && !a.doesNotPrevent.contains(b.name) && !b.notPreventedBy.contains(a.name)
  }
}

/// Why one gesture is always recognized when another would be, or before.
private struct Victory {
  let reason: String
  /// Both may be recognized in one frame, and the earlier one in the file wins; else it is sooner on the clock.
  var isByOrder = true
  private var remedy = Remedy.none

  private enum Remedy { case none, wait, together }

  init?(_ winner: GestureSettings, over loser: GestureSettings, isEarlier: Bool) {
    switch (winner.kind, loser.kind) {
    case (.longPress(let a), .longPress(let b)) where a.isSooner(than: b):
      reason = "begins sooner"
      isByOrder = false
      remedy = .together
    case _ where !isEarlier: return nil
    case (let a, let b) where a == b: reason = "is the same and stands before it"
    case (let a, let b) where a.asksNoMore(than: b): reason = "asks for no more and stands before it"
    case (.pan(let pan), .swipe(let swipe)) where pan.precedes(swipe):
      reason = "begins after less of the way"
      remedy = .wait
    case (.pan(let pan), .edgePan(let edge)) where pan.precedes(edge):
      reason = "begins with the same movement and stands before it"
      remedy = .wait
    case (.pan(let pan), .tickle(let tickle)) where pan.precedes(tickle):
      reason = "begins after less of the way"
      remedy = .together
    default: return nil
    }
  }

  func mend(_ winner: String, _ loser: String) -> String {
    switch remedy {
    case .none: ""
    case .wait: "; let \(winner.quoted) wait: requires_failure_of = [\(loser.quoted)]"
    case .together: "; let both be: simultaneous_with = [\(winner.quoted)]"
    }
  }
}

extension GestureKind {
  /// Whether it is recognized, on the same touches, whenever the other one is, no later than that.
  fileprivate func asksNoMore(than other: GestureKind) -> Bool {
    switch (self, other) {
    case (.tap(let a), .tap(let b)):
      a.taps == 1 && b.taps == 1 && a.fingers == b.fingers && b.movement.isWithin(a.movement)
        && b.maxDuration.isWithin(a.maxDuration)
    case (.swipe(let a), .swipe(let b)): a.asksNoMore(than: b)
    case (.pan(let a), .pan(let b)):
      a.minFingers == b.minFingers && a.maxFingers == b.maxFingers && (a.axis == b.axis || a.axis == .any)
        && a.threshold.isAtMost(b.threshold)
    case (.pinch(let a), .pinch(let b)): a.threshold.isAtMost(b.threshold)
    case (.rotation(let a), .rotation(let b)): a.threshold <= b.threshold
    case (.edgePan(let a), .edgePan(let b)):
      a.fingers == b.fingers && a.threshold == b.threshold && b.edges.isSubset(of: a.edges) && b.width.isAtMost(a.width)
    case (.tickle(let a), .tickle(let b)): a.distance == b.distance && a.tickles <= b.tickles
    default: false
    }
  }
}

extension SwipeSettings {
  /// Whether it is so on every screen, whatever that one's recognition.
  fileprivate func asksNoMore(than other: SwipeSettings) -> Bool {
    fingers == other.fingers && other.directions.isSubset(of: directions) && minDistance.isAtMost(other.minDistance)
      && minVelocity.isLeast(below: other.minVelocity) && liftVelocity.isLeast(below: other.liftVelocity)
      && straightness <= other.straightness && decision == other.decision && failsEarly == other.failsEarly
      && Recognition.allCases.allSatisfy { recognition in
        other.maxDuration.value(in: recognition).isWithin(maxDuration.value(in: recognition))
          && other.maxAngle.value(in: recognition).isWithin(maxAngle.value(in: recognition))
      }
  }
}

extension LongPressSettings {
  fileprivate func isSooner(than other: LongPressSettings) -> Bool {
    taps == other.taps && fingers == other.fingers && minDuration < other.minDuration
      && other.movement.isWithin(movement)
  }
}

extension PanSettings {
  /// Follows one finger, and any way that it goes.
  private var takesOneFinger: Bool { minFingers == 1 && axis == .any }

  fileprivate func precedes(_ swipe: SwipeSettings) -> Bool {
    takesOneFinger && swipe.fingers == 1 && threshold.isLess(than: swipe.minDistance)
  }

  fileprivate func precedes(_ edge: EdgePanSettings) -> Bool {
    takesOneFinger && edge.fingers == 1 && threshold.isAtMost(edge.threshold)
  }

  fileprivate func precedes(_ tickle: TickleSettings) -> Bool {
    takesOneFinger && threshold.isLess(than: tickle.distance)
  }
}

extension Length {
  /// Of the same view, so that equal units can be compared; unlike ones cannot.
  fileprivate func isAtMost(_ other: Length) -> Bool { self == other || isLess(than: other) }

  fileprivate func isLess(than other: Length) -> Bool {
    switch (self, other) {
    case (.millimetres(let a), .millimetres(let b)), (.percent(let a), .percent(let b)),
      (.pixels(let a), .pixels(let b)):
      a < b - 1e-3  // The engine's tolerance is a millionth of a millimetre.
    default: false
    }
  }
}

extension Length? {
  /// As what is asked at least, where `nil` is nothing.
  fileprivate func isLeast(below other: Length?) -> Bool {
    (self ?? .millimetres(0)).isAtMost(other ?? .millimetres(0))
  }

  /// As limits, where `nil` is none.
  fileprivate func isWithin(_ limit: Length?) -> Bool {
    guard let limit else { return true }
    return self.map { $0.isAtMost(limit) } ?? false
  }
}

extension Optional where Wrapped: Comparable {
  /// As limits, where `nil` is none.
  fileprivate func isWithin(_ limit: Wrapped?) -> Bool {
    guard let limit else { return true }
    return self.map { $0 <= limit } ?? false
  }
}
