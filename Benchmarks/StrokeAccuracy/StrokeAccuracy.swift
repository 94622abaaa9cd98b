import Configuration
import Foundation
import Gestures

/// Measures how many gestures are mistaken, how many unknown ones are accepted, and the cost of a recognition: on the logs of 31
/// people, with the protocol that was used to measure the best known recognizers, and on other sets in seeded trials.
///
///     [QUICK=1] [MORE_STROKES=FOLDER] StrokeAccuracy [FOLDER] [--output FILE]
///
/// Without the logs it prints a message and measures nothing. `Benchmarks/stroke-sets` writes the other sets, which may be absent.
@main
enum StrokeAccuracy {
  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    var output: String?
    if let option = arguments.firstIndex(of: "--output"), option + 1 < arguments.count {
      output = arguments[option + 1]
      arguments.removeSubrange(option...option + 1)
    }
    let environment = ProcessInfo.processInfo.environment
    let folder = URL(filePath: arguments.first ?? environment["STROKES"] ?? "../shared/strokes")
    guard FileManager.default.fileExists(atPath: folder.appending(path: "d1.jsonl.xz").path) else {
      print("no logs of strokes in \(folder.path): nothing was measured (set STROKES to their folder)")
      return
    }
    let isQuick = environment["QUICK"] == "1"
    let data = StrokeData(
      folder: folder, scratch: URL(filePath: ".build/strokes"),
      more: URL(filePath: environment["MORE_STROKES"] ?? ".build/stroke-sets"))
    let report = try measure(data, isQuick: isQuick)
    print(report)
    if let output { try report.write(toFile: output, atomically: true, encoding: .utf8) }
  }

  private static func measure(_ data: StrokeData, isQuick: Bool) throws -> String {
    let start = ContinuousClock.now
    let stride = isQuick ? 20 : 1
    let recognizer = StrokeGestureRecognizer()
    let negatives = try data.gestures("neg_synth")
    var report = Report(minimumScore: recognizer.minimumScore, isQuick: isQuick)
    for plan in Plan.all {
      let trials = try Trials(plan.set, data: data, stride: stride)
      for (examples, baselines) in plan.sameUser {
        say("\(plan.set), same user, \(examples) examples", since: start)
        report.add(plan.set, "same user, T = \(examples)", try trials.sameUser(examples: examples), baselines)
      }
      for (people, examples, baselines) in plan.otherUsers {
        say("\(plan.set), others, \(people) × \(examples)", since: start)
        report.add(
          plan.set, "others, \(people) × \(examples)", try trials.otherUsers(people, examples: examples), baselines)
      }
      say("\(plan.set), unknown gestures", since: start)
      report.add(plan.set, try trials.openSet(negatives: negatives, as: recognizer), plan.openSetBaseline)
    }
    let drags = negatives.compactMap { $0 }.filter { $0.subject != "tap" }
    let shipped = Acceptance(try shippedShapes(), recognizer)
    for set in Plan.all.map(\.set) + data.furtherSets {
      say("\(set), shapes learned and shipped", since: start)
      let gestures = try data.gestures(set)
      let trials = OpenTrials(gestures)
      report.add(
        set, strokes: trials.maximumStrokes, trials.run(300 / stride, negatives: drags, as: recognizer),
        ShippedTrials(gestures, shipped))
    }
    say("done", since: start)
    return report.text
  }

  private static func shippedShapes() throws -> [StrokeTemplate] {
    let folder = StrokeFolder(besideConfiguration: "config/tickled.toml")
    return try folder.names.map { try StrokeFile.load(path: folder.path(of: $0)).template }
  }

  private static func say(_ what: String, since start: ContinuousClock.Instant) {
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    FileHandle.standardError.write(Data("\(Int(seconds)) s: \(what)\n".utf8))
  }
}

/// The measurements on a set, and the error rates of the best known recognizers on it, in percent.
struct Plan {
  var set: String
  var sameUser: [(examples: Int, baselines: [Baseline])]
  var otherUsers: [(people: Int, examples: Int, baselines: [Baseline])]
  var openSetBaseline: String

  static let all = [
    Plan(
      set: "d1",
      sameUser: [
        (1, [.oneDollar(2.95), .plus(1.36), .combined(0.80)]), (3, [.oneDollar(1.00), .plus(0.43), .combined(0.32)]),
        (5, [.oneDollar(0.67), .plus(0.40), .combined(0.30)]), (9, [.oneDollar(0.47), .plus(0.25), .combined(0.25)]),
      ],
      otherUsers: [
        (1, 1, [.oneDollar(11.75), .plus(8.94), .combined(3.47)]),
        (4, 1, [.oneDollar(4.16), .plus(2.34), .combined(1.00)]),
        (8, 1, [.oneDollar(2.59), .plus(1.44), .combined(0.56)]),
        (8, 8, [.oneDollar(1.44), .plus(0.91), .combined(0.41)]),
      ],
      openSetBaseline: "98.7 right, 2.4 unknown gestures"),
    Plan(
      set: "mmg",
      sameUser: [
        (1, [.cloud(4.38), .plus(2.40)]), (3, [.cloud(1.27), .plus(0.33)]), (5, []), (9, [.cloud(0.42), .plus(0.17)]),
      ],
      otherUsers: [
        (1, 1, [.cloud(16.6), .plus(10.4)]), (4, 4, [.cloud(2.12), .plus(0.75)]), (8, 4, [.cloud(1.19), .plus(0.62)]),
      ],
      openSetBaseline: "not known"),
  ]
}

enum Baseline {
  /// The recognizers $1, $P, $P+, and one that combines directions and locations.
  case oneDollar(Double)
  case cloud(Double)
  case plus(Double)
  case combined(Double)

  var percent: Double {
    switch self {
    case .oneDollar(let percent), .cloud(let percent), .plus(let percent), .combined(let percent): percent
    }
  }

  var text: String {
    let name =
      switch self {
      case .oneDollar: "$1"
      case .cloud: "$P"
      case .plus: "$P+"
      case .combined: "combined"
      }
    return "\(name) \(String(format: "%.2f", percent))"
  }
}
