import Gestures

/// The source of a decision: a rule of the rule book, and the configuration keys that could have changed the outcome.
package struct ReasonSource: Equatable, Sendable {
  package let rule: String?
  package let keys: [String]

  package init(_ rule: String?, _ keys: [String] = []) {
    self.rule = rule
    self.keys = keys
  }
}

extension Reason.Kind {
  /// The rule and the keys for gestures whose kind has no source of its own.
  var source: ReasonSource {
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
