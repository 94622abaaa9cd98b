import Foundation
import Testing

@testable import Configuration

// Checks README.md and docs/: their configurations must be valid, and the reference must have every key with its default.

private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// Returns the text of a page of the documentation, by its path in the checkout.
private func page(_ path: String) throws -> String {
  try String(contentsOf: root.appending(path: path), encoding: .utf8)
}

private let pages: [String] = {
  let docs = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: "docs").path)) ?? []
  return ["README.md"] + docs.filter { $0.hasSuffix(".md") }.sorted().map { "docs/\($0)" }
}()

/// A block of TOML in a page. A block that is marked ` ```toml gesture ` is the inside of a `[[gesture]]` named "example".
private struct Fence: CustomStringConvertible {
  var page: String
  /// The number of the block's first line in the page.
  var line: Int
  var text: String

  var description: String { "\(page):\(line)" }

  static func all(in page: String, _ text: String) -> [Fence] {
    var fences: [Fence] = []
    var open: (fence: Fence, indentation: Int)?
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      let bare = line.drop { $0 == " " }
      if let (fence, indentation) = open {
        if bare == "```" {
          fences.append(fence)
          open = nil
        } else {
          open?.fence.text += line.dropFirst(min(indentation, line.count - bare.count)) + "\n"
        }
      } else if bare == "```toml" || bare == "```toml gesture" {
        let start = bare == "```toml" ? "" : surroundings
        open = (Fence(page: page, line: index + 2, text: start), line.count - bare.count)
      }
    }
    return fences
  }

  /// The definitions that fragments of gestures refer to, and the head of the gesture.
  private static let surroundings = """
    actions.bite.log = "bite"
    view = [{ name = "snake", frame = { width = "50%" } }, { name = "dragon", frame = { x = "50%" } }]
    [[gesture]]
    name = "pan"
    kind = "pan"
    [[gesture]]
    name = "double"
    kind = "tap"
    [[gesture]]
    name = "example"

    """
}

@Test(arguments: pages)
func `Each configuration in the documentation is valid`(path: String) throws {
  // Files of cases are not configurations, and neither are those of the bridge to MQTT.
  let fences = Fence.all(in: path, try page(path))
  for fence in fences where !fence.text.contains("[[case]]") && !fence.text.hasPrefix("broker = ") {
    let (configuration, diagnostics) = Configuration.parse(text: fence.text, path: "\(fence)")
    #expect(configuration != nil && diagnostics.isEmpty, "\(diagnostics.map(\.description).joined(separator: "\n"))")
  }
}

/// A row of a reference table. Only some tables have a column for the default.
private struct Row {
  var line: String
  var keys: [String]
  var cells: [String]
}

/// Returns the rows of all tables between a heading and the next one.
private func rows(under heading: String, of text: String) -> [Row] {
  guard let start = text.range(of: "\n\(heading)\n") else { return [] }
  let section = text[start.upperBound...].components(separatedBy: "\n#")[0]
  return section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
    let cells = line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
    return Row(
      line: String(line), keys: cells[0].components(separatedBy: " or ").map { $0.filter { $0 != "`" } }, cells: cells)
  }
}

private let reference: [(heading: String, keys: [String])] =
  [
    ("## [daemon]", Keys.daemon), ("## [[screen]]", Keys.screen), ("### match", Keys.match), ("## [[view]]", Keys.view),
    ("### frame", Keys.frame), ("## [[gesture]]", Keys.gesture), ("### Places", Keys.segment),
    ("## [mode.NAME]", Keys.mode), ("## [[idle]]", Keys.idle), ("## [[follow]]", Keys.follow),
    ("## Actions", Keys.actions + Keys.options.map(\.key.name)),
  ] + GestureKind.Name.allCases.map { ("#### \($0.rawValue)", $0.keys.map(\.name)) }

@Test(arguments: reference.map(\.heading))
func `The reference has each key of a table, and no others`(heading: String) throws {
  let keys = try #require(reference.first { $0.heading == heading }).keys
  let documented = rows(under: heading, of: try page("docs/configuration.md")).flatMap(\.keys)
  #expect(documented.sorted() == keys.sorted())
}

/// Whether the tables must be rewritten, kind by kind, before they are compared: `make reference` does that.
private let isWriting = ProcessInfo.processInfo.environment["TICKLED_WRITE_REFERENCE"] != nil

@Test(.serialized, arguments: GestureKind.Name.allCases)
func `The reference says of a kind's keys what its table says`(kind: GestureKind.Name) throws {
  let heading = "#### \(kind.rawValue)"
  let expected = kind.keys.map { key in
    let standard = key.standard.contains(" ") && !key.standard.hasPrefix("[") ? key.standard : "`\(key.standard)`"
    return "| `\(key.name)` | \(key.takes) | \(standard) | \(key.summary) |"
  }
  if isWriting { try write(expected, under: heading) }
  #expect(rows(under: heading, of: try page("docs/configuration.md")).map(\.line) == expected)
}

private func write(_ rows: [String], under heading: String) throws {
  var text = try page("docs/configuration.md")
  let section = try #require(text.range(of: "\n\(heading)\n"), "docs/configuration.md has no \(heading)")
  let rule = "|---|---|---|---|\n"
  let next = text.range(of: "\n#", range: section.upperBound..<text.endIndex)?.lowerBound ?? text.endIndex
  let start: String.Index
  if let head = text.range(of: rule, range: section.upperBound..<next) {
    start = head.upperBound
  } else {
    let head = "\n| key | value | default | what it does |\n\(rule)"
    text.insert(contentsOf: head, at: section.upperBound)
    start = text.index(section.upperBound, offsetBy: head.count)
  }
  var end = start
  while text[end...].hasPrefix("| ") {
    end = text[end...].firstIndex(of: "\n").map(text.index(after:)) ?? text.endIndex
  }
  text.replaceSubrange(start..<end, with: rows.map { $0 + "\n" }.joined())
  try text.write(to: root.appending(path: "docs/configuration.md"), atomically: true, encoding: .utf8)
}

@Test func `The reference has every table and state`() throws {
  let text = try page("docs/configuration.md")
  for key in Keys.root {
    #expect(["", ".NAME", ".KIND"].contains { text.contains("[\(key)\($0)]") }, "\(key)")
  }
  let states = rows(under: "### When", of: text).flatMap(\.keys)
  #expect(Keys.states.allSatisfy(states.contains))
  #expect(Keys.directions.allSatisfy(states.contains))
  let kinds = rows(under: "### Kinds", of: text)
  #expect(kinds.flatMap(\.keys).sorted() == GestureKind.Name.allCases.map(\.rawValue).sorted())
  for kind in kinds {
    let isDiscrete = GestureKind.Name(rawValue: kind.keys[0])?.traits.isDiscrete
    #expect(isDiscrete == kind.cells[1].hasPrefix("discrete"), "\(kind.keys[0])")
  }
}

/// Returns a file with a line in a table.
private func file(_ heading: String, _ line: String) -> String {
  switch heading {
  case "## [daemon]": "[daemon]\n\(line)"
  case "## [[screen]]": "[[screen]]\nname = \"s\"\n\(line)"
  case "## [[view]]": "[[view]]\nname = \"v\"\n\(line)"
  case "## [mode.NAME]": "[mode.m]\n\(line)"
  case "## [[idle]]": "[[idle]]\nafter = \"1s\"\n\(line)"
  case "## [[gesture]]": "[[gesture]]\nname = \"g\"\nkind = \"tap\"\n\(line)"
  case "#### sequence":
    "[[gesture]]\nname = \"t\"\nkind = \"tap\"\n[[gesture]]\nname = \"g\"\nkind = \"sequence\"\nsteps = [\"t\", \"t\"]\n\(line)"
  case "#### press": "[[gesture]]\nname = \"g\"\nkind = \"press\"\nkey = \"volumeup\"\n\(line)"
  case "#### remote": "[[gesture]]\nname = \"g\"\nkind = \"remote\"\ncommand = \"play\"\n\(line)"
  case "#### switch": "[[gesture]]\nname = \"g\"\nkind = \"switch\"\nswitch = \"lid\"\n\(line)"
  default: "[[gesture]]\nname = \"g\"\nkind = \"\(heading.dropFirst(5))\"\n\(line)"
  }
}

private let tablesWithDefaults =
  ["## [daemon]", "## [[screen]]", "## [[view]]", "## [[gesture]]", "## [mode.NAME]", "## [[idle]]"]
  + GestureKind.Name.allCases.map { "#### \($0.rawValue)" }

@Test(arguments: tablesWithDefaults)
func `The defaults in the reference are those that apply without the key`(heading: String) throws {
  // Ignores warnings: a mode that only has its default causes one.
  func configuration(_ text: String) throws -> Configuration {
    try #require(Configuration.parse(text: text, path: "/etc/tickled/config.toml").0)
  }
  let without = try configuration(file(heading, ""))
  for row in rows(under: heading, of: try page("docs/configuration.md")) {
    let value = row.cells[2]
    // Skips keys with two defaults, depending on the recognition mode; each of them has its own quotes.
    guard value.hasPrefix("`"), value.hasSuffix("`"), !value.dropFirst().dropLast().contains("`") else { continue }
    let with = try configuration(file(heading, "\(row.keys[0]) = \(value.dropFirst().dropLast())"))
    #expect(with == without, "\(row.keys[0])")
  }
}

@Test func `The defaults of actions' options in the reference are those that apply without the option`() throws {
  func action(_ table: String) throws -> Configuration {
    try configuration("[[gesture]]\nname = \"g\"\nkind = \"pan\"\naction = \(table)")
  }
  for row in rows(under: "## Actions", of: try page("docs/configuration.md")) where row.cells.count == 5 {
    let head =
      switch row.cells[1] {
      case "sound": "sound = \"chomp\""
      case "led": "led = \"status\""
      case "haptic": "haptic = true"
      case "unit": "unit = \"kiosk\""
      case "click": "click = \"left\""
      case "scroll": "scroll = true"
      case "drag": "drag = true"
      case "drag, pointer": "drag = true, at = \"pointer\""
      default: "shell = \"true\""
      }
    guard row.cells[3].hasPrefix("`") else { continue }
    let value = row.cells[3].filter { $0 != "`" }
    #expect(try action("{ \(head), \(row.keys[0]) = \(value) }") == action("{ \(head) }"), "\(row.keys[0])")
  }
}
