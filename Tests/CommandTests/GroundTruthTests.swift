import Foundation
import Testing

@Suite("Ground truth", .startsPrograms)
struct GroundTruthTests {
  @Test(.enabled(if: SharedRecordings.exist, SharedRecordings.missing), arguments: GroundTruth.table)
  func `The gestures that people made on real panels are recognized`(truth: GroundTruth) throws {
    #expect(try SharedRecordings.truth(truth.recording) == truth.label)
    let folder = try TemporaryFolder()
    let configuration = try folder.write(truth.configuration, to: "gestures.toml")
    let outcome = try Program.tickle.run([
      "replay", "--format", "json", "--config", configuration, SharedRecordings.path(truth.recording),
    ])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    let found = Finding.all(in: try JSON.lines(outcome.outputBytes))
    let gestures = found.map(\.gesture)
    #expect(gestures == truth.expected.map(\.gesture))
    if gestures != truth.expected.map(\.gesture) { return }
    for (finding, expected) in zip(found, truth.expected) {
      for (name, range) in expected.values.sorted(by: { $0.key < $1.key }) {
        let value = finding.value(name)
        let holds = value.map { range.contains($0) } ?? false
        #expect(holds, "\(expected.gesture): \(name) is \(value.map { "\($0)" } ?? "missing"), not in \(range)")
      }
    }
  }

  @Test(.enabled(if: SharedRecordings.exist, SharedRecordings.missing))
  func `Every recording has its ground truth`() {
    #expect(Set(GroundTruth.table.map(\.recording)) == Set(SharedRecordings.names))
  }
}

/// One gesture from its recognition to its end.
private struct Finding {
  let gesture: String
  let lines: [JSON]

  /// The gestures in the order of their ends.
  static func all(in lines: [JSON]) -> [Finding] {
    var open: [String: [JSON]] = [:]
    var found: [Finding] = []
    for line in lines where line["type"].string == "gesture" {
      let gesture = line["gesture"].string ?? ""
      open[gesture, default: []].append(line)
      switch line["state"].string {
      case "ended": found.append(Finding(gesture: gesture, lines: open.removeValue(forKey: gesture)!))
      case "cancelled":
        found.append(Finding(gesture: "\(gesture) cancelled", lines: open.removeValue(forKey: gesture)!))
      default: break
      }
    }
    return found + open.sorted { $0.key < $1.key }.map { Finding(gesture: "\($0) open", lines: $1) }
  }

  /// Returns a value such as `translation.x` at the gesture's end or, after the word `least` or `most`, its minimum or maximum. `area`
  /// is the area that the path encloses, in mm², positive if clockwise.
  func value(_ name: String) -> Double? {
    let words = name.split(separator: " ")
    if words == ["area"] { return area }
    let values = lines.compactMap { line in
      words.last!.split(separator: ".").reduce(line) { $0[String($1)] }.double
    }
    switch words.first {
    case "least": return values.min()
    case "most": return values.max()
    default: return values.last
    }
  }

  private var area: Double {
    let places = lines.map { (x: $0["location"]["x"].double ?? 0, y: $0["location"]["y"].double ?? 0) }
    return zip(places, places.dropFirst() + places.prefix(1)).reduce(0) { sum, pair in
      sum + (pair.0.x * pair.1.y - pair.1.x * pair.0.y) / 2
    }
  }
}
