import Configuration
import Gestures
import Pages

/// The sign of a gesture: 64 units wide and high around the origin.
///
/// A filled dot is a finger, a hollow one is a finger that rests, an arrow a movement, a ring a contact that lasts.
package struct Pictogram: Sendable {
  package let words: String
  private let shapes: [Shape]

  private enum Shape: Sendable {
    case dot(Double, Double, Double)
    case ring(Double, Double, Double)
    case line(String)
    case thick(String)
    case faint(String)
    case text(Double, Double, String)
  }

  /// - Parameter words: what the gesture's hand does.
  package init(_ settings: GestureSettings, words: String) {
    self.words = words
    var drawing = Drawing()
    drawing.draw(settings.kind)
    if settings.held > 0 { drawing.rest(settings.held) }
    if let places = settings.startsAt { drawing.mark(places) }
    shapes = drawing.shapes
  }

  /// The sign of what happens besides gestures: a clock, sheets, a display that lights up, a wall before applications.
  init(_ sign: Overview.ShownState.Sign, words: String) {
    self.words = words
    switch sign {
    case .idle(let time): shapes = [.ring(0, -8, 17), .line("M0,-19 L0,-8 L8,-3"), .text(0, 27, time)]
    case .mode: shapes = [.faint(Drawing.box(-20, -20, 30, 30)), .line(Drawing.box(-10, -10, 30, 30))]
    case .wake:
      shapes = [
        .line(Drawing.box(-20, -8, 40, 28)), .dot(0, 6, 6), .line("M0,-14 L0,-24 M-16,-15 L-22,-23 M16,-15 L22,-23"),
      ]
    case .interception: shapes = [.dot(-17, 0, 6), .thick("M0,-22 L0,22"), .faint(Drawing.box(11, -14, 18, 28))]
    }
  }

  /// Writes it as an element of SVG, `side` units wide and high, with its words as the text for those who don't see it.
  package func write(side: Double, x: Double = 0, y: Double = 0, to page: inout Markup) {
    page.element(
      "svg",
      [
        "class": "pictogram", "role": "img", "aria-label": words, "viewBox": "-32 -32 64 64", "x": compact(x),
        "y": compact(y), "width": compact(side), "height": compact(side),
      ]
    ) { page in
      page.element("title", words)
      for shape in shapes { write(shape, to: &page) }
    }
  }

  private func write(_ shape: Shape, to page: inout Markup) {
    switch shape {
    case .dot(let x, let y, let r):
      page.empty("circle", ["class": "p-dot", "cx": compact(x), "cy": compact(y), "r": compact(r)])
    case .ring(let x, let y, let r):
      page.empty("circle", ["class": "p-line", "cx": compact(x), "cy": compact(y), "r": compact(r)])
    case .line(let path): page.empty("path", ["class": "p-line", "d": path])
    case .thick(let path): page.empty("path", ["class": "p-thick", "d": path])
    case .faint(let path): page.empty("path", ["class": "p-faint", "d": path])
    case .text(let x, let y, let text):
      page.element("text", ["class": "p-text", "x": compact(x), "y": compact(y), "text-anchor": "middle"], text)
    }
  }

  private struct Drawing {
    var shapes: [Shape] = []
    private static let left = Vector(x: -1, y: 0)
    private static let right = Vector(x: 1, y: 0)
    private static let up = Vector(x: 0, y: -1)
    private static let down = Vector(x: 0, y: 1)

    mutating func draw(_ kind: GestureKind) {
      switch kind {
      case .tap(let tap):
        for x in fingers(tap.fingers.least, apart: 16) {
          dot(x, 0)
          // What spreads around a landing: two arcs above it and two below.
          for side in [-1, 1] {
            shapes.append(
              .line("M\(compact(x - 6.5)),\(9 * side) A11,11 0 0 \(side < 0 ? 1 : 0) \(compact(x + 6.5)),\(9 * side)"))
          }
        }
        many(tap.fingers)
        if tap.taps > 1 { shapes.append(.text(0, 27, "\(tap.taps)×")) }
      case .longPress(let press):
        for x in fingers(press.fingers.least, apart: 17) {
          dot(x, -4)
          shapes.append(.ring(x, -4, press.fingers.least > 2 ? 7.5 : 11))
        }
        many(press.fingers)
        if press.force != nil {
          shapes.append(.line(arrow(from: Point(x: 0, y: -31), to: Point(x: 0, y: -18))))
        } else {
          let taps = press.taps > 0 ? "\(press.taps)× + " : ""
          shapes.append(.text(0, 27, "\(taps)\(compact(press.minDuration / .seconds(1), decimals: 2)) s"))
        }
      case .pan(let pan): draw(pan)
      case .swipe(let swipe): draw(swipe)
      case .edgePan(let pan): draw(pan)
      case .pinch(let settings): pinch(settings.fingers ?? 2, settings.directions)
      case .rotation(let rotation): draw(rotation)
      case .transform(let transform): draw(transform)
      case .tickle(let tickle):
        // The strokes go to and fro, from the lower left corner upwards.
        let strokes = max(2, min(5, tickle.tickles)), step = 34 / Double(strokes)
        var places = (0...strokes).map { Point(x: $0.isMultiple(of: 2) ? -22 : 22, y: 14 - Double($0) * step) }
        dot(places[0].x, places[0].y)
        let last = places.removeLast()
        var line = Polyline()
        for place in places { line.add(place.x, place.y) }
        shapes += [.line(line.text), .line(arrow(from: places[places.count - 1], to: last))]
        shapes.append(.text(0, 29, "\(tickle.tickles)×"))
      case .stroke(let stroke): draw(stroke)
      case .sequence(let sequence): draw(sequence)
      case .press(let press):
        shapes += [.line(Self.box(-20, -18, 40, 28)), .line(Self.box(-14, -13, 28, 16))]
        shapes.append(.line(arrow(from: Point(x: 0, y: -31), to: Point(x: 0, y: -8))))
        let count = press.count > 1 ? "\(press.count)× " : ""
        let hold = press.hold.map { $0 > .zero ? "\(compact($0 / .seconds(1), decimals: 2)) s" : "" } ?? ""
        if !(count + hold).isEmpty { shapes.append(.text(0, 27, count + hold)) }
      case .remote:
        shapes += [.line(Self.box(-9, -4, 18, 34)), .ring(0, 5, 3)]
        shapes += [.line("M-8,-10 A11,11 0 0 1 8,-10"), .line("M-14,-16 A20,20 0 0 1 14,-16"), .dot(0, 15, 2)]
      case .switch:
        shapes += [.line("M-10,-11 L10,-11 A11,11 0 0 1 10,11 L-10,11 A11,11 0 0 1 -10,-11 Z"), .dot(10, 0, 7)]
      case .shake:
        shapes += [.line(Self.box(-9, -17, 18, 34))]
        shapes += [.line("M-16,-10 L-21,-3 L-16,3 L-21,10"), .line("M16,-10 L21,-3 L16,3 L21,10")]
      case .knock(let knock):
        shapes += [.line(Self.box(-20, -2, 40, 20)), .dot(0, -6, 5)]
        shapes += [.line("M-12,-14 A16,16 0 0 1 12,-14"), .text(0, 30, "\(knock.count)×")]
      case .turn:
        shapes += [.line(Self.box(-9, -15, 18, 30))]
        shapes.append(.line("M-22,-9 A23,23 0 0 1 20,-12 M13,-12 L20,-12 L20,-19"))
      }
    }

    /// The fingers that rest while others move.
    mutating func rest(_ count: Int) {
      for index in 0..<min(count, 3) { shapes.append(.ring(-26 + Double(index) * 12, -26, 4.5)) }
      shapes.append(.text(-26 + Double(min(count, 3)) * 12 + 8, -22, "rest"))
    }

    /// A small view in the lower right corner, with the places at which fingers land.
    mutating func mark(_ places: PlaceSettings) {
      let (left, top, right, bottom) = (11.0, 18.0, 31.0, 31.0)
      shapes.append(.faint(Self.box(left, top, right - left, bottom - top)))
      for corner in RimPlaces.Corner.allCases where places.corners.contains(corner) {
        let x = corner == .topLeft || corner == .bottomLeft ? left + 2 : right - 2
        let y = corner == .topLeft || corner == .topRight ? top + 2 : bottom - 2
        shapes.append(.dot(x, y, 3.5))
      }
      for edge in Set(places.segments.map(\.edge)).sorted(by: { $0.rawValue < $1.rawValue }) {
        switch edge {
        case .left: shapes.append(.thick("M\(compact(left)),\(compact(top)) V\(compact(bottom))"))
        case .right: shapes.append(.thick("M\(compact(right)),\(compact(top)) V\(compact(bottom))"))
        case .top: shapes.append(.thick("M\(compact(left)),\(compact(top)) H\(compact(right))"))
        case .bottom: shapes.append(.thick("M\(compact(left)),\(compact(bottom)) H\(compact(right))"))
        }
      }
    }

    // MARK: Movements

    private mutating func draw(_ pan: PanSettings) {
      let across = pan.axis == .vertical
      for offset in fingers(pan.fingers.least, apart: 15) {
        let place = across ? Point(x: offset, y: 0) : Point(x: 0, y: offset)
        dot(place.x, place.y)
        let ways: [Vector] = pan.axis == .vertical ? [Self.up, Self.down] : [Self.left, Self.right]
        for way in ways where pan.axis != .any || pan.fingers.least > 1 {
          shapes.append(.line(arrow(from: place + way * 7, to: place + way * 25)))
        }
      }
      if pan.axis == .any, pan.fingers.least == 1 {
        for way in [Self.left, Self.right, Self.up, Self.down] {
          shapes.append(.line(arrow(from: Point.zero + way * 8, to: Point.zero + way * 25)))
        }
      }
      many(pan.fingers.least)
      if pan.fingers.most == nil { shapes.append(.text(25, 28, "\(pan.fingers.least)+")) }
    }

    private mutating func draw(_ swipe: SwipeSettings) {
      if !swipe.path.isEmpty { return drawLegs(of: swipe) }
      let directions = swipe.directions.sorted { $0.angle < $1.angle }
      if directions.count == 1, let way = directions.first?.unit {
        let beside = Vector(x: -way.y, y: way.x)
        for offset in fingers(swipe.fingers.least, apart: 14) {
          let start = Point.zero + way * -20 + beside * offset
          dot(start.x, start.y)
          shapes.append(.line(arrow(from: start + way * 7, to: start + way * 42)))
        }
      } else {
        for offset in fingers(swipe.fingers.least, apart: swipe.fingers.least > 2 ? 8 : 10) {
          shapes.append(.dot(offset, 0, swipe.fingers.least > 1 ? 4 : 5))
        }
        let gap = swipe.fingers.least > 1 ? 13.0 : 9
        for way in directions {
          let least = way.unit.y.magnitude > 0.5 ? 9 : gap + Double(max(0, swipe.fingers.least - 2)) * 4
          shapes.append(.line(arrow(from: Point.zero + way.unit * least, to: Point.zero + way.unit * 29)))
        }
      }
      many(swipe.fingers)
    }

    /// Draws the legs of a path one after the other, with an arrow at the last one.
    private mutating func drawLegs(of swipe: SwipeSettings) {
      var corners = [Point.zero]
      for direction in swipe.path { corners.append(corners[corners.count - 1] + direction.unit) }
      let (xs, ys) = (corners.map { $0.x }, corners.map { $0.y })
      let (left, right, top, bottom) = (xs.min() ?? 0, xs.max() ?? 0, ys.min() ?? 0, ys.max() ?? 0)
      let scale = 44 / max(right - left, bottom - top, 1)
      let places = corners.map { Point(x: ($0.x - (left + right) / 2) * scale, y: ($0.y - (top + bottom) / 2) * scale) }
      dot(places[0].x, places[0].y)
      for (start, end) in zip(places, places.dropFirst()).dropLast() {
        shapes.append(.line("M\(text(start)) L\(text(end))"))
      }
      shapes.append(.line(arrow(from: places[places.count - 2], to: places[places.count - 1])))
      many(swipe.fingers)
    }

    private mutating func draw(_ pan: EdgePanSettings) {
      shapes.append(.faint(Self.box(-30, -30, 60, 60)))
      let edges = ScreenEdge.allCases.filter(pan.edges.contains)
      for edge in edges {
        let way = edge.inwards
        let beside = Vector(x: way.y, y: way.x)
        let middle = Point.zero + way * -30
        shapes.append(.thick("M\(text(middle + beside * -26)) L\(text(middle + beside * 26))"))
        for offset in fingers(pan.fingers, apart: edges.count > 2 ? 9 : 14) {
          let start = middle + way * 5 + beside * offset
          shapes.append(.dot(start.x, start.y, edges.count > 2 ? 3.5 : 4.5))
          shapes.append(.line(arrow(from: start + way * 6, to: start + way * (edges.count > 1 ? 19 : 38))))
        }
      }
      many(pan.fingers)
    }

    private mutating func pinch(_ fingers: Int, _ directions: Set<PinchGestureRecognizer.Direction>) {
      let isBoth = directions.count == 2
      for way in spokes(fingers) {
        let near = Point.zero + way * 9, far = Point.zero + way * 27
        if isBoth {
          let middle = Point.zero + way * 17
          shapes.append(.dot(middle.x, middle.y, 4.5))
          shapes.append(.line(arrow(from: middle + way * 5, to: middle + way * 14)))
          shapes.append(.line(arrow(from: middle + way * -5, to: middle + way * -14)))
        } else if directions.contains(.out) {
          dot(near.x, near.y)
          shapes.append(.line(arrow(from: near + way * 6, to: far + way * 3)))
        } else {
          dot(far.x, far.y)
          shapes.append(.line(arrow(from: far + way * -6, to: Point.zero + way * 5)))
        }
      }
    }

    private mutating func draw(_ rotation: RotationSettings) {
      for way in spokes(rotation.fingers.least).prefix(max(1, rotation.fingers.least)) {
        let place = Point.zero + way * 20
        dot(place.x, place.y)
        for direction in RotationGestureRecognizer.Direction.allCases where rotation.directions.contains(direction) {
          turn(way, direction == .clockwise ? 1 : -1)
        }
      }
    }

    /// Draws an arc of 40° from a finger on.
    private mutating func turn(_ way: Vector, _ sign: Double) {
      let start = way.turned(sign * 0.42), end = way.turned(sign * 1.0)
      let head = end.turned(sign * -0.30)
      shapes.append(
        .line(
          "M\(text(Point.zero + start * 20)) A20,20 0 0 \(sign > 0 ? 1 : 0) \(text(Point.zero + end * 20)) "
            + "M\(text(Point.zero + head * 26)) L\(text(Point.zero + end * 20)) L\(text(Point.zero + head * 15))"))
    }

    private mutating func draw(_ transform: TransformSettings) {
      pinch(2, [.in, .out])
      for way in spokes(2) { turn(way, 1) }
      many(transform.fingers.least)
    }

    private mutating func draw(_ stroke: StrokeSettings) {
      let drawn = stroke.learned.prefix(4).compactMap { template in template.shapes.first.map { ($0, template) } }
      guard !drawn.isEmpty else {
        dot(-22, 10)
        shapes.append(.line("M-22,10 C-12,-28 0,24 8,-6 S20,-18 24,-8"))
        return
      }
      let isGrid = drawn.count > 1
      for (index, (shape, _)) in drawn.enumerated() {
        let middle =
          isGrid
          ? Point(x: index % 2 == 0 ? -16 : 16, y: drawn.count == 2 ? 0 : index < 2 ? -16 : 16) : Point.zero
        let side = isGrid ? 25.0 : 50
        let points = shape.laidOver(by: shape)
        let (x, y) = (points.map(\.x), points.map(\.y))
        guard let left = x.min(), let right = x.max(), let top = y.min(), let bottom = y.max() else { continue }
        let scale = side / max(right - left, bottom - top, 0.001)
        let placed = points.map {
          Point(x: middle.x + ($0.x - (left + right) / 2) * scale, y: middle.y + ($0.y - (top + bottom) / 2) * scale)
        }
        var line = Polyline()
        for point in placed { line.add(point.x, point.y) }
        shapes.append(shape.strokeCount == 1 ? .line(line.text) : .faint(line.text))
        if let first = placed.first { shapes.append(.dot(first.x, first.y, isGrid ? 3 : 4.5)) }
      }
    }

    private mutating func draw(_ sequence: SequenceSettings) {
      let count = min(sequence.steps.count, 6)
      let perRow = count > 3 ? (count + 1) / 2 : count
      for index in 0..<count {
        let row = index / perRow, column = index % perRow
        let x = (Double(column) - Double(perRow - 1) / 2) * 21
        let y = count > 3 ? (row == 0 ? -14.0 : 14) : 0
        shapes += [.ring(x, y, 8), .text(x, y + 4, "\(index + 1)")]
      }
      if sequence.steps.count > count { shapes.append(.text(0, 31, "…")) }
    }

    // MARK: Parts

    private mutating func dot(_ x: Double, _ y: Double) { shapes.append(.dot(x, y, 5)) }

    /// The places of fingers beside each other; at most four are drawn.
    private func fingers(_ count: Int, apart: Double) -> [Double] {
      let drawn = max(1, min(count, 4))
      let apart = drawn == 4 ? min(apart, 13) : apart
      return (0..<drawn).map { (Double($0) - Double(drawn - 1) / 2) * apart }
    }

    /// A number beside fingers of which only four are drawn.
    private mutating func many(_ count: Int) { if count > 4 { shapes.append(.text(26, -22, "\(count)")) } }

    /// The same of several numbers: the smallest, with a plus.
    private mutating func many(_ counts: TouchCounts) {
      if counts.most == counts.least { many(counts.least) } else { shapes.append(.text(25, -22, "\(counts.least)+")) }
    }

    /// Unit vectors from the middle to fingers.
    private func spokes(_ count: Int) -> [Vector] {
      let count = max(2, min(count, 5))
      return (0..<count).map { Vector(x: 0.7071, y: -0.7071).turned(Double($0) * 2 * .pi / Double(count)) }
    }

    private func arrow(from start: Point, to end: Point) -> String {
      let way = end - start
      let unit = way * (1 / max(way.length, 0.001))
      let side = Vector(x: -unit.y, y: unit.x)
      return
        "M\(text(start)) L\(text(end)) M\(text(end + unit * -6 + side * 5)) L\(text(end)) L\(text(end + unit * -6 + side * -5))"
    }

    private func text(_ point: Point) -> String { "\(compact(point.x)),\(compact(point.y))" }

    static func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> String {
      "M\(compact(x)),\(compact(y)) h\(compact(width)) v\(compact(height)) h\(compact(-width)) Z"
    }
  }
}

extension Vector {
  /// The vector turned clockwise by an angle.
  fileprivate func turned(_ angle: Double) -> Vector {
    let unit = SwipeDirection(angle: angle).unit
    return Vector(x: x * unit.x - y * unit.y, y: x * unit.y + y * unit.x)
  }
}
