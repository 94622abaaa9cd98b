import Gestures
import Pages
import Screen

/// A screen to scale, with its views, the parts at which gestures begin, and the numbers of the gestures.
struct ScreenMap {
  let screen: Overview.ShownScreen
  /// How many units of the drawing a millimetre is.
  let scale: Double
  /// The places of gestures to link to; without it the numbers are not links.
  var anchor: ((Int, Int) -> String)?

  /// The scale at which a screen fits into a box.
  static func scale(_ size: Size, into width: Double, _ height: Double) -> Double {
    min(width / size.width, height / size.height)
  }

  var width: Double { screen.size.width * scale }
  var height: Double { screen.size.height * scale }

  var words: String {
    "The screen “\(screen.name)” to scale, \(screen.sizeWords), with "
      + (screen.views.isEmpty ? "no views" : screen.views.count == 1 ? "one view" : "\(screen.views.count) views")
  }

  /// Writes the drawing, whose upper left corner is at the origin.
  func write(to page: inout Markup) {
    page.empty("rect", ["class": "m-screen", "width": compact(width), "height": compact(height), "rx": "5"])
    for (index, view) in screen.views.enumerated() { write(view, index, to: &page) }
    for gesture in screen.groups.flatMap(\.gestures) {
      for area in gesture.zone.areas { write(area, of: gesture, to: &page) }
    }
    writeNumbers(to: &page)
  }

  private func write(_ view: Scene.PlacedView, _ index: Int, to page: inout Markup) {
    let frame = scaled(view.frame)
    page.element("g") { page in
      page.element("title", "view \(view.name), \(Phrases.size(view.frame.size))\(view.isOn ? "" : ", off at first")")
      page.rect("m-view \(Self.colour(index))\(view.isOn ? "" : " off")", frame, radius: "3")
      let room = Double(view.name.count) * 7 + 12
      if frame.size.width > room, frame.size.height > 20 {
        page.line(view.name, "m-name", x: frame.origin.x + 7, y: frame.origin.y + 15)
      }
    }
  }

  private func write(_ area: Rect, of gesture: Overview.ShownGesture, to page: inout Markup) {
    page.element("g") { page in
      page.element("title", "\(gesture.name): \(gesture.sentence)")
      page.rect("m-zone", scaled(area, least: 3), radius: "2")
    }
  }

  /// Writes the numbers of the gestures where they begin. Numbers that would overlap others are moved, or left out if there
  /// is no room.
  private func writeNumbers(to page: inout Markup) {
    var taken: [Point] = []
    for (index, group) in screen.groups.enumerated() {
      let frame = scaled(group.frame)
      for gesture in group.gestures where gesture.kind != "sequence" {
        let wishes = gesture.zone.areas.map { scaled($0) }.map { badge(in: $0, of: frame) }
        // Views have their numbers below their names; the screen, whose middle is seldom a view's beginning, has them there.
        let free =
          group.isWholeScreen
          ? Point(x: frame.size.width / 2, y: frame.size.height / 2)
          : Point(x: frame.origin.x + 16, y: frame.origin.y + min(34, frame.size.height / 2 + 6))
        for wish in wishes.isEmpty ? [free] : wishes {
          guard let place = room(for: wish, in: frame, taken) else { continue }
          taken.append(place)
          write(gesture, group, index, at: place, to: &page)
        }
      }
    }
  }

  private func write(
    _ gesture: Overview.ShownGesture, _ group: Overview.Group, _ index: Int, at place: Point, to page: inout Markup
  ) {
    let colour = group.number.map(Self.colour) ?? "whole"
    func badge(_ page: inout Markup) {
      page.element("g") { page in
        page.element("title", "\(gesture.name): \(gesture.sentence)")
        page.badge(gesture.number, colour, at: place)
      }
    }
    if let anchor {
      page.element(
        "a", ["href": "#\(anchor(index, gesture.number))", "aria-label": "\(gesture.number), \(gesture.name)"], badge)
    } else {
      badge(&page)
    }
  }

  /// A place for a number in an area: its middle, or beside it if it is narrow.
  private func badge(in area: Rect, of view: Rect) -> Point {
    var x = area.origin.x + area.size.width / 2, y = area.origin.y + area.size.height / 2
    if area.size.width < 24 {
      let isLeft = x < view.origin.x + view.size.width / 2
      x = isLeft ? area.origin.x + area.size.width + 13 : area.origin.x - 13
    }
    if area.size.height < 24 {
      let isUpper = y < view.origin.y + view.size.height / 2
      y = isUpper ? area.origin.y + area.size.height + 13 : area.origin.y - 13
    }
    return Point(x: x, y: y)
  }

  private func room(for wish: Point, in frame: Rect, _ taken: [Point]) -> Point? {
    guard frame.size.width >= 24, frame.size.height >= 22 else { return nil }
    let isFree = { (point: Point) in taken.allSatisfy { $0.distance(to: point) >= 22 } }
    if isFree(wish) { return wish }
    // Along the row first, then in the rows below.
    for row in 0..<8 {
      for column in 0..<16 {
        for side in [1.0, -1] {
          let point = Point(x: wish.x + side * Double(column) * 23, y: wish.y + Double(row) * 23)
          if point.x > frame.origin.x + 11, point.x < frame.origin.x + frame.size.width - 11,
            point.y < frame.origin.y + frame.size.height - 11, isFree(point)
          {
            return point
          }
        }
      }
    }
    return nil
  }

  private func scaled(_ rect: Rect, least: Double = 0) -> Rect {
    Rect(
      x: rect.origin.x * scale, y: rect.origin.y * scale, width: max(least, rect.size.width * scale),
      height: max(least, rect.size.height * scale))
  }

  /// The style class of a view's colour.
  static func colour(_ number: Int) -> String { "finger-\(number % Palette.fingers)" }
}
