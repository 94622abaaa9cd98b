import Foundation
import Gestures

/// The frames of a touchscreen that `tickle record` or `evemu-record` wrote, for panels with slots (multitouch protocol B).
///
/// `tickled` itself reads more panels, more formats and damaged files. This reader is as short as it can be.
struct Recording {
  /// The screen's size in millimetres.
  let size: Size
  let frames: [TouchFrame]

  struct Unreadable: Error, CustomStringConvertible {
    let description: String
  }

  private enum Code {
    static let slot = 0x2f, x = 0x35, y = 0x36, trackingID = 0x39
  }
  private struct Axis {
    let minimum, maximum, unitsPerMillimetre: Double

    func millimetres(_ value: Int) -> Double { (Double(value) - minimum) / unitsPerMillimetre }
    var length: Double { (maximum - minimum + 1) / unitsPerMillimetre }
  }
  private struct Finger {
    let id: UInt64
    var x = 0.0
    var y = 0.0
  }

  init(file: String) throws {
    guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
      throw Unreadable(description: "\(file): cannot be read")
    }
    var axes: [Int: Axis] = [:]
    var fingers: [Int: Finger] = [:]
    var phases: [Int: Touch.Phase] = [:]
    var frames: [TouchFrame] = []
    var slot = 0
    var lastID: UInt64 = 0

    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      // A: code minimum maximum fuzz flat resolution
      if words[0] == "A:", words.count == 7, let code = Int(words[1], radix: 16) {
        let numbers = words[2...].compactMap(Double.init)
        if numbers.count == 5, numbers[4] > 0 {
          axes[code] = Axis(minimum: numbers[0], maximum: numbers[1], unitsPerMillimetre: numbers[4])
        }
        continue
      }
      // E: seconds type code value
      guard
        words[0] == "E:", words.count >= 5, let seconds = Double(words[1]), let type = Int(words[2], radix: 16),
        let code = Int(words[3], radix: 16), let value = Int(words[4])
      else { continue }

      switch (type, code) {
      case (3, Code.slot): slot = value
      case (3, Code.trackingID) where value >= 0:
        lastID += 1
        fingers[slot] = Finger(id: lastID)
        phases[slot] = .began
      case (3, Code.trackingID): phases[slot] = .ended
      case (3, Code.x):
        fingers[slot]?.x = axes[Code.x]?.millimetres(value) ?? 0
        if phases[slot] == nil { phases[slot] = .moved }
      case (3, Code.y):
        fingers[slot]?.y = axes[Code.y]?.millimetres(value) ?? 0
        if phases[slot] == nil { phases[slot] = .moved }
      case (0, 0):  // SYN_REPORT ends a frame.
        let contacts = phases.sorted { $0.key < $1.key }.compactMap { slot, phase in
          fingers[slot].map { TouchFrame.Contact(id: $0.id, phase: phase, location: Point(x: $0.x, y: $0.y)) }
        }
        for (slot, phase) in phases where phase == .ended { fingers[slot] = nil }
        phases = [:]
        frames.append(
          TouchFrame(time: Timestamp(microseconds: Int64((seconds * 1e6).rounded())), contacts: contacts))
      default: break
      }
    }
    guard let width = axes[Code.x]?.length, let height = axes[Code.y]?.length else {
      throw Unreadable(description: "\(file): not a recording of a panel with slots and a resolution")
    }
    size = Size(width: width, height: height)
    self.frames = frames
  }
}
