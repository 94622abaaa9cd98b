/// A rectangle in which touches land.
///
/// Views nest; later subviews are in front of earlier ones. Frames are in the parent's coordinates, in millimetres. The root's
/// frame is the screen, and its transform has no effect.
open class View: Responder, Referent {
  /// The name, used in messages. The engine does not read it, so the client may use it for its own purposes.
  public let name: String
  /// The frame in the parent's coordinates, in millimetres. The root's origin is (0, 0).
  ///
  /// With a transform, it is the smallest rectangle that contains the transformed view. Setting it moves the view, and changes its size
  /// only if that of the frame changes; better set `center` and `bounds`.
  public var frame: Rect {
    get { isTransformed ? frameOfTransformed : rect }
    set { if isTransformed { setFrameOfTransformed(newValue) } else { rect = newValue } }
  }
  /// The frame without the transform.
  private var rect: Rect {
    didSet { superview?.grid = nil }
  }
  /// The transform about the view's centre. Touches land on the view where it is after the transform, and their locations in the view
  /// are those before it (HT-4).
  ///
  /// Gestures go on measuring the fingers' movements on the screen, in millimetres.
  public var transform = Transform.identity {
    didSet {
      superview?.grid = nil
      hasTransform = !transform.isIdentity
    }
  }
  private(set) final var hasTransform = false
  /// Whether there is a transform that has an effect.
  @inline(__always)
  final var isTransformed: Bool { hasTransform && superview != nil }
  /// Whether the view is hidden. If so, neither it nor its subviews receive touches.
  public var isHidden = false
  /// Whether the view and its subviews receive touches.
  public var isUserInteractionEnabled = true
  /// The opacity, 0…1. At 0.01 or less, neither the view nor its subviews receive touches (HT-1).
  public var alpha = 1.0
  /// Whether the view gets several touches at a time in `touchesBegan` and its siblings. If `false`, the default, it gets one, and
  /// others that land meanwhile never (DL-7). Recognizers get all touches.
  ///
  /// It matters only for views of a subclass, or with a superview of one: others have no code that would get a touch.
  public var isMultipleTouchEnabled = false
  /// Whether the view gets touches only while no other view has one, and no other view gets any meanwhile (DL-8). Recognizers ignore it.
  public var isExclusiveTouch = false
  /// The view to which this one was added; `nil` for the root.
  public var superview: View? { parent.object }
  /// Cleared by the parent in its `deinit`.
  private var parent = BackReference<View>()
  /// The subviews, back to front.
  public private(set) var subviews: [View] = [] {
    didSet { grid = nil }
  }
  /// The recognizers in the order of adding, which is the order in which they are asked (ARB-9). Setting it removes those that are not
  /// in the new list and adds those that are new.
  public final var gestureRecognizers: [GestureRecognizer] {
    get { recognizers }
    set {
      for old in recognizers where !newValue.contains(old) { removeGestureRecognizer(old) }
      for new in newValue where !new.isAttached(to: self) { addGestureRecognizer(new) }
      // In the new order, each once. Clients that were called meanwhile may have changed them.
      recognizers = (newValue + recognizers).reduce(into: []) { ordered, one in
        if recognizers.contains(one) && !ordered.contains(one) { ordered.append(one) }
      }
    }
  }
  private final var recognizers: [GestureRecognizer] = []
  /// Locates the subviews once there are many and a touch has searched them.
  private var grid: HitTestGrid?
  /// The engine's, if this is its root. The engine clears it in its `deinit`.
  unowned(unsafe) var rootFocus: Focus?

  /// Ends with the view, and with it all weak references to it.
  final var life = Life()

  /// Creates a view. It is not on a screen until it is added to a parent or becomes an engine's root.
  public init(name: String = "", frame: Rect) {
    self.name = name
    rect = frame
  }

  deinit {
    life.end()
    // First, as a client that is called for a gesture in progress must not get hold of this view.
    for subview in subviews { subview.parent = BackReference() }
    for recognizer in recognizers { recognizer.forgetView() }
    for recognizer in recognizers { recognizer.detach() }
  }

  open override var next: Responder? { superview }

  /// Puts `view` in front of all other subviews, and removes it from its previous parent. A view that stays on the screen keeps its
  /// touches. A view cannot be added to itself or to a view below it: that is ignored and reported to the engine's `onMisuse`.
  public func addSubview(_ view: View) { insert(view, at: subviews.count) }

  private func insert(_ view: View, at index: Int) {
    if isDescendant(of: view) {
      screenFocus?.engine?.report(misuse: "the view \"\(view.name)\" was added to itself")
      return
    }
    if let focus = view.screenFocus, focus !== screenFocus { focus.willLose(view) }
    // Its code may have moved it meanwhile.
    view.leaveSuperview()
    if isDescendant(of: view) { return }
    view.parent = BackReference(self)
    subviews.insert(view, at: max(0, min(index, subviews.count)))
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
    parent = BackReference()
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
    recognizers.append(recognizer)
  }

  /// Removes a recognizer. A gesture in progress is cancelled.
  public func removeGestureRecognizer(_ recognizer: GestureRecognizer) {
    guard let index = recognizers.firstIndex(of: recognizer) else { return }
    recognizers.remove(at: index)
    recognizer.detach()
  }

  /// Called before a recognizer of this view leaves `possible`. If a subclass returns `false`, the recognizer fails.
  open func gestureRecognizerShouldBegin(_ recognizer: GestureRecognizer) -> Bool { true }

  /// Does the preparations of the first hit test in advance, for this view and all views below it. Useful once many views are
  /// in place.
  public func prepareForHitTesting() {
    if subviews.count >= HitTestGrid.threshold && grid == nil { grid = makeGrid() }
    for subview in subviews { subview.prepareForHitTesting() }
  }

  private func makeGrid() -> HitTestGrid {
    // A view of a subclass may take points outside its frame.
    HitTestGrid(subviews.map { $0.isExactly(View.self) && !$0.isTransformed ? $0.frame : nil }, in: rect.size)
  }

  /// Returns the deepest view that may receive a touch at `point`, searching front to back (HT-1); `nil` if there is none.
  /// `point` is in this view's own coordinates.
  open func hitTest(_ point: Point) -> View? {
    guard isUserInteractionEnabled, !isHidden, alpha > 0.01, self.point(inside: point) else { return nil }
    // Views of a subclass may change the hierarchy when they are asked.
    if subviews.count >= HitTestGrid.threshold {
      let subviews = subviews
      if grid == nil { grid = makeGrid() }
      for index in grid!.candidates(at: point) {
        if let hit = hitTest(subviews[index], at: point) { return hit }
      }
    } else {
      var index = subviews.count
      while index > 0 {
        index -= 1
        if index < subviews.count, let hit = hitTest(subviews[index], at: point) { return hit }
      }
    }
    return self
  }

  private func hitTest(_ subview: View, at point: Point) -> View? {
    if !subview.isTransformed { return subview.hitTest(point - subview.origin) }
    return subview.fromParent(point).flatMap { subview.hitTest($0) }
  }

  /// Returns whether `point`, in this view's own coordinates, is inside the view (HT-2).
  open func point(inside point: Point) -> Bool {
    bounds.contains(point)
  }

  /// Calls `body` with this view, its superview and so on.
  @inline(__always)
  final func forEachUpwards(_ body: (View) -> Void) {
    var next: View? = self
    while let view = next {
      body(view)
      next = view.superview
    }
  }

  /// The number of ancestors: 0 for the root.
  final var depth: Int {
    var depth = 0
    var next = parent.read { $0.parent }
    while let above = next {
      depth += 1
      next = above.read { $0.parent }
    }
    return depth
  }

  /// The focus of the engine on whose screen this view is.
  final var screenFocus: Focus? {
    var top = self
    while let view = top.superview { top = view }
    return top.rootFocus
  }

  /// The vector from the parent's origin to the view's, without the transform.
  final var origin: Vector { Vector(x: rect.origin.x, y: rect.origin.y) }
}

// MARK: - Geometry

extension View {
  /// The rectangle of the view in its own coordinates. Its origin is (0, 0): setting another one is ignored and reported to the engine's
  /// `onMisuse`. Setting the size leaves the centre where it is.
  public final var bounds: Rect {
    get { Rect(x: 0, y: 0, width: rect.size.width, height: rect.size.height) }
    set {
      if newValue.origin != .zero {
        screenFocus?.engine?.report(misuse: "the bounds of the view \"\(name)\" have no origin: move its subviews")
      }
      let middle = center
      rect.size = newValue.size
      center = middle
    }
  }

  /// The centre in the parent's coordinates, in millimetres. A transform leaves it where it is, except for its translation, which is
  /// not part of it.
  public final var center: Point {
    get { Point(x: rect.midX, y: rect.midY) }
    set { rect.origin = Point(x: newValue.x - rect.size.width / 2, y: newValue.y - rect.size.height / 2) }
  }

  /// The centre in the view's own coordinates.
  final var middle: Point { Point(x: rect.size.width / 2, y: rect.size.height / 2) }

  /// Converts a point in this view's own coordinates to the parent's.
  final func toParent(_ point: Point) -> Point {
    if !isTransformed { return point + origin }
    return Point.zero + (point - middle).applyingAndMoving(transform) + (center - .zero)
  }

  /// Converts a point in the parent's coordinates to this view's own; `nil` if the transform cannot be undone.
  final func fromParent(_ point: Point) -> Point? {
    if !isTransformed { return point - origin }
    return transform.inverse.map { middle + (point - center).applyingAndMoving($0) }
  }

  @inline(never)
  private var frameOfTransformed: Rect { bounds.bounding { toParent($0) } }

  private func setFrameOfTransformed(_ new: Rect) {
    let old = frameOfTransformed
    if new.size != old.size, let inverse = transform.inverse {
      let sides = Rect(x: 0, y: 0, width: new.size.width, height: new.size.height).applying(inverse)
      bounds = Rect(x: 0, y: 0, width: sides.size.width, height: sides.size.height)
    }
    let present = frameOfTransformed
    center = center + (Point(x: new.midX, y: new.midY) - Point(x: present.midX, y: present.midY))
  }
}

extension Vector {
  /// Returns where a transform moves the point at the end of this vector, as a vector.
  fileprivate func applyingAndMoving(_ transform: Transform) -> Vector {
    (Point.zero + self).applying(transform) - .zero
  }
}

// MARK: - Order

extension View {
  /// Puts a view in front of the subviews from an index on, and removes it from its previous parent. Later views are in front.
  public final func insertSubview(_ view: View, at index: Int) { insert(view, at: index) }

  /// Puts a view in front of a subview. Does nothing if `sibling` is not a subview.
  public final func insertSubview(_ view: View, aboveSubview sibling: View) { insert(view, beside: sibling, 1) }

  /// Puts a view behind a subview. Does nothing if `sibling` is not a subview.
  public final func insertSubview(_ view: View, belowSubview sibling: View) { insert(view, beside: sibling, 0) }

  private func insert(_ view: View, beside sibling: View, _ offset: Int) {
    guard view !== sibling, let place = place(of: sibling) else { return }
    // A view that is a subview already leaves its place first.
    let isBefore = self.place(of: view).map { $0 < place } ?? false
    insert(view, at: place + offset - (isBefore ? 1 : 0))
  }

  /// Puts a subview in front of all others. Its touches go on. Does nothing if `view` is not a subview.
  public final func bringSubviewToFront(_ view: View) { if place(of: view) != nil { insert(view, at: .max) } }

  /// Puts a subview behind all others. Its touches go on. Does nothing if `view` is not a subview.
  public final func sendSubviewToBack(_ view: View) { if place(of: view) != nil { insert(view, at: 0) } }

  /// Exchanges two subviews. Does nothing if there are not that many.
  public final func exchangeSubview(at first: Int, withSubviewAt second: Int) {
    guard subviews.indices.contains(first), subviews.indices.contains(second) else { return }
    subviews.swapAt(first, second)
  }

  private func place(of subview: View) -> Int? { subviews.firstIndex { $0 === subview } }
}
