import Configuration
import Foundation
@testable import Report
import Screen
import Testing
import TouchInput

@Suite("Limits of a page")
struct LimitTests {
  private static let folder =
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path + "/config"

  /// Returns the report of the shipped recording with the shipped configuration.
  private func demo(_ change: (inout ReportLimits) -> Void = { _ in }) throws -> ReplayReport {
    var limits = ReportLimits()
    change(&limits)
    let configuration = try Configuration.load(path: Self.folder + "/tickled.toml").configuration
    let recording = try Recording(file: Self.folder + "/demo.evemu")
    let replay = Replay(configuration, options: ReplayOptions(), runner: nil)
    let collector = replay.play(
      .panel(recording), write: { _ in }, warn: { _ in },
      besides: { [limits] in
        ReportCollector($0, origin: $1, limits: limits)
      })
    return try #require(collector).finished()
  }

  @Test func `The page of a short recording has all touches, attempts and recognitions, and is not thinned`() throws {
    let report = try demo()
    #expect(report.touches.count == 10)
    #expect(report.fingers == 2)
    #expect(report.lanes.count == 10)
    #expect(report.thinned == [])
    #expect(report.views.map(\.name) == ["snake", "dragon"])
    #expect(report.recognitions.filter { $0.state == "ended" }.count == report.recognitions.count)
    for tally in report.tallies {
      #expect(tally.attempts == tally.recognized + tally.failed + tally.cancelled, "\(tally)")
      #expect(tally.recognized == report.recognitions.filter { report.lanes[$0.lane].gesture == tally.gesture }.count)
      #expect(tally.failed == report.failures.filter { report.lanes[$0.lane].gesture == tally.gesture }.count)
    }
  }

  @Test func `The stretches of a lane do not overlap`() throws {
    for lane in try demo().lanes {
      #expect(lane.spans.allSatisfy { $0.start <= $0.end })
      #expect(zip(lane.spans, lane.spans.dropFirst()).allSatisfy { $0.end <= $1.start }, "\(lane)")
    }
  }

  @Test func `The page ends before the first touch over the limit, and says so`() throws {
    let report = try demo { $0.touches = 3 }
    #expect(report.touches.count == 3)
    #expect(report.duration < 3.3, "the fourth finger lands at 3.2 s")
    #expect(report.recognitions.allSatisfy { $0.end <= report.duration })
    #expect(report.thinned.count == 1 && report.thinned[0].contains("more than 3 touches"))
  }

  @Test func `The page ends before the first attempt over the limit, too`() throws {
    let report = try demo { $0.attempts = 12 }
    #expect(report.tallies.reduce(0) { $0 + $1.attempts } == 12)
    #expect(report.thinned.count == 1)
  }

  @Test func `Paths are thinned to their common limit, and keep their ends`() throws {
    let whole = try demo(), thin = try demo { $0.points = 60 }
    #expect(thin.touches.reduce(0) { $0 + $1.points.all.count } <= 60)
    for (whole, thin) in zip(whole.touches, thin.touches) {
      #expect(thin.points.all.first == whole.points.all.first)
      #expect(thin.points.all.last == whole.points.all.last)
      #expect(thin.points.greatestDistance == whole.points.greatestDistance)
    }
    #expect(thin.thinned.count == 1)
  }

  @Test func `Stretches are merged if there are too many, and none is lost`() throws {
    let whole = try demo(),
      thin = try demo {
        $0.spans = 20
        $0.lanes = 1
      }
    #expect(thin.lanes[0].spans.count <= 20)
    #expect(thin.lanes[0].spans.reduce(0) { $0 + $1.count } == whole.lanes[0].spans.count)
    #expect(thin.thinned.contains { $0.contains("the first 1 have a lane") })
  }
}
