/// Checks that every screen on which a length in pixels may be measured has `pixels`.
extension ConfigurationChecker {
  func checkPixels() {
    guard !outline.pixelUses.isEmpty else { return }
    let screens = configuration.screens.isEmpty ? [ScreenSettings()] : configuration.screens
    var screenOfView: [String: String?] = [:]
    for view in configuration.views { screenOfView[view.name] = .some(view.screen) }
    for use in outline.pixelUses {
      let names: [String?] =
        switch use.owner {
        case .view(let index): [configuration.views[index].screen]
        case .gesture(let index): configuration.gestures[index].views.map { screenOfView[$0] ?? $0 }
        }
      let isEverywhere = names.isEmpty || names.contains(nil)
      let without = screens.first { $0.pixels == nil && (isEverywhere || names.contains($0.name)) }
      if let without {
        findings.report("\(use.value) needs the \"pixels\" of the screen \(without.name.quoted)", at: use.place)
      }
    }
  }
}
