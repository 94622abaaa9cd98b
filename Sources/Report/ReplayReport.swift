import Gestures
import Screen

/// What a replay showed, as values: all that a page of it needs. Times are seconds from the recording's first frame, places
/// millimetres on the screen.
package struct ReplayReport: Sendable {
  package struct PlacedView: Sendable {
    package var name: String
    package var frame: Rect
    /// Whether it takes touches without any mode.
    package var isOn: Bool
  }

  /// A finger from landing to leaving.
  package struct TouchPath: Sendable {
    /// As in the lines: the touch's `id`.
    package var id: UInt64
    /// The lowest number that no other finger had when it landed, from 0 on.
    package var finger: Int
    package var type: Touch.TouchType
    /// The view that it hit, if any.
    package var view: String?
    package var points: PathKeeper
    package var isCancelled = false

    package var start: Double { points.all[0].time }
    package var end: Double { points.all[points.all.count - 1].time }
  }

  /// A stretch of one state of a recognizer.
  package struct Span: Sendable {
    package enum State: String, CaseIterable, Sendable {
      case possible, waiting, active, ended, cancelled, failed
    }

    package var state: State
    package var start: Double
    package var end: Double
    /// While it is active.
    package var changes = 0
    /// Whose part it is, by its place among the attempts.
    package var attempt: Int?
    /// Whether the attempt was decided by its beginning: it was recognized, or came to nothing.
    package var isDecision = false
    /// How many were drawn together into this one.
    package var count = 1
  }

  /// One recognizer: a gesture on a view.
  package struct Lane: Sendable {
    package var gesture: String
    package var kind: String
    package var view: String
    package var spans: [Span] = []
  }

  /// A gesture that came about.
  package struct Recognition: Sendable {
    package var lane: Int
    package var attempt: Int?
    package var start: Double
    package var end: Double
    /// `ended`, `cancelled`, or where it stood when the recording was over.
    package var state: String
    package var location: Point
    package var touches: Int
    package var values = ""
    package var changes = 0
    package var actions: [(keyword: String, arguments: String, count: Int)] = []
  }

  /// A gesture's attempt that came to nothing.
  package struct Failure: Sendable {
    package var lane: Int
    package var attempt: Int
    package var start: Double
    package var end: Double
    package var word: String
    /// What happened, and what it waited for; without the references.
    package var explanation: String
    package var references: References
    package var nearness: Double
  }

  /// Something that concerns the whole screen.
  package struct Moment: Sendable {
    package var time: Double
    package var text: String
  }

  /// How a gesture fared on all of its views.
  package struct Tally: Sendable {
    package var gesture: String
    package var kind: String
    package var attempts = 0
    package var recognized = 0
    package var failed = 0
    package var cancelled = 0
    /// Touches that landed outside of its views.
    package var elsewhere = 0
    /// Why touches were not taken, with how often.
    package var refusals: [(cause: Explanation, count: Int, first: Double)] = []
  }

  /// What a gesture holds a finger's way or speed against.
  package struct Threshold: Sendable, Equatable {
    package var gestures: [String]
    package var value: Double
  }

  /// A learned shape, laid over what was drawn.
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
  package var views: [PlacedView] = []
  package var touches: [TouchPath] = []
  package var lanes: [Lane] = []
  package var tallies: [Tally] = []
  /// Those that came nearest first.
  package var failures: [Failure] = []
  package var recognitions: [Recognition] = []
  package var moments: [Moment] = []
  package var shapes: [Shape] = []
  package var distances: [Threshold] = []
  package var speeds: [Threshold] = []
  /// Where the page's time ends.
  package var duration = 0.0
  /// Sentences on what was left out or drawn together.
  package var thinned: [String] = []
  package var filtered: String?
  /// What the recording shows of its panel; nil where it has no touch.
  package var measured: String?
  package var limits = ReportLimits()

  package var fingers: Int { (touches.map(\.finger).max() ?? -1) + 1 }

  /// The numbers of the rules that its tables cite.
  var citedRules: Set<String> {
    let failures = failures.prefix(limits.rows).flatMap(\.references.rules)
    let strangers = tallies.prefix(limits.rows).flatMap { tally in
      tally.refusals.prefix(limits.causes).flatMap(\.cause.references.rules)
        + (tally.elsewhere > 0 ? References.outside.rules : [])
    }
    return Set(failures + strangers)
  }
}

/// How much of a recording goes into a page, so that a browser opens that of an hour.
package struct ReportLimits: Sendable {
  /// After one more of either the page ends.
  package var touches = 5_000
  package var attempts = 50_000
  /// Of all paths together.
  package var points = 40_000
  /// Of one path while it is followed.
  package var pointsOfTouch = 4_000
  /// Of all lanes together.
  package var spans = 25_000
  package var lanes = 120
  package var views = 300
  /// Rows of a table.
  package var rows = 300
  /// Why a gesture did not take touches.
  package var causes = 6

  package init() {}
}
