/// The panel that a hand touches.
package struct HandPanel: Equatable, Sendable {
  /// The size in millimetres.
  package var width = 217.0
  package var height = 136.0
  /// Frames per second.
  package var rate = 60.0
  /// The seed of everything that the words leave to chance.
  package var seed: UInt64 = 1

  package init() {}

  package static let sizes = 10.0...3000.0
  package static let rates = 10.0...1000.0

  /// Returns the number of frames that a time takes; at least `least`.
  func frames(_ seconds: Double, least: Int = 1) -> Int { max(least, Int((seconds * rate).rounded())) }
}
