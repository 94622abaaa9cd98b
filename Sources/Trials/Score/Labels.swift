import Configuration
import Text

/// What the hand meant in a recording: the file `NAME.labels` beside `NAME.evemu`.
///
///     # seconds from the first touch, and the gestures that do it justice; a dash: none, or none is as good
///     0.000 0.180 tap
///     1.200 1.950 next edge-pan
///     2.500 3.000 -
///     all next                      # or one line in place of all: each movement is meant for this gesture
///
/// A movement lasts from the first finger on an empty screen to the last lift. A line speaks of the movements that begin in its time;
/// movements that no line speaks of are not counted.
package struct Labels: Sendable {
  package struct Label: Equatable, Sendable {
    /// Seconds from the first touch.
    package let times: ClosedRange<Double>
    package let meaning: Meaning
  }

  package struct Meaning: Hashable, Sendable {
    /// The gestures of which any does the movement justice; empty: none may be recognized.
    package let gestures: [String]
    /// Whether it does the movement justice, too, if none is recognized.
    package let isOptional: Bool

    package init(_ gestures: [String], isOptional: Bool = false) {
      self.gestures = gestures
      self.isOptional = isOptional || gestures.isEmpty
    }
  }

  package struct Problem: Error, CustomStringConvertible {
    package let description: String
  }

  package let labels: [Label]

  package init(all meaning: Meaning) { labels = [Label(times: Self.always, meaning: meaning)] }

  private static let always = 0...Double.greatestFiniteMagnitude

  private static let mostBytes = 4 << 20
  private static let mostLabels = 100_000

  /// Returns the path of the labels of a recording: its own, with the ending `.labels` in place of that of the recording.
  package static func path(forRecording path: String) -> String {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let name = path.dropFirst(folder.count)
    let stem = name.lastIndex(of: ".").flatMap { $0 > name.startIndex ? name[..<$0] : nil } ?? name
    return "\(folder)\(stem).labels"
  }

  /// The text of labels by which each movement means these gestures.
  package static func text(all gestures: [String]) -> String {
    "all \(gestures.isEmpty ? "-" : gestures.joined(separator: " "))\n"
  }

  /// Reads a file of labels.
  ///
  /// - Parameter gestures: the names of the configuration's gestures.
  package static func load(path: String, gestures: [String]) throws(Problem) -> Labels {
    let bytes: [UInt8]
    do throws(ConfigurationError) {
      bytes = try contents(path: path, limit: mostBytes)
    } catch { throw Problem(description: "\(error)") }
    return try Labels(bytes, file: path, gestures: gestures)
  }

  package init(_ bytes: [UInt8], file: String, gestures: [String]) throws(Problem) {
    var labels: [Label] = []
    var number = 0
    for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      let words = line.prefix { $0 != "#" }.split(whereSeparator: { " \t\r".contains($0) }).map(String.init)
      guard let first = words.first else { continue }
      func problem(_ text: String) -> Problem { Problem(description: "\(file.printable):\(number): \(text)") }
      let times: ClosedRange<Double>
      var names = words[1...]
      if first == "all" {
        times = Self.always
      } else {
        guard let start = Self.seconds(first), let second = names.popFirst(), let end = Self.seconds(second),
          start <= end
        else { throw problem("expected \"all\", or two times in seconds such as 1.25 1.8") }
        times = start...end
      }
      if names.isEmpty { throw problem("expected gestures, or a dash if none is meant") }
      let meant = names.filter { $0 != "-" }
      for name in meant where !gestures.contains(name) {
        let nearest = gestures.closest(to: name).map { ", did you mean \($0.quoted)?" } ?? ""
        throw problem("no gesture of the configuration is named \(name.quoted)\(nearest)")
      }
      if labels.count == Self.mostLabels { throw problem("more than \(Self.mostLabels) labels") }
      labels.append(Label(times: times, meaning: Meaning(meant, isOptional: names.contains("-"))))
    }
    if labels.isEmpty { throw Problem(description: "\(file.printable): has no labels") }
    self.labels = labels
  }

  private static func seconds(_ text: String) -> Double? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }), text.utf8.count <= 16,
      let value = Double(text), value.isFinite
    else { return nil }
    return value
  }

  /// Returns what is meant by a movement that begins at a time; `nil` if no line speaks of it.
  func meaning(at start: Double) -> Meaning? {
    // Times in labels are rounded to milliseconds.
    labels.first { $0.times.lowerBound - 0.002 <= start && start <= $0.times.upperBound + 0.002 }?.meaning
  }
}
