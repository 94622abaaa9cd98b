// Report: the page of a replay.
import Gestures
import Screen

/// The results of a replay, as values: everything that its page needs. Times are in seconds since the recording's first frame,
/// places in millimetres on the screen.
package struct ReplayReport: Sendable {
  /// A finger's path from landing to lift.
  package struct TouchPath: Sendable {
    /// The touch's `id`, as in the JSON Lines.
    package var id: UInt64
    /// The lowest number, from 0 on, that no other finger had when this one landed.
    package var finger: Int
    package var type: Touch.TouchType
    /// The view that it hit, if any.
    package var view: String?
    package var points: PathKeeper
    package var isCancelled = false

    package var start: Double { points.all[0].time }
    package var end: Double { points.all[points.all.count - 1].time }
  }

  /// What happened to one key or switch, by one remote command, or to the device as a whole.
  package struct Input: Sendable {
    /// The name of the key, switch or command; "motion" for the device.
    package var name: String
    package var spans: [ClosedRange<Double>] = []
  }

  /// A period in which a recognizer is in one state.
  package struct Span: Sendable {
    package enum State: String, CaseIterable, Sendable {
      case possible, waiting, active, ended, cancelled, failed
    }

    package var state: State
    package var start: Double
    package var end: Double
    /// The number of changes while the gesture is active.
    package var changes = 0
    /// The index of the attempt that it belongs to.
    package var attempt: Int?
    /// Whether its beginning decided the attempt: the gesture was recognized, failed or was cancelled.
    package var isDecision = false
    /// The number of spans that are drawn as this one.
    package var count = 1
  }

  /// One recognizer: a gesture on a view.
  package struct Lane: Sendable {
    package var gesture: String
    package var kind: String
    package var view: String
    package var spans: [Span] = []
  }

  package struct Recognition: Sendable {
    package var lane: Int
    package var attempt: Int?
    package var start: Double
    package var end: Double
    /// `ended`, `cancelled`, or the state at the end of the recording.
    package var state: String
    package var location: Point
    package var touches: Int
    package var values = ""
    package var changes = 0
    package var actions: [(keyword: String, arguments: String, count: Int)] = []
  }

  /// An attempt in which the gesture was not recognized.
  package struct Failure: Sendable {
    package var lane: Int
    package var attempt: Int
    package var start: Double
    package var end: Double
    package var word: String
    /// What happened and what it waited for, without the references.
    package var explanation: String
    package var references: References
    package var nearness: Double

    /// Whether the attempt came closer than halfway. One with twice as many fingers as wanted, or half as many, did not.
    package var isNear: Bool { nearness > 0.5 }
  }

  /// An event that concerns the whole screen.
  package struct Moment: Sendable {
    package var time: Double
    package var text: String
  }

  /// The results of a gesture, summed over its views.
  package struct Tally: Sendable {
    package var gesture: String
    package var kind: String
    package var attempts = 0
    package var recognized = 0
    package var failed = 0
    package var cancelled = 0
    /// Sentences about touches that were no attempt of it.
    package var misses: [(words: String, references: References)] = []
  }

  /// The limit that gestures set for a finger's distance or speed.
  package struct Threshold: Sendable, Equatable {
    package var gestures: [String]
    package var value: Double
  }

  /// A learned shape, laid over the drawing that was compared with it.
  package struct Shape: Sendable {
    package var gesture: String
    package var template: String
    package var score: Double
    package var isRecognized: Bool
    package var time: Double
    package var points: [Point]
  }

  package var size: Size
  package var screen: String
  package var views: [Scene.PlacedView] = []
  package var touches: [TouchPath] = []
  /// What was recorded of other devices than a panel, in the order in which it came first.
  package var inputs: [Input] = []
  package var lanes: [Lane] = []
  package var tallies: [Tally] = []
  /// The attempts that failed, were cancelled or remained undecided; those that nearly succeeded come first.
  package var failures: [Failure] = []
  package var recognitions: [Recognition] = []
  package var moments: [Moment] = []
  package var shapes: [Shape] = []
  package var distances: [Threshold] = []
  package var speeds: [Threshold] = []
  package var forces: [Threshold] = []
  /// The end of the page's time line, in seconds.
  package var duration = 0.0
  /// Sentences about what was left out or drawn together.
  package var thinned: [String] = []
  /// A sentence about the touches that the filter left out, if any.
  package var filtered: String?
  /// What was measured of the panel; `nil` if the recording has no touches.
  package var measured: String?
  package var limits = ReportLimits()

  package var fingers: Int { (touches.map(\.finger).max() ?? -1) + 1 }

  /// Whether the recording is of keys, switches or motion.
  var isTouchless: Bool { !inputs.isEmpty }

  /// The numbers of the rules that the page's tables cite.
  var citedRules: Set<String> {
    let failures = failures.prefix(limits.rows).flatMap(\.references.rules)
    return Set(failures + tallies.prefix(limits.rows).flatMap(\.misses).flatMap(\.references.rules))
  }
}

/// The limits on what goes into a page, so that a browser can open even the page of an hour's recording.
package struct ReportLimits: Sendable {
  /// The most touches and attempts. The page ends before the first one beyond either limit.
  package var touches = 5_000
  package var attempts = 50_000
  /// The most points of all paths together.
  package var points = 40_000
  /// The most points of one path while it is collected.
  package var pointsOfTouch = 4_000
  /// The most spans of all lanes together.
  package var spans = 25_000
  package var lanes = 120
  package var views = 300
  /// The most rows of a table.
  package var rows = 300
}
