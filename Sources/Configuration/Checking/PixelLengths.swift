/// Checks that every screen on which a length in pixels may be measured has `pixels`.
extension ConfigurationChecker {
  func checkPixels() {
    guard !outline.pixelUses.isEmpty else { return }
    let screens = ScreensOfViews(configuration)
    for use in outline.pixelUses {
      let views =
        switch use.owner {
        case .view(let index): [configuration.views[index].name]
        case .gesture(let index): configuration.gestures[index].views
        }
      if let without = screens[views].first(where: { $0.pixels == nil }) {
        findings.report("\(use.value) needs the \"pixels\" of the screen \(without.name.quoted)", at: use.place)
      }
    }
  }
}

struct ScreensOfViews {
  private let all: [ScreenSettings]
  /// The only screen of each view; `nil`: the view is on all screens.
  private var screenOfView: [String: String?] = [:]

  init(_ configuration: Configuration) {
    all = configuration.screens.isEmpty ? [ScreenSettings()] : configuration.screens
    for view in configuration.views { screenOfView[view.name] = .some(view.screen) }
  }

  /// The screens on which one of these views may be, which are named as in a gesture's `view`: no name means all screens.
  subscript(names: [String]) -> [ScreenSettings] {
    let screens = names.map { screenOfView[$0] ?? $0 }
    return screens.isEmpty || screens.contains(nil) ? all : all.filter { screens.contains($0.name) }
  }
}
