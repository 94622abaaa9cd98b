/// A rectangle in which touches land.
///
/// Views nest; later subviews are in front of earlier ones. Frames are in the parent's coordinates, in millimetres. The root's
/// frame is the screen.
open class View: Responder {
  /// The name, used in messages. The engine does not read it, so the client may use it for its own purposes.
  public let name: String
  /// The frame in the parent's coordinates, in millimetres. The root's origin is (0, 0).
  @exclusivity(unchecked) public var frame: Rect {
    didSet { superview?.grid = nil }
  }
  /// Whether the view is hidden. If so, neither it nor its subviews receive touches.
  @exclusivity(unchecked) public var isHidden = false
  /// Whether the view and its subviews receive touches.
  @exclusivity(unchecked) public var isUserInteractionEnabled = true
  /// The opacity, 0…1. At 0.01 or less, neither the view nor its subviews receive touches (HT-1).
  @exclusivity(unchecked) public var alpha = 1.0
  /// The view to which this one was added; `nil` for the root.
  public var superview: View? { parent?.takeUnretainedValue() }
  /// Unmanaged, because each access to an unowned reference costs time. Cleared by the parent in its `deinit`.
  @exclusivity(unchecked) private var parent: Unmanaged<View>?
  /// The subviews, back to front.
  @exclusivity(unchecked) public private(set) var subviews: [View] = [] {
    didSet { grid = nil }
  }
  /// The recognizers in the order of adding, which is the order in which they are asked (ARB-9).
  @exclusivity(unchecked) public private(set) var gestureRecognizers: [GestureRecognizer] = []
  /// Locates the subviews once there are many and a touch has searched them.
  private var grid: HitTestGrid?
  /// The engine's, if this is its root. The engine clears it in its `deinit`.
  @exclusivity(unchecked) var rootFocus: Unmanaged<Focus>?

  /// Creates a view. It is not on a screen until it is added to a parent or becomes an engine's root.
  public init(name: String = "", frame: Rect) {
    self.name = name
    self.frame = frame
  }

  deinit {
    for recognizer in gestureRecognizers { recognizer.detach() }
    for subview in subviews { subview.parent = nil }
  }

  open override var next: Responder? { superview }

  /// Puts `view` in front of all other subviews, and removes it from its previous parent. A view that stays on the screen keeps its
  /// touches. A view cannot be added to itself or to a view below it: that is ignored and reported to the engine's `onMisuse`.
  public func addSubview(_ view: View) { insert(view, at: subviews.count) }

  private func insert(_ view: View, at index: Int) {
    if isDescendant(of: view) {
      screenFocus?.engine?.takeUnretainedValue().report(misuse: "the view \"\(view.name)\" was added to itself")
      return
    }
    if let focus = view.screenFocus, focus !== screenFocus { focus.willLose(view) }
    // Its code may have moved it meanwhile.
    view.leaveSuperview()
    if isDescendant(of: view) { return }
    view.parent = Unmanaged.passUnretained(self)
    subviews.insert(view, at: min(index, subviews.count))
  }

  /// Removes the view from its parent. The touches that landed on it, or on a view below it, are cancelled for these views and for
  /// their recognizers; the recognizers of its superviews keep them (RS-6). If it or a view below it is the first responder, it resigns,
  /// and its presses and its motion are cancelled (FR-3).
  public func removeFromSuperview() {
    if superview != nil { screenFocus?.willLose(self) }
    leaveSuperview()
  }

  private func leaveSuperview() {
    superview?.subviews.removeAll { $0 === self }
    parent = nil
  }

  /// Returns whether this view is `view`, or below it.
  public func isDescendant(of view: View) -> Bool {
    var isBelow = false
    forEachUpwards { if $0 === view { isBelow = true } }
    return isBelow
  }

  /// Adds a recognizer, and removes it from its previous view: a recognizer belongs to one view.
  public func addGestureRecognizer(_ recognizer: GestureRecognizer) {
    recognizer.view?.removeGestureRecognizer(recognizer)
    recognizer.attach(to: self)
    gestureRecognizers.append(recognizer)
  }

  /// Removes a recognizer. A gesture in progress is cancelled.
  public func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard let index = gestureRecognizers.firstIndex(where: { $0 === recognizer }) else { return }
    gestureRecognizers.remove(at: index)
    recognizer.detach()
  }

  /// Does the preparations of the first hit test in advance, for this view and all views below it. Useful once many views are
  /// in place.
  public func prepareForHitTesting() {
    if subviews.count >= HitTestGrid.threshold && grid == nil { grid = makeGrid() }
    for subview in subviews { subview.prepareForHitTesting() }
  }

  private func makeGrid() -> HitTestGrid {
    // A view of a subclass may take points outside its frame.
    HitTestGrid(subviews.map { type(of: $0) == View.self ? $0.frame : nil }, in: frame.size)
  }

  /// Returns the deepest view that may receive a touch at `point`, searching front to back (HT-1); `nil` if there is none.
  /// `point` is in this view's own coordinates.
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

  /// Returns whether `point`, in this view's own coordinates, is inside the view (HT-2).
  open func point(inside point: Point) -> Bool {
    Rect(x: 0, y: 0, width: frame.size.width, height: frame.size.height).contains(point)
  }

  /// Converts a point on the screen to this view's own coordinates, whose origin is its top left corner.
  public func convertFromScreen(_ point: Point) -> Point {
    var origin = Vector.zero
    forEachUpwards { origin = origin + $0.origin }
    return point - origin
  }

  /// Calls `body` with this view, its superview and so on, without counting references. `body` must not change the view
  /// hierarchy.
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

  /// The focus of the engine on whose screen this view is.
  var screenFocus: Focus? {
    var top = self
    while let view = top.superview { top = view }
    return top.rootFocus?.takeUnretainedValue()
  }

  private var origin: Vector { Vector(x: frame.origin.x, y: frame.origin.y) }
}
