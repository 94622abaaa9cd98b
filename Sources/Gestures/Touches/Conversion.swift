// Places in the coordinates of one view, in those of another.
//
// Without transforms, a view's coordinates differ from the screen's by one displacement, which is the sum of all origins. Most views have
// none, so they pay for one comparison.

extension View {
  /// Converts a point on the screen to this view's own coordinates, whose origin is its top left corner. A view with a transform that
  /// makes everything a line or a point returns its centre.
  public final func convertFromScreen(_ point: Point) -> Point {
    var origin = Vector.zero
    var isTransformed = false
    forEachUpwards {
      origin = origin + $0.origin
      isTransformed = isTransformed || $0.hasTransform
    }
    if !isTransformed { return point - origin }
    return fromParent(superview?.convertFromScreen(point) ?? point) ?? middle
  }

  /// Converts a point in this view's own coordinates to the screen's.
  public final func convertToScreen(_ point: Point) -> Point {
    var point = point
    forEachUpwards { point = $0.toParent(point) }
    return point
  }

  /// Converts a point in this view's own coordinates to those of another view; `nil` stands for the screen.
  public final func convert(_ point: Point, to view: View?) -> Point {
    let place = convertToScreen(point)
    return view?.convertFromScreen(place) ?? place
  }

  /// Converts a point in the coordinates of another view to this view's own; `nil` stands for the screen.
  public final func convert(_ point: Point, from view: View?) -> Point {
    convertFromScreen(view?.convertToScreen(point) ?? point)
  }

  /// Converts a rectangle in this view's own coordinates to those of another view; `nil` stands for the screen. If one of the views is
  /// rotated, this is the smallest rectangle that contains the corners.
  public final func convert(_ rect: Rect, to view: View?) -> Rect { rect.bounding { convert($0, to: view) } }

  /// Converts a rectangle in the coordinates of another view to this view's own, as `convert(_:to:)` does.
  public final func convert(_ rect: Rect, from view: View?) -> Rect { rect.bounding { convert($0, from: view) } }

  /// Converts a displacement or a velocity on the screen to this view's own coordinates, which may be rotated and scaled.
  final func convertFromScreen(_ way: Vector) -> Vector {
    let start = superview?.convertFromScreen(way) ?? way
    return isTransformed ? transform.inverse?.apply(to: start) ?? .zero : start
  }

  /// Converts a displacement in this view's own coordinates to the screen's.
  final func convertToScreen(_ way: Vector) -> Vector {
    var way = way
    forEachUpwards { if $0.isTransformed { way = $0.transform.apply(to: way) } }
    return way
  }
}
