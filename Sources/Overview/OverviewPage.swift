import Gestures
import Pages
import Program

/// A page about a configuration. It is self-contained, and the same configuration and sizes give the same bytes.
package struct OverviewPage {
  private let overview: Overview

  package init(_ overview: Overview) { self.overview = overview }

  package var bytes: [UInt8] {
    var page = Markup()
    page.own("<!DOCTYPE html>\n")
    page.element("html", ["lang": "en"]) { page in
      PageHead(
        title: "tickle show: \(overview.path)", style: styleSheet,
        drawings: DrawingStyle.rules { "var(--\($0))" }
      ).write(to: &page)
      page.element("body") { page in
        page.element("header", writeHeader)
        page.element("main") { page in
          for number in overview.screens.indices { write(number, to: &page) }
          if !overview.states.isEmpty { page.element("section", writeStates) }
        }
        page.element("footer") { page in
          page.element("h2", "How to read this page")
          page.element("p", Self.legend)
          page.element(
            "p", ["class": "muted"],
            "This page loads nothing and runs nothing. It contains the actions with their commands and texts.")
        }
      }
    }
    page.own("\n")
    return page.bytes
  }

  private static let legend = """
    In a pictogram, a filled dot is a finger and an arrow its movement. A ring around a finger means that it stays down, arcs \
    above and below it that it lifts at once, and a hollow dot is a finger that rests. On the screen, numbers and coloured \
    strips show where gestures begin.
    """

  private func writeHeader(to page: inout Markup) {
    page.element("p", ["class": "brand"], "tickle show")
    page.element("h1", fileName(overview.path))
    page.element("dl", ["class": "facts"]) { page in
      writeFact("Configuration", overview.path, to: &page)
      writeFact("Gestures", "\(overview.gestures)", to: &page)
      writeFact("Program", "tickle \(Version.current)", to: &page)
    }
    for warning in overview.warnings { page.element("p", ["class": "warning"], warning) }
  }

  private func write(_ number: Int, to page: inout Markup) {
    let screen = overview.screens[number]
    page.element("section", ["id": "screen-\(number + 1)"]) { page in
      page.element("h2", "Screen “\(screen.name)”")
      for warning in screen.warnings { page.element("p", ["class": "warning"], warning) }
      page.element("div", ["class": "screen"]) { page in
        page.element("figure", ["class": "map"]) { page in writeMap(screen, number, to: &page) }
        page.element("div") { page in
          if screen.groups.isEmpty { page.element("p", "No gesture is made on this screen.") }
          for (index, group) in screen.groups.enumerated() { write(group, index, number, to: &page) }
        }
      }
    }
  }

  private func writeMap(_ screen: Overview.ShownScreen, _ number: Int, to page: inout Markup) {
    let scale = ScreenMap.scale(screen.size, into: 420, 480)
    let map = ScreenMap(screen: screen, scale: scale) { Self.anchor(number, $0, $1) }
    page.element(
      "svg",
      [
        "role": "group", "aria-label": map.words,
        "viewBox": "-2 -2 \(compact(map.width + 4)) \(compact(map.height + 4))",
        "style": "max-width:\(compact(map.width * 1.5))px",
      ],
      map.write)
    page.element("figcaption", screen.sizeWords.capitalized + ".")
  }

  private static func anchor(_ screen: Int, _ group: Int, _ gesture: Int) -> String {
    "s\(screen + 1)-v\(group + 1)-g\(gesture)"
  }

  private func write(_ group: Overview.Group, _ index: Int, _ screen: Int, to page: inout Markup) {
    let colour = group.number.map(ScreenMap.colour) ?? ""
    page.element("section", ["class": "group \(colour)"]) { page in
      page.element("h3") { page in
        page.element("span", ["class": "swatch"], "")
        page.text(group.isWholeScreen ? "On the whole screen" : "On the view “\(group.view)”")
        if !group.isWholeScreen { page.element("span", ["class": "muted"], Phrases.size(group.frame.size)) }
      }
      for warning in group.warnings { page.element("p", ["class": "warning"], warning) }
      page.element("ul", ["class": "cards"]) { page in
        for gesture in group.gestures {
          page.element(
            "li",
            ["class": gesture.isEnabled ? "card" : "card off-now", "id": Self.anchor(screen, index, gesture.number)]
          ) { page in write(gesture, to: &page) }
        }
      }
    }
  }

  private func write(_ gesture: Overview.ShownGesture, to page: inout Markup) {
    gesture.pictogram.write(side: 76, to: &page)
    page.element("div") { page in
      page.element("h4") { page in
        page.element("span", ["class": "badge"], "\(gesture.number)")
        page.text(gesture.name)
      }
      page.element("p", ["class": "what"], gesture.sentence.capitalized + ".")
      if !gesture.details.isEmpty { page.element("p", ["class": "how"], gesture.details.joined(separator: " ")) }
      write(gesture.actions, to: &page)
      for note in gesture.notes { page.element("p", ["class": "notes"], note) }
    }
    for warning in gesture.warnings { page.element("p", ["class": "warning"], warning) }
  }

  private func write(_ actions: [Overview.ShownAction], to page: inout Markup) {
    for action in actions {
      page.element("p", ["class": "does"]) { page in
        page.text("→ " + action.beginning.capitalized)
        if !action.code.isEmpty {
          page.text(" ")
          page.element("code", action.code)
        }
      }
    }
  }

  private func writeStates(to page: inout Markup) {
    page.element("h2", "Besides gestures")
    page.element("ul", ["class": "cards"]) { page in
      for state in overview.states {
        page.element("li", ["class": "card"]) { page in
          state.pictogram.write(side: 76, to: &page)
          page.element("div") { page in
            page.element("p", ["class": "what"], state.title.capitalized + ".")
            if !state.sentence.isEmpty { page.element("p", ["class": "how"], state.sentence) }
            write(state.actions, to: &page)
          }
        }
      }
    }
  }
}

extension Overview.ShownGesture {
  /// What else decides whether it is recognized.
  package var notes: [String] {
    var notes: [String] = []
    if !sequences.isEmpty { notes.append("A step of \(Phrases.all(sequences.map { "“\($0)”" })).") }
    if actions.isEmpty, sequences.isEmpty { notes.append("Has no action: watchers and other programs see it.") }
    if !waits.isEmpty { notes.append("Waits until \(Phrases.all(waits.map { "“\($0)”" })) can no longer be meant.") }
    if !modes.isEmpty { notes.append(modes) }
    return notes
  }
}
