import Gestures
import Pages

extension Markup {
  mutating func rect(_ style: String, _ frame: Rect, radius: String) {
    empty(
      "rect",
      [
        "class": style, "x": compact(frame.origin.x), "y": compact(frame.origin.y), "width": compact(frame.size.width),
        "height": compact(frame.size.height), "rx": radius,
      ])
  }

  mutating func line(_ text: String, _ style: String, x: Double, y: Double) {
    element("text", ["class": style, "x": compact(x), "y": compact(y)], text)
  }

  /// Writes the number of a gesture in a circle.
  mutating func badge(_ number: Int, _ colour: String, at place: Point) {
    empty("circle", ["class": "m-badge \(colour)", "cx": compact(place.x), "cy": compact(place.y), "r": "10"])
    element(
      "text", ["class": "m-number", "x": compact(place.x), "y": compact(place.y + 4), "text-anchor": "middle"],
      "\(number)")
  }
}
