/// What a gesture sets off, as configured.
package enum Action: Hashable, Sendable {
  /// `/bin/sh -c COMMAND`
  case shell(String, CommandOptions)
  /// A program and its arguments, no shell; at least the program. Without a slash it is looked for in the daemon's PATH.
  case exec([String], CommandOptions)
  /// Plays a sound at `volume` (0…1).
  case sound(Sound, volume: Double)
  /// Presses keys on a virtual keyboard.
  case key(KeySequence)
  /// A program that is started once and fed the gesture's JSON Lines.
  case stream([String])
  /// A line in the journal.
  case log(String)
  /// Switches to a mode; "default" is none.
  case mode(String)
  /// A LED of sysfs, by name.
  case led(LED)
  /// Lets a motor be felt.
  case haptic(Haptic)

  package enum Sound: Hashable, Sendable {
    case chomp
    case hehe
    /// By its path: WAV, FLAC or Ogg, at most 30 s of it; needs libsndfile.
    case file(String)
  }
}

/// How `shell` and `exec` run.
package struct CommandOptions: Hashable, Sendable {
  /// What happens when the command still runs and its gesture comes again.
  package enum Overlap: String, CaseIterable, Hashable, Sendable { case allow, skip, queue, restart }

  /// Then SIGTERM to its process group, SIGKILL 2 s later. `nil`: never.
  package var timeout: Duration?
  package var overlap = Overlap.allow
  package var directory: String?
  /// Variables added to the daemon's environment and the gesture's, in order; they win over both.
  package var environment: [Variable] = []
  /// By name; only for a daemon that runs as root. Sets USER, LOGNAME, HOME and SHELL too; needs util-linux's setpriv.
  package var user: String?

  package struct Variable: Hashable, Sendable {
    package var name: String
    package var value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package init() {}
}
