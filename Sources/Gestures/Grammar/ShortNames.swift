/// A tap, as an expression.
public typealias Tap = Gesture<TapGestureRecognizer>
/// A long press, as an expression.
public typealias LongPress = Gesture<LongPressGestureRecognizer>
/// A drag, as an expression.
public typealias Drag = Gesture<PanGestureRecognizer>
/// A swipe, as an expression.
public typealias Swipe = Gesture<SwipeGestureRecognizer>
/// A drag over the edge of the screen, as an expression.
public typealias EdgePan = Gesture<ScreenEdgePanGestureRecognizer>
/// A pinch, as an expression.
public typealias Pinch = Gesture<PinchGestureRecognizer>
/// A rotation, as an expression.
public typealias Rotation = Gesture<RotationGestureRecognizer>
/// A tickle, as an expression.
public typealias Tickle = Gesture<TickleGestureRecognizer>

extension Gesture<TapGestureRecognizer> {
  /// Creates a tap, or several in a row.
  public init(count: Int = 1, fingers: Int = 1) {
    self.init(TapGestureRecognizer(name: "tap"))
    recognizer.numberOfTapsRequired = count
    recognizer.numberOfTouchesRequired = fingers
  }
}

extension Gesture<LongPressGestureRecognizer> {
  /// Creates a long press.
  public init(_ duration: Duration = .milliseconds(500), fingers: Int = 1) {
    self.init(LongPressGestureRecognizer(name: "press"))
    recognizer.minimumPressDuration = duration
    recognizer.numberOfTouchesRequired = fingers
  }
}

extension Gesture<PanGestureRecognizer> {
  /// Creates a drag.
  public init(_ axis: PanGestureRecognizer.Axis = .any, fingers: ClosedRange<Int> = 1...Int.max) {
    self.init(PanGestureRecognizer(name: "drag"))
    recognizer.axis = axis
    recognizer.minimumNumberOfTouches = fingers.lowerBound
    recognizer.maximumNumberOfTouches = fingers.upperBound
  }
}

extension Gesture<SwipeGestureRecognizer> {
  /// Creates a swipe in one of these directions.
  public init(_ directions: SwipeDirection..., fingers: Int = 1) {
    self.init(SwipeGestureRecognizer(name: "swipe"))
    recognizer.direction = SwipeGestureRecognizer.Direction(directions)
    recognizer.numberOfTouchesRequired = fingers
  }
}

extension Gesture<ScreenEdgePanGestureRecognizer> {
  /// Creates a drag over one of these edges.
  public init(_ edges: ScreenEdge...) {
    self.init(ScreenEdgePanGestureRecognizer(name: "edge pan"))
    recognizer.edges = Set(edges)
  }
}

extension Gesture<PinchGestureRecognizer> {
  /// Creates a pinch.
  public init() { self.init(PinchGestureRecognizer(name: "pinch")) }
}

extension Gesture<RotationGestureRecognizer> {
  /// Creates a rotation.
  public init() { self.init(RotationGestureRecognizer(name: "rotation")) }
}

extension Gesture<TickleGestureRecognizer> {
  /// Creates a tickle.
  public init() { self.init(TickleGestureRecognizer(name: "tickle")) }
}

/// Among gestures, `Transform()` stands for the one that moves, scales and turns.
extension Transform: GestureExpression {
  /// The gesture that moves, scales and turns.
  public var gesture: Gesture<TransformGestureRecognizer> { Gesture(TransformGestureRecognizer(name: "transform")) }
}
