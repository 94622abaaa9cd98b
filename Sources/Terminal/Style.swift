/// The appearance of a cell. Colours are from the terminal's own eight, so that they suit its background.
package struct Style: Hashable, Sendable {
  package enum Colour: UInt8, Sendable {
    case red = 31
    case green, yellow, blue, magenta, cyan
    case plain = 39
  }

  package var colour = Colour.plain
  package var isBold = false
  package var isDim = false
  package var isReverse = false

  package init(_ colour: Colour = .plain, bold: Bool = false, dim: Bool = false, reverse: Bool = false) {
    self.colour = colour
    isBold = bold
    isDim = dim
    isReverse = reverse
  }

  package static let plain = Style()
  package static let dim = Style(dim: true)
  package static let bold = Style(bold: true)

  /// Returns the escape sequence (Select Graphic Rendition) that resets the terminal's style and sets this one.
  func sequence(hasColours: Bool) -> String {
    var codes = "0"
    if isBold { codes += ";1" }
    if isDim { codes += ";2" }
    if isReverse { codes += ";7" }
    if hasColours && colour != .plain { codes += ";\(colour.rawValue)" }
    return "\u{1B}[\(codes)m"
  }
}
