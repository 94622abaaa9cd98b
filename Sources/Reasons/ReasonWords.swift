// Reasons: why a gesture was not recognized, in words.
import Gestures
import Text

/// A reason in words.
package struct ReasonWords {
  /// What the words depend on, apart from the reason.
  package enum Subject { case tap, swipe, pinch, any }

  let reason: Reason
  let gesture: String
  let subject: Subject
  let other: String
  let since: String?
  /// The step that a sequence expected.
  let expectedStep: String?

  /// - Parameters:
  ///   - gesture: the name of the gesture that the reason is about.
  ///   - other: the name of the other recognizer involved or, for a drawn shape, of the closest template.
  ///   - since: when the other recognizer was recognized, as in `began at 0.180 s`.
  ///   - expectedStep: the step that a sequence expected.
  package init(
    _ reason: Reason, of gesture: String, _ subject: Subject, other: String, since: String? = nil,
    expectedStep: String? = nil
  ) {
    (self.reason, self.gesture, self.subject) = (reason, gesture, subject)
    (self.other, self.since, self.expectedStep) = (other, since, expectedStep)
  }

  /// - Parameter recognizer: the one that the reason is about.
  package init(_ reason: Reason, of recognizer: GestureRecognizer) {
    let subject: Subject =
      switch recognizer {
      case is TapGestureRecognizer: .tap
      case is SwipeGestureRecognizer: .swipe
      case is PinchGestureRecognizer: .pinch
      default: .any
      }
    let name = recognizer.name.isEmpty ? "it" : recognizer.name
    let shape = reason.kind == .unlike ? (recognizer as? StrokeGestureRecognizer)?.match?.template : nil
    self.init(reason, of: name, subject, other: shape ?? reason.other?.name ?? "another gesture")
  }

  /// The other gesture with the time of its recognition.
  private var preventer: String { other + (since.map { ", which \($0)" } ?? "") }

  /// A sentence without capital letter and full stop: what was measured, and what the gesture requires.
  package var sentence: String {
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
    case .movedTooLittle where subject == .pinch:
      "the fingers' distance changed by \(length(reason.measured)), \(gesture) needs more than \(length(reason.limit))"
    case .movedTooLittle:
      "moved \(length(reason.measured)), \(gesture) needs \(subject == .swipe ? "" : "more than ")\(length(reason.limit))"
    case .outOfTime:
      "had moved \(length(reason.measured)) when its time ran out, \(gesture) needs \(length(reason.limit))"
    case .wrongAxis: "moved \(length(reason.measured)) along its axis and \(length(reason.limit)) across"
    case .wrongDirection: "went \(angle(reason.measured)) off its direction, \(gesture) allows \(angle(reason.limit))"
    case .oppositeDirection where subject == .pinch:
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
    case .liftedApart where subject == .tap: "the other fingers did not lift within \(time(reason.limit))"
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
