/// Errors and warnings about the first responder, which gets what has no place on the screen.
extension ConfigurationChecker {
  /// Reports a second first responder of a screen.
  func checkFirstResponders() {
    var first: [(screen: String?, place: SourcePlace)] = []
    for (view, table) in zip(configuration.views, outline.tables("view")) where view.isFirstResponder {
      let place = table.place(of: "first_responder")
      if let other = first.first(where: { $0.screen == nil || view.screen == nil || $0.screen == view.screen }) {
        findings.report(
          "a second first responder of a screen; the first is \(findings.location(of: other.place, from: place))",
          at: place)
      }
      first.append((view.screen, place))
    }
  }

  /// Warns about gestures without touches on views that can neither be the first responder nor contain it (FR-5).
  func warnAboutGesturesOffTheChain() {
    let reachable = chains
    let views = Set(configuration.views.map(\.name))
    for (gesture, table) in zip(configuration.gestures, outline.tables("gesture"))
    where !gesture.kind.name.input.isOnScreen {
      for name in gesture.views where views.contains(name) && !reachable.contains(name) {
        findings.warn(
          "the \(gesture.kind.name.rawValue) \(gesture.name.quoted) is never recognized on \(name.quoted), which cannot be the "
            + "first responder: give that view first_responder = true, or name it in a \("focus".quoted) action",
          at: table.place(of: name, under: "view"))
      }
    }
  }

  /// The names of all views that can be the first responder or contain it.
  private var chains: Set<String> {
    let parents = Dictionary(configuration.views.map { ($0.name, $0.parent) }) { first, _ in first }
    var names = configuration.views.filter(\.isFirstResponder).map(\.name)
    names += outline.actionUses.compactMap { if case .focus(let name) = $0.action { name } else { nil } }
    var found: Set<String> = []
    for name in names {
      var next: String? = name
      while let here = next, found.insert(here).inserted { next = parents[here] ?? nil }
    }
    return found
  }
}
