import Gestures
import Pages

extension ReplayReport.TouchPath {
  /// The style sheet's class for the finger's colour.
  var fingerClass: String { "finger-\(finger % Palette.fingers)" }

  var title: String {
    let kind = type == .finger ? "" : " (\(type))"
    let place = points.all[0].place, end = points.all[points.all.count - 1].place
    return "touch \(id)\(kind): \(seconds(start)) to \(seconds(self.end)), from \(compact(place.x, decimals: 1)), "
      + "\(compact(place.y, decimals: 1)) mm to \(compact(end.x, decimals: 1)), \(compact(end.y, decimals: 1)) mm, at most "
      + "\(millimetres(points.greatestDistance)) from its landing" + (isCancelled ? "; cancelled" : "")
  }
}
