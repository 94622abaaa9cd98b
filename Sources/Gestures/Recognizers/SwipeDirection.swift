/// The direction of a swipe on the screen, as the user sees it: one of eight with names, or any other angle.
public struct SwipeDirection: Hashable, Sendable, CaseIterable {
  /// The angle from `right`, clockwise, in radians: 0 or more and less than 2π.
  public let angle: Double
  /// The unit vector in this direction; y points down.
  package let unit: Vector

  /// Creates a direction from an angle in radians, clockwise from `right`. An angle that is not finite counts as 0.
  public init(angle: Double) {
    let turn = 2 * Vector.pi
    let rest = angle.isFinite ? angle.remainder(dividingBy: turn) : 0
    let positive = rest < 0 ? rest + turn : rest
    if let named = Self.allCases.first(where: { ($0.angle - positive).magnitude < 1e-9 }) {
      self = named
    } else {
      self.init(angle: positive, unit: Vector(angle: rest))
    }
  }

  /// Creates the direction with a name, as `name` gives it; `nil` if there is none.
  public init?(name: String) {
    guard let named = zip(Self.allCases, Self.names).first(where: { $1 == name }) else { return nil }
    self = named.0
  }

  private init(angle: Double, unit: Vector) {
    self.angle = angle
    self.unit = unit
  }

  private init(eighths: Int, x: Double, y: Double) {
    let length = Vector(x: x, y: y).length
    self.init(angle: Double(eighths) * Vector.pi / 4, unit: Vector(x: x / length, y: y / length))
  }

  /// Towards the left side.
  public static let left = SwipeDirection(eighths: 4, x: -1, y: 0)
  /// Towards the right side.
  public static let right = SwipeDirection(eighths: 0, x: 1, y: 0)
  /// Towards the top.
  public static let up = SwipeDirection(eighths: 6, x: 0, y: -1)
  /// Towards the bottom.
  public static let down = SwipeDirection(eighths: 2, x: 0, y: 1)
  /// Half way between left and up.
  public static let upLeft = SwipeDirection(eighths: 5, x: -1, y: -1)
  /// Half way between right and up.
  public static let upRight = SwipeDirection(eighths: 7, x: 1, y: -1)
  /// Half way between left and down.
  public static let downLeft = SwipeDirection(eighths: 3, x: -1, y: 1)
  /// Half way between right and down.
  public static let downRight = SwipeDirection(eighths: 1, x: 1, y: 1)

  /// The four directions towards the sides of the screen.
  public static let sides: [SwipeDirection] = [.left, .right, .up, .down]
  /// The eight directions with names: first those towards the sides, then the diagonals.
  public static let allCases: [SwipeDirection] = sides + [.upLeft, .upRight, .downLeft, .downRight]

  private static let names = ["left", "right", "up", "down", "up-left", "up-right", "down-left", "down-right"]

  /// The name, such as `left` or `up-right`; of other directions the angle in degrees, such as `30deg`.
  public var name: String {
    if let index = Self.allCases.firstIndex(of: self) { return Self.names[index] }
    let degrees = (angle * 180 / Vector.pi * 10).rounded() / 10
    return degrees == degrees.rounded() ? "\(Int(degrees))deg" : "\(degrees)deg"
  }
}

/// A set of directions reads like UIKit's option set: `.left`, `[.left, .right]`.
extension Set where Element == SwipeDirection {
  /// Only towards the left side.
  public static var left: Self { [SwipeDirection.left] }
  /// Only towards the right side.
  public static var right: Self { [SwipeDirection.right] }
  /// Only towards the top.
  public static var up: Self { [SwipeDirection.up] }
  /// Only towards the bottom.
  public static var down: Self { [SwipeDirection.down] }
}

extension SwipeDirection: CustomStringConvertible {
  public var description: String { name }
}

#if !hasFeature(Embedded)
  /// As its angle in radians.
  extension SwipeDirection: Codable {
    public init(from decoder: any Decoder) throws {
      self.init(angle: try decoder.singleValueContainer().decode(Double.self))
    }

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(angle)
    }
  }
#endif
