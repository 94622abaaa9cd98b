import Actions
import Gestures

/// Warnings and notes about what works only on a screen with `intercept`.
extension ConfigurationChecker {
  func warnAboutMissingInterception() {
    let screens = ScreensOfViews(configuration)
    for (screen, table) in zip(configuration.screens, outline.tables("screen")) where !screen.intercept {
      for key in ["take_back", "clone_name", "max_delay", "panic_fingers", "panic_time"] {
        if let entry = table[key] { warnAboutMissingIntercept(key, at: entry.keyPlace) }
      }
    }
    for (view, table) in zip(configuration.views, outline.tables("view"))
    where view.touches == .swallow && !screens[[view.name]].contains(where: { $0.intercept }) {
      warnAboutMissingIntercept("touches", at: table.place(of: "touches"))
    }
    for (gesture, table) in zip(configuration.gestures, outline.tables("gesture"))
    where !screens[gesture.views].allSatisfy({ $0.intercept }) {
      guard let name = gesture.actions.lazy.compactMap({ gesture.kind.echoedPointer($0.action) }).first else {
        continue
      }
      findings.note(
        "applications see the finger, too, and one that understands touches does this twice: give the screen intercept = true"
          + (gesture.kind.name == .pan
            ? ", or the pan min_fingers = 2" : ", or use \(name.quoted) with several fingers"),
        at: table.place(of: table["action"] == nil ? "on" : "action"))
    }
  }

  private func warnAboutMissingIntercept(_ key: String, at place: SourcePlace) {
    findings.warn("this \(key.quoted) has no effect without intercept = true in the [[screen]]", at: place)
  }
}

extension GestureKind {
  /// The name of a pointer action that does what applications do themselves with the gesture's finger; `nil` for any other action.
  fileprivate func echoedPointer(_ action: Action) -> String? {
    guard case .pointer(let pointer) = action else { return nil }
    switch (self, pointer) {
    case (.pan(let pan), .scroll) where pan.fingers.least == 1, (.pan(let pan), .drag) where pan.fingers.least == 1:
      return pointer.name
    case (.tap(let tap), .click(let click)) where tap.fingers == 1 && click.button == .left && click.place != .pointer:
      return pointer.name
    default: return nil
    }
  }
}
