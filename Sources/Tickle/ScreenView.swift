import CTickle
import Gestures

/// A view with a handle.
final class ScreenView {
  let view: View
  let engine: Engine
  var handle: OpaquePointer?
  var data: UnsafeMutableRawPointer?

  init(_ view: View, in engine: Engine) {
    self.view = view
    self.engine = engine
  }

  /// Views in views in views are searched one in the other.
  static let mostLevels = 100

  var level: Int {
    var level = 0
    var next = view.superview
    while let above = next {
      level += 1
      next = above.superview
    }
    return level
  }
}

extension Rect {
  /// `nil` if it is no place within a kilometre.
  init?(_ rect: tickle_rect) {
    let all = [rect.x, rect.y, rect.width, rect.height]
    guard all.allSatisfy({ $0.magnitude <= 1e6 }), rect.width >= 0, rect.height >= 0 else { return nil }
    self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height)
  }
}
