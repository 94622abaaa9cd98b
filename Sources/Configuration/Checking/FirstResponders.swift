import Actions
import Text

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
    let reachable = Set(responderChains.flatMap { $0.views })
    let views = Set(configuration.views.map { $0.name })
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

  /// The chains of all views that can be the first responder, and that of a screen's root view.
  var responderChains: [ResponderChain] {
    let views = Dictionary(firstOf: configuration.views.map { ($0.name, $0) })
    var names = configuration.views.filter { $0.isFirstResponder }.map { $0.name }
    names += outline.actionUses.compactMap { if case .focus(let name) = $0.action { name } else { nil } }
    let chains = Set(names).sorted().map { name in
      var chain = ResponderChain(screen: views[name]?.screen)
      var next = views[name]
      while let here = next, !chain.views.contains(here.name) {
        chain.views.append(here.name)
        next = here.parent.flatMap { views[$0] }
      }
      return chain
    }
    return chains + [ResponderChain(screen: nil)]
  }

  /// Whether a gesture gets all events without a place that the other one gets: its view is on each chain that has a view of the other.
  func hears(_ gesture: GestureSettings, allOf other: GestureSettings, on chains: [ResponderChain]) -> Bool {
    let screens = outline.declared[.screen]
    let common = chains.filter { $0.mayHave(other.views) { screens[$0] != nil } }
    return !common.isEmpty && common.allSatisfy { $0.has(gesture.views) }
  }
}

/// The views from a first responder to the outermost one that contains it. The root view of the screen follows them.
struct ResponderChain {
  var views: [String] = []
  /// The only screen that has these views; `nil` if there are several.
  let screen: String?

  /// Whether one of the views of a gesture is certainly on the chain. A gesture without views is on each root view.
  fileprivate func has(_ others: [String]) -> Bool {
    others.isEmpty || others.contains { views.contains($0) || $0 == screen }
  }

  /// Whether one of the views of a gesture can be on the chain.
  fileprivate func mayHave(_ others: [String], isScreen: (String) -> Bool) -> Bool {
    has(others) || screen == nil && others.contains(where: isScreen)
  }
}
