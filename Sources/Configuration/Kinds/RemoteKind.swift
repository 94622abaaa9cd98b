import Gestures

/// A command of a remote control, a headset or a media key.
package struct RemoteSettings: KindSettings {
  package var commands: Set<RemoteCommand.Subtype> = []

  static let input = GestureInput.buttons
  var kind: GestureKind { .remote(self) }

  static let traits = KindTraits(Self())
  static let keys: [Key<Self>] = [
    Key("command", { $0.commands = $1 }, .dashed(), "must be given", "which commands count")
  ]

  func check(_ table: TOMLTable, _ reader: ConfigurationReader) {
    if table["command"] != nil { return }
    reader.report("this remote has no \"command\", such as command = \"toggle-play-pause\"", at: table.place)
  }

  func makeRecognizer(_ scale: LengthScale) -> GestureRecognizer {
    let remote = RemoteCommandGestureRecognizer()
    remote.commands = commands
    return remote
  }

  static func words(for values: GestureValues) -> String {
    if case .remote(let command) = values { Dashed(command).rawValue } else { "" }
  }
}
