import Gestures
import Testing

@testable import Report

@Suite("Paths in limited memory")
struct PathKeeperTests {
  private func sample(_ index: Int) -> PathKeeper.Sample {
    PathKeeper.Sample(time: Double(index), place: Point(x: index == 777 ? 500 : Double(index % 10), y: 0))
  }

  private func keeper(_ count: Int, limit: Int) -> PathKeeper {
    var keeper = PathKeeper(sample(0), limit: limit)
    for index in 1..<count { keeper.add(sample(index)) }
    return keeper
  }

  @Test func `A short path keeps every point`() {
    let path = keeper(100, limit: 100)
    #expect(path.all == (0..<100).map(sample))
  }

  @Test(arguments: [5, 101, 1000, 4096, 99_999])
  func `A long path keeps its ends, its order, even steps and its greatest distance`(count: Int) {
    let path = keeper(count, limit: 64)
    #expect(path.all.count <= 64)
    #expect(path.count == count)
    #expect(path.all.first == sample(0))
    #expect(path.all.last == sample(count - 1))
    let steps = zip(path.all, path.all.dropFirst()).map { $1.time - $0.time }
    #expect(steps.allSatisfy { $0 > 0 })
    #expect(Set(steps.dropLast()).count <= 1, "\(steps)")
    if count > 777 { #expect(path.greatestDistance == 500) }
  }

  @Test func `A path that was thinned again continues with the same even steps`() {
    var path = keeper(1000, limit: 1000)
    path.thin(to: 50)
    #expect(path.all.count <= 50)
    for index in 1000..<1010 { path.add(sample(index)) }
    #expect(path.all.last == sample(1009))
    let steps = zip(path.all, path.all.dropFirst()).map { $1.time - $0.time }
    #expect(Set(steps.dropLast()).count == 1, "\(steps)")
  }
}
