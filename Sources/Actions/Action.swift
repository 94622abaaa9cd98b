// Actions: what a gesture triggers, as values.

/// An action that a gesture triggers, as configured.
package enum Action: Hashable, Sendable {
  /// `/bin/sh -c COMMAND`
  case shell(String, CommandOptions)
  /// A program and its arguments, without a shell; never empty. A program without a slash is looked up in the daemon's PATH.
  case exec([String], CommandOptions)
  /// Plays a sound at `volume` (0…1).
  case sound(Sound, volume: Double)
  /// Presses keys on a virtual keyboard, or types a text on it.
  case key(KeySequence)
  /// Uses a virtual pointer.
  case pointer(PointerAction)
  /// A program that is started once and fed the gesture's JSON Lines.
  case stream([String])
  /// A line in the journal.
  case log(String)
  /// Switches to a mode; "default" is none.
  case mode(String)
  /// Makes a view the first responder, by name; `nil`: the screen itself.
  case focus(String?)
  /// Switches an LED of sysfs, by name.
  case led(LED)
  /// Runs a device's vibration motor.
  case haptic(Haptic)
  /// Dims displays, or switches them off or on.
  case backlight(Backlight)
  /// Has systemd start, stop or restart a unit.
  case unit(UnitJob)

  /// Whether the action, bound to no specific state, gets all events of a gesture from its recognition on.
  package var followsGesture: Bool {
    switch self {
    case .stream: true
    case .pointer(let action): action.followsGesture
    case .shell, .exec, .sound, .key, .log, .mode, .focus, .led, .haptic, .backlight, .unit: false
    }
  }

  /// Whether what the action has done is undone, or does no harm, when its gesture is cancelled: a program that is fed the gesture reads
  /// of it, a button or key that is held is released.
  package var canBeTakenBack: Bool {
    switch self {
    case .stream, .log, .focus, .led, .haptic, .backlight, .pointer(.scroll), .pointer(.drag), .pointer(.move): true
    case .shell, .exec, .sound, .key, .mode, .unit, .pointer(.click): false
    }
  }

  package enum Sound: Hashable, Sendable {
    case chomp
    case hehe
    /// A file by its path: WAV, FLAC or Ogg, of which at most 30 s are played; needs libsndfile.
    case file(String)
  }
}

/// How `shell` and `exec` run.
package struct CommandOptions: Hashable, Sendable {
  /// What happens when the gesture is recognized again while its command is still running.
  package enum Overlap: String, CaseIterable, Hashable, Sendable { case allow, skip, queue, restart }

  /// How long the command may run. After that its process group gets SIGTERM, and SIGKILL 2 s later.
  package enum TimeLimit: Hashable, Sendable {
    /// Until another command of the same action needs its place, but at least a minute (`ActionSurroundings.placeLimit`).
    case whilePlaceIsFree
    case after(Duration)
    case none
  }

  package var timeLimit = TimeLimit.whilePlaceIsFree
  /// The limit as a time; `nil` if there is none, or if it depends on whether the place is needed.
  package var timeout: Duration? {
    get {
      guard case .after(let duration) = timeLimit else { return nil }
      return duration
    }
    set { timeLimit = newValue.map(TimeLimit.after) ?? .none }
  }
  package var overlap = Overlap.allow
  package var directory: String?
  /// Variables added to the daemon's environment and the gesture's, in order; they override both.
  package var environment: [Variable] = []
  /// Variables whose values are read from files or systemd credentials when the command starts, so that neither the configuration nor a
  /// watcher has them. They override all others.
  package var secrets: [Variable] = []
  /// The name of the user that the command runs as; only for a daemon that runs as root. Sets USER, LOGNAME, HOME and SHELL too.
  package var user: String?
  /// Whether the command may open input devices and `/dev/uinput` where commands are kept from them (`ActionSurroundings`).
  package var mayOpenInputDevices = false

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
