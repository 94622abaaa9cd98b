import Configuration
import Gestures
import Text

/// A reason in words, with the rule and the configuration keys behind it.
package struct Explanation: Equatable, Sendable {
  /// A sentence without capital letter and full stop: what was measured, and what the gesture requires.
  package let sentence: String
  /// The number of the rule, such as TAP-3; `nil` for learned shapes, whose rules have no numbers.
  package let rule: String?
  /// The configuration keys that could have changed the outcome, if any.
  package let keys: [String]
  /// Whether the gesture had begun and yielded to another one, so that it counts as not recognized (REQ-10, ARB-14).
  package let isTakenBack: Bool

  package var references: References { References(keys: keys, rules: rule.map { [$0] } ?? []) }

  /// The sentence followed by the references.
  package var text: String { sentence + references.text }

  init(_ sentence: String, rule: String, keys: [String]) {
    (self.sentence, self.rule, self.keys) = (sentence, rule, keys)
    isTakenBack = false
  }

  /// - Parameters:
  ///   - gesture: the gesture that the reason is about.
  ///   - other: the name of the other recognizer involved or, for a drawn shape, of the closest template.
  ///   - since: when the other recognizer was recognized, as in `began at 0.180 s`.
  package init(_ reason: Reason, of gesture: GestureSettings, other: String?, since: String? = nil) {
    let words = Words(
      reason: reason, gesture: gesture.name, kind: gesture.kind.name, other: other ?? "another gesture", since: since,
      expectedStep: gesture.step(after: reason))
    sentence = words.sentence
    let source = gesture.kind.name.source(of: reason.kind) ?? reason.kind.source
    (rule, keys) = (source.rule, source.keys)
    isTakenBack = [.takenBack, .gaveWay].contains(reason.kind)
  }
}

extension GestureSettings {
  /// The step that follows those that a reason counts; `nil` if this is not a sequence.
  fileprivate func step(after reason: Reason) -> String? {
    guard case .sequence(let sequence) = kind, let index = Int(exactly: reason.measured) else { return nil }
    return sequence.steps.indices.contains(index) ? sequence.steps[index] : nil
  }
}

private struct Words {
  let reason: Reason
  let gesture: String
  let kind: GestureKind.Name
  let other: String
  let since: String?
  /// The step that a sequence expected.
  let expectedStep: String?

  /// The other gesture with the time of its recognition.
  private var preventer: String { other + (since.map { ", which \($0)" } ?? "") }

  var sentence: String {
    switch reason.kind {
    case .prevented: "prevented by \(preventer)"
    case .outrun:
      "\(other) led by \(length(reason.limit)) to \(length(reason.measured))\(since.map { ", and \($0)" } ?? "")"
    case .noLead: "travelled \(length(reason.measured)), \(gesture) needs \(length(reason.limit)) to lead"
    case .awaitedFinger:
      "its last finger had landed \(time(reason.measured)) before, \(gesture) waits \(time(reason.limit)) for another one"
    case .barred: "ready, but prevented by \(preventer)"
    case .requirementMet: "had to wait for \(other) to fail, but that \(since ?? "was recognized")"
    case .takenBack: "taken back for \(other)"
    case .gaveWay: "had \(fingers(reason.measured)), and gave way to \(other), which needs \(count(reason.limit))"
    case .waits: "waits for \(other) to fail"
    case .fingersGone: "its fingers lifted while it waited for \(other) to fail"
    case .refusedToBegin: "was not allowed to begin"
    case .switchedOff: "was switched off"
    case .disabled: "is switched off"
    case .over: "is over, and accepts no finger until its own have lifted"
    case .undecided: "is ready and waits, and accepts no more fingers"
    case .wrongTool: "does not accept this type of touch"
    case .turnedAway: "ignores touches in this view"
    case .fingersEnough: "is running, and accepts no more fingers"
    case .taken: "the finger already moves \(other)"
    case .landedElsewhere: "landed \(length(reason.measured)) from where \(gesture) begins"
    case .liftedElsewhere: "ended \(length(reason.measured)) from where \(gesture) must end"
    case .tooNarrow:
      "the fingers landed \(length(reason.measured)) apart, \(gesture) needs at least \(length(reason.limit))"
    case .tooWide: "the fingers landed \(length(reason.measured)) apart, \(gesture) allows \(length(reason.limit))"
    case .restingFingers:
      "\(fingers(reason.measured)) rested beside it, \(gesture) needs \(count(reason.limit))"
    case .wrongSide: "landed on the wrong side of the resting fingers"
    case .tooManyFingers: "\(fingers(reason.measured)), \(gesture) allows \(count(reason.limit))"
    case .tooFewFingers: "\(fingers(reason.measured)), \(gesture) needs \(count(reason.limit))"
    case .landedAfterLift: "a finger landed after another one had lifted"
    case .landedApart: "no other finger landed within \(time(reason.limit))"
    case .landedAmongOthers:
      "another touch was lifted \(time(reason.measured)) before, \(gesture) needs \(time(reason.limit)) without touches"
    case .touchCancelled: "a finger was cancelled: it became a palm, a pen came near, or the panel lost it"
    case .nothingLeft: "none of its fingers is left to decide it"
    case .moved, .movedTooFar: "moved \(length(reason.measured)), \(gesture) allows \(length(reason.limit))"
    case .held, .releasedLate: "held longer than \(time(reason.limit))"
    case .liftedEarly: "lifted after \(time(reason.measured)), \(gesture) needs \(time(reason.limit))"
    case .restedTooLittle:
      "rested \(time(reason.measured)) at the end, \(gesture) needs \(time(reason.limit))"
    case .tooFewLegs: "\(count(reason.measured)) of \(count(reason.limit)) legs were found in its path"
    case .otherPath: "its path was that of \(other), which turns corners"
    case .pressedTooLittle:
      "pressed with \(share(reason.measured)) of the force that the panel measures, \(gesture) needs \(share(reason.limit))"
    case .noNextTap: "\(count(reason.measured)) of \(count(reason.limit)) taps, the next one did not come in time"
    case .tooSoon: "the next tap came after \(time(reason.measured)), \(gesture) needs at least \(time(reason.limit))"
    case .tooFarApart: "the next tap was \(length(reason.measured)) away, \(gesture) allows \(length(reason.limit))"
    case .movedTooLittle where kind == .pinch:
      "the fingers' distance changed by \(length(reason.measured)), \(gesture) needs more than \(length(reason.limit))"
    case .movedTooLittle:
      "moved \(length(reason.measured)), \(gesture) needs \(kind == .swipe ? "" : "more than ")\(length(reason.limit))"
    case .outOfTime:
      "had moved \(length(reason.measured)) when its time ran out, \(gesture) needs \(length(reason.limit))"
    case .wrongAxis: "moved \(length(reason.measured)) along its axis and \(length(reason.limit)) across"
    case .wrongDirection: "went \(angle(reason.measured)) off its direction, \(gesture) allows \(angle(reason.limit))"
    case .oppositeDirection where kind == .pinch:
      "the fingers came \(length(reason.measured.magnitude)) \(reason.measured < 0 ? "closer" : "further apart")"
    case .oppositeDirection:
      "turned by \(angle(reason.measured.magnitude)) \(reason.measured < 0 ? "counterclockwise" : "clockwise")"
    case .nearerDirection:
      "went \(angle(reason.measured)) off its direction, but only \(angle(reason.limit)) off that of \(other)"
    case .longerOther:
      "\(gesture) asks for \(length(reason.measured)), and \(other), which asks for \(length(reason.limit)), was reached"
    case .tooSlow: "went at \(length(reason.measured))/s, \(gesture) needs \(length(reason.limit))/s"
    case .tooSlowToFlick:
      "went at \(length(reason.measured))/s, \(gesture) needs \(length(reason.limit))/s for a flick"
    case .turnedBack:
      "went back by \(length(reason.measured)) before the lift, \(gesture) allows \(length(reason.limit))"
    case .crooked: "only \(share(reason.measured)) of its path was straight, \(gesture) needs \(share(reason.limit))"
    case .farFromEdge: "landed \(length(reason.measured)) from the edge, \(gesture) allows \(length(reason.limit))"
    case .turnedTooLittle: "turned by \(angle(reason.measured)), \(gesture) needs more than \(angle(reason.limit))"
    case .tooClose:
      "the fingers were \(length(reason.measured)) apart, an angle needs at least \(length(reason.limit))"
    case .tooFewStrokes: "\(count(reason.measured)) of \(count(reason.limit)) strokes"
    case .liftedSlowly:
      "lifted at \(length(reason.measured))/s, \(gesture) goes on from \(length(reason.limit))/s"
    case .liftedApart where kind == .tap: "the other fingers did not lift within \(time(reason.limit))"
    case .liftedApart:
      "had too few fingers for \(time(reason.measured)) before the last lift, \(gesture) goes on after "
        + "\(time(reason.limit)) at most"
    case .stoppedByTouch: "a touch landed while it went on after the lift"
    case .panelLost: "the panel was unplugged or reset while it went on after the lift"
    case .releasedEarly: "released after \(time(reason.measured)), \(gesture) needs \(time(reason.limit))"
    case .noNextPress: "\(count(reason.measured)) of \(count(reason.limit)) presses, the next one did not come in time"
    case .pressCancelled: "the press was cancelled: its device was removed"
    case .shakenTooLong: "shaken longer than \(time(reason.limit))"
    case .movedOn: "moved longer than \(time(reason.limit))"
    case .notQuiet:
      "a force of \(score(reason.measured)) m/s² where \(gesture) needs quiet, at most \(score(reason.limit)) m/s²"
    case .noNextKnock: "\(count(reason.measured)) of \(count(reason.limit)) knocks, the next one did not come in time"
    case .tooManyKnocks: "\(count(reason.measured)) knocks, \(gesture) needs \(count(reason.limit))"
    case .screenTouched: "a finger touched the screen"
    case .restedTooShort: "rested for \(time(reason.measured)), \(gesture) needs \(time(reason.limit))"
    case .otherOrientation: "came to rest in another orientation"
    case .sensorLost: "the sensor was removed or gave no samples"
    case .leftScreen: "its view left the screen"
    case .awaitsStep: "\(steps), expects \(other)"
    case .wrongStep: "\(steps), then \(other)\(expectedStep.map { " instead of \($0)" } ?? "")"
    case .strayTouch: "\(steps), then a touch that does not belong to \(other)"
    case .failedStep: "\(steps), then \(other) failed"
    case .lateStep: "\(steps), then \(other) was not recognized in time"
    case .sameTouch: "\(steps), then \(other) came in the same touch; each step needs a touch of its own"
    case .tooSmall: "drew \(length(reason.measured)), \(gesture) needs \(length(reason.limit))"
    case .unlike where reason.measured == 0: "the drawing is not like any shape of \(gesture)"
    case .unlike: "a score of \(score(reason.measured)) for \(other), \(gesture) needs \(score(reason.limit))"
    case .unstated: "gave no reason"
    }
  }

  /// How many steps of a sequence were recognized.
  private var steps: String { "\(count(reason.measured)) of \(count(reason.limit)) steps" }

  private func share(_ value: Double) -> String { "\(Decimal.fixed(value * 100, decimals: 0)) %" }
  private func count(_ value: Double) -> String { Decimal.fixed(value, decimals: 0) }
  private func score(_ value: Double) -> String { Decimal.fixed(value, decimals: 3) }
  private func fingers(_ value: Double) -> String { value == 1 ? "1 finger" : "\(count(value)) fingers" }
  private func angle(_ value: Double) -> String { "\(Decimal.fixed(value * 180 / .pi, decimals: 1))°" }
  private func time(_ value: Double) -> String { "\(Decimal.fixed(value, decimals: 3)) s" }

  /// Formats a length with enough decimals to tell the measured value from its limit.
  private func length(_ value: Double) -> String {
    let isClose = (reason.measured - reason.limit).magnitude < 0.1
    return "\(Decimal.fixed(value, decimals: isClose ? 3 : 1)) mm"
  }
}

extension Reason.Kind {
  /// The rule and the keys for gestures whose kind has no source of its own.
  fileprivate var source: ReasonSource {
    switch self {
    case .prevented: ReasonSource("ARB-1", ["simultaneous_with", "not_prevented_by"])
    case .outrun, .noLead: ReasonSource("ARB-12", ["leader", "simultaneous_with"])
    case .awaitedFinger: ReasonSource("ARB-13", ["landing_grace"])
    case .barred: ReasonSource("ARB-6", ["simultaneous_with", "not_prevented_by"])
    case .requirementMet, .waits: ReasonSource("REQ-1", ["requires_failure_of"])
    case .takenBack: ReasonSource("REQ-10", ["yields_to"])
    case .gaveWay: ReasonSource("ARB-14", ["gives_way", "yields_to"])
    case .fingersGone: ReasonSource("REQ-5", ["requires_failure_of"])
    case .refusedToBegin: ReasonSource("ARB-1")
    case .switchedOff, .disabled: ReasonSource("ST-7", ["enabled"])
    case .over: ReasonSource("RS-3")
    case .undecided: ReasonSource("RS-5", ["requires_failure_of"])
    case .wrongTool: ReasonSource("RS-5", ["tools"])
    case .turnedAway: ReasonSource("RS-5", ["ignores_touches_in"])
    case .fingersEnough: ReasonSource("PAN-6")
    case .taken: ReasonSource("RS-5", ["simultaneous_with"])
    case .landedElsewhere: ReasonSource("PL-1", ["starts_at", "edge_width", "corner_size"])
    case .liftedElsewhere: ReasonSource("PL-3", ["ends_at", "edge_width", "corner_size"])
    case .tooNarrow: ReasonSource("PL-4", ["min_spread"])
    case .tooWide: ReasonSource("PL-4", ["max_spread"])
    case .restingFingers: ReasonSource("HF-1", ["held"])
    case .wrongSide: ReasonSource("HF-1", ["held_side"])
    case .tooManyFingers, .tooFewFingers: ReasonSource(nil)
    case .landedAfterLift: ReasonSource("TAP-4", ["fingers"])
    case .landedApart, .landedAmongOthers: ReasonSource("RS-17", ["landing_grace"])
    case .touchCancelled: ReasonSource("RS-4")
    case .nothingLeft: ReasonSource("RS-7")
    case .moved: ReasonSource("TAP-3", ["movement"])
    case .held: ReasonSource("TAP-5")
    case .liftedEarly: ReasonSource("LP-2", ["min_duration"])
    case .restedTooLittle: ReasonSource("PHA-2", ["rest"])
    case .tooFewLegs: ReasonSource("SW-11", ["path", "min_leg", "max_angle", "straightness", "max_duration"])
    case .otherPath: ReasonSource("SW-11", ["path", "simultaneous_with"])
    case .pressedTooLittle: ReasonSource("LP-9", ["force"])
    case .noNextTap: ReasonSource("TAP-6")
    case .tooSoon: ReasonSource("TAP-9", ["min_interval"])
    case .tooFarApart: ReasonSource("TAP-7")
    case .movedTooLittle: ReasonSource("PAN-2", ["threshold"])
    case .outOfTime: ReasonSource("SW-3", ["max_duration", "min_distance"])
    case .wrongAxis: ReasonSource("PAN-10", ["axis"])
    case .wrongDirection: ReasonSource("SW-4", ["direction", "max_angle"])
    case .oppositeDirection: ReasonSource("PIN-10", ["direction"])
    case .movedTooFar: ReasonSource("SW-2", ["max_distance"])
    case .nearerDirection: ReasonSource("SW-9", ["direction", "max_angle", "simultaneous_with"])
    case .longerOther: ReasonSource("SW-10", ["min_distance", "simultaneous_with"])
    case .tooSlow: ReasonSource("SW-4", ["min_velocity"])
    case .tooSlowToFlick: ReasonSource("SW-8", ["lift_velocity", "fail_early"])
    case .turnedBack: ReasonSource("SW-8", ["fail_early"])
    case .crooked: ReasonSource("SW-7", ["straightness", "fail_early"])
    case .farFromEdge: ReasonSource("EP-1", ["edges", "width"])
    case .turnedTooLittle: ReasonSource("ROT-1", ["threshold"])
    case .tooClose: ReasonSource("ROT-5")
    case .tooFewStrokes: ReasonSource("TIC-2", ["tickles", "distance"])
    case .liftedSlowly, .liftedApart: ReasonSource("PAN-13", ["momentum"])
    case .stoppedByTouch: ReasonSource("PAN-14", ["momentum"])
    case .panelLost: ReasonSource("PAN-15")
    case .releasedEarly: ReasonSource("KEY-2")
    case .releasedLate: ReasonSource("KEY-3")
    case .noNextPress: ReasonSource("KEY-4")
    case .pressCancelled: ReasonSource("KEY-5")
    case .shakenTooLong: ReasonSource("SHK-4")
    case .movedOn: ReasonSource("KNO-2")
    case .notQuiet: ReasonSource("KNO-3")
    case .noNextKnock, .tooManyKnocks: ReasonSource("KNO-4")
    case .screenTouched: ReasonSource("KNO-5")
    case .restedTooShort: ReasonSource("TRN-2")
    case .otherOrientation: ReasonSource("TRN-3")
    case .sensorLost: ReasonSource("SHK-5")
    case .leftScreen: ReasonSource("FR-6")
    case .awaitsStep: ReasonSource("SEQ-1", ["steps"])
    case .wrongStep: ReasonSource("SEQ-2", ["steps"])
    case .strayTouch, .failedStep: ReasonSource("SEQ-2", ["steps", "strict"])
    case .lateStep: ReasonSource("SEQ-3", ["within", "max_interval"])
    case .sameTouch: ReasonSource("SEQ-7", ["steps", "same_touch"])
    case .tooSmall: ReasonSource(nil, ["min_size"])
    case .unlike: ReasonSource(nil, ["min_score", "templates"])
    case .unstated: ReasonSource("ST-2")
    }
  }
}
