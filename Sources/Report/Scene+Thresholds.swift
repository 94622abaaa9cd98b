import Configuration
import Gestures
import Screen

/// The limits that gestures set for one finger, in ascending order.
extension Scene {
  /// Distances from the landing, in millimetres.
  var distanceThresholds: [ReplayReport.Threshold] { thresholds { $0.distanceThreshold } }

  /// Speeds, in millimetres per second.
  var speedThresholds: [ReplayReport.Threshold] {
    thresholds { ($0 as? SwipeGestureRecognizer).flatMap { $0.minimumVelocity > 0 ? $0.minimumVelocity : nil } }
  }

  /// Forces, in percent of the panel's range.
  var forceThresholds: [ReplayReport.Threshold] {
    thresholds { ($0 as? LongPressGestureRecognizer)?.minimumForce.map { $0 * 100 } }
  }

  private func thresholds(_ limit: (GestureRecognizer) -> Double?) -> [ReplayReport.Threshold] {
    var found: [Double: [String]] = [:]
    for gesture in gestures {
      guard let limit = limit(gesture.recognizer) else { continue }
      let name = gesture.settings.name
      if !found[limit, default: []].contains(name) { found[limit, default: []].append(name) }
    }
    return found.sorted { $0.key < $1.key }.map { ReplayReport.Threshold(gestures: $0.value, value: $0.key) }
  }
}

extension GestureRecognizer {
  /// The recognizer's limit for a finger's distance from its landing; `nil` if it has no such limit.
  fileprivate var distanceThreshold: Double? {
    let distance: Double? =
      switch self {
      case let tap as TapGestureRecognizer: tap.allowableMovement
      case let press as LongPressGestureRecognizer: press.allowableMovement
      case let pan as PanGestureRecognizer: pan.slop
      case let swipe as SwipeGestureRecognizer: swipe.minimumDistance
      default: nil
      }
    return distance.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
  }
}
