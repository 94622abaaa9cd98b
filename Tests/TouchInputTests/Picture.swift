import Foundation
import Gestures
import Testing

@testable import TouchInput

/// The panels of `Tests/Pictures/panels.txt`, as the description lines of a recording. Their ranges are 0...1000 with one unit
/// per millimetre, so that locations in tests are plain units.
enum Panel {
  static let slots = panels["slots"]!
  static let anonymous = panels["anonymous"]!
  static let single = panels["single"]!
  static let swapped = panels["swapped"]!

  fileprivate static let panels = Dictionary(uniqueKeysWithValues: Picture.sections(of: "panels"))
}

/// The events of a recording, from a picture with a line for each frame: `20  slot 1 id 7 x 100 y 50`. Times are in ms.
func eventLines(_ picture: String) -> String {
  let codes: [Substring: String] = [
    "slot": "0003 002f", "id": "0003 0039", "x": "0003 0035", "y": "0003 0036", "major": "0003 0030",
    "tool": "0003 0037",
    "pressure": "0003 003a", "distance": "0003 003b", "X": "0003 0000", "Y": "0003 0001", "Z": "0003 0002",
    "RX": "0003 0003", "P": "0003 0018", "pen": "0001 0140", "touch": "0001 014a", "scan": "0004 0005",
  ]
  var lines = ""
  for line in picture.split(separator: "\n") {
    var words = line.split(separator: " ")[...]
    guard let milliseconds = words.popFirst().flatMap({ Int($0) }) else { continue }
    let time = "\(milliseconds / 1000).\(milliseconds % 1000 * 1000)"
    while let word = words.popFirst() {
      switch word {
      case "mt": lines += "E: \(time) 0000 0002 0\n"
      case "dropped": lines += "E: \(time) 0000 0003 0\n"
      default:
        guard let code = codes[word], let value = words.popFirst() else { preconditionFailure("no such word: \(word)") }
        lines += "E: \(time) \(code) \(value)\n"
      }
    }
    lines += "E: \(time) 0000 0000 0\n"
  }
  return lines
}

/// The touches of a recording, with a line for each frame: `20  +1 100,50  -2 7,7 palm`. `+` began, `~` moved, `-` ended, `!`
/// cancelled, `=` rests; `f500` is half the greatest force.
func transcript(
  _ panel: String, _ picture: String, cancelAllAt end: Int? = nil, wishes: ContactWishes = ContactWishes(),
  ranges: PanelGeometry.Ranges = PanelGeometry.Ranges()
) throws -> String {
  let recording = try Recording(bytes: Array((panel + eventLines(picture)).utf8), file: "picture")
  let geometry = PanelGeometry(
    recording.description, settings: .init(size: Size(width: 1000, height: 1000), ranges: ranges))
  let decoder = try #require(FrameDecoder(of: recording, geometry))
  decoder.follow(ContactMeasures(wishes, of: recording.description, geometry))
  var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
  var position = 0
  var lines: [String] = []
  while let kind = decoder.nextFrame(from: recording.events, at: &position, into: &frame, geometry: geometry) {
    lines.append(line(frame, kind))
  }
  if let end, decoder.cancelAll(at: Timestamp(microseconds: Int64(end) * 1000), into: &frame, geometry: geometry) {
    lines.append(line(frame, .touches))
  }
  return lines.joined(separator: "\n")
}

func line(_ frame: TouchFrame, _ kind: FrameDecoder.Kind = .touches) -> String {
  let contacts = frame.contacts.map { contact in
    let sign =
      switch contact.phase {
      case .began: "+"
      case .moved: "~"
      case .stationary: "="
      case .ended: "-"
      case .cancelled: "!"
      }
    let type = contact.type == .finger ? "" : " \(contact.type)"
    let force = contact.imprint.force.map { " f\(Int(($0 * 1000).rounded()))" } ?? ""
    return
      "  \(sign)\(contact.id) \(Int(contact.location.x.rounded())),\(Int(contact.location.y.rounded()))\(type)\(force)"
  }
  return "\(frame.time.microseconds / 1000)\(kind == .dropped ? "  dropped" : "")" + contacts.joined()
}

/// A picture of `Tests/Pictures`: a panel's frames and the expected ones. The decoder's C tests read the same files.
struct Picture: Sendable, CustomTestStringConvertible {
  let name: String
  let panel: String
  let frames: String
  let touches: String
  /// `follows` and `mutes` lines: that pressures are followed, and that pens mute fingers.
  let wishes: ContactWishes

  /// The pictures in a file. `panel` names a panel of panels.txt, `A:` and `B:` lines change it, and the expected frames follow
  /// `gives`.
  static func all(in file: String) -> [Picture] {
    sections(of: file).map { name, text in
      let parts = text.components(separatedBy: "gives\n")
      var lines = parts[0].split(separator: "\n")[...]
      guard let first = lines.popFirst(), let panel = Panel.panels[String(first.dropFirst("panel ".count))] else {
        preconditionFailure("\(file).txt: \(name): no such panel")
      }
      let isChange = { (line: Substring) in line.hasPrefix("A:") || line.hasPrefix("B:") }
      let changes = lines.filter(isChange).map { "\($0)\n" }.joined()
      return Picture(
        name: name, panel: panel + changes, frames: lines.filter { !isChange($0) }.joined(separator: "\n"),
        touches: parts[1].trimmingCharacters(in: .newlines),
        wishes: ContactWishes(imprints: lines.contains("follows"), penMutes: lines.contains("mutes")))
    }
  }

  /// The names and texts of the sections, each of which begins with a line `== NAME`.
  fileprivate static func sections(of file: String) -> [(name: String, text: String)] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    guard let text = try? String(contentsOf: folder.appending(path: "Pictures/\(file).txt"), encoding: .utf8) else {
      preconditionFailure("Tests/Pictures/\(file).txt cannot be read")
    }
    return ("\n" + text).components(separatedBy: "\n== ").dropFirst().map { section in
      let end = section.firstIndex(of: "\n")!
      return (String(section[..<end]), section[end...].trimmingCharacters(in: .newlines) + "\n")
    }
  }

  var testDescription: String { name }

  func check() throws { #expect(try transcript(panel, frames, wishes: wishes) == touches) }
}
