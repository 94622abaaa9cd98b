/// The server of a session through which ALSA's default device plays, if there is one. A service of the system cannot reach it.
package enum SoundServer: String, CaseIterable {
  case pipeWire = "PipeWire"
  case pulseAudio = "PulseAudio"

  /// The server whose package has made itself the default.
  /// - Parameter folder: the settings of ALSA, in files such as `99-pipewire-default.conf`.
  package static func ofDefaultDevice(in folder: String = "/etc/alsa/conf.d") -> SoundServer? {
    let names = Paths.names(in: folder)
    return allCases.first { server in names.contains { $0.hasSuffix("-\(server.rawValue.lowercased())-default.conf") } }
  }

  /// What a service can do about it.
  package var remedy: String {
    "the default device is that of \(rawValue), which runs in a session: sound_device = \"plughw:NAME\" in [daemon] plays on a card of "
      + "/proc/asound/cards itself, and the session's own daemon through \(rawValue): docs/service.md"
  }
}
