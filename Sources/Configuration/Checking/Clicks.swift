import Actions

/// Warnings about clicks at the beginning of a gesture that drags: its button is down by then.
extension ConfigurationChecker {
  func warnAboutClicksInDrags() {
    for (gesture, table) in zip(configuration.gestures, outline.tables("gesture")) {
      var held: PointerAction.Drag?
      for binding in gesture.actions where binding.state == .recognized || binding.state == .began {
        guard case .pointer(let action) = binding.action else { continue }
        if case .drag(let drag) = action { held = held ?? drag }
        guard case .click(let click) = action, let held else { continue }
        let name = "the \(gesture.kind.name.rawValue) \(gesture.name.quoted)"
        let isSame = click.button == held.button && click.place.device == held.place.device
        let problem =
          isSame
          ? "the \(click.button.rawValue) click of \(name) does nothing, as its drag already holds that button"
          : "\(name) clicks \(click.button.rawValue) while its drag holds the \(held.button.rawValue) button, so applications get both at once"
        var place = table.place(of: "action")
        if binding.state == .began, case .table(let on) = table["on"]?.value.content { place = on.place(of: "began") }
        findings.warn(
          "\(problem): write the click before the drag in \("action".quoted), or in [gesture.on] under \("ended".quoted)",
          at: place)
        break
      }
    }
  }
}
