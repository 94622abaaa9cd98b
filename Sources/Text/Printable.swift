extension String {
  /// The same text, safe to print. For text from untrusted sources, such as the name of a device.
  ///
  /// Escapes control characters, line and paragraph separators, invisible characters, characters that change the direction of
  /// writing, and the backslash: `\n`, `\u{202E}`, `\\`. Does not escape quotation marks.
  package var printable: String {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) { return self }
    var result = ""
    for scalar in unicodeScalars { scalar.appendPrintable(to: &result) }
    return result
  }

  /// Decodes bytes that may not be valid UTF-8. Invalid bytes are escaped as `\xFF`, the rest as in `printable`.
  package init(printable bytes: some Sequence<UInt8>) {
    self = ""
    var bytes = bytes.makeIterator()
    var waiting: [UInt8] = []
    while let byte = waiting.isEmpty ? bytes.next() : waiting.removeFirst() {
      let length = utf8Length(leading: byte)
      while waiting.count < length - 1, let next = bytes.next() { waiting.append(next) }
      let candidate = [byte] + waiting.prefix(max(0, length - 1))
      if candidate.count == length, let text = String(validating: candidate, as: UTF8.self) {
        waiting.removeFirst(length - 1)
        for scalar in text.unicodeScalars { scalar.appendPrintable(to: &self) }
      } else {
        append("\\x" + padded(String(byte, radix: 16, uppercase: true), to: 2, with: "0"))
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character is visible, and changes neither the cursor's position nor the direction of writing.
  package var isPrintable: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: false
    default: true
    }
  }

  fileprivate func appendPrintable(to result: inout String) {
    switch self {
    case "\\": result += "\\\\"
    case "\n": result += "\\n"
    case "\r": result += "\\r"
    case "\t": result += "\\t"
    case _ where !isPrintable: result += "\\u{" + String(value, radix: 16, uppercase: true) + "}"
    default: result.unicodeScalars.append(self)
    }
  }
}

/// Returns the length of the UTF-8 sequences that begin with `byte`; 0 if there are none.
private func utf8Length(leading byte: UInt8) -> Int {
  switch byte {
  case 0x00...0x7F: 1
  case 0xC2...0xDF: 2
  case 0xE0...0xEF: 3
  case 0xF0...0xF4: 4
  default: 0
  }
}
