import Configuration
import Gestures
import Screen
import Text

/// The hands that the keys of a gesture describe, in words, the likeliest first.
///
/// They differ in what the keys leave open: the place in the view, the direction, the length, the time. No hand does what fingers cannot:
/// a tap lasts 45 ms or more, a finger trembles a little, neighbouring fingers are 15 mm apart, and a swipe is not faster than 1.5 m/s.
struct LikelyHands {
  private let gesture: Scene.Gesture
  private let ground: Ground
  private let fingers: Int
  /// The distance of fingers beside each other, in millimetres.
  private let spread: Double

  /// The most hands of a gesture.
  private static let most = 80
  /// The least distance of neighbouring fingers, and other distances, in millimetres.
  private static let leastSpread = 15.0
  private static let spreads = [18.0, 24, 30, 40, leastSpread]
  /// The speeds of a swipe, in millimetres per second; and a speed for those that must be fast.
  private static let speeds = [300.0, 700, 150]
  private static let highSpeed = 1500.0
  /// Longer presses are not made: the hand would take too long.
  private static let longestPress = Duration.seconds(60)

  /// Returns the sentences; `nil`: words cannot describe the gesture's hands.
  static func sentences(of gesture: Scene.Gesture, on ground: Ground) -> [String]? {
    let all = gesture.settings.kind.likelyFingers.flatMap { fingers in
      spreads(of: fingers, gesture.recognizer.landingSpread, on: ground).map { spread in
        LikelyHands(gesture: gesture, ground: ground, fingers: fingers, spread: spread)
      }
    }.map { $0.isDescribable ? $0.movements?.map($0.besideResting) : nil }
    if all.contains(where: { $0 == nil }) { return nil }
    let variants = all.compactMap { $0 }
    var seen: Set<String> = []
    // Each number of fingers and each distance in turn.
    let mixed = (0..<most).flatMap { index in variants.compactMap { $0.indices.contains(index) ? $0[index] : nil } }
    return Array(mixed.filter { seen.insert($0).inserted }.prefix(most))
  }

  /// The distances of neighbours that a gesture allows, or those that a hand can make.
  private static func spreads(of fingers: Int, _ range: ClosedRange<Double>?, on ground: Ground) -> [Double] {
    guard fingers > 1 else { return [spreads[0]] }
    guard let range else { return spreads }
    let gaps = Double(fingers - 1)
    let most = min(0.95 * range.upperBound, ground.screen.width - 2) / gaps
    return spreads.map { max(leastSpread, min(max($0, 1.05 * range.lowerBound / gaps), most)) }
  }

  /// Whether fingers make it, at places that a row of fingers can reach together.
  private var isDescribable: Bool {
    let settings = gesture.settings
    guard settings.tools.contains(.finger) else { return false }
    if settings.startsAt == nil && settings.endsAt == nil { return true }
    switch settings.kind {
    case .pinch, .rotation, .stroke, .tickle: return false
    default: return fingers == 1 || settings.kind.name == .edgePan && settings.endsAt == nil
    }
  }

  private var movements: [String]? {
    switch gesture.recognizer {
    case let tap as TapGestureRecognizer: taps(tap)
    case let press as LongPressGestureRecognizer: presses(press)
    case let pan as ScreenEdgePanGestureRecognizer: edgePans(pan)
    case let pan as PanGestureRecognizer: pans(pan)
    case let swipe as SwipeGestureRecognizer: swipes(swipe)
    case let pinch as PinchGestureRecognizer: pinches(pinch)
    case let rotation as RotationGestureRecognizer: rotations(rotation)
    case let tickle as TickleGestureRecognizer: tickles(tickle)
    case let stroke as StrokeGestureRecognizer: strokes(stroke)
    default: nil
    }
  }

  // MARK: Fingers that stay in place

  private func taps(_ tap: TapGestureRecognizer) -> [String] {
    let count = tap.numberOfTapsRequired > 1 ? " \(tap.numberOfTapsRequired) times" : ""
    let longest = min(0.8 * (tap.maximumDuration?.inMilliseconds ?? 1000), 1000)
    let slowest = min(0.8 * tap.maximumInterval.inMilliseconds, 600)
    let pauses = count.isEmpty ? [0] : [120, 70, slowest].map { max($0, 1.3 * tap.minimumInterval.inMilliseconds) }
    return [80, 45, max(45, longest)].flatMap { time in
      pauses.flatMap { pause in
        rows.map { row in
          let gap = count.isEmpty ? "" : " gap \(number(max(60, pause)))ms"
          return row.all("tap\(count)", "for \(number(time))ms\(gap) \(Self.tremor)")
        }
      }
    }
  }

  private func presses(_ press: LongPressGestureRecognizer) -> [String]? {
    guard press.minimumForce == nil, press.minimumPressDuration < Self.longestPress else { return nil }
    let time = press.minimumPressDuration.inMilliseconds
    let count = press.numberOfTapsRequired
    if count > 0 && gesture.settings.held > 0 { return nil }
    return rows.flatMap { row in
      [100, 300].map { more in
        let hold = row.all("press", "for \(number(time + more))ms\(time < Self.quiet ? " \(Self.tremor)" : "")")
        return count == 0 ? hold : "\(row.all("tap \(count) times", "for 80ms gap 120ms")); pause 120ms; \(hold)"
      }
    }
  }

  private static let tremor = "shaky 0.2mm 5Hz"
  /// A press that takes longer is one of a finger that lies still: most panels report no movement of it. In milliseconds.
  private static let quiet = 2000.0

  // MARK: Fingers that move

  private func pans(_ pan: PanGestureRecognizer) -> [String] {
    let all = [SwipeDirection.right, .left, .down, .up]
    let directions = all.filter {
      pan.axis == .any || ($0.unit.y == 0) == (pan.axis == .horizontal)
    }
    return [max(25, 1.5 * pan.slop + 5), 1.2 * pan.slop + 1].flatMap { length in
      // Long ones are faster, so that they do not take long.
      let speed = max(120, min(length, ground.screen.width) / 1.5)
      if let press = pan.pressBefore {
        return directions.flatMap { direction in
          afterPress(press, "\(direction.name) \(number(length))mm in \(number(1000 * length / speed))ms")
        }
      }
      let rest =
        pan.minimumRestDuration == .zero ? "" : " rest \(number(pan.minimumRestDuration.inMilliseconds + 200))ms"
      return directions.flatMap { paths($0.unit, length) }.map { "pan \($0) at \(number(speed))mm/s\(rest)" }
    }
  }

  /// Fingers that rest, and then go a way without a lift.
  private func afterPress(_ press: Duration, _ way: String) -> [String] {
    rows.map { $0.all("press", "for \(number(press.inMilliseconds + 100))ms then \(way)") }
  }

  private func swipes(_ swipe: SwipeGestureRecognizer) -> [String] {
    if !swipe.path.isEmpty {
      let length = number(max(25, 1.5 * swipe.minimumLegLength))
      let legs = swipe.path.map { "\($0.name) \(length)mm in 200ms" }
      let press = swipe.pressBefore ?? .milliseconds(-60)
      return afterPress(press, legs.joined(separator: " then "))
    }
    if let press = swipe.pressBefore {
      return swipe.direction.sorted { $0.angle < $1.angle }.flatMap { direction in
        let least = swipe.distances[direction]?.lowerBound ?? 8
        return afterPress(press, "\(direction.name) \(number(1.25 * least + 5))mm")
      }
    }
    let directions = swipe.direction.sorted { $0.angle < $1.angle }
    let least = swipe.distances.values.map(\.lowerBound).min() ?? 0
    let asked = max(
      swipe.minimumVelocity, swipe.minimumLiftVelocity, 1000 * least / max(1, swipe.maximumDuration.inMilliseconds))
    return (Self.speeds + (asked > 300 ? [Self.highSpeed] : [])).flatMap { speed in
      directions.flatMap { direction -> [String] in
        let range = swipe.distances[direction] ?? 8...Double.infinity
        let least = range.lowerBound
        let lengths = [max(20, 1.25 * least + 3), 1.02 * least + 0.5, 2 * least + 50]
        return lengths.map { min($0, (range.lowerBound + range.upperBound) / 2) }.flatMap { length in
          paths(direction.unit, length).prefix(2).map {
            "swipe \($0) at \(number(speed))mm/s \(Self.tremor)"
          }
        }
      }
    }
  }

  private func edgePans(_ pan: ScreenEdgePanGestureRecognizer) -> [String] {
    let edges = pan.edges.sorted { $0.rawValue < $1.rawValue }
    return [max(30, 1.5 * pan.slop + 8), 1.5 * pan.slop + 2].flatMap { length in
      edges.flatMap { edge -> [String] in
        let starts = entries(over: edge)
        if gesture.settings.endsAt != nil {
          return starts.flatMap { paths(edge.inwards, length, from: [$0]) }.map { "pan \($0) in 250ms" }
        }
        let depth = min(length, (edge.isUpright ? ground.screen.width : ground.screen.height) - 1)
        return starts.map {
          let along = edge.isUpright ? $0.y : $0.x
          let rest =
            pan.minimumRestDuration == .zero ? "" : " rest \(number(pan.minimumRestDuration.inMilliseconds + 200))ms"
          return "edge-pan from \(edge.rawValue) \(number(depth))mm\(withFingers) at \(number(along))mm\(rest)"
        }
      }
    }
  }

  /// The places where a finger enters the screen over an edge, beside the view.
  private func entries(over edge: ScreenEdge) -> [Point] {
    let places = gesture.recognizer.startingPlaces.map(ground.rim) ?? ground.spots()
    return places.map { edge.place(edge.isUpright ? $0.y : $0.x, inwards: 0.5, in: ground.screen) }
  }

  /// Paths in a direction, from where the gesture begins to where it ends.
  private func paths(_ unit: Vector, _ length: Double, from starts: [Point]? = nil) -> [String] {
    let begins = starts ?? gesture.recognizer.startingPlaces.map(ground.rim)
    let ends = gesture.recognizer.endingPlaces.map(ground.rim) ?? []
    let from = begins ?? ground.spots(reach).map { ground.start(of: $0, unit, length, reach) }
    var lines = (from + (begins == nil ? ends.map { $0 - unit * length }.filter(ground.takes) : [])).flatMap { start in
      ends.filter { Self.leads(start, $0, unit, length) }.map { (start, $0) }
    }
    if lines.isEmpty { lines = from.map { ($0, ground.end(of: $0, unit, length, reach)) } }
    return lines.map { "from \(text($0.0)) to \(text($0.1))\(withFingers)" }
  }

  /// Whether a path goes far enough, in about this direction.
  private static func leads(_ start: Point, _ end: Point, _ unit: Vector, _ length: Double) -> Bool {
    let way = end - start
    let along = way.x * unit.x + way.y * unit.y
    return way.length >= 0.8 * length && along > 0.95 * way.length
  }

  private func tickles(_ tickle: TickleGestureRecognizer) -> [String] {
    let length = min(1.2 * tickle.strokeDistance + 1, ground.screen.width - 1)
    let count = tickle.numberOfStrokesRequired + 1
    return [0.2, 0.1, 0.4].flatMap { time in
      ground.spots(Vector(x: length / 2, y: 0)).map { spot in
        "tickle \(number(length))mm \(count) times at \(text(spot)) in \(number(1000 * time * Double(count)))ms"
      }
    }
  }

  private func strokes(_ stroke: StrokeGestureRecognizer) -> [String]? {
    guard !stroke.templates.isEmpty, stroke.numberOfTouchesRequired == 1, stroke.maximumOffset == .infinity else {
      return nil
    }
    return stroke.templates.prefix(4).flatMap { template -> [String] in
      let own = template.shapes[0].size
      let sizes = stroke.maximumScale < .infinity ? [own] : [50, 30, 1.2 * stroke.minimumSize, own]
      return sizes.flatMap { size in
        ground.spots(Vector(x: size / 2, y: size / 2)).prefix(2).map { spot in
          "stroke \(template.name) \(number(size))mm at \(text(spot))"
        }
      }
    }
  }

  // MARK: Fingers around a middle

  private func pinches(_ pinch: PinchGestureRecognizer) -> [String]? {
    let most = max(1.5 * pinch.slop, 10)
    return circles(out: pinch.direction.contains(.out) ? most : nil, in: pinch.direction.contains(.in) ? most : nil)?
      .map { spot, first, last in
        "pinch to \(number(last / first, decimals: 3))x\(withCircle) at \(text(spot)) spread \(number(first))mm"
      }
  }

  private func rotations(_ rotation: RotationGestureRecognizer) -> [String]? {
    let angle = min(350, max(30, 1.5 * rotation.slop * 180 / .pi))
    if rotation.numberOfTouchesRequired == 1 {
      // Around the middle of the view.
      let sides = ground.area.size
      let middle = ground.area.origin + Vector(x: sides.width / 2, y: sides.height / 2)
      return rotation.direction.sorted { $0.rawValue < $1.rawValue }.map {
        "rotate \(number(angle))deg \($0.rawValue) with 1 finger at \(text(middle)) spread "
          + "\(number(0.7 * min(sides.width, sides.height)))mm"
      }
    }
    return circles(out: 0, in: nil)?.flatMap { spot, first, _ in
      rotation.direction.sorted { $0.rawValue < $1.rawValue }.map {
        "rotate \(number(angle))deg \($0.rawValue)\(withCircle) at \(text(spot)) spread \(number(first))mm"
      }
    }
  }

  /// The middles of circles of fingers, and their diameters before and after. `nil`: a narrow view may have room for fingers in a row.
  private func circles(out: Double?, in inwards: Double?) -> [(Point, Double, Double)]? {
    let least = Self.leastSpread / sine(ofHalfTurnIn: fingers)
    let sides = [ground.area.width, ground.area.height].sorted()
    if sides[0] < 2 * least && sides[1] > least { return nil }
    // How far fingers reach from the middle, as shares of the diameter; two fingers are on a slope of 35°.
    let reach = fingers == 2 ? Vector(x: 0.41, y: 0.29) : Vector(x: 0.5, y: 0.5)
    let most = min(ground.screen.width / reach.x, ground.screen.height / reach.y) / 2 - 1
    let wide = [inwards.map { $0 + 20 }, gesture.recognizer.landingSpread.map { 1.05 * $0.lowerBound }].compactMap {
      $0
    }
    return ([30, 60, 20, 80, least] + wide).filter { $0 >= least }.flatMap { first -> [(Point, Double, Double)] in
      let lasts = [
        out.map { min(most, first + max(first, $0)) }, inwards.map { max(8, min(first / 2, first - $0)) },
      ]
      return lasts.compactMap { $0 }.flatMap { last in
        ground.spots(reach * first).prefix(3).map {
          (ground.onScreen($0, reach * max(first, last)), first, last)
        }
      }
    }
  }

  /// The chord between neighbours on a circle is this share of its diameter.
  private func sine(ofHalfTurnIn count: Int) -> Double { SwipeDirection(angle: .pi / Double(count)).unit.y }

  private var withCircle: String { fingers == 2 ? "" : " with \(fingers) fingers" }

  // MARK: Rows of fingers

  /// Fingers beside each other, or below each other where the view is too narrow for that.
  private struct Row {
    let places: [String]
    /// What the words say of fingers at one place.
    var fingers = ""

    /// Says of all fingers what they do.
    func all(_ verb: String, _ how: String) -> String {
      places.map { "\(verb)\(fingers) at \($0) \(how)" }.joined(separator: " and ")
    }
  }

  private var rows: [Row] {
    if let places = gesture.recognizer.startingPlaces {
      return ground.rim(places).map { Row(places: [text($0)]) }
    }
    if 2 * reach.x > ground.area.width && ground.area.height > ground.area.width && gesture.settings.held == 0 {
      return ground.spots(Vector(x: 0, y: reach.x)).map(column)
    }
    return ground.spots(reach).map { Row(places: [text($0)], fingers: withFingers) }
  }

  private func column(around middle: Point) -> Row {
    Row(
      places: (0..<fingers).map { index in
        text(middle + Vector(x: 0, y: (Double(index) - Double(fingers - 1) / 2) * spread))
      })
  }

  private var reach: Vector { Vector(x: spread * Double(fingers - 1) / 2, y: 0) }

  private var withFingers: String { fingers == 1 ? "" : " with \(fingers) fingers spread \(number(spread))mm" }

  // MARK: Resting fingers

  /// Lets other fingers rest while a movement is made.
  private func besideResting(_ movement: String) -> String {
    guard let resting = gesture.recognizer.restingTouches else { return movement }
    let offset: Vector =
      switch resting.side {
      case .left: Vector(x: 1, y: 0)
      case .right: Vector(x: -1, y: 0)
      case .below: Vector(x: 0, y: -1)
      case .above, nil: Vector(x: 0, y: 1)
      }
    let middle = ground.area.origin + Vector(x: ground.area.width / 2, y: ground.area.height / 2)
    let far = offset * (offset.y == 0 ? 0.4 * ground.area.width : 0.4 * ground.area.height)
    return "press with \(resting.count) fingers at \(text(middle + far)) for 4s and \(movement) after 300ms"
  }

  // MARK: Words

  private func text(_ point: Point) -> String { "\(number(point.x)),\(number(point.y))" }

  private func number(_ value: Double, decimals: Int = 1) -> String {
    Decimal.plain(max(0, value), decimals: decimals)
  }
}

extension Duration {
  fileprivate var inMilliseconds: Double { self / .milliseconds(1) }
}

extension GestureKind {
  /// The numbers of fingers that a hand would use.
  fileprivate var likelyFingers: [Int] {
    switch self {
    case .tap(let tap): tap.fingers.likely
    case .longPress(let press): press.fingers.likely
    case .pan(let pan): pan.fingers.likely
    case .transform(let transform): transform.fingers.likely
    case .swipe(let swipe): swipe.fingers.likely
    case .edgePan(let pan): [pan.fingers]
    case .pinch(let pinch): pinch.fingers.map { [$0] } ?? [2, 3]
    case .rotation(let rotation):
      switch rotation.fingers {
      case .any: [2, 3]
      case .oneOrMore: [1]
      case .exactly(let count): [count]
      }
    case .stroke(let stroke): [stroke.fingers]
    default: [1]
    }
  }
}

extension FingerRange {
  fileprivate var likely: [Int] { least < min(10, most ?? 10) ? [least, least + 1] : [least] }
}

extension TouchCounts {
  /// The numbers of a hand, or the smallest one.
  fileprivate var likely: [Int] {
    let counts = (1...10).filter(contains)
    return counts.isEmpty ? [least] : counts
  }
}
