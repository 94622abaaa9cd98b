import Configuration
import Gestures
import Screen
import Text

/// A screen of the configuration with the places of its views, in millimetres.
package struct ShownScreen {
  package struct ShownView {
    package let settings: ViewSettings
    package let frame: Rect
    /// The size that percentages of its frame are parts of, and its place.
    package let parent: Rect
  }

  package let settings: ScreenSettings
  package let size: Size
  /// Whether neither the configuration nor the command line has the size.
  package let isAssumed: Bool
  /// The views, the lowest one first.
  package private(set) var views: [ShownView] = []

  /// The size of a panel that nothing is known about: 10 inches.
  package static let assumedSize = Size(width: 217, height: 136)

  package init(_ configuration: Configuration, _ settings: ScreenSettings, size: Size?) {
    self.settings = settings
    isAssumed = settings.mountedSize == nil && size == nil
    self.size = settings.mountedSize ?? size ?? Self.assumedSize
    let scene = Scene(configuration, screen: settings, size: self.size)
    var known: [String: ViewSettings] = [:]
    for view in configuration.views { known[view.name] = view }
    add(scene.engine.root, at: Point(x: 0, y: 0), known)
  }

  private mutating func add(_ view: View, at place: Point, _ known: [String: ViewSettings]) {
    let parent = Rect(origin: place, size: view.frame.size)
    for child in view.subviews {
      let origin = Point(x: place.x + child.frame.origin.x, y: place.y + child.frame.origin.y)
      if let settings = known[child.name] {
        views.append(ShownView(settings: settings, frame: Rect(origin: origin, size: child.frame.size), parent: parent))
      }
      add(child, at: origin, known)
    }
  }

  /// The keys of a frame that puts a view at a place, in the units in which it is written.
  package func keys(of view: ShownView, at frame: Rect) -> [ConfigurationEdit.Pair] {
    let x = frame.origin.x - view.parent.origin.x, y = frame.origin.y - view.parent.origin.y
    let metrics = ScreenMetrics(size: size, of: settings)
    return Self.keys(
      view.settings.frame.horizontal, ["x", "width", "right"], start: x, extent: frame.size.width,
      parent: view.parent.size.width, scale: metrics.horizontalScale)
      + Self.keys(
        view.settings.frame.vertical, ["y", "height", "bottom"], start: y, extent: frame.size.height,
        parent: view.parent.size.height, scale: metrics.verticalScale)
  }

  private static func keys(
    _ span: Frame.Span, _ names: [String], start: Double, extent: Double, parent: Double, scale: Double?
  ) -> [ConfigurationEdit.Pair] {
    func text(_ length: Length, _ millimetres: Double) -> String {
      switch length {
      case .percent where parent > 0: "\"\(number(millimetres / parent * 100, 1))%\""
      case .pixels: scale.map { "\"\(number(millimetres * $0, 0))px\"" } ?? "\"\(number(millimetres, 1))mm\""
      default: "\"\(number(millimetres, 1))mm\""
      }
    }
    let end = parent - start - extent
    switch span {
    case .startExtent(let from, let length):
      return [(names[0], text(from, start)), (names[1], text(length, extent))]
    case .startEnd(let from, let to): return [(names[0], text(from, start)), (names[2], text(to, end))]
    case .extentEnd(let length, let to): return [(names[1], text(length, extent)), (names[2], text(to, end))]
    }
  }

  /// A number without zeros at its end.
  static func number(_ value: Double, _ decimals: Int) -> String {
    var text = Decimal.fixed(value, decimals: decimals)
    if text.contains(".") {
      while text.hasSuffix("0") { text.removeLast() }
      if text.hasSuffix(".") { text.removeLast() }
    }
    return text == "-0" ? "0" : text
  }
}
