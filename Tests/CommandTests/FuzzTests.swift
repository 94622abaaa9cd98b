import Foundation
import Testing

@Suite("Broken files", .startsPrograms)
struct FuzzTests {
  /// The number of files for one process: a process for each file would take most of the time.
  private static let batch = 50

  @Test(arguments: 0..<6)
  func `No broken recording makes the tool crash`(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let whole = try Data(contentsOf: URL(filePath: Files.demo))
    // One second of the recording: that is enough to show a crash, and 300 whole recordings take a minute.
    let start = whole.range(of: Data("E: 5.0".utf8))!.lowerBound, end = whole.range(of: Data("E: 6.0".utf8))!.lowerBound
    let header = whole[..<whole.range(of: Data("E: ".utf8))!.lowerBound]
    var mutator = Mutator(seed: seed)
    let paths = try (0..<Self.batch).map { index in
      try folder.write(mutator.mutate(Data(header + whole[start..<end])), to: "\(index).evemu")
    }
    let outcome = try Program.tickle.run(
      ["replay", "--format", "json", "--touches", "--states", "all", "--config", Files.shippedConfiguration] + paths)
    expectNoCrash(outcome, [0, 65])
    // The lines of files that can still be played are complete.
    let lines = try JSON.lines(outcome.outputBytes)
    #expect(!lines.isEmpty)
    #expect(lines.allSatisfy { $0["type"].exists && $0["time"].double != nil })
  }

  @Test(arguments: 0..<6)
  func `No broken configuration makes the tool crash`(seed: UInt64) throws {
    let folder = try TemporaryFolder()
    let whole = try Data(contentsOf: URL(filePath: Files.shippedConfiguration))
    let recording = try folder.write(
      Recording([(0, [.down(50, 40)]), (0.1, [.move(90, 40)]), (0.2, [.up()])]).text, to: "drag.evemu")
    var mutator = Mutator(seed: 100 + seed)
    for _ in 0..<Self.batch {
      let path = try folder.write(mutator.mutate(whole), to: "broken.toml")
      let outcome = try Program.tickle.run(["replay", "--config", path, recording])
      expectNoCrash(outcome, [0, 78])
      if outcome.end != .status(78) { continue }
      #expect(outcome.errors.hasPrefix("\(path):"), "\(outcome.errors)")
      #expect(outcome.output == "")
    }
  }

  private func expectNoCrash(_ outcome: Outcome, _ statuses: [Int32]) {
    #expect(statuses.contains { outcome.end == .status($0) }, "\(outcome.end): \(outcome.errors.suffix(2000))")
    for word in ["Fatal error", "Crash", "*** "] { #expect(!outcome.errors.contains(word)) }
    #expect(!outcome.errorBytes.contains(0x1B))
  }
}

/// Damages files as faulty disks, editors and people do. The same seed causes the same damage.
private struct Mutator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func mutate(_ data: Data) -> Data {
    var bytes = [UInt8](data)
    for _ in 0..<(1 + below(4)) { mutate(&bytes) }
    return Data(bytes)
  }

  private mutating func mutate(_ bytes: inout [UInt8]) {
    guard bytes.count > 2 else { return }
    let place = below(bytes.count)
    switch below(8) {
    case 0: bytes[place] = UInt8(below(256))
    case 1: bytes[place] ^= 1 << UInt8(below(8))
    case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + below(40)))
    case 3: bytes.removeLast(below(bytes.count))
    case 4: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + below(200))], at: below(bytes.count))
    case 5: replaceNumber(&bytes, from: place)
    case 6: swapLines(&bytes)
    default: bytes.insert(contentsOf: [0x22, 0x5B, 0x7B, 0x3D, 0x2D, 0xC3, 0xFF, 0x0A].prefix(1 + below(8)), at: place)
    }
  }

  private static let numbers = [
    "0", "-1", "2147483647", "-2147483648", "4294967296", "99999999999999999999", "0x7f", "1e308", "nan",
  ]

  /// Replaces the next number by a limit of some type.
  private mutating func replaceNumber(_ bytes: inout [UInt8], from place: Int) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let start = bytes[place...].firstIndex(where: { digits.contains($0) }) else { return }
    let end = bytes[start...].firstIndex { !digits.contains($0) } ?? bytes.count
    bytes.replaceSubrange(start..<end, with: Self.numbers[below(Self.numbers.count)].utf8)
  }

  private mutating func swapLines(_ bytes: inout [UInt8]) {
    var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    lines.swapAt(below(lines.count), below(lines.count))
    bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
  }

  /// A random number below a limit (xorshift64*).
  private mutating func below(_ limit: Int) -> Int {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return Int((state &* 0x2545_F491_4F6C_DD1D) >> 33) % limit
  }
}
