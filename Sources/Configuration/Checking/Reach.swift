/// Warnings about views that no finger can reach, whatever the size and orientation of the screen.
extension ConfigurationChecker {
  /// The limit above which views are not checked, because each is compared with those above it.
  private static let mostViews = 1_000

  func warnAboutViewsOutOfReach() {
    let views = configuration.views
    guard views.count <= Self.mostViews else { return }
    var indices: [String: Int] = [:]
    for (index, view) in views.enumerated() { indices[view.name] = index }
    warnAboutFrames(views)
    for (gesture, table) in zip(configuration.gestures, outline.tables("gesture"))
    where gesture.kind.name.input.isOnScreen {
      for name in gesture.views {
        guard let index = indices[name], let reason = obstacle(to: index, indices) else { continue }
        findings.warn(
          "the gesture \(gesture.name.quoted) never gets a touch: \(reason)",
          at: table.place(of: name, under: "view"))
      }
    }
  }

  private func warnAboutFrames(_ views: [ViewSettings]) {
    for (view, table) in zip(views, outline.tables("view")) {
      let sides = [("left", "right", view.frame.horizontal.ends), ("upper", "lower", view.frame.vertical.ends)]
      for (first, second, ends) in sides {
        let problem: String? =
          if ends.end.isNeverAbove(ends.start) {
            "has no size: its \(second) edge is never beyond its \(first) edge"
          } else if Coordinate.all.isNeverAbove(ends.start) || ends.end.isNeverAbove(.zero) {
            "lies outside its parent, so no touch can reach it"
          } else {
            nil
          }
        guard let problem else { continue }
        findings.warn("the view \(view.name.quoted) \(problem)", at: table.place(of: "frame"))
        break
      }
    }
  }

  /// The reason why a view never receives a touch; `nil` if it may receive one.
  private func obstacle(to index: Int, _ indices: [String: Int]) -> String? {
    let name = configuration.views[index].name
    var next: Int? = index
    while let here = next {
      let view = configuration.views[here]
      let whose = here == index ? "its view \(name.quoted)" : "\(view.name.quoted), around its view \(name.quoted),"
      if view.isHidden { return "\(whose) is hidden" }
      if view.alpha <= 0.01 { return "\(whose) has an alpha of 0.01 or less" }
      if !view.isEnabled && !configuration.modes.contains(where: { $0.enable.views.contains(view.name) }) {
        return "\(whose) is disabled and no mode enables it; only `tickle set view` can"
      }
      if let cover = configuration.views[(here + 1)...].first(where: { covers($0, view) }) {
        return "\(whose) lies under \(cover.name.quoted), which comes later in the file and covers it: "
          + "put \(view.name.quoted) after it, or inside it with `parent`"
      }
      next = view.parent.flatMap { indices[$0] }
    }
    return nil
  }

  /// Whether a later view takes, in every mode, each touch that an earlier view of the same parent would get.
  private func covers(_ later: ViewSettings, _ earlier: ViewSettings) -> Bool {
    later.parent == earlier.parent && (later.screen == nil || later.screen == earlier.screen)
      && later.isEnabled && !later.isHidden && later.alpha > 0.01
      && !configuration.modes.contains { $0.disable.views.contains(later.name) }
      && later.frame.horizontal.covers(earlier.frame.horizontal)
      && later.frame.vertical.covers(earlier.frame.vertical)
  }
}

/// A position along one side of a parent whose size is not known: a share of the side plus an offset.
private struct Coordinate {
  var share = 0.0
  var millimetres = 0.0
  var pixels = 0.0

  static let zero = Coordinate()
  /// The far end of the side.
  static let all = Coordinate(share: 1)

  init(share: Double = 0) { self.share = share }

  init(_ length: Length) {
    switch length {
    case .millimetres(let length): millimetres = length
    case .percent(let percent): share = percent / 100
    case .pixels(let count): pixels = count
    }
  }

  static func + (a: Coordinate, b: Coordinate) -> Coordinate { a.adding(b, times: 1) }
  static func - (a: Coordinate, b: Coordinate) -> Coordinate { a.adding(b, times: -1) }

  private func adding(_ other: Coordinate, times factor: Double) -> Coordinate {
    var sum = self
    sum.share += factor * other.share
    sum.millimetres += factor * other.millimetres
    sum.pixels += factor * other.pixels
    return sum
  }

  /// Whether this position is at or before the other, whatever the sizes of the parent and of a pixel.
  func isNeverAbove(_ other: Coordinate) -> Bool {
    let way = other - self
    return way.share >= -1e-9 && way.millimetres >= -1e-9 && way.pixels >= -1e-9
  }
}

extension Frame.Span {
  fileprivate var ends: (start: Coordinate, end: Coordinate) {
    switch self {
    case .startExtent(let start, let extent): (Coordinate(start), Coordinate(start) + Coordinate(extent))
    case .startEnd(let start, let end): (Coordinate(start), .all - Coordinate(end))
    case .extentEnd(let extent, let end): (.all - Coordinate(end) - Coordinate(extent), .all - Coordinate(end))
    }
  }

  /// Whether this span covers the part of the other that lies inside the parent.
  fileprivate func covers(_ other: Frame.Span) -> Bool {
    let (mine, its) = (ends, other.ends)
    return (mine.start.isNeverAbove(its.start) || mine.start.isNeverAbove(.zero))
      && (its.end.isNeverAbove(mine.end) || Coordinate.all.isNeverAbove(mine.end))
  }
}
