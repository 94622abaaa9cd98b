import Configuration
import Gestures
import Screen

extension Scene {
  /// Returns the limits that gestures set for one finger's distance from its landing, in millimetres, and for its speed, in
  /// millimetres per second, in ascending order.
  func thresholds() -> (distances: [ReplayReport.Threshold], speeds: [ReplayReport.Threshold]) {
    var distances: [Double: [String]] = [:]
    var speeds: [Double: [String]] = [:]
    for gesture in gestures {
      let name = gesture.settings.name
      if let distance = gesture.recognizer.distanceThreshold, !distances[distance, default: []].contains(name) {
        distances[distance, default: []].append(name)
      }
      if let swipe = gesture.recognizer as? SwipeGestureRecognizer, swipe.minimumVelocity > 0,
        !speeds[swipe.minimumVelocity, default: []].contains(name)
      {
        speeds[swipe.minimumVelocity, default: []].append(name)
      }
    }
    return (sorted(distances), sorted(speeds))
  }

  /// Returns the forces that gestures ask for, in percent of the panel's range, in ascending order.
  func forceThresholds() -> [ReplayReport.Threshold] {
    var forces: [Double: [String]] = [:]
    for gesture in gestures {
      guard let force = (gesture.recognizer as? LongPressGestureRecognizer)?.minimumForce else { continue }
      let name = gesture.settings.name
      if !forces[force * 100, default: []].contains(name) { forces[force * 100, default: []].append(name) }
    }
    return sorted(forces)
  }

  private func sorted(_ found: [Double: [String]]) -> [ReplayReport.Threshold] {
    found.sorted { $0.key < $1.key }.map { ReplayReport.Threshold(gestures: $0.value, value: $0.key) }
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
