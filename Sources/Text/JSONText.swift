/// Text that another program sent as JSON.
package enum JSONText {
  /// Returns the line with control characters as JSON escapes, so that it can't move the cursor of a terminal. JSON from the daemon has none;
  /// a program in its place may send anything.
  ///
  /// The characters of C0 and C1, DEL, and those that change the direction of writing are replaced.
  package static func withoutControls(_ line: [UInt8]) -> [UInt8] {
    // C1, and the direction marks in U+2028 to U+206F, begin with these bytes.
    guard line.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xE2 || $0 == 0xD8 }) else {
      return line
    }
    var result: [UInt8] = []
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        for unit in String(scalar).utf16 {
          result += Array("\\u\(hexadecimal(unit, digits: 4))".utf8)
        }
      default: result += Array(String(scalar).utf8)
      }
    }
    return result
  }
}
