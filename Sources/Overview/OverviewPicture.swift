import Gestures
import Pages
import Text

/// A picture of a configuration, as SVG: a cheat sheet, a sheet of paper or a wallpaper.
///
/// It has no script and uses the system's fonts.
package struct OverviewPicture {
  private let overview: Overview

  package init(_ overview: Overview) { self.overview = overview }

  private static let pictureWidth = 1600.0
  private static let margin = 40.0
  private static let mapWidth = 420.0
  private static let gap = 16.0
  private static let columns = 3
  /// A picture of more gestures would be too large to look at.
  private static let most = 120

  private static let cardWidth =
    (pictureWidth - 2 * margin - mapWidth - 32 - Double(columns - 1) * gap) / Double(columns)

  package var bytes: [UInt8] {
    var body = Markup()
    var y = Self.margin
    body.line(fileName(overview.path), "t-title", x: Self.margin, y: y + 22)
    y = write(overview.warnings, x: Self.margin, y: y + 50, to: &body)
    for screen in overview.screens { y = write(screen, from: y, to: &body) }
    if !overview.states.isEmpty {
      body.line("Besides gestures", "t-screen", x: Self.margin, y: y + 14)
      let left = Self.margin + Self.mapWidth + 32
      y = write(overview.states.map(Card.init), x: left, y: y + 32, to: &body) + 8
    }
    let height = y + Self.margin - Self.gap

    var picture = Markup()
    picture.element(
      "svg",
      [
        "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(compact(Self.pictureWidth)) \(compact(height))",
        "width": compact(Self.pictureWidth), "height": compact(height),
      ]
    ) { picture in
      picture.element("title", "Gestures of \(fileName(overview.path))")
      picture.element("style") { picture in
        picture.text(Self.rules(.light))
        picture.own("@media (prefers-color-scheme:dark){")
        picture.text(Self.rules(.dark))
        picture.own("}")
      }
      picture.empty("rect", ["class": "t-page", "width": "100%", "height": "100%"])
      picture.append(body)
    }
    picture.own("\n")
    return picture.bytes
  }

  /// The rules with the colours themselves, as not every program that draws SVG knows variables.
  private static func rules(_ palette: Palette) -> String {
    func colour(_ name: String) -> String { "#" + hexadecimal(palette[name], digits: 6) }
    return """
      text{font-family:system-ui,sans-serif;fill:\(colour("text"))}
      .t-page{fill:\(colour("page"))}
      .t-card{fill:\(colour("card"));stroke:\(colour("line"))}
      .t-title{font-size:26px;font-weight:600}.t-screen{font-size:18px;font-weight:600}.t-group{font-size:14px;font-weight:600}
      .t-name{font-size:13px;font-weight:600;fill:\(colour("muted"))}
      .t-what{font-size:16px;font-weight:600}.t-how{font-size:13px}.t-does{font-size:14px}
      .t-notes{font-size:13px;fill:\(colour("muted"))}
      .t-warning{font-size:13px;fill:\(colour("cancelled"))}

      """ + DrawingStyle.rules(colour)
  }

  // MARK: Parts

  private func write(_ screen: Overview.ShownScreen, from top: Double, to page: inout Markup) -> Double {
    var y = top
    page.line("Screen “\(screen.name)”", "t-screen", x: Self.margin, y: y + 14)
    y += 32
    let map = ScreenMap(screen: screen, scale: ScreenMap.scale(screen.size, into: Self.mapWidth, 560))
    page.element("g", ["transform": "translate(\(compact(Self.margin)) \(compact(y)))"]) { page in
      page.element("g", ["role": "img", "aria-label": map.words], map.write)
      page.line(screen.sizeWords.capitalized + ".", "t-notes", x: 0, y: map.height + 20)
    }
    let mapEnd = y + map.height + 40
    let left = Self.margin + Self.mapWidth + 32
    y = write(screen.warnings, x: left, y: y, to: &page)
    var drawn = 0
    for group in screen.groups where drawn < Self.most {
      let colour = group.number.map(ScreenMap.colour) ?? "whole"
      page.rect("m-badge \(colour)", Rect(x: left, y: y + 1, width: 12, height: 12), radius: "3")
      page.line(
        group.isWholeScreen ? "On the whole screen" : "On the view “\(group.view)”, \(Phrases.size(group.frame.size))",
        "t-group", x: left + 19, y: y + 12)
      y = write(group.warnings, x: left, y: y + 24, to: &page)
      let cards = group.gestures.prefix(Self.most - drawn).map { Card($0, group) }
      drawn += group.gestures.count
      y = write(cards, x: left, y: y, to: &page) + 8
    }
    let all = screen.groups.reduce(0) { $0 + $1.gestures.count }
    if all > Self.most {
      page.line(
        "\(all - Self.most) more gestures: the page has all of them (--output FILE.html).", "t-notes", x: left,
        y: y + 12)
      y += 30
    }
    return max(y, mapEnd)
  }

  /// Writes cards, each below the shortest column, and returns where the longest one ends.
  private func write(_ cards: [Card], x left: Double, y: Double, to page: inout Markup) -> Double {
    var ends = [Double](repeating: y, count: Self.columns)
    for card in cards {
      let column = ends.indices.min { ends[$0] < ends[$1] } ?? 0
      let x = left + Double(column) * (Self.cardWidth + Self.gap)
      ends[column] = write(card, x: x, y: ends[column], to: &page) + Self.gap
    }
    return ends.max() ?? y
  }

  /// The lines of a card, each with its style, size and distance from the line before.
  private struct Card {
    let pictogram: Pictogram
    /// The gesture's number with its colour, and its name; `nil` for what happens besides gestures.
    let gesture: (number: Int, name: String, colour: String)?
    var lines: [(text: String, style: String, size: Double, space: Double)] = []

    init(_ gesture: Overview.ShownGesture, _ group: Overview.Group) {
      pictogram = gesture.pictogram
      self.gesture = (gesture.number, gesture.name, group.number.map(ScreenMap.colour) ?? "whole")
      add(gesture.sentence.capitalized + ".", "t-what", 17)
      add(gesture.details.joined(separator: " "), "t-how", 13)
      add(gesture.actions)
      for note in gesture.notes { add(note, "t-notes", 13) }
      for warning in gesture.warnings { add("⚠ " + warning, "t-warning", 13) }
    }

    init(_ state: Overview.ShownState) {
      pictogram = state.pictogram
      gesture = nil
      add(state.title.capitalized + ".", "t-what", 17)
      add(state.sentence, "t-how", 13)
      add(state.actions)
    }

    private mutating func add(_ actions: [Overview.ShownAction]) {
      for action in actions { add("→ " + action.text.capitalized, "t-does", 14, space: 5) }
    }

    private mutating func add(_ text: String, _ style: String, _ size: Double, space: Double = 2) {
      for (index, line) in OverviewPicture.lines(text, size, OverviewPicture.cardWidth - 102).enumerated() {
        lines.append((line, style, size, index == 0 ? space : 0))
      }
    }

    var height: Double { max(90, 44 + lines.reduce(0) { $0 + $1.size * 1.35 + $1.space }) }
  }

  private func write(_ card: Card, x: Double, y: Double, to page: inout Markup) -> Double {
    page.rect("t-card", Rect(x: x, y: y, width: Self.cardWidth, height: card.height), radius: "8")
    card.pictogram.write(side: 66, x: x + 10, y: y + 12, to: &page)
    let left = x + 88
    var baseline = y + 12
    if let gesture = card.gesture {
      page.badge(gesture.number, gesture.colour, at: Point(x: left + 10, y: y + 20))
      page.line(gesture.name, "t-name", x: left + 27, y: y + 25)
      baseline += 22
    }
    for line in card.lines {
      baseline += line.size * 1.35 + line.space
      page.line(line.text, line.style, x: left, y: baseline - line.size * 0.3)
    }
    return y + card.height
  }

  /// Writes warnings from a place to the right margin, and returns where the next thing begins.
  private func write(_ warnings: [String], x: Double, y: Double, to page: inout Markup) -> Double {
    let size = 14.0
    var y = y
    for warning in warnings {
      for line in Self.lines(warning, size, Self.pictureWidth - Self.margin - x) {
        page.line(line, "t-warning", x: x, y: y + size)
        y += size * 1.4
      }
      y += 4
    }
    return y
  }

  /// Breaks a text into lines. SVG does not, and the widths of the system's letters are not known: these are wide ones.
  package static func lines(_ text: String, _ size: Double, _ width: Double) -> [String] {
    var lines: [String] = []
    var line = "", used = 0.0
    func end() {
      if !line.isEmpty { lines.append(line) }
      (line, used) = ("", 0)
    }
    for word in text.split(separator: " ") {
      let length = word.reduce(0) { $0 + Self.width($1) } * size
      let space = line.isEmpty ? 0 : Self.width(" ") * size
      if used + space + length > width { end() }
      if !line.isEmpty {
        line += " "
        used += space
      }
      for letter in word {
        let own = Self.width(letter) * size
        if used + own > width { end() }
        line.append(letter)
        used += own
      }
    }
    end()
    return lines
  }

  /// The width of a letter as a share of the height of its line.
  private static func width(_ letter: Character) -> Double {
    switch letter {
    case "i", "l", "j", "t", "f", "r", "I", ".", ",", ":", ";", "'", "|", "(", ")", "[", "]", " ": 0.42
    case "m", "w", "M", "W", "@", "%", "→", "⚠", "×": 1
    case _ where letter.isUppercase || letter.isNumber || !letter.isLetter: 0.78
    case _ where letter.isASCII: 0.62
    default: 1
    }
  }
}
