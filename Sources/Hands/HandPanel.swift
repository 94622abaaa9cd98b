import Gestures

package struct HandPanel: Equatable, Sendable {
  /// The size in millimetres.
  package var width = 217.0
  package var height = 136.0
  /// Frames per second.
  package var rate = 60.0
  /// The seed of everything that the words leave to chance.
  package var seed: UInt64 = 1

  package init() {}

  private static let lengths = 10.0...3000.0
  package static let rates = 10.0...1000.0

  /// Returns a size such as `217x136mm`; `nil` if it is none, or not that of a panel.
  package static func size(_ text: String) -> Size? {
    let text = text.lowercased()
    let sides = (text.hasSuffix("mm") ? String(text.dropLast(2)) : text).split(separator: "x").map { Double($0) }
    guard sides.count == 2, let width = sides[0], let height = sides[1], lengths.contains(width),
      lengths.contains(height)
    else { return nil }
    return Size(width: width, height: height)
  }

  /// Takes a size, unless it is not that of a panel.
  package mutating func take(_ size: Size) {
    guard Self.lengths.contains(size.width), Self.lengths.contains(size.height) else { return }
    (width, height) = (size.width, size.height)
  }

  /// Returns the number of frames that a time takes; at least `least`.
  package func frames(_ seconds: Double, least: Int = 1) -> Int { max(least, Int((seconds * rate).rounded())) }
}
