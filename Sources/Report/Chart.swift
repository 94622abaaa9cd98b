import JSON

/// Round numbers along an axis.
struct Ticks {
  let values: [Double]
  let decimals: Int

  /// Creates ticks whose step is 1, 2 or 5 times a power of ten, with at most `most` steps from 0 to `end`.
  init(upTo end: Double, most: Int) {
    guard end > 0, end.isFinite, most > 0 else {
      values = [0]
      decimals = 0
      return
    }
    let least = end / Double(most)
    var unit = 1.0, decimals = 0
    while unit * 10 <= least { unit *= 10 }
    while unit > least, decimals < 6 {
      unit /= 10
      decimals += 1
    }
    let factor = [1.0, 2, 5].first { unit * $0 >= least } ?? 10
    let step = unit * factor
    values = (0...Int(end / step + 1e-9)).map { Double($0) * step }
    self.decimals = factor == 10 ? max(0, decimals - 1) : decimals
  }

  func label(_ value: Double) -> String { Decimal.fixed(value, decimals: decimals) }
}

/// Formats a number for an attribute, without digits that make no visible difference.
func compact(_ value: Double, decimals: Int = 2) -> String {
  let text = Decimal.text(value, decimals: decimals)
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// Formats a place along an axis as a percentage of it: the drawing then fits any width while its text keeps its size.
func percent(_ value: Double, of whole: Double) -> String {
  compact(whole > 0 ? max(0, min(1, value / whole)) * 100 : 0, decimals: 3) + "%"
}

func seconds(_ time: Double) -> String { Decimal.fixed(time, decimals: 3) + " s" }

func millimetres(_ length: Double) -> String { Decimal.fixed(length, decimals: 1) + " mm" }

/// A line through points, as text for a path's `d` attribute.
struct Polyline {
  private(set) var text = ""
  private var count = 0

  mutating func add(_ x: Double, _ y: Double, decimals: Int = 1) {
    text += count == 0 ? "M" : count == 1 ? "L" : " "
    text += compact(x, decimals: decimals) + "," + compact(y, decimals: decimals)
    count += 1
  }
}

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
