import Gestures
import Text

extension CaseFile {
  /// Reads a file. An invalid one throws the problems, all of them.
  ///
  /// - Parameters:
  ///   - configuration: returns the configuration that the cases are for; the argument is the path that the file names.
  ///   - objection: what is wrong with a sentence about a hand; `nil`: nothing.
  package static func load(
    path: String, configuration: (String?) throws -> Configuration, objection: (String) -> String?
  ) throws -> (file: CaseFile, configuration: Configuration) {
    let reader = FieldReader(bytes: try contents(path: path, limit: 1 << 20), path: path)
    let result = try reader.cases(path, configuration, objection)
    guard let result, reader.findings.isUsable else { throw ConfigurationError.unusable(reader.findings.diagnostics) }
    return result
  }
}

extension FieldReader {
  private static var caseKeys: [String] {
    [
      "name", "hand", "recording", "expect", "never", "actions", "screen", "mode", "within", "panel", "rate",
      "resolution", "protocol", "seed",
    ]
  }

  private static let mostCases = 10_000

  func cases(
    _ path: String, _ load: (String?) throws -> Configuration, _ objection: (String) -> String?
  ) throws -> (CaseFile, Configuration)? {
    guard let root = document else { return nil }
    checkKeys(of: root, known: ["config", "case"], in: "a file of cases")
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    func absolute(_ path: String) -> String { path.hasPrefix("/") ? path : folder + path }
    var named: String?
    read("config", of: root, into: &named) { filledText($0).map(absolute) }
    let configuration = try load(named)
    let tables = tables("case", of: root)
    if tables.isEmpty && findings.isUsable { report("this file has no [[case]]", at: root.place) }
    if tables.count > Self.mostCases { report("this file has more than \(Self.mostCases) cases", at: root.place) }
    let cases = tables.prefix(Self.mostCases).compactMap { gestureCase($0, configuration, absolute, objection) }
    return (CaseFile(path: path, cases: cases), configuration)
  }

  private func gestureCase(
    _ table: TOMLTable, _ configuration: Configuration, _ absolute: (String) -> String,
    _ objection: (String) -> String?
  ) -> GestureCase? {
    checkKeys(of: table, known: Self.caseKeys, in: "a case")
    guard let input = input(table, absolute, objection) else { return nil }
    var result = GestureCase(name: "", line: table.place.line, input: input)
    switch input {
    case .hand(let words): result.name = words
    case .recording(let path): result.name = path
    }
    let gestures = configuration.gestures.map { $0.name }
    read("name", of: table, into: &result.name) { name(of: table, a: "case")?.name ?? filledText($0) }
    read("expect", of: table, into: &result.expected) { field in
      oneOrMore(field) { known($0, gestures, "gesture") }
    }
    read("never", of: table, into: &result.never) { field in
      if case .string("others") = field.value.content { return .others }
      return oneOrMore(field) { known($0, gestures, "gesture") }.map(GestureCase.Never.these)
    }
    read("actions", of: table, into: &result.actions) { oneOrMore($0, as: filledText) }
    let screens = configuration.screens.isEmpty ? [ScreenSettings().name] : configuration.screens.map { $0.name }
    read("screen", of: table, into: &result.screen) { known($0, screens, "screen") }
    read("mode", of: table, into: &result.mode) { known($0, configuration.modes.map { $0.name } + ["default"], "mode") }
    read("within", of: table, into: &result.within, as: positiveTime)
    readPanel(table, into: &result)
    if result.expected.isEmpty, result.never == .these([]), result.actions.isEmpty {
      report("this case promises nothing: give it \"expect\", \"never\" or \"actions\"", at: table.place)
    }
    if result.within != nil && result.expected.isEmpty {
      report("\"within\" is about expected gestures: give the case \"expect\"", at: table.place)
    }
    return result
  }

  private func input(
    _ table: TOMLTable, _ absolute: (String) -> String, _ objection: (String) -> String?
  ) -> GestureCase.Input? {
    switch (table["hand"], table["recording"]) {
    case (nil, nil), (.some, .some):
      return unusable("a case needs either \"hand\" or \"recording\"", at: table.place)
    case (let hand?, nil):
      guard let words = filledText(Field(key: "hand", value: hand.value)) else { return nil }
      if let objection = objection(words) { return unusable("the hand, \(objection)", at: hand.value.place) }
      return .hand(words)
    case (nil, let recording?):
      return filledText(Field(key: "recording", value: recording.value)).map { .recording(absolute($0)) }
    }
  }

  private func readPanel(_ table: TOMLTable, into result: inout GestureCase) {
    read("panel", of: table, into: &result.size) { field in
      guard let sides = list(field, expected: "a width and a height, such as [\"217mm\", \"136mm\"]", as: size) else {
        return nil
      }
      guard sides.count == 2, sides.allSatisfy({ (10...3000).contains($0) }) else {
        return refused(field, must: "two lengths from 10 to 3000 mm")
      }
      return .some(Size(width: sides[0], height: sides[1]))
    }
    read("rate", of: table, into: &result.rate) { field in
      checked(number(field), field, must: "from 10 to 1000") { (10...1000).contains($0) }
    }
    read("resolution", of: table, into: &result.resolution) { whole(1...1000)($0) }
    read("protocol", of: table, into: &result.touchProtocol) { choice($0) }
    read("seed", of: table, into: &result.seed) { whole(0...Int(Int32.max))($0) }
  }

  /// Reads the name of something that the configuration has.
  private func known(_ field: Field, _ names: [String], _ kind: String) -> String? {
    guard let name = filledText(field) else { return nil }
    guard !names.contains(name) else { return name }
    return unusable(
      "no \(kind) of the configuration is named \(name.quoted)", at: field.place, suggestion: names.closest(to: name))
  }
}
