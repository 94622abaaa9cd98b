/// What a terminal can show, as far as the environment tells.
package struct TerminalAbilities: Equatable, Sendable {
  package var hasColours = true
  package var hasUnicode = true
  /// What is missing and why, a sentence each.
  package var wants: [String] = []

  package init() {}

  /// `nil`: it cannot even move its cursor.
  package init?(environment: (String) -> String?) {
    let kind = environment("TERM") ?? ""
    if kind.isEmpty || kind == "dumb" || kind == "unknown" { return nil }
    if environment("NO_COLOR")?.isEmpty == false {
      lackColours("no colours: NO_COLOR is set")
    } else if kind.hasPrefix("vt") || kind.hasSuffix("-m") || kind.hasSuffix("-mono") {
      lackColours("no colours: TERM is \(kind)")
    }
    // As in locale(7).
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
    if kind == "linux" {
      lackUnicode("trails in stars: a Linux console has no braille")
    } else if !["utf-8", "utf8"].contains(where: locale.lowercased().contains) {
      lackUnicode("trails in stars: the locale is not UTF-8 (LC_ALL=C.UTF-8 makes it so)")
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
