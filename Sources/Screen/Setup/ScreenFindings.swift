import Gestures
import Text
import TouchInput

/// What touches have shown about a panel, as keys of its `[[screen]]`.
package struct ScreenFindings: Sendable {
  package var orientation: PanelGeometry.Orientation
  /// The new calibration, six numbers; `nil`: the present one is right.
  package var calibration: [Double]?
  /// The device's units at the ends of the glass, if it declares others.
  package var ranges: PanelGeometry.Ranges?
  /// The new size of the upright screen, in millimetres; `nil`: the present one is right, or the size was not measured.
  package var size: Size?
  /// The measured size as the user sees the screen, and its relative standard error.
  package var measured: Size?
  package var uncertainty: Double?

  /// The keys of the `[[screen]]`, with their values in TOML.
  package var keys: [(key: String, value: String)] {
    var keys = [(key: "orientation", value: "\"\(orientation.rawValue)\"")]
    if let size { keys.append(("size", "[\"\(Self.millimetres(size.width))\", \"\(Self.millimetres(size.height))\"]")) }
    if let x = ranges?.x, let y = ranges?.y {
      keys.append(("range", "{ x = [\(x.first), \(x.last)], y = [\(y.first), \(y.last)] }"))
    }
    if let calibration {
      let numbers = calibration.map { Decimal.plain($0, decimals: 4) }
      keys.append(("calibration", "[\(numbers.joined(separator: ", "))]"))
    }
    return keys
  }

  /// Rounds to 1 % of a small screen's side at most.
  private static func millimetres(_ length: Double) -> String {
    Decimal.plain(length, decimals: length < 100 ? 1 : 0) + "mm"
  }

  /// A sentence on the measured size.
  package var remark: String? {
    guard let measured, let uncertainty else { return nil }
    let size =
      "\(Decimal.plain(measured.width, decimals: 0)) mm × \(Decimal.plain(measured.height, decimals: 0)) mm"
      + " (± \(Decimal.plain(uncertainty * 200, decimals: 1)) %)"
    return self.size == nil
      ? "The picture is \(size), as was known already." : "The picture is \(size)."
  }
}
