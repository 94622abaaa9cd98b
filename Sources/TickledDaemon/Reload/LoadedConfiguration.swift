import Configuration
import Gestures
import Screen
import TouchInput

/// A configuration that was read and checked, with the scenes of the panels that were open then.
///
/// Making the scene of 10,000 views takes longer than the time between two frames, and so does freeing it. Both happen on the queue that
/// reads the file.
struct LoadedConfiguration: Sendable {
  let file: ConfigurationFile
  /// Whether the one before was equal, perhaps with other comments.
  let isSame: Bool
  /// The SHA-256 of its text.
  let hash: String
  /// The scenes by the nodes of their panels.
  private let scenes: [String: HandedOver<Scene>]

  init(_ file: ConfigurationFile, isSame: Bool = false, for panels: [PanelFacts] = []) {
    self.file = file
    self.isSame = isSame
    hash = file.text.hash
    var scenes: [String: HandedOver<Scene>] = [:]
    for panel in panels {
      guard let screen = file.configuration.screen(for: panel) else { continue }
      let scene = Scene(file.configuration, screen: screen, size: screen.geometry(of: panel).size)
      scenes[panel.found.node] = HandedOver(scene)
    }
    self.scenes = scenes
  }

  /// Returns the scene for a panel, once; `nil` if there is none, or if the panel has got another size or screen since.
  func takeScene(for node: String, _ screen: ScreenSettings, _ size: Size) -> Scene? {
    guard let scene = scenes[node]?.take(), scene.isMade(for: screen, size) else { return nil }
    return scene
  }
}

/// Hands an object that is not thread-safe from one queue to another one. The queues use this in turn, hence `@unchecked`.
final class HandedOver<Object: AnyObject>: @unchecked Sendable {
  private var object: Object?

  init(_ object: Object) { self.object = object }

  /// Returns the object the first time, and `nil` from then on.
  func take() -> Object? {
    defer { object = nil }
    return object
  }
}
