import Configuration
import Foundation
import Gestures
import Screen
import Testing
import TouchInput
import Trials

@testable import Hands

/// A panel, as the tests of hands try them.
struct Sample: CustomTestStringConvertible, Sendable {
  var width = 217.0
  var height = 136.0
  var rate = 60.0
  var resolution = 40
  var touchProtocol = DeviceDescription.TouchProtocol.slots

  var testDescription: String { "\(width) x \(height) mm, \(rate) Hz, \(resolution)/mm, \(touchProtocol)" }

  static let all: [Sample] = [
    Sample(), Sample(rate: 33), Sample(rate: 125), Sample(rate: 463), Sample(touchProtocol: .anonymous),
    Sample(rate: 33, touchProtocol: .anonymous), Sample(touchProtocol: .single),
    Sample(rate: 463, touchProtocol: .single),
    Sample(width: 62, height: 110), Sample(width: 62, height: 110, rate: 33), Sample(width: 110, height: 62, rate: 90),
    Sample(width: 1000, height: 600, rate: 33, resolution: 4),
    Sample(width: 480, height: 270, rate: 200, resolution: 10),
  ]

  func hand(_ words: String, seed: UInt64 = 1) throws -> Hand {
    var panel = HandPanel()
    (panel.width, panel.height, panel.rate, panel.seed) = (width, height, rate, seed)
    return try Hand(try HandSentence(words), on: panel) { name in shapes[name] }
  }

  func recording(_ words: String, seed: UInt64 = 1) throws -> Recording {
    let hand = try hand(words, seed: seed)
    return try hand.recording(on: hand.panel.device(touchProtocol, resolution: resolution), name: "hand")
  }
}

/// Shapes as `tickle learn` keeps them.
let shapes: [String: [[Point]]] = [
  "zigzag": [[Point(x: 0, y: 0), Point(x: 30, y: 0), Point(x: 0, y: 30), Point(x: 30, y: 30)]],
  "cross": [[Point(x: 0, y: 0), Point(x: 30, y: 30)], [Point(x: 30, y: 0), Point(x: 0, y: 30)]],
]

/// Returns the gestures of a configuration that are recognized, in order: a discrete one at its end, a continuous one when it begins.
func recognized(_ recording: Recording, by toml: String) throws -> [String] {
  let (configuration, diagnostics) = Configuration.parse(text: toml, path: "c.toml")
  guard let configuration else {
    Issue.record("\(diagnostics)")
    return []
  }
  return Replay(configuration, options: ReplayOptions(), runner: nil)
    .play(recording, warn: { Issue.record("\($0)") }) { _, _ in Listener() }?.names ?? []
}

/// The same for a configuration whose shapes are in files.
func recognized(_ recording: Recording, byFile toml: String) throws -> [String] {
  let path = NSTemporaryDirectory() + "hands-\(UUID().uuidString).toml"
  try toml.write(toFile: path, atomically: false, encoding: .utf8)
  defer { try? FileManager.default.removeItem(atPath: path) }
  let configuration = try Configuration.load(path: path).configuration
  return Replay(configuration, options: ReplayOptions(), runner: nil)
    .play(recording, warn: { Issue.record("\($0)") }) { _, _ in Listener() }?.names ?? []
}

/// A shape that is shipped in config/strokes.
struct ShippedShape {
  let name: String
  let path: String
  /// The strokes of its first example.
  let strokes: [[Point]]

  static func all() throws -> [ShippedShape] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "config/strokes").path
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".toml") }.sorted()
    return try names.map { name in
      let path = "\(folder)/\(name)"
      let example = try #require(try StrokeFile.load(path: path).examples.first)
      let strokes = example.map { $0.map { Point(x: $0.location.x, y: $0.location.y) } }
      return ShippedShape(name: String(name.dropLast(5)), path: path, strokes: strokes)
    }
  }
}

private final class Listener: ReplayAudience {
  private(set) var names: [String] = []

  func follow(_ record: SessionRecord) {
    guard case .gesture(let event, let gesture) = record else { return }
    if event.state == (gesture.isDiscrete ? .ended : .began) { names.append(gesture.settings.name) }
  }
}
