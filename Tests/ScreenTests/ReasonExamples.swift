import Gestures

/// A recording that leads to a reason, and the line that explains it.
struct ReasonExample: Sendable {
  let kind: Reason.Kind
  /// The whole configuration; the gesture asked for is called `it`.
  let configuration: String
  /// Frames, separated by `|`. Each has a time in milliseconds, then what each finger does: `a12,34` lands or moves there, `a-`
  /// lifts, `a!` turns out to be a palm, and `A12,34` is a pen. A third number is the force in percent.
  let frames: String
  let says: String

  init(_ kind: Reason.Kind, _ configuration: String, _ frames: String, says: String) {
    self.kind = kind
    self.configuration = configuration
    self.frames = frames
    self.says = says
  }

  /// `it`, alone on the screen.
  private static func it(_ kind: String, _ parameters: String = "") -> String {
    "[[gesture]]\nname = \"it\"\nkind = \"\(kind)\"\n\(parameters)\n"
  }

  private static func other(_ name: String, _ kind: String, _ parameters: String = "") -> String {
    "[[gesture]]\nname = \"\(name)\"\nkind = \"\(kind)\"\n\(parameters)\n"
  }

  /// A pan that waits for `it`, because a key that was pressed cannot be taken back.
  private static let waitingPan = other("pan", "pan", "requires_failure_of = \"it\"\naction = { key = \"a\" }")

  /// The shapes that are shipped.
  private static let shapes =
    #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/config/strokes"

  /// `it` is a tap at the left edge and one at the right edge.
  private static let code =
    other("left", "tap", "starts_at = \"left\"") + other("right", "tap", "starts_at = \"right\"")
    + it("sequence", "steps = [\"left\", \"right\"]")

  private static let box =
    "[[view]]\nname = \"box\"\nframe = { x = \"0mm\", y = \"0mm\", width = \"50mm\", height = \"120mm\" }\n"

  static let all: [ReasonExample] = [
    // Other gestures.
    .init(
      .prevented, it("tickle") + other("pan", "pan"), "0 a50,50 | 20 a53,50 | 40 a-",
      says:
        "failed at 0.020 s: prevented by pan, which began at 0.020 s; keys `simultaneous_with`, `not_prevented_by`, "
        + "rule ARB-1"
    ),
    .init(
      .barred, box + it("tap", "view = \"box\"") + other("pan", "pan", "view = \"main\""),
      "0 a90,50 | 20 a95,50 | 40 b10,50 | 80 b- | 100 a-",
      says:
        "failed at 0.080 s: ready, but prevented by pan on main, which began at 0.020 s; keys `simultaneous_with`, "
        + "`not_prevented_by`, rule ARB-6"
    ),
    .init(
      .takenBack, it("pan", "yields_to = \"swipe\"") + other("swipe", "swipe"),
      "0 a50,50 | 20 a56,50 | 40 a62,50 | 60 a-",
      says: "cancelled at 0.060 s: taken back for swipe; key `yields_to`, rule REQ-10"),
    .init(
      .gaveWay, it("pan", "max_fingers = 1") + other("pinch", "pinch"),
      "0 a50,50 | 120 a60,50 | 150 b80,50 | 300 a50,50 b90,50 | 340 a- b-",
      says: ": had 1 finger, and gave way to pinch, which needs 2; keys `gives_way`, `yields_to`, rule ARB-14"),
    .init(
      .outrun, it("pinch") + other("pan", "pan"),
      "0 a50,50 b90,50 | 100 a51,53.2 b90,53.2 | 120 a51,55 b90,55 | 140 a- b-",
      says:
        "failed at 0.100 s: pan led by 3.2 mm to 0.5 mm, and began at 0.100 s; keys `leader`, `simultaneous_with`, "
        + "rule ARB-12"
    ),
    .init(
      .noLead, it("pan") + other("pinch", "pinch"),
      "0 a50,50 b90,50 | 90 a48.6,50 b91.4,50 | 100 a48,52 b92,52 | 110 a48,52.9 b92,52.9 | 120 a- b-",
      says:
        "failed at 0.120 s: travelled 2.9 mm, it needs 3.0 mm to lead; keys `leader`, `simultaneous_with`, rule ARB-12"
    ),
    .init(
      .noLead, it("pan") + other("pinch", "pinch"), "0 a50,50 b90,50 | 100 a50,52 b90,52 | 120 a- b-",
      says:
        "failed at 0.120 s: travelled 2.0 mm, it needs 2.4 mm to lead; keys `leader`, `simultaneous_with`, rule ARB-12"
    ),
    .init(
      .awaitedFinger, it("pan") + other("pinch", "pinch"), "0 a50,50 | 60 a53,50 | 70 a-",
      says:
        "failed at 0.070 s: its last finger had landed 0.060 s before, it waits 0.080 s for another one; key "
        + "`landing_grace`, rule ARB-13"
    ),
    .init(
      .requirementMet, it("tap", "requires_failure_of = [\"pan\"]") + other("pan", "pan"),
      "0 a50,50 | 20 a54.5,50 | 40 a-",
      says:
        "failed at 0.020 s: had to wait for pan to fail, but that began at 0.020 s; key `requires_failure_of`, rule "
        + "REQ-1"
    ),
    .init(
      .waits, it("tap", "requires_failure_of = [\"double\"]") + other("double", "tap", "taps = 2"),
      "0 a50,50 | 40 a-",
      says: "recognized at 0.390 s, waits for double to fail from 0.040 s on; key `requires_failure_of`, rule REQ-1"),
    .init(
      .fingersGone, it("pan", "requires_failure_of = [\"double\"]") + other("double", "tap", "taps = 2"),
      "0 a50,50 | 20 a54.5,50 | 40 a-",
      says:
        "failed at 0.040 s: its fingers lifted while it waited for double to fail, waits for double to fail from "
        + "0.020 s on; key `requires_failure_of`, rules REQ-5, REQ-1"
    ),
    .init(
      .moved, it("long-press", "requires_failure_of = [\"pan\"]") + other("pan", "pan", "threshold = \"20mm\""),
      "0 a50,50 | 600 a50,50 | 650 a59,50 | 700 a-",
      says: "failed at 0.650 s: moved 9.0 mm, it allows 1.6 mm, waits for pan to fail from 0.500 s on"),
    .init(
      .switchedOff,
      box + "[[view]]\nname = \"rest\"\nframe = { x = \"50mm\", y = \"0mm\", width = \"50mm\", height = \"120mm\" }\n"
        + it("pan", "view = \"rest\"") + other("button", "tap", "view = \"box\"\naction = { mode = \"off\" }")
        + "[mode.off]\ndisable = [\"it\"]\n",
      "0 a90,50 | 20 b10,50 | 60 b- | 90 a-",
      says: "failed at 0.060 s: was switched off; key `enabled`, rule ST-7"),

    // Touches that are refused.
    .init(
      .disabled, it("tap", "enabled = false"), "0 a50,50 | 40 a-",
      says: "1 touch not accepted, the first at 0.000 s: is switched off; key `enabled`, rule ST-7"),
    .init(
      .over, it("tap"), "0 a50,50 | 20 a60,50 | 40 b90,50 | 80 b- | 100 a-",
      says:
        "1 touch not accepted, the first at 0.040 s: is over, and accepts no finger until its own have lifted; rule RS-3"
    ),
    .init(
      .undecided, it("tap", "requires_failure_of = [\"double\"]") + other("double", "tap", "taps = 2"),
      "0 a50,50 | 40 a- | 100 b50,50 | 140 b-",
      says:
        "1 touch not accepted, the first at 0.100 s: is ready and waits, and accepts no more fingers; key "
        + "`requires_failure_of`, rule RS-5"
    ),
    .init(
      .wrongTool, it("tap", "tools = [\"finger\"]"), "0 A50,50 | 40 A-",
      says: "1 touch not accepted, the first at 0.000 s: does not accept a pen; key `tools`, rule RS-5"),
    .init(
      .turnedAway, box + it("tap", "ignores_touches_in = [\"box\"]"), "0 a10,50 | 40 a-",
      says:
        "1 touch not accepted, the first at 0.000 s: ignores touches in box; key `ignores_touches_in`, rule RS-5"
    ),
    .init(
      .fingersEnough, it("pan", "max_fingers = 1"), "0 a50,50 | 20 a55,50 | 40 b90,50 | 80 b- | 100 a-",
      says:
        "1 touch not accepted, the first at 0.040 s: is running, and accepts no more fingers; key `max_fingers`, rule PAN-6"
    ),
    .init(
      .fingersEnough, it("long-press"), "0 a50,50 | 600 b90,50 | 700 b- | 800 a-",
      says: "1 touch not accepted, the first at 0.600 s: is running, and accepts no more fingers; rule LP-5"),
    .init(
      .taken,
      box + it("pan", "tools = [\"pen\"]") + other("inner", "pan", "view = \"box\"\ntools = [\"finger\", \"pen\"]"),
      "0 A90,50 | 20 A95,50 | 40 b10,50 | 60 b15,50 | 80 C30,50 | 100 C- | 120 b- | 140 A-",
      says:
        "1 touch not accepted, the first at 0.080 s: the finger already moves inner on box; key `simultaneous_with`, "
        + "rule RS-5"
    ),

    // Fingers.
    .init(
      .tooManyFingers, it("tap"), "0 a50,50 | 20 b60,50 | 40 a- b-",
      says: "failed at 0.020 s: 2 fingers, it allows 1; key `fingers`, rule TAP-4"),
    .init(
      .tooManyFingers, it("long-press"), "0 a50,50 | 20 b60,50 | 40 a- b-",
      says: "failed at 0.020 s: 2 fingers, it allows 1; key `fingers`, rule LP-5"),
    .init(
      .tooManyFingers, it("pan", "max_fingers = 1"), "0 a50,50 | 20 b60,50 | 40 a- b-",
      says: "failed at 0.020 s: 2 fingers, it allows 1; key `max_fingers`, rule PAN-5"),
    .init(
      .tooManyFingers, it("swipe"), "0 a50,50 | 20 b60,50 | 40 a- b-",
      says: "failed at 0.020 s: 2 fingers, it allows 1; key `fingers`, rule SW-3"),
    .init(
      .tooManyFingers, it("tickle"), "0 a50,50 | 20 b60,50 | 40 a- b-",
      says: "failed at 0.020 s: 2 fingers, it allows 1; rule TIC-1"),
    .init(
      .tooFewFingers, it("tap", "fingers = 2"), "0 a50,50 | 40 a-",
      says: "failed at 0.040 s: 1 finger, it needs 2; key `fingers`, rule TAP-4"),
    .init(
      .tooFewFingers, it("long-press", "fingers = 2"), "0 a50,50 | 40 a-",
      says: "failed at 0.040 s: 1 finger, it needs 2; key `fingers`, rule LP-2"),
    .init(
      .tooFewFingers, it("pan", "min_fingers = 2"), "0 a50,50 | 20 a60,50 | 40 a-",
      says: "failed at 0.040 s: 1 finger, it needs 2; key `min_fingers`, rule PAN-2"),
    .init(
      .tooFewFingers, it("swipe", "fingers = 2"), "0 a50,50 | 20 a70,50 | 40 a-",
      says: "failed at 0.040 s: 1 finger, it needs 2; key `fingers`, rule SW-2"),
    .init(
      .tooFewFingers, it("pinch"), "0 a50,50 | 40 a-",
      says: "failed at 0.040 s: 1 finger, it needs 2; key `fingers`, rule PIN-9"),
    .init(
      .tooFewFingers, it("rotation"), "0 a50,50 | 40 a-",
      says: "failed at 0.040 s: 1 finger, it needs 2; key `fingers`, rule ROT-6"),
    .init(
      .landedAfterLift, it("tap", "fingers = 2"), "0 a50,50 b60,50 | 40 a- | 60 c70,50 | 90 b- c-",
      says: "failed at 0.060 s: a finger landed after another one had lifted; key `fingers`, rule TAP-4"),
    .init(
      .landedApart, it("tap", "fingers = 2"), "0 a50,50 | 100 b60,50 | 140 a- b-",
      says: "failed at 0.080 s: no other finger landed within 0.080 s; key `landing_grace`, rule RS-17"),
    .init(
      .landedAmongOthers, it("tap", "fingers = 2"), "0 c90,50 | 60 c- | 160 a50,50 b60,50 | 200 a- b-",
      says:
        "failed at 0.160 s: another touch was lifted 0.100 s before, it needs 0.200 s without touches; "
        + "key `landing_grace`, rule RS-17"),
    .init(
      .liftedApart, it("tap", "fingers = 2"), "0 a50,50 b60,50 | 50 a- | 200 b-",
      says: "failed at 0.130 s: the other fingers did not lift within 0.080 s; key `landing_grace`, rule RS-17"),
    .init(
      .touchCancelled, it("tap"), "0 a50,50 | 40 a! | 60 a-",
      says:
        "failed at 0.040 s: a finger was cancelled: it became a palm, a pen came near, or the panel lost it; rule TAP-11"
    ),
    .init(
      .touchCancelled, it("pan"), "0 a50,50 | 20 a60,50 | 40 a! | 60 a-",
      says:
        "cancelled at 0.040 s: a finger was cancelled: it became a palm, a pen came near, or the panel lost it; rule RS-4"
    ),

    // Places, paths and times.
    .init(
      .moved, it("tap"), "0 a50,50 | 20 a55.4,50 | 40 a-",
      says: "failed at 0.020 s: moved 5.4 mm, it allows 5.0 mm; key `movement`, rule TAP-3"),
    .init(
      .moved, it("tap"), "0 a50,50 | 20 a55.02,50 | 40 a-",
      says: "failed at 0.020 s: moved 5.020 mm, it allows 5.000 mm; key `movement`, rule TAP-3"),
    .init(
      .moved, it("long-press"), "0 a50,50 | 200 a52,50 | 400 a-",
      says: "failed at 0.200 s: moved 2.0 mm, it allows 1.6 mm; key `movement`, rule LP-2"),
    .init(
      .held, it("tap"), "0 a50,50 | 900 a-",
      says: "failed at 0.750 s: held longer than 0.750 s; key `max_duration`, rule TAP-5"
    ),
    .init(
      .held, it("long-press", "taps = 1"), "0 a50,50 | 900 a-",
      says: "failed at 0.750 s: held longer than 0.750 s; rule TAP-5"),
    .init(
      .liftedEarly, it("long-press"), "0 a50,50 | 412 a-",
      says: "failed at 0.412 s: lifted after 0.412 s, it needs 0.500 s; key `min_duration`, rule LP-2"),
    .init(
      .liftedEarly, it("pan", "after_press = \"400ms\""), "0 a50,50 | 300 a-",
      says: "failed at 0.300 s: lifted after 0.300 s, it needs 0.400 s; key `after_press`, rule PHA-1"),
    .init(
      .moved, it("swipe", "after_press = \"400ms\""), "0 a50,50 | 300 a55,50 | 320 a-",
      says: "failed at 0.300 s: moved 5.0 mm, it allows 1.6 mm; key `after_press`, rule PHA-1"),
    .init(
      .restedTooLittle, it("pan", "rest = \"300ms\""), "0 a50,50 | 20 a60,50 | 120 a-",
      says: "failed at 0.120 s: rested 0.100 s at the end, it needs 0.300 s; key `rest`, rule PHA-2"),
    .init(
      .tooFewLegs, it("swipe", "path = [\"right\", \"up\"]"), "0 a50,50 | 20 a60,50 | 40 a70,50 | 60 a-",
      says: "failed at 0.060 s: 1 of 2 legs were found in its path; keys `path`, `min_leg`, `max_angle`, "
        + "`straightness`, `max_duration`, rule SW-11"),
    .init(
      .otherPath,
      it("swipe", "direction = \"right\"\nmax_angle = \"none\"\nstraightness = 0\nfail_early = false")
        + other("corner", "swipe", "path = [\"up\", \"right\"]"),
      "0 a50,50 | 20 a51,40 | 40 a70,40 | 60 a90,40 | 80 a-",
      says:
        "failed at 0.080 s: its path was that of corner, which turns corners; keys `path`, `simultaneous_with`, rule SW-11"
    ),
    .init(
      .pressedTooLittle, it("long-press", "force = 0.6"), "0 a50,50,20 | 900 a50,50,42 | 950 a50,50,30 | 1000 a-",
      says:
        "failed at 1.000 s: pressed with 42 % of the force that the panel measures, it needs 60 %; key `force`, rule LP-9"
    ),
    .init(
      .noNextTap, it("tap", "taps = 3"), "0 a50,50 | 40 a- | 200 a50,50 | 240 a-",
      says: "failed at 0.590 s: 2 of 3 taps, the next one did not come in time; key `max_interval`, rule TAP-6"),
    .init(
      .tooSoon, it("tap", "taps = 2\nmin_interval = \"80ms\""), "0 a50,50 | 40 a- | 100 a50,50 | 140 a-",
      says:
        "failed at 0.100 s: the next tap came after 0.060 s, it needs at least 0.080 s; key `min_interval`, rule "
        + "TAP-9"
    ),
    .init(
      .tooFarApart, it("tap", "taps = 2"), "0 a50,50 | 40 a- | 200 a62,50 | 240 a-",
      says: "failed at 0.200 s: the next tap was 12.0 mm away, it allows 7.0 mm; key `max_distance`, rule TAP-7"),
    .init(
      .movedTooLittle, it("pan"), "0 a50,50 | 20 a51.1,50 | 40 a-",
      says: "failed at 0.040 s: moved 1.1 mm, it needs more than 1.6 mm; key `threshold`, rule PAN-2"),
    .init(
      .movedTooLittle, it("pan", "axis = \"horizontal\""), "0 a50,50 | 20 a51.5,50.8 | 40 a-",
      says: "failed at 0.040 s: moved 1.5 mm, it needs more than 1.6 mm; key `threshold`, rule PAN-2"),
    .init(
      .movedTooLittle, it("swipe"), "0 a50,50 | 20 a56.5,50 | 40 a-",
      says: "failed at 0.040 s: moved 6.5 mm, it needs 8.0 mm; key `min_distance`, rule SW-2"),
    .init(
      .movedTooLittle, it("pinch"), "0 a50,50 b70,50 | 20 b71,50 | 40 a- b-",
      says:
        "failed at 0.040 s: the fingers' distance changed by 1.0 mm, it needs more than 1.3 mm; key `threshold`, "
        + "rule PIN-1"
    ),
    .init(
      .movedTooLittle, it("edge-pan"), "0 a1,50 | 20 a2,50 | 40 a-",
      says: "failed at 0.040 s: moved 1.0 mm, it needs more than 3.0 mm; key `threshold`, rule EP-2"),
    .init(
      .outOfTime, it("swipe", "max_duration = \"500ms\"\nfail_early = false"),
      "0 a50,50 | 400 a55,50 | 600 a70,50 | 640 a-",
      says:
        "failed at 0.500 s: had moved 5.0 mm when its time ran out, it needs 8.0 mm; keys `max_duration`, "
        + "`min_distance`, rule SW-3"
    ),
    .init(
      .wrongAxis, it("pan", "axis = \"horizontal\""), "0 a50,50 | 20 a52,58 | 40 a-",
      says: "failed at 0.040 s: moved 2.0 mm along its axis and 8.0 mm across; key `axis`, rule PAN-10"),
    .init(
      .wrongDirection, it("swipe"), "0 a50,50 | 20 a60,60 | 40 a-",
      says: "failed at 0.040 s: went 45.0° off its direction, it allows 40.0°; keys `direction`, `max_angle`, rule SW-4"
    ),
    .init(
      .wrongDirection, it("edge-pan", "edges = [\"left\"]"), "0 a1,50 | 20 a2,60 | 40 a-",
      says: "failed at 0.020 s: went 84.3° off its direction, it allows 45.0°; key `edges`, rule EP-2"),
    .init(
      .oppositeDirection, it("pinch", "direction = \"out\""), "0 a50,50 b70,50 | 200 b66,50 | 240 a- b-",
      says: "failed at 0.200 s: the fingers came 4.0 mm closer; key `direction`, rule PIN-10"),
    .init(
      .oppositeDirection, it("pinch", "direction = \"in\""), "0 a50,50 b70,50 | 200 b74,50 | 240 a- b-",
      says: "failed at 0.200 s: the fingers came 4.0 mm further apart; key `direction`, rule PIN-10"),
    .init(
      .oppositeDirection, it("rotation", "direction = \"clockwise\""), "0 a50,50 b90,50 | 200 b90,40 | 240 a- b-",
      says: "failed at 0.200 s: turned by 14.0° counterclockwise; key `direction`, rule ROT-7"),
    .init(
      .tooManyFingers, it("pinch", "fingers = 2"), "0 a50,50 b70,50 | 20 c60,70 | 40 a- b- c-",
      says: "failed at 0.020 s: 3 fingers, it allows 2; key `fingers`, rule PIN-9"),
    .init(
      .movedTooFar, it("swipe", "max_distance = \"30mm\""), "0 a50,50 | 20 a65,50 | 40 a81,50 | 60 a-",
      says: "failed at 0.060 s: moved 31.0 mm, it allows 30.0 mm; key `max_distance`, rule SW-2"),
    .init(
      .movedTooFar, it("swipe", "max_distance = \"30mm\""), "0 a50,50 | 20 a65,50 | 40 a90,50 | 60 a-",
      says: "failed at 0.040 s: moved 40.0 mm, it allows 30.0 mm; key `max_distance`, rule SW-2"),
    .init(
      .nearerDirection, it("swipe") + other("other", "swipe", "direction = \"down-right\""),
      "0 a50,50 | 20 a60,57 | 40 a70,64 | 60 a-",
      says:
        "failed at 0.060 s: went 35.0° off its direction, but only 10.0° off that of other; keys `direction`, "
        + "`max_angle`, `simultaneous_with`, rule SW-9"),
    .init(
      .longerOther, it("swipe") + other("other", "swipe", "min_distance = \"20mm\""),
      "0 a50,50 | 20 a65,50 | 40 a80,50 | 60 a-",
      says:
        "failed at 0.060 s: it asks for 8.0 mm, and other, which asks for 20.0 mm, was reached; keys `min_distance`, "
        + "`simultaneous_with`, rule SW-10"),
    .init(
      .restingFingers, it("tap", "held = 1"), "0 a50,50 | 60 a-",
      says: "1 touch not accepted, the first at 0.000 s: 0 fingers rested beside it, it needs 1; key `held`, rule HF-1"),
    .init(
      .wrongSide, it("tap", "held = 1\nheld_side = \"left\""), "0 a50,50 | 200 b80,50 | 260 b- | 400 a-",
      says: "landed on the wrong side of the resting fingers; key `held_side`, rule HF-1"),
    .init(
      .liftedSlowly, it("pan", "momentum = true"),
      "0 a50,50 | 20 a53,50 | 40 a53.5,50 | 60 a54,50 | 80 a54.5,50 | 100 a55,50 | 120 a55.5,50 | 140 a-",
      says: ", ended at 0.140 s: lifted at 25.0 mm/s, it goes on from 50.0 mm/s; key `momentum`, rule PAN-13"),
    .init(
      .liftedApart, it("edge-pan", "momentum = true\nfingers = 2"),
      "0 a1,50 b1,70 | 10 a6,50 b6,70 | 20 a11,50 b11,70 | 30 b- | 80 a16,50 | 115 a36,50 | 125 a46,50 | 131 a-",
      says:
        ", ended at 0.131 s: had too few fingers for 0.101 s before the last lift, it goes on after 0.080 s at most; "
        + "key `momentum`, rule PAN-13"),
    .init(
      .stoppedByTouch, it("pan", "momentum = true"),
      "0 a50,50 | 10 a55,50 | 20 a60,50 | 30 a65,50 | 40 a- | 300 a50,50 | 340 a-",
      says: ", ended at 0.300 s: a touch landed while it went on after the lift; key `momentum`, rule PAN-14"),
    .init(
      .wrongStep, code, "0 a5,5 | 60 a- | 300 a5,5 | 360 a-",
      says: "failed at 0.360 s: 1 of 2 steps, then left instead of right; key `steps`, rule SEQ-2"),
    .init(
      .strayTouch, code, "0 a5,5 | 60 a- | 300 a50,50 | 360 a-",
      says:
        "failed at 0.300 s: 1 of 2 steps, then a touch that does not belong to right; keys `steps`, `strict`, rule SEQ-2"
    ),
    .init(
      .failedStep, code, "0 a5,5 | 60 a- | 300 a195,5 | 330 a150,5 | 360 a-",
      says: "failed at 0.330 s: 1 of 2 steps, then right failed; keys `steps`, `strict`, rule SEQ-2"),
    .init(
      .lateStep, code, "0 a5,5 | 60 a- | 3000 a195,5 | 3060 a-",
      says:
        "failed at 2.060 s: 1 of 2 steps, then right was not recognized in time; keys `within`, `max_interval`, rule SEQ-3"
    ),
    .init(
      .sameTouch,
      other("hold", "long-press", "movement = \"100mm\"") + other("move", "pan", "simultaneous_with = [\"hold\"]")
        + it("sequence", "steps = [\"hold\", \"move\"]\nsame_touch = false"),
      "0 a50,50 | 600 a50,50 | 620 a60,50 | 640 a70,50 | 660 a- | 4000 b150,50 | 4040 b-",
      says:
        "failed at 2.500 s: 1 of 2 steps, then move came in the same touch; each step needs a touch of its own; "
        + "keys `steps`, `same_touch`, rule SEQ-7"),
    .init(
      .awaitsStep, code, "0 a5,5 | 60 a- | 300 a195,5 | 360 a-", says: "recognized at 0.360 s"),
    .init(
      .landedElsewhere, it("tap", "starts_at = \"top-left\""), "0 a50,5 | 40 a-",
      says:
        "1 touch not accepted, the first at 0.000 s: landed 50.0 mm from the left edge, it needs 15.0 mm; keys `starts_at`, `corner_size`, rule PL-1"
    ),
    .init(
      .landedElsewhere, box + it("tap", "view = \"box\"\nstarts_at = \"bottom-right\""), "0 a5,50 | 40 a-",
      says: "landed 45.0 mm from the right edge and 70.0 mm from the bottom edge of box, it needs 15.0 mm; keys"),
    .init(
      .landedElsewhere, it("tap", "starts_at = \"right\""), "0 a50,5 | 40 a- | 900 a190,5 | 940 a-",
      says:
        "2 touches not accepted, the nearest at 0.900 s: landed 10.0 mm from the right edge, it needs 5.0 mm; keys "
        + "`starts_at`, `edge_width`, rule PL-1"),
    .init(
      .disabled,
      it("tap", "view = \"main\"") + other("lock", "long-press", "action = { mode = \"locked\" }")
        + "[mode.locked]\ndisable = [\"it\"]\n", "0 a50,50 | 700 a- | 900 a50,50 | 940 a-",
      says: "1 touch not accepted, the first at 0.900 s: is switched off in mode locked; key `disable`, rule ST-7"),
    .init(
      .liftedElsewhere, it("swipe", "ends_at = \"right\""), "0 a50,50 | 20 a65,50 | 40 a80,50 | 60 a-",
      says:
        "failed at 0.060 s: ended 115.0 mm from where it must end; keys `ends_at`, `edge_width`, `corner_size`, rule PL-3"
    ),
    .init(
      .tooNarrow, it("tap", "fingers = 2\nmin_spread = \"60mm\""), "0 a50,50 b80,50 | 40 a- b-",
      says:
        "failed at 0.040 s: the fingers landed 30.0 mm apart, it needs at least 60.0 mm; key `min_spread`, rule PL-4"
    ),
    .init(
      .tooWide, it("pan", "max_spread = \"25%\""), "0 a50,50 b80,50 c90,50 | 20 a50,60 b80,60 c90,60 | 40 a- b- c-",
      says: "failed at 0.020 s: the fingers landed 40.0 mm apart, it allows 30.0 mm; key `max_spread`, rule PL-4"),
    .init(
      .tooSlow, it("swipe", "min_velocity = \"50mm/s\"\nlift_velocity = \"none\""), "0 a50,50 | 400 a60,50 | 420 a-",
      says: "failed at 0.420 s: went at 23.8 mm/s, it needs 50.0 mm/s; key `min_velocity`, rule SW-4"),
    .init(
      .tooSlowToFlick, it("swipe") + waitingPan,
      "0 a50,50 | 20 a51,50 | 40 a52,50 | 60 a53,50 | 80 a54,50 | 100 a55,50 | 120 a-",
      says:
        "failed at 0.100 s: went at 50.0 mm/s, it needs 52.3 mm/s for a flick; keys `lift_velocity`, `fail_early`, "
        + "rule SW-8"
    ),
    .init(
      .turnedBack, it("swipe"), "0 a50,50 | 20 a56,50 | 40 a53,50 | 60 a-",
      says: "failed at 0.040 s: went back by 3.0 mm before the lift, it allows 2.0 mm; key `fail_early`, rule SW-8"),
    .init(
      .crooked, it("swipe", "max_angle = \"90deg\"") + waitingPan, "0 a50,50 | 10 a53,55 | 20 a56,50 | 40 a-",
      says:
        "failed at 0.020 s: only 51 % of its path was straight, it needs 52 %; keys `straightness`, `fail_early`, "
        + "rule SW-7"
    ),
    .init(
      .farFromEdge, it("edge-pan", "edges = [\"left\"]"), "0 a13,50 | 20 a26,50 | 40 a-",
      says: "failed at 0.000 s: landed 13.0 mm from the edge, it allows 6.0 mm; keys `edges`, `width`, rule EP-1"),
    .init(
      .turnedTooLittle, it("rotation"), "0 a50,50 b90,50 | 20 b90,52 | 40 a- b-",
      says: "failed at 0.040 s: turned by 2.9°, it needs more than 5.2°; key `threshold`, rule ROT-1"),
    .init(
      .tooClose, it("rotation"), "0 a50,50 b53,50 | 20 b53,53 | 40 a- b-",
      says: "failed at 0.040 s: the fingers were 4.2 mm apart, an angle needs at least 5.0 mm; rule ROT-5"),
    .init(
      .tooFewStrokes, it("tickle"), "0 a50,50 | 20 a60,50 | 40 a50,50 | 60 a-",
      says: "failed at 0.060 s: 2 of 3 strokes; keys `tickles`, `distance`, rule TIC-2"),

    // Learned shapes.
    .init(
      .tooSmall, it("stroke", "templates = [\"\(shapes)/z.toml\"]"), "0 a50,50 | 20 a54,50 | 40 a-",
      says: "failed at 0.040 s: drew 4.0 mm, it needs 8.0 mm; key `min_size`"),
    .init(
      .unlike, it("stroke", "templates = [\"\(shapes)/z.toml\"]"), "0 a50,50 | 100 a50,80 | 200 a80,80 | 300 a-",
      says: "the drawing is not like any shape of it; keys `min_score`, `templates`"),
    .init(
      .unlike, it("stroke", "min_score = 0.99\ntemplates = [\"\(shapes)/z.toml\"]"),
      "0 a50,50 | 100 a80,48 | 200 a52,82 | 300 a84,78 | 340 a-",
      says: " for z, it needs 0.990; keys `min_score`, `templates`"),
    .init(
      .tooManyFingers, it("stroke", "templates = [\"\(shapes)/z.toml\"]"), "0 a50,50 | 20 b60,50 | 40 a- b-",
      says: "failed at 0.020 s: 2 fingers, it allows 1; key `fingers`"),
  ]
}
