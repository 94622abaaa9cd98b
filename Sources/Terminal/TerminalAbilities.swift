/// The terminal's abilities, as far as the environment variables reveal them.
package struct TerminalAbilities: Equatable, Sendable {
  package var hasColours = true
  package var hasUnicode = true
  /// The missing abilities and the reasons, a sentence each.
  package var wants: [String] = []

  package init() {}

  /// Reads the abilities; `nil` if the terminal cannot even move its cursor.
  package init?(environment: (String) -> String?) {
    let kind = environment("TERM") ?? ""
    if kind.isEmpty || kind == "dumb" || kind == "unknown" { return nil }
    if environment("NO_COLOR")?.isEmpty == false {
      lackColours("no colours: NO_COLOR is set")
    } else if kind.hasPrefix("vt") || kind.hasSuffix("-m") || kind.hasSuffix("-mono") {
      lackColours("no colours: TERM is \(kind)")
    }
    // The order of precedence of locale(7).
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
    if kind == "linux" {
      lackUnicode("trails are drawn with *: a Linux console has no braille")
    } else if !["utf-8", "utf8"].contains(where: locale.lowercased().contains) {
      lackUnicode("trails are drawn with *: the locale is not UTF-8 (set LC_ALL=C.UTF-8)")
    }
  }

  private mutating func lackColours(_ why: String) {
    hasColours = false
    wants.append(why)
  }

  private mutating func lackUnicode(_ why: String) {
    hasUnicode = false
    wants.append(why)
  }
}
