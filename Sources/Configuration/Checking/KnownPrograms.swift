import Actions

/// Something that commands often need, and that a service denies them.
enum ProgramNeed: CaseIterable {
  case manager, privileges, session, xServer, network, processes, sound, backlight, console, generatedCode

  /// What the need means for the service that a configuration is for; `nil`: that service has what it takes, or does not confine it.
  func sentence(_ program: String, for purpose: Configuration.Purpose, isConfined: Bool) -> String? {
    if !isConfined { return nil }
    return switch (self, purpose) {
    case (.manager, .service):
      "as a service, \(program) is refused, as it asks as the user \"tickled\": use an action such as "
        + "{ unit = \"kiosk\", do = \"stop\" } or { unit = \"reboot.target\" }"
    case (.privileges, .service), (.privileges, .session):
      "as a service, \(program) cannot gain privileges (NoNewPrivileges=yes): put the work into a unit of systemd, "
        + "and start that with an action such as { unit = \"my-work\" }"
    case (.session, .service):
      "as the system's service, \(program) reaches no session, with its display, bus and sound: run tickled as a service of the "
        + "session, `systemctl --user enable --now tickled-user`"
    case (.xServer, .service):
      "as the system's service, \(program) reaches no X server: run tickled as a service of the session, "
        + "`systemctl --user enable --now tickled-user`"
    case (.network, .service):
      "as a service, \(program) has no network: see the drop-in commands.conf, RestrictAddressFamilies= and IPAddressDeny="
    case (.network, .session):
      "as a service, \(program) has no network: start it with `systemd-run --user --quiet`"
    case (.processes, .service):
      "as a service, \(program) sees no other processes: see the drop-in commands.conf, ProcSubset= and ProtectProc="
    case (.sound, .service):
      "as a service, \(program) needs the drop-in sound.conf: access to the sound cards in /dev/snd"
    case (.backlight, .service):
      "as a service, \(program) cannot change displays: use an action such as { backlight = \"20%\" }, with the drop-in "
        + "backlight.conf"
    case (.console, .service):
      "as a service, \(program) has no terminal and no framebuffer: put it into a unit of systemd, and start that with an action "
        + "such as { unit = \"my-work\" }"
    case (.generatedCode, .service), (.generatedCode, .session):
      "as a service, \(program) cannot compile code as it runs: "
        + (purpose == .service
          ? "see the drop-in commands.conf, MemoryDenyWriteExecute=" : "start it with `systemd-run --user --quiet`")
    case (_, .session): nil
    }
  }

  /// The need of a program by its name, and by its first argument where that makes a difference; `nil` for one that is not known.
  init?(program: String, arguments: [String]) {
    let isForSession = arguments.contains("--user")
    switch program {
    case "systemctl", "loginctl", "busctl", "timedatectl", "hostnamectl":
      self = isForSession ? .session : .manager
    default:
      guard let need = Self.needs.first(where: { $0.programs.contains(program) })?.need else { return nil }
      self = need
    }
  }

  /// One row for each need, with the programs that people use for kiosks, panels and phones.
  private static let needs: [(need: ProgramNeed, programs: Set<String>)] = [
    (.manager, ["shutdown", "reboot", "poweroff", "halt", "init", "telinit"]),
    (.privileges, ["sudo", "su", "doas", "pkexec", "run0", "mount", "umount"]),
    (
      .session,
      [
        "swaymsg", "i3-msg", "hyprctl", "riverctl", "wayfire-msg", "labwc", "wlr-randr", "wlopm", "wlrctl", "kanshictl",
        "kscreen-doctor", "wtype", "grim", "wf-recorder", "wl-copy", "swaylock", "swayidle", "gtklock", "onboard",
        "squeekboard", "wvkbd-mobintl", "gsettings", "dconf", "gdbus", "dbus-send", "qdbus", "notify-send", "playerctl",
        "wpctl", "pactl", "pw-play", "paplay", "xdg-open", "gtk-launch", "firefox", "chromium", "chromium-browser",
        "google-chrome", "epiphany", "foot", "xterm", "alacritty", "kitty", "konsole", "gnome-terminal", "lxterminal",
        "x-terminal-emulator", "wofi", "rofi", "fuzzel",
      ]
    ),
    (
      .xServer,
      ["xset", "xrandr", "xinput", "xdotool", "wmctrl", "xprop", "xsetroot", "xscreensaver-command", "xdg-screensaver"]
    ),
    (
      .network,
      [
        "curl", "wget", "mosquitto_pub", "mosquitto_sub", "http", "ssh", "nc", "ncat", "netcat", "ping", "rsync",
        "socat",
        "hass-cli", "redis-cli", "websocat",
      ]
    ),
    (.processes, ["ps", "pgrep", "pkill", "killall", "pidof", "top", "fuser"]),
    (
      .sound,
      ["aplay", "amixer", "alsamixer", "speaker-test", "espeak", "espeak-ng", "mpg123", "ogg123", "sox", "play"]
    ),
    (.backlight, ["brightnessctl", "light", "xbacklight", "ddcutil", "vcgencmd", "vbetool", "acpilight"]),
    (.console, ["chvt", "openvt", "setterm", "fbi", "fim", "fbset", "setfont", "clear"]),
    (.generatedCode, ["node", "java", "luajit", "pypy3", "deno", "mono", "dotnet"]),
  ]
}

/// A program that an action runs, with its words as far as they are known.
struct RunProgram {
  let name: String
  let arguments: [String]

  private init?(words: [String]) {
    guard let path = words.first, let name = path.split(separator: "/").last else { return nil }
    self.name = String(name)
    arguments = Array(words.dropFirst())
  }

  /// Returns the programs that an action runs: each one of a command line that can be seen without running it.
  static func all(of action: Action) -> [RunProgram] {
    switch action {
    case .exec(let words, _), .stream(let words): [RunProgram(words: words)].compactMap { $0 }
    case .shell(let text, _): ShellText(text).commands.compactMap(RunProgram.init(words:))
    default: []
    }
  }
}

extension ShellText {
  /// The words of each simple command, without the shell's own words before it and without assignments. Quotes are not understood, so this
  /// is good enough for advice, not for warnings.
  var commands: [[String]] {
    let parts = text.split { ";&|(){}`\n".contains($0) }
    return parts.compactMap { part in
      let words = part.split(whereSeparator: { $0.isWhitespace }).map(String.init)
      let command = words.drop { Self.prefixes.contains($0) || Self.isAssignment($0) }
      return command.isEmpty ? nil : Array(command)
    }
  }

  private static let prefixes: Set<String> = [
    "exec", "if", "then", "else", "elif", "while", "until", "do", "!", "time", "env", "nohup", "command", "setsid",
  ]

  private static func isAssignment(_ word: String) -> Bool {
    guard let sign = word.firstIndex(of: "=") else { return false }
    return word[..<sign].utf8.allSatisfy { $0 == 95 || (48...57).contains($0) || (65...90).contains($0) || $0 >= 97 }
  }
}
