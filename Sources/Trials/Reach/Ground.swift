import Gestures
import Screen

/// The places on a screen where the touches of a gesture can land.
struct Ground {
  private let view: View
  private let root: View
  /// The view, as far as it is on the screen, in millimetres.
  let area: Rect
  let screen: Size

  /// How far a finger stays away from a border, in millimetres.
  private static let margin = 1.0
  /// The shares of the view's sides at which fingers land: the middle first, then places that other views rarely cover all.
  private static let shares = [0.5, 0.25, 0.75, 0.1, 0.9]
  private static let mostSpots = 5

  /// `nil` if the view is off, or not on a screen whose size is a guess.
  init?(_ gesture: Scene.Gesture, on stage: Stage) {
    guard let view = gesture.recognizer.view else { return nil }
    let (frame, scene) = (view.convert(view.bounds, to: nil), stage.scene)
    let (left, top) = (max(0, frame.minX), max(0, frame.minY))
    let (width, height) = (min(scene.size.width, frame.maxX) - left, min(scene.size.height, frame.maxY) - top)
    guard width > 0 && height > 0 || stage.isSizeKnown else { return nil }
    (self.view, root, screen) = (view, scene.engine.root, scene.size)
    area = Rect(x: left, y: top, width: max(0, width), height: max(0, height))
    for here in sequence(first: view, next: \.superview) where !here.takesTouches { return nil }
  }

  /// Places in the view for fingers that reach this far to the left and right, and up and down. Places that only views inside the
  /// view can see come last.
  func spots(_ reach: Vector = .zero) -> [Point] {
    let all = Self.shares.flatMap { y in Self.shares.map { x in (x, y) } }
      .sorted { Self.distance($0) < Self.distance($1) }
      .map { place($0.0, $0.1, reach) }
    let own = all.filter { hit($0) === view }
    let inner = all.filter { takes($0) && hit($0) !== view }
    let middle = onScreen(place(0.5, 0.5, reach), Vector(x: 0.5, y: 0.5))
    return Array((own + inner + [middle]).prefix(Self.mostSpots))
  }

  private static func distance(_ shares: (Double, Double)) -> Double {
    abs(shares.0 - 0.5) + abs(shares.1 - 0.5)
  }

  private func place(_ x: Double, _ y: Double, _ reach: Vector) -> Point {
    func at(_ share: Double, _ start: Double, _ extent: Double, _ reach: Double) -> Double {
      let free = extent - 2 * reach - 2 * Self.margin
      return free < 0 ? start + extent / 2 : start + Self.margin + reach + share * free
    }
    return Point(
      x: at(x, area.origin.x, area.size.width, reach.x), y: at(y, area.origin.y, area.size.height, reach.y))
  }

  /// Returns the nearest middle of fingers that reach this far and are on the screen, if there is room for them.
  func onScreen(_ middle: Point, _ reach: Vector) -> Point {
    func clamped(_ place: Double, _ extent: Double, _ reach: Double) -> Double {
      min(max(place, reach), max(reach, extent - reach))
    }
    return Point(x: clamped(middle.x, screen.width, reach.x), y: clamped(middle.y, screen.height, reach.y))
  }

  private func hit(_ point: Point) -> View? { root.hitTest(point) }

  /// Whether a touch here is one of the view.
  func takes(_ point: Point) -> Bool {
    guard let hit = hit(point) else { return false }
    return sequence(first: hit, next: \.superview).contains { $0 === view }
  }

  /// Returns where a path begins whose middle is a place, or as far back in the view as there is room.
  func start(of middle: Point, _ unit: Vector, _ length: Double, _ reach: Vector) -> Point {
    let room = min(
      Self.room(middle.x - area.origin.x, area.size.width, -unit.x, reach.x),
      Self.room(middle.y - area.origin.y, area.size.height, -unit.y, reach.y))
    return middle - unit * min(length / 2, max(0, room))
  }

  /// Returns the end of a path, which stays on the screen.
  func end(of start: Point, _ unit: Vector, _ length: Double, _ reach: Vector) -> Point {
    let room = min(
      Self.room(start.x, screen.width, unit.x, reach.x), Self.room(start.y, screen.height, unit.y, reach.y))
    return start + unit * min(length, max(0, room))
  }

  private static func room(_ place: Double, _ extent: Double, _ step: Double, _ reach: Double) -> Double {
    if abs(step) < 1e-9 { return .infinity }
    return ((step > 0 ? extent - place : place) - reach - margin / 2) / abs(step)
  }

  /// Places on the rim of the view.
  func rim(_ places: RimPlaces) -> [Point] {
    let size = view.bounds.size
    var found: [Point] = []
    for share in [0.5, 0.2, 0.8] {
      for segment in places.segments {
        let extent = segment.edge.isUpright ? size.height : size.width
        let end = min(extent, segment.range.upperBound)
        let along = segment.range.lowerBound + share * (end - segment.range.lowerBound)
        found.append(segment.edge.place(along, inwards: min(2, places.edgeWidth / 2), in: size))
      }
    }
    let inset = places.cornerSize * 0.4
    for corner in places.corners.sorted(by: { $0.rawValue < $1.rawValue }) {
      let isLeft = corner == .topLeft || corner == .bottomLeft
      let isTop = corner == .topLeft || corner == .topRight
      found.append(Point(x: isLeft ? inset : size.width - inset, y: isTop ? inset : size.height - inset))
    }
    let onScreen = found.map { view.convertToScreen($0) }
    let taken = onScreen.filter(takes)
    return taken.isEmpty ? onScreen : taken
  }
}

extension View {
  fileprivate var takesTouches: Bool { isUserInteractionEnabled && !isHidden && alpha > 0.01 }
}
