/// Pads a text to a width, in front, or behind if the width is negative.
package func padded(_ text: String, to width: Int, with filler: Character = " ") -> String {
  let filling = String(repeating: filler, count: max(0, abs(width) - text.utf8.count))
  return width < 0 ? text + filling : filling + text
}

package func hexadecimal(_ number: some BinaryInteger, digits: Int) -> String {
  padded(String(number, radix: 16), to: digits, with: "0")
}
