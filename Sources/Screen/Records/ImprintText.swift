import Gestures
import Text

/// The force and the size of a contact in words.
package enum ImprintText {
  /// Returns words such as `force 42 %, 9.1 × 6.8 mm`; `nil` if the panel measures neither.
  package static func words(_ imprint: Touch.Imprint) -> String? {
    let force = imprint.force.map { "force \(Decimal.fixed($0 * 100, decimals: 0)) %" }
    let parts = [force, size(imprint)].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private static func size(_ imprint: Touch.Imprint) -> String? {
    guard let length = imprint.majorRadius, let width = imprint.minorRadius else { return nil }
    return "\(Decimal.fixed(2 * length, decimals: 1)) × \(Decimal.fixed(2 * width, decimals: 1)) mm"
  }
}
