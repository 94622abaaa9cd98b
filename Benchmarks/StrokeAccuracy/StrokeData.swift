import Foundation
import Gestures

/// The logs of drawn gestures, and the trials in which they are compared.
struct StrokeData {
  /// One gesture, ready to be compared.
  struct Gesture {
    var subject: String
    var device: String
    var speed: String
    var cls: String
    var repetition: Int
    var strokes: [[Point]]
    var shape: StrokeShape
  }

  let folder: URL
  /// The folder that the splits are unpacked to.
  let scratch: URL
  /// The folder of the other sets, which `Benchmarks/stroke-sets` writes.
  let more: URL

  /// The names of the sets that `Benchmarks/stroke-sets` wrote, in order.
  var furtherSets: [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: more.path)) ?? []
    return files.filter { $0.hasSuffix(".jsonl") }.map { String($0.dropLast(6)) }.sorted()
  }

  /// The gestures of a set in the order of its file; `nil` for drawings that have no length.
  func gestures(_ set: String) throws -> [Gesture?] {
    let plain = more.appending(path: "\(set).jsonl")
    let bytes =
      FileManager.default.fileExists(atPath: plain.path)
      ? try Data(contentsOf: plain) : try run("xz", "-dc", folder.appending(path: "\(set).jsonl.xz").path)
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let decoder = JSONDecoder()
    return try lines.map { Gesture(try decoder.decode(Line.self, from: $0)) }
  }

  /// The rows of a table of trials, each as its cells.
  func split(_ name: String) throws -> [[Substring]] {
    let splits = scratch.appending(path: "splits")
    if !FileManager.default.fileExists(atPath: splits.path) {
      try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
      _ = try run("tar", "-xJf", folder.appending(path: "splits.tar.xz").path, "-C", scratch.path)
    }
    let text = try String(contentsOf: splits.appending(path: "\(name).tsv"), encoding: .utf8)
    return text.split(separator: "\n").map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
  }

  private func run(_ arguments: String...) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure("\(arguments.joined(separator: " ")) failed") }
    return output
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }
}

extension StrokeData.Gesture {
  /// The logs count pixels of unknown size: this assumes a screen of 96 dpi.
  private static let millimetresPerPixel = 25.4 / 96

  fileprivate init?(_ line: Line) {
    strokes = line.strokes.map { stroke in
      StrokeTemplate.thinned(
        stroke.map { Point(x: $0[0] * Self.millimetresPerPixel, y: $0[1] * Self.millimetresPerPixel) })
    }
    guard let shape = StrokeShape(strokes) else { return nil }
    self.shape = shape
    (subject, device, speed, cls, repetition) = (line.subject, line.device, line.speed, line.cls, line.rep)
  }
}

private struct Line: Decodable {
  var subject: String
  var device: String
  var speed: String
  var cls: String
  var rep: Int
  var strokes: [[[Double]]]
}
