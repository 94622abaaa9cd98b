// Gestures/Touches: frames and touches, views and hit testing; places, angles, velocities, times.

/// One finger on the screen, from landing to lift.
///
/// The id, view and tap count of a touch never change; its phase, locations and time follow the finger. Locations are on the
/// screen, in millimetres; use `location(in:)` for a location in a view.
public final class Touch {
  /// The phase of a touch.
  public enum Phase: UInt8, Sendable {
    /// `began`: landed in this frame. `moved`: moved in this frame. `stationary`: down, but did not move in this frame. `ended`: lifted.
    /// `cancelled`: ended without a lift, by the panel, the kernel or the engine's caller.
    case began, moved, stationary, ended, cancelled
  }

  /// The kind of object that touches the panel, from the kernel's `ABS_MT_TOOL_TYPE`.
  public enum TouchType: UInt8, Sendable, CaseIterable {
    /// Anything that is neither a pen nor a palm counts as a finger. By default, recognizers do not take palms.
    case finger, pen, palm
  }

  /// A set of types.
  public struct TouchTypes: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Creates a set of one type.
    @inline(__always)
    public init(_ type: TouchType) { rawValue = 1 << type.rawValue }

    /// Anything that is neither a pen nor a palm.
    public static let finger = TouchTypes(.finger)
    /// A stylus.
    public static let pen = TouchTypes(.pen)
    /// A resting hand, if the panel reports it as one.
    public static let palm = TouchTypes(.palm)
  }

  /// The id of the touch, unique among all touches of an engine.
  public let id: UInt64
  /// The type of the touch when it landed.
  public let type: TouchType
  /// The touch's phase in the current frame.
  public internal(set) var phase = Phase.began
  /// The force and the size of the contact, as far as the panel measures them.
  public internal(set) var imprint: Imprint
  /// The time when the touch last changed.
  public internal(set) var timestamp: Timestamp
  /// The number of taps in a row up to and including this touch: 1 for a single one (TAP-12).
  public let tapCount: Int
  /// The view under the finger when it landed. It stays the same when the finger leaves the view (RS-6).
  public var view: View? { landingView.object }
  private let landingView: Weak<View>
  /// The location on the screen, in millimetres.
  public internal(set) var location: Point
  /// The location before the last movement, in millimetres; before the first movement, where the touch landed.
  public internal(set) var previousLocation: Point
  /// The location where the finger landed, in millimetres.
  public let initialLocation: Point
  /// The time when the finger landed.
  public let initialTimestamp: Timestamp
  /// The recognizers that receive this touch.
  public var gestureRecognizers: [GestureRecognizer] { engine?.recognizers(of: self) ?? [] }
  /// The engine that has the touch, while the touch is down or belongs to an attempt; later `nil`.
  public var engine: GestureEngine? { holder.object }

  /// The touch's bit in the recognizers' masks while the engine knows it.
  let bit: UInt64
  /// The engine. Cleared by `LiveTouches`.
  var holder: BackReference<GestureEngine>
  var velocityTracker = VelocityTracker()
  var delivery = Delivery()

  /// The time before a touch's last movement, in microseconds, in which its movements determine its velocity.
  package static let timeForVelocity = VelocityTracker.window

  init(
    _ contact: TouchFrame.Contact, at time: Timestamp, in view: View?, of engine: GestureEngine, tapCount: Int,
    bit: UInt64
  ) {
    id = contact.id
    type = contact.type
    imprint = contact.imprint
    timestamp = time
    initialTimestamp = time
    location = contact.location
    previousLocation = location
    initialLocation = location
    self.tapCount = tapCount
    self.bit = bit
    holder = BackReference(engine)
    landingView = Weak(view)
    if !contact.isSynthesized { velocityTracker.add(location, at: time) }
  }

  /// The phases of a touch that have reached its view, and those that are held back (DL).
  struct Delivery {
    enum Stage {
      /// Nothing has reached the view.
      case fresh
      /// `began` has reached the view.
      case begun
      /// `ended` or `cancelled` has reached the view, or a recognizer took the touch: the view gets no further phases.
      case over
    }

    var stage = Stage.fresh
    /// The phases that await a recognizer's decision, in order (DL-4).
    var withheld: [Moment] = []
    /// Whether the touch is delivered at all: to a view of a subclass, or to readers of the engine's touch events.
    var isObserved = false
    /// Whether the touch may reach a view of a subclass.
    var reachesCode = false

    /// Returns whether movements are delivered. `isReported`: whether readers of touch events want movements.
    @inline(__always)
    func observesMovements(whereReported isReported: Bool) -> Bool { reachesCode || (isObserved && isReported) }
  }

  /// The variable part of a touch, as it was at one time.
  struct Moment {
    var phase: Phase
    var imprint: Imprint
    var timestamp: Timestamp
    var location: Point
    var previousLocation: Point
  }

  var moment: Moment {
    Moment(
      phase: phase, imprint: imprint, timestamp: timestamp, location: location, previousLocation: previousLocation)
  }

  /// Sets the touch's values to those of another time.
  func show(_ moment: Moment) {
    phase = moment.phase
    imprint = moment.imprint
    timestamp = moment.timestamp
    location = moment.location
    previousLocation = moment.previousLocation
  }

  /// Returns the location in `view`'s coordinates, in millimetres; `nil` stands for the screen.
  public func location(in view: View?) -> Point { view?.convertFromScreen(location) ?? location }

  /// Returns the previous location in `view`'s coordinates, in millimetres; `nil` stands for the screen.
  public func previousLocation(in view: View?) -> Point {
    view?.convertFromScreen(previousLocation) ?? previousLocation
  }

  var isDown: Bool { phase != .ended && phase != .cancelled }

  var displacement: Vector { location - initialLocation }

  @inline(__always)
  func move(to contact: TouchFrame.Contact, at time: Timestamp) {
    imprint = contact.imprint
    place(at: contact.location, at: time)
    if !contact.isSynthesized { velocityTracker.add(contact.location, at: time) }
  }

  /// Moves the touch as the panel reports it, without another imprint.
  @inline(__always)
  func move(to location: Point, at time: Timestamp) {
    place(at: location, at: time)
    velocityTracker.add(location, at: time)
  }

  @inline(__always)
  private func place(at location: Point, at time: Timestamp) {
    if phase != .moved { previousLocation = self.location }
    phase = .moved
    timestamp = time
    self.location = location
  }

  /// Takes the imprint of a finger that rests.
  func press(_ contact: TouchFrame.Contact, at time: Timestamp) {
    imprint = contact.imprint
    timestamp = time
    previousLocation = location
  }
}

extension Sequence where Element == Touch {
  /// Returns the mean of the touches' locations on the screen; `nil` if there are none.
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

extension [Touch] {
  var bits: UInt64 {
    var bits: UInt64 = 0
    walk { bits |= $0.bit }
    return bits
  }

  /// Returns how far the first of the touches that are farther than a limit from where they landed is from there; 0 if none is.
  func displacement(beyond limit: Double) -> Double {
    for touch in self {
      let length = touch.displacement.length
      if length > limit { return length }
    }
    return 0
  }
}
