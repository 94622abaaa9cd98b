/// A line of a text that may not be TOML.
struct ScannedLine {
  let number: Int
  /// The line without the spaces around it.
  let body: String
  /// The column at which the body begins.
  let column: Int

  init(_ scalars: String.UnicodeScalarView, _ number: Int) {
    func isBlank(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
    var rest = scalars.drop(while: isBlank)
    column = scalars.count - rest.count + 1
    while let last = rest.last, isBlank(last) { rest.removeLast() }
    body = String(String.UnicodeScalarView(rest))
    self.number = number
  }

  var place: SourcePlace { SourcePlace(line: number, column: column, length: max(1, body.unicodeScalars.count)) }

  /// The bare key at the start of the line; `nil` if there is none.
  var key: String? {
    let key = body.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" || $0 == "." }
    return key.isEmpty || key.utf8.count > 64 ? nil : String(key)
  }
}

extension SourceText {
  var lines: [ScannedLine] { (1...lineCount).map { ScannedLine(scalars(ofLine: $0), $0) } }
}
