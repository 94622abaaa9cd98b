extension String {
  /// The same text, safe to print: what a device calls itself is somebody else's words.
  ///
  /// Control characters, line and paragraph separators, marks that turn the direction of writing or cannot be seen, and
  /// the backslash that says so are escaped: `\n`, `\u{202E}`, `\\`. Quotation marks are left to whoever quotes.
  package var printable: String {
    if utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\\") }) { return self }
    var result = ""
    for scalar in unicodeScalars { scalar.appendPrintable(to: &result) }
    return result
  }

  /// Text made of bytes that may be no UTF-8: those that are not are escaped as `\xFF`, the rest as in `printable`.
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
        append("\\x" + hexadecimal(UInt32(byte), digits: 2))
      }
    }
  }
}

extension Unicode.Scalar {
  /// Whether it can be seen, and moves neither a cursor nor the direction of writing.
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
    case _ where !isPrintable: result += "\\u{" + hexadecimal(value, digits: 1) + "}"
    default: result.unicodeScalars.append(self)
    }
  }
}

/// How many bytes a UTF-8 sequence that begins with `byte` has; 0 where none does.
private func utf8Length(leading byte: UInt8) -> Int {
  switch byte {
  case 0x00...0x7F: 1
  case 0xC2...0xDF: 2
  case 0xE0...0xEF: 3
  case 0xF0...0xF4: 4
  default: 0
  }
}

private func hexadecimal(_ value: UInt32, digits: Int) -> String {
  let text = String(value, radix: 16, uppercase: true)
  return String(repeating: "0", count: max(0, digits - text.count)) + text
}
