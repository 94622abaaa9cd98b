import Gestures
import TouchInput

/// What the gestures need besides touches. Gestures that are off count too, because a mode or a client may turn them on.
extension Configuration {
  /// The keys and switches that gestures are made with, and the keys of the remote commands.
  package var wantedCodes: Set<EventCode> {
    let codes = gestures.compactMap { gesture -> EventCode? in
      switch gesture.kind {
      case .press(let press): .key(press.code)
      case .switch(let settings): settings.position.map { .switch($0.code) }
      default: nil
      }
    }
    return Set(codes).union(RemoteKeys.codes(for: wantedCommands))
  }

  package var wantedCommands: Set<RemoteCommand.Subtype> {
    gestures.reduce(into: []) { commands, gesture in
      if case .remote(let remote) = gesture.kind { commands.formUnion(remote.commands) }
    }
  }

  /// Whether there are gestures that are made by moving the device.
  package var wantsMotion: Bool { gestures.contains { $0.kind.name.input == .motion } }
}
