/// One finger on the screen, from landing to leaving.
///
/// Its identity, its view and its tap count stay the same all its life; phase, place and time follow the finger.
/// Places are on the screen, in millimetres; ask `location(in:)` for those in a view.
public final class Touch {
  /// Where a touch stands in its life.
  public enum Phase: UInt8, Sendable {
    /// `began`: landed in this frame. `moved`: in this frame. `stationary`: down, and not in this frame. `ended`: lifted.
    /// `cancelled`: taken away, by the panel, by the kernel or by whoever calls the engine.
    case began, moved, stationary, ended, cancelled
  }

  /// What touches the panel, by the kernel's `ABS_MT_TOOL_TYPE`.
  public enum TouchType: UInt8, Sendable, CaseIterable {
    /// Anything that is neither a pen nor a palm counts as a finger. Recognizers take no palms unless told to.
    case finger, pen, palm
  }

  /// Some of the types.
  public struct TouchTypes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Just this one.
    public init(_ type: TouchType) { rawValue = 1 << type.rawValue }

    /// Anything that is neither a pen nor a palm.
    public static let finger = TouchTypes(.finger)
    /// A stylus.
    public static let pen = TouchTypes(.pen)
    /// A resting hand, where the panel tells it apart.
    public static let palm = TouchTypes(.palm)
  }

  // Here and in the recognizers and the engine the variables that a moving finger changes are exempt from the run-time check
  // of exclusive access, which was half of a frame's cost. It could find nothing: all belong to the one queue that calls the
  // engine, and every access is a load, a store, or a collection's own operation that calls nothing but `===` and `phase`. The
  // values that are changed in place (`LiveTouches`, `Listeners`, an `Attempt`) call no code outside this module.

  /// Names the touch; never given to another one of the same engine.
  public let id: UInt64
  /// What it was when it landed.
  public let type: TouchType
  /// In this frame.
  @exclusivity(unchecked) public internal(set) var phase = Phase.began
  /// When the touch last changed.
  @exclusivity(unchecked) public internal(set) var timestamp: Timestamp
  /// How many taps in a row end with this touch, itself counted: 1 for a finger that lands alone (TAP-12).
  public let tapCount: Int
  /// The view under the finger when it landed. Moving out of it changes nothing (RS-6).
  public private(set) weak var view: View?
  /// On the screen, in millimetres.
  @exclusivity(unchecked) public internal(set) var location: Point
  /// Before the last movement; where it landed, before the first one.
  @exclusivity(unchecked) public internal(set) var previousLocation: Point
  /// Where the finger landed.
  public let initialLocation: Point
  /// When the finger landed.
  public let initialTimestamp: Timestamp
  /// The recognizers that work on this touch.
  @exclusivity(unchecked) public internal(set) var gestureRecognizers: [GestureRecognizer] = []

  /// Its place in the recognizers' masks while it is down.
  @exclusivity(unchecked) var bit: UInt64 = 0
  @exclusivity(unchecked) var velocityTracker = VelocityTracker()
  @exclusivity(unchecked) var delivery = Delivery()

  /// - Parameter isSample: whether the panel reported the place, and not something on the way (VEL-2).
  init(id: UInt64, type: TouchType, location: Point, isSample: Bool, at time: Timestamp, view: View?, tapCount: Int) {
    self.id = id
    self.type = type
    timestamp = time
    initialTimestamp = time
    self.location = location
    previousLocation = location
    initialLocation = location
    self.tapCount = tapCount
    self.view = view
    if isSample { velocityTracker.add(location, at: time) }
  }

  /// What of the touch has reached its view, and what is held back (DL).
  struct Delivery {
    enum Stage {
      /// Nothing has reached the view.
      case fresh
      /// `began` has.
      case begun
      /// `ended` or `cancelled` has, or a recognizer took the touch: the view hears no more of it.
      case over
    }

    var stage = Stage.fresh
    /// The phases that wait for a recognizer's decision, in order (DL-4).
    var withheld: [Moment] = []
    /// Whether it is delivered at all: to a view of a class of its own, or to readers of the engine's touch events.
    var isObserved = false
    /// Whether a view of a class of its own may see it.
    var reachesCode = false

    /// Whether its movements are delivered; `isReported`: the readers of touch events want movements.
    @inline(__always)
    func observesMovements(whereReported isReported: Bool) -> Bool { reachesCode || (isObserved && isReported) }
  }

  /// What follows the finger, as it was at one moment.
  struct Moment {
    var phase: Phase
    var timestamp: Timestamp
    var location: Point
    var previousLocation: Point
  }

  var moment: Moment {
    Moment(phase: phase, timestamp: timestamp, location: location, previousLocation: previousLocation)
  }

  /// Shows the values of another moment.
  func show(_ moment: Moment) {
    phase = moment.phase
    timestamp = moment.timestamp
    location = moment.location
    previousLocation = moment.previousLocation
  }

  /// In `view`'s coordinates; `nil` is the screen.
  public func location(in view: View?) -> Point { view?.convertFromScreen(location) ?? location }

  /// In `view`'s coordinates; `nil` is the screen.
  public func previousLocation(in view: View?) -> Point {
    view?.convertFromScreen(previousLocation) ?? previousLocation
  }

  var isDown: Bool { phase != .ended && phase != .cancelled }

  /// How far the finger is from where it landed.
  var displacement: Vector { location - initialLocation }

  @inline(__always)
  func move(to place: Point, isSample: Bool, at time: Timestamp) {
    if phase != .moved { previousLocation = location }
    phase = .moved
    timestamp = time
    location = place
    if isSample { velocityTracker.add(place, at: time) }
  }
}

extension Sequence where Element == Touch {
  /// The mean of the touches' places on the screen; `nil` without any.
  func centroid(_ place: (Touch) -> Point = { $0.location }) -> Point? {
    var sum = Point.zero
    var count = 0.0
    for touch in self {
      let point = place(touch)
      sum.x += point.x
      sum.y += point.y
      count += 1
    }
    return count == 0 ? nil : Point(x: sum.x / count, y: sum.y / count)
  }
}
