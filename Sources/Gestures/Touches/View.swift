/// Something that touches are delivered to, and that hands on what it does not handle.
open class Responder {
  /// A link of the chain; `View` is the usual one.
  public init() {}

  /// Who is asked next; `nil` ends the chain.
  open var next: Responder? { nil }

  /// Called with the touches of one frame in one phase. The default hands them to `next`.
  open func touchesBegan(_ touches: [Touch]) { next?.touchesBegan(touches) }
  /// The fingers of one frame that moved.
  open func touchesMoved(_ touches: [Touch]) { next?.touchesMoved(touches) }
  /// The fingers of one frame that lifted.
  open func touchesEnded(_ touches: [Touch]) { next?.touchesEnded(touches) }
  /// The touches were taken away: by a gesture (DL-1), by a palm, or by the panel's end.
  open func touchesCancelled(_ touches: [Touch]) { next?.touchesCancelled(touches) }
}

/// A rectangle that touches land in.
///
/// Views nest; a later subview lies above an earlier one. Frames are in the parent's coordinates, in millimetres; that of
/// the root is the screen.
open class View: Responder {
  /// For messages and for the program's own use; the engine does not read it.
  public let name: String
  /// In the parent's coordinates, in millimetres; the root's origin is (0, 0).
  @exclusivity(unchecked) public var frame: Rect {
    didSet { superview?.grid = nil }
  }
  /// `true`: neither it nor its subviews receive touches.
  @exclusivity(unchecked) public var isHidden = false
  /// `false`: neither it nor its subviews receive touches.
  @exclusivity(unchecked) public var isUserInteractionEnabled = true
  /// 0…1. At 0.01 or less neither it nor its subviews receive touches (HT-1).
  @exclusivity(unchecked) public var alpha = 1.0
  /// The view that it was added to; `nil` for the root.
  public var superview: View? { parent?.takeUnretainedValue() }
  /// Unmanaged, as each look at an unowned reference counts. Cleared by the parent before it goes.
  @exclusivity(unchecked) private var parent: Unmanaged<View>?
  /// From back to front.
  @exclusivity(unchecked) public private(set) var subviews: [View] = [] {
    didSet { grid = nil }
  }
  /// In order of adding, which is the order in which they are asked (ARB-9).
  @exclusivity(unchecked) public private(set) var gestureRecognizers: [GestureRecognizer] = []
  /// Where the subviews lie, once they are many and have been searched.
  private var grid: HitTestGrid?

  /// A view belongs to no screen until it is added to a parent, or is an engine's root.
  public init(name: String = "", frame: Rect) {
    self.name = name
    self.frame = frame
  }

  deinit {
    for recognizer in gestureRecognizers { recognizer.detach() }
    for subview in subviews { subview.parent = nil }
  }

  open override var next: Responder? { superview }

  /// Puts `view` in front of all its other subviews; one that has a parent leaves it.
  public func addSubview(_ view: View) {
    if view.superview != nil { view.removeFromSuperview() }
    view.parent = Unmanaged.passUnretained(self)
    subviews.append(view)
  }

  /// Touches that are down stay with it (RS-6); new ones no longer find it.
  public func removeFromSuperview() {
    superview?.subviews.removeAll { $0 === self }
    parent = nil
  }

  /// A recognizer belongs to one view: adding it to another one takes it from the first.
  public func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    recognizer.view?.removeGestureRecognizer(recognizer)
    recognizer.attach(to: self)
    gestureRecognizers.append(recognizer)
  }

  /// A gesture in progress is cancelled.
  public func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard let index = gestureRecognizers.firstIndex(where: { $0 === recognizer }) else { return }
    gestureRecognizers.remove(at: index)
    recognizer.detach()
  }

  /// Does now what the first touch would have to do, here and in all views below. Only worth its while once many views are in
  /// their places.
  public func prepareForHitTesting() {
    if subviews.count >= HitTestGrid.threshold && grid == nil { grid = makeGrid() }
    for subview in subviews { subview.prepareForHitTesting() }
  }

  private func makeGrid() -> HitTestGrid {
    // A view of a class of its own may take points outside its frame.
    HitTestGrid(subviews.map { type(of: $0) == View.self ? $0.frame : nil }, in: frame.size)
  }

  /// The deepest view that may receive a touch at `point`, in this view's own coordinates; from front to back (HT-1).
  open func hitTest(_ point: Point) -> View? {
    guard isUserInteractionEnabled, !isHidden, alpha > 0.01, self.point(inside: point) else { return nil }
    if subviews.count >= HitTestGrid.threshold {
      if grid == nil { grid = makeGrid() }
      for index in grid!.candidates(at: point) {
        if let hit = hitTest(subviews[index], at: point) { return hit }
      }
    } else {
      var index = subviews.count
      while index > 0 {
        index -= 1
        if let hit = hitTest(subviews[index], at: point) { return hit }
      }
    }
    return self
  }

  private func hitTest(_ subview: View, at point: Point) -> View? { subview.hitTest(point - subview.origin) }

  /// Whether `point`, in this view's own coordinates, lies in it (HT-2).
  open func point(inside point: Point) -> Bool {
    Rect(x: 0, y: 0, width: frame.size.width, height: frame.size.height).contains(point)
  }

  /// A place on the screen in this view's own coordinates, whose origin is its top left corner.
  public func convertFromScreen(_ point: Point) -> Point {
    var origin = Vector.zero
    forEachUpwards { origin = origin + $0.origin }
    return point - origin
  }

  /// Calls `body` with this view, its superview and so on, without counting them. It must change no views.
  @inline(__always)
  final func forEachUpwards(_ body: (View) -> Void) {
    body(self)
    var next = parent
    while let view = next {
      next = view._withUnsafeGuaranteedRef { view in
        body(view)
        return view.parent
      }
    }
  }

  private var origin: Vector { Vector(x: frame.origin.x, y: frame.origin.y) }
}
