/// The keys `min_fingers` and `max_fingers` of a drag.
package struct FingerRange: Equatable, Sendable {
  package var least = 1
  /// `nil`: any number.
  package var most: Int?

  /// The numbers that begin it.
  var counts: ClosedRange<Int> { least...max(least, most ?? .max) }

  /// Reports a largest number that is below the least one.
  func check(_ table: TOMLTable, _ reader: ConfigurationReader) {
    guard let most, most < least, let place = table["max_fingers"]?.value.place else { return }
    reader.report("\"max_fingers\" must be at least \"min_fingers\", which is \(least), not \(most)", at: place)
  }
}
