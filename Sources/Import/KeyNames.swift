import Actions

enum KeyNames {
  /// Returns the chord for names of X11's keysyms, such as "Control_L" and "Page_Up", or of the kernel; `nil` if a name is unknown.
  static func chord(_ names: [String]) -> String? {
    var keys: [String] = []
    for name in names {
      for key in known(name) where !keys.contains(key) { keys.append(key) }
    }
    let chord = keys.joined(separator: "+")
    return isValid(chord) ? chord : nil
  }

  /// Whether tickled can press the keys.
  static func isValid(_ keys: String) -> Bool { (try? KeySequence(keys)) != nil }

  /// Returns the keys that a command presses by xdotool; `nil` if it does anything else.
  static func pressed(by command: String) -> String? {
    var words = command.split(whereSeparator: \.isWhitespace).map(String.init)
    guard words.count >= 3, words[0] == "xdotool", words[1] == "key" else { return nil }
    words.removeFirst(2)
    while let option = words.first, option.hasPrefix("-") {
      guard ["--clearmodifiers", "-clearmodifiers"].contains(option) else { return nil }
      words.removeFirst()
    }
    var chords: [String] = []
    for word in words {
      guard let chord = chord(word.unquoted.split(separator: "+").map(String.init)) else { return nil }
      chords.append(chord)
    }
    let keys = chords.joined(separator: " ")
    return isValid(keys) ? keys : nil
  }

  /// The keys of the kernel for one name.
  private static func known(_ name: String) -> [String] {
    let lower = name.lowercased()
    if let keys = keysyms[lower] { return keys }
    if lower.hasPrefix("kp_"), lower.count == 4, lower.last?.isNumber == true { return ["kp\(lower.last!)"] }
    if lower.hasPrefix("key_") { return [String(lower.dropFirst(4))] }
    return [lower]
  }

  /// Keysyms whose names differ from the kernel's, in lower case.
  private static let keysyms: [String: [String]] = [
    "control_l": ["ctrl"], "control_r": ["rightctrl"], "control": ["ctrl"], "ctrl": ["ctrl"], "leftctrl": ["ctrl"],
    "shift_l": ["shift"], "shift_r": ["rightshift"], "leftshift": ["shift"],
    "alt_l": ["alt"], "alt_r": ["altgr"], "meta_l": ["alt"], "meta_r": ["rightalt"], "leftalt": ["alt"],
    "iso_level3_shift": ["altgr"], "mode_switch": ["altgr"],
    "super_l": ["super"], "super_r": ["rightmeta"], "hyper_l": ["super"], "leftmeta": ["super"],
    "page_up": ["pageup"], "prior": ["pageup"], "page_down": ["pagedown"], "next": ["pagedown"],
    "return": ["enter"], "kp_enter": ["kpenter"], "escape": ["esc"], "print": ["sysrq"], "caps_lock": ["capslock"],
    "num_lock": ["numlock"], "scroll_lock": ["scrolllock"], "iso_left_tab": ["shift", "tab"], "menu": ["compose"],
    "kp_add": ["kpplus"], "kp_subtract": ["kpminus"], "kp_multiply": ["kpasterisk"], "kp_divide": ["kpslash"],
    "kp_decimal": ["kpdot"], "kp_left": ["left"], "kp_right": ["right"], "kp_up": ["up"], "kp_down": ["down"],
    "kp_home": ["home"], "kp_end": ["end"], "kp_prior": ["pageup"], "kp_next": ["pagedown"],
    "kp_page_up": ["pageup"], "kp_page_down": ["pagedown"], "kp_insert": ["insert"], "kp_delete": ["delete"],
    "underscore": ["_"], "question": ["?"], "numbersign": ["#"], "asciitilde": ["~"],
    "period": ["dot"], "bracketleft": ["leftbrace"], "bracketright": ["rightbrace"], "grave": ["grave"],
    "apostrophe": ["apostrophe"], "-": ["minus"], "=": ["equal"], ",": ["comma"], ".": ["dot"], "/": ["slash"],
    "xf86back": ["back"], "xf86forward": ["forward"], "xf86homepage": ["homepage"], "xf86search": ["search"],
    "xf86audioraisevolume": ["volumeup"], "xf86audiolowervolume": ["volumedown"], "xf86audiomute": ["mute"],
    "xf86audiomicmute": ["micmute"], "xf86audioplay": ["playpause"], "xf86audiopause": ["pausecd"],
    "xf86audiostop": ["stopcd"], "xf86audionext": ["nextsong"], "xf86audioprev": ["previoussong"],
    "xf86monbrightnessup": ["brightnessup"], "xf86monbrightnessdown": ["brightnessdown"],
    "xf86zoomin": ["zoomin"], "xf86zoomout": ["zoomout"], "xf86launcha": ["scale"], "xf86calculator": ["calc"],
    "xf86explorer": ["file"], "xf86mail": ["mail"], "xf86sleep": ["sleep"], "xf86poweroff": ["power"],
    "xf86refresh": ["refresh"], "xf86reload": ["refresh"], "xf86www": ["www"], "xf86favorites": ["bookmarks"],
  ]
}

/// What the desktop does, and the chord that asks it to, where no program has a name for it that works everywhere.
enum DesktopChord {
  static let nextWorkspace = "super+pagedown"
  static let previousWorkspace = "super+pageup"
  static func workspace(to direction: String) -> String { "ctrl+alt+\(direction)" }

  /// The sentence for a chord that stands in for an action of the window manager.
  static func difference(_ action: String, _ chord: String) -> String {
    "tickled does not manage windows; \(chord) stands for \(action): set what your desktop uses"
  }
}

extension String {
  /// The text without quotes around it.
  var unquoted: String {
    guard count >= 2, let first, first == last, first == "'" || first == "\"" else { return self }
    return String(dropFirst().dropLast())
  }
}
