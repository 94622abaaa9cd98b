import Gestures
import Testing

@testable import TouchInput

/// A panel as the description lines of a recording. Ranges of 0...1000 and a unit a millimetre: tests read off units.
enum Panel {
  static let slots = """
    N: slots
    I: 0018 0000 0000 0000
    P: 02
    A: 2f 0 4 0 0 0
    A: 35 0 1000 0 0 0
    A: 36 0 1000 0 0 0
    A: 37 0 2 0 0 0
    A: 39 0 65535 0 0 0
    A: 3a 0 255 0 0 0
    A: 3b 0 10 0 0 0

    """
  static let anonymous = """
    N: anonymous
    P: 02
    A: 30 0 255 0 0 0
    A: 35 0 1000 0 0 0
    A: 36 0 1000 0 0 0

    """
  static let single = """
    N: single
    P: 02
    A: 00 0 1000 0 0 0
    A: 01 0 1000 0 0 0

    """
  /// Declares ABS_X and ABS_Y, and sends ABS_Z and ABS_RX.
  static let swapped = """
    N: swapped
    A: 00 0 500 0 0 0
    A: 01 0 500 0 0 0
    A: 02 0 1000 0 0 0
    A: 03 0 1000 0 0 0

    """
}

/// Events of a recording, a frame a line: `20  slot 1 id 7 x 100 y 50`. The time is in milliseconds.
func eventLines(_ picture: String) -> String {
  let codes: [Substring: String] = [
    "slot": "0003 002f", "id": "0003 0039", "x": "0003 0035", "y": "0003 0036", "major": "0003 0030",
    "tool": "0003 0037",
    "pressure": "0003 003a", "distance": "0003 003b", "X": "0003 0000", "Y": "0003 0001", "Z": "0003 0002",
    "RX": "0003 0003", "touch": "0001 014a", "scan": "0004 0005",
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

/// What a recording says, a line a frame: `20  +1 100,50  -2 7,7 palm`. `+` began, `~` moved, `-` ended, `!` cancelled.
func transcript(_ panel: String, _ picture: String, cancelAllAt end: Int? = nil) throws -> String {
  let recording = try Recording(bytes: Array((panel + eventLines(picture)).utf8), file: "picture")
  let decoder = try #require(FrameDecoder(recording.description))
  let geometry = PanelGeometry(recording.description, settings: .init(size: Size(width: 1000, height: 1000)))
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
      case .ended: "-"
      default: "!"
      }
    let type = contact.type == .finger ? "" : " \(contact.type)"
    return "  \(sign)\(contact.id) \(Int(contact.location.x.rounded())),\(Int(contact.location.y.rounded()))\(type)"
  }
  return "\(frame.time.microseconds / 1000)\(kind == .dropped ? "  dropped" : "")" + contacts.joined()
}

/// Frames in, frames out.
struct Picture: Sendable, CustomTestStringConvertible {
  let name: String
  let panel: String
  let frames: String
  let touches: String

  init(_ name: String, _ panel: String, _ frames: String, gives touches: String) {
    self.name = name
    self.panel = panel
    self.frames = frames
    self.touches = touches
  }

  var testDescription: String { name }

  func check() throws { #expect(try transcript(panel, frames) == touches) }
}
