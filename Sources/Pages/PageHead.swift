/// The head of a page. The page follows its reader's light or dark scheme, and loads nothing.
package struct PageHead {
  private let title: String
  private let style: StaticString
  private let drawings: String
  private let script: String?

  /// - Parameters:
  ///   - style: the page's own rules, which follow `StyleSheet.common`.
  ///   - drawings: more rules, without the characters that markup escapes.
  ///   - script: the hash of the only script that may run; `nil`: none may.
  package init(title: String, style: StaticString, drawings: String = "", script: String? = nil) {
    self.title = title
    self.style = style
    self.drawings = drawings
    self.script = script
  }

  package func write(to page: inout Markup) {
    page.element("head") { page in
      page.empty("meta", ["charset": "utf-8"])
      page.empty("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
      // Even if a name smuggled markup in, nothing would be fetched, and no script of it run.
      page.empty(
        "meta",
        [
          "http-equiv": "Content-Security-Policy",
          "content": "default-src 'none'; style-src 'unsafe-inline'" + (script.map { "; script-src '\($0)'" } ?? ""),
        ])
      page.element("title", title)
      page.element("style") { page in
        Palette.writeBoth(to: &page)
        page.own(StyleSheet.common)
        page.own(style)
        page.text(drawings)
      }
    }
  }
}

extension Palette {
  /// Writes the colours as variables, light ones and for readers who prefer them dark ones.
  package static func writeBoth(to page: inout Markup) {
    page.own(":root{color-scheme:light dark;")
    page.text(light.declarations)
    page.own("}@media (prefers-color-scheme:dark){:root{")
    page.text(dark.declarations)
    page.own("}}")
  }
}
