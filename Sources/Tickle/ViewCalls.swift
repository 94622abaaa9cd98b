// The functions of tickle.h on views.
import CTickle
import Gestures

@c @implementation
public func tickle_view_new(_ parent: OpaquePointer!, _ name: UnsafePointer<CChar>!, _ frame: tickle_rect)
  -> OpaquePointer!
{
  guard let parent = knownView(parent) else { return nil }
  guard let frame = Rect(frame) else {
    _ = noPlace
    return nil
  }
  guard parent.level < ScreenView.mostLevels else {
    _ = refused(TICKLE_FULL, "views lie in views at most \(ScreenView.mostLevels) deep")
    return nil
  }
  let view = View(name: String(name) ?? "", frame: frame)
  guard let new = parent.engine.add(view) else {
    return nil
  }
  parent.engine.perform { parent.view.addSubview(view) }
  return new.handle
}

@c @implementation
public func tickle_view_free(_ handle: OpaquePointer!) -> tickle_status {
  guard let view = knownView(handle) else { return TICKLE_GONE }
  if view === view.engine.root { return isRoot }
  view.engine.remove(view)
  return TICKLE_OK
}

@c @implementation
public func tickle_view_set_frame(_ handle: OpaquePointer!, _ frame: tickle_rect) -> tickle_status {
  guard let view = knownView(handle) else { return TICKLE_GONE }
  if view === view.engine.root { return isRoot }
  guard let frame = Rect(frame) else { return noPlace }
  return change(view) { $0.frame = frame }
}

@c @implementation
public func tickle_view_get_frame(_ handle: OpaquePointer!, _ frame: UnsafeMutablePointer<tickle_rect>!)
  -> tickle_status
{
  guard let view = knownView(handle) else { return TICKLE_GONE }
  let rect = view.view.frame
  frame?.pointee = tickle_rect(x: rect.origin.x, y: rect.origin.y, width: rect.size.width, height: rect.size.height)
  return TICKLE_OK
}

@c @implementation
public func tickle_view_set_transform(
  _ handle: OpaquePointer!, _ a: Double, _ b: Double, _ c: Double, _ d: Double, _ tx: Double, _ ty: Double
) -> tickle_status {
  guard let view = knownView(handle) else { return TICKLE_GONE }
  guard [a, b, c, d, tx, ty].allSatisfy({ $0.magnitude <= 1e6 }) else { return noPlace }
  return change(view) { $0.transform = Transform(a: a, b: b, c: c, d: d, tx: tx, ty: ty) }
}

@c @implementation
public func tickle_view_set_hidden(_ handle: OpaquePointer!, _ hidden: Bool) -> tickle_status {
  guard let view = knownView(handle) else { return TICKLE_GONE }
  return change(view) { $0.isHidden = hidden }
}

@c @implementation
public func tickle_view_set_enabled(_ handle: OpaquePointer!, _ enabled: Bool) -> tickle_status {
  guard let view = knownView(handle) else { return TICKLE_GONE }
  return change(view) { $0.isUserInteractionEnabled = enabled }
}

@c @implementation
public func tickle_view_raise(_ handle: OpaquePointer!) -> tickle_status {
  guard let view = knownView(handle) else { return TICKLE_GONE }
  return change(view) { $0.superview?.bringSubviewToFront($0) }
}

@c @implementation
public func tickle_view_set_data(_ handle: OpaquePointer!, _ data: UnsafeMutableRawPointer!) -> tickle_status {
  guard let view = knownView(handle) else { return TICKLE_GONE }
  view.data = data
  return TICKLE_OK
}

@c @implementation
public func tickle_view_data(_ handle: OpaquePointer!) -> UnsafeMutableRawPointer! { knownView(handle)?.data }

@c @implementation
public func tickle_view_at(_ handle: OpaquePointer!, _ x: Double, _ y: Double) -> OpaquePointer! {
  guard let engine = knownEngine(handle), x.isFinite, y.isFinite else { return nil }
  return engine[engine.engine.root.hitTest(Point(x: x, y: y))]?.handle
}

@c @implementation
public func tickle_view_convert(
  _ handle: OpaquePointer!, _ x: UnsafeMutablePointer<Double>!, _ y: UnsafeMutablePointer<Double>!
) -> tickle_status {
  guard let view = knownView(handle) else { return TICKLE_GONE }
  guard let x, let y, x.pointee.isFinite, y.pointee.isFinite else { return noPlace }
  let place = view.view.convertFromScreen(Point(x: x.pointee, y: y.pointee))
  (x.pointee, y.pointee) = (place.x, place.y)
  return TICKLE_OK
}

private func change(_ view: ScreenView, _ change: (View) -> Void) -> tickle_status {
  view.engine.perform { change(view.view) }
  return TICKLE_OK
}

private var isRoot: tickle_status { refused(TICKLE_INVALID, "the root view covers the screen") }
private var noPlace: tickle_status { refused(TICKLE_INVALID, "this is no place within a kilometre") }
