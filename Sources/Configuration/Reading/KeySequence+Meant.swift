import Actions
import Text

extension KeySequence {
  /// Returns the keys that were probably meant by a text that names a key which does not exist: names of X, of evdev or of browsers,
  /// `-` for `+`, spaces around `+`, or a misspelled name.
  /// - Returns: the whole text, and the name in it if only that was misspelled.
  static func meant(by text: String, unknown: String?) -> (text: String, name: String?)? {
    guard text.utf8.count <= 200 else { return nil }
    var candidates = [text, text.lowercased().filter { $0 != "-" && $0 != "_" }]
    if text.contains(" + ") { candidates.append(text.filter { $0 != " " }) }
    candidates += candidates.map { String($0.map { $0 == "-" ? "+" : $0 }) }
    for candidate in candidates + candidates.map(renamed) where candidate != text && isValid(candidate) {
      return (candidate, nil)
    }
    guard let unknown, let name = names.closest(to: unknown) else { return nil }
    let repaired = text.lowercased().replacing(unknown, with: name, maxReplacements: 1)
    return isValid(repaired) ? (repaired, name) : nil
  }

  private static func isValid(_ text: String) -> Bool { (try? KeySequence(text)) != nil }

  /// The text with each name as it is called here, if another program's name is known.
  private static func renamed(_ text: String) -> String {
    text.lowercased().split(separator: " ").map { chord in
      chord.split(separator: "+", omittingEmptySubsequences: false).map { name in here(String(name)) }
        .joined(separator: "+")
    }.joined(separator: " ")
  }

  private static func here(_ name: String) -> String {
    if isValid(name) { return name }
    var plain = name.filter { $0 != "_" }
    if plain.hasPrefix("key"), isValid(String(plain.dropFirst(3))) { return String(plain.dropFirst(3)) }
    if plain.hasPrefix("xf86") { plain = String(plain.dropFirst(4)) }
    if let known = others[plain] { return known }
    for affix in ["arrow", "key"] where plain.hasPrefix(affix) || plain.hasSuffix(affix) {
      let rest = plain.hasPrefix(affix) ? plain.dropFirst(affix.count) : plain.dropLast(affix.count)
      if isValid(String(rest)) { return String(rest) }
    }
    return isValid(plain) ? plain : name
  }

  private static let others = [
    "audioraisevolume": "volumeup", "audiolowervolume": "volumedown", "audiomute": "mute", "audioplay": "playpause",
    "audionext": "nextsong", "audioprev": "previoussong", "monbrightnessup": "brightnessup",
    "monbrightnessdown": "brightnessdown", "superl": "leftmeta", "superr": "rightmeta", "controll": "leftctrl",
    "controlr": "rightctrl", "altl": "leftalt", "altr": "rightalt", "shiftl": "leftshift", "shiftr": "rightshift",
    "cmd": "leftmeta", "command": "leftmeta", "windows": "leftmeta", "option": "leftalt", "prior": "pageup",
    "next": "pagedown", "print": "sysrq",
  ]
}
