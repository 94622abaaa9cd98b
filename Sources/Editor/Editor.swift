// Editor: `tickle edit`: the document and its edits, drawn hands, outcomes, the page, who may use it. Requests in, answers out.
import Configuration
import Gestures
import TouchInput
import Trials

/// The editor behind the page: takes requests, and returns answers as JSON. It writes no file.
package struct Editor {
  package struct Material {
    /// The recordings with their names, in the order of the command line.
    package var recordings: [(name: String, input: RecordedInput)] = []
    /// The file of cases beside the configuration; `nil`: there is none.
    package var cases: String?
    /// The size of the screen if the configuration does not say it.
    package var size: Size?

    package init() {}
  }

  /// What the server does besides answering.
  package enum Effect {
    case none
    /// The texts to write, of which the old ones must still be in the files.
    case save([(old: ConfigurationText.Part, new: [UInt8])])
    case end
  }

  package private(set) var document: EditedDocument
  package let material: Material
  /// The version whose difference the page has shown.
  private var shownVersion: Int?
  /// What the recordings gave before anything was changed.
  private var earlier: [Outcome]?

  package init(_ document: EditedDocument, _ material: Material) {
    (self.document, self.material) = (document, material)
  }

  /// Answers a request. A request that is refused gives an answer with the member `error`.
  package mutating func answer(_ bytes: [UInt8]) -> (json: [UInt8], effect: Effect) {
    do {
      return try answer(EditRequest(bytes))
    } catch { return (EditAnswer.error("\(error)"), .none) }
  }

  private mutating func answer(_ request: EditRequest) throws -> ([UInt8], Effect) {
    switch request {
    case .open: return (EditAnswer.opening(document, material), .none)
    case .stay: return (EditAnswer.version(document), .none)
    case .done: return (EditAnswer.version(document), .end)
    case .draw(let name, let hand):
      let shown = try screen(name)
      let recording = try hand.recording(on: shown.size)
      let outcome = Outcome(.panel(recording), document.configuration, on: shown.settings.withUprightPanel)
      return (EditAnswer.drawing(outcome, document), .none)
    case .outcomes: return (outcomes(), .none)
    case .difference:
      shownVersion = document.version
      return (EditAnswer.difference(document), .none)
    case .save(let version):
      guard version == document.version, version == shownVersion else {
        throw EditRequest.Mistake(description: "the text changed since its difference was shown: look at it again")
      }
      let parts = zip(document.original.parts, document.text.parts).filter { $0 != $1 }
      return (EditAnswer.version(document), .save(parts.map { (old: $0, new: $1.bytes) }))
    default:
      try change(request)
      return (EditAnswer.state(document, material), .none)
    }
  }

  /// Called when the files were written; returns the answer to the request.
  package mutating func wasSaved() -> [UInt8] {
    document.wasSaved()
    shownVersion = nil
    earlier = nil
    return EditAnswer.state(document, material)
  }

  /// Called when the files could not be written; returns the answer to the request.
  /// - Parameter saved: the paths of those that were written nevertheless.
  package mutating func wasNotSaved(_ sentence: String, besides saved: [String]) -> [UInt8] {
    if !saved.isEmpty { document.wasSaved { saved.contains($0) } }
    return EditAnswer.error(sentence)
  }

  // MARK: Changing

  private mutating func change(_ request: EditRequest) throws {
    switch request {
    case .move(let name, let screenName, let frame):
      let shown = try screen(screenName)
      guard let view = shown.views.first(where: { $0.settings.name == name }) else {
        throw EditRequest.Mistake(description: "the screen has no view \(name.quoted)")
      }
      let keys = Self.named(shown.keys(of: view, at: frame), as: document.tables, view: name)
      try document.edit(("view", name), target: "frame \(name)") { edit throws(ConfigurationEdit.Refusal) in
        try edit.setFrame(ofView: name, keys)
      }
    case .addView(let wanted, let screenName, let frame):
      _ = try screen(screenName)
      let name = document.freeName(wanted)
      let numbers = [
        ("x", frame.origin.x), ("y", frame.origin.y), ("width", frame.size.width), ("height", frame.size.height),
      ]
      let text = numbers.map { "\($0) = \"\(ShownScreen.number($1, 1))mm\"" }.joined(separator: ", ")
      var pairs = [(key: "name", value: name.tomlText), (key: "frame", value: "{ \(text) }")]
      if document.configuration.screens.count > 1 { pairs.insert((key: "screen", value: screenName.tomlText), at: 1) }
      let table = ConfigurationEdit.text("view", pairs)
      try document.edit(nil) { edit throws(ConfigurationEdit.Refusal) in
        try edit.append([table], views: [name], gestures: [])
      }
    case .addCard(let card, let name, let view):
      let isView = view.map { name in document.configuration.views.contains { $0.name == name } } ?? false
      let (tables, names) = card.tables(in: document, named: name, view: isView ? view : nil)
      try document.edit(nil) { edit throws(ConfigurationEdit.Refusal) in
        try edit.append(tables, views: [], gestures: names)
      }
    case .set(let gesture, let key, let value):
      guard key.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x5F }) else {
        throw EditRequest.Mistake(description: "\(key.quoted) is not a key")
      }
      let text = value.map(Self.toml)
      try document.edit(("gesture", gesture), target: "\(gesture).\(key)") { edit throws(ConfigurationEdit.Refusal) in
        try edit.changeGesture(gesture, [(key: key, value: text)])
      }
    case .act(let gesture, let verb, let object):
      guard verb.utf8.allSatisfy({ (0x61...0x7A).contains($0) || $0 == 0x5F }) else {
        throw EditRequest.Mistake(description: "\(verb.quoted) is not an action")
      }
      let text = object.isEmpty ? nil : "{ \(verb) = \(object.tomlText) }"
      try document.edit(("gesture", gesture), target: "\(gesture).action") { edit throws(ConfigurationEdit.Refusal) in
        try edit.changeGesture(gesture, [(key: "action", value: text)])
      }
    case .remove(let array, let name):
      try document.edit((array, name)) { edit throws(ConfigurationEdit.Refusal) in try edit.remove(array, name) }
    case .text(let part, let text):
      guard document.text.parts.indices.contains(part) else {
        throw EditRequest.Mistake(description: "the configuration does not have this part")
      }
      document.setText(Array(text.utf8), ofPart: part)
    case .undo: document.undo()
    case .redo: document.redo()
    case .open, .draw, .outcomes, .difference, .save, .stay, .done: break
    }
  }

  /// The frame's keys as the file calls them: `left` and `top` mean the same as `x` and `y`.
  private static func named(
    _ keys: [ConfigurationEdit.Pair], as tables: WrittenTables, view: String
  ) -> [ConfigurationEdit.Pair] {
    let written = tables.tables.first { $0.array == "view" && $0.name == view }?.frameKeys ?? []
    let named = keys.map { pair in
      let other = pair.key == "x" ? "left" : pair.key == "y" ? "top" : pair.key
      return (key: written.contains(other) ? other : pair.key, value: pair.value)
    }
    // A key that is not written stays so if it is still at its edge.
    let rest = named.filter { pair in
      written.contains(pair.key) || !["\"0mm\"", "\"0%\"", "\"0px\""].contains(pair.value)
    }
    return rest.isEmpty ? named : rest
  }

  /// A value as a person writes it, in TOML: a number, a boolean or what is TOML already stays, everything else is a text.
  static func toml(_ value: String) -> String {
    if let first = value.first, "\"'[{".contains(first) || value == "true" || value == "false" { return value }
    if !value.isEmpty, value.utf8.allSatisfy({ "0123456789.-".utf8.contains($0) }), let number = Double(value),
      number.isFinite, value.first != ".", value.last != "."
    {
      return value
    }
    return value.tomlText
  }

  private func screen(_ name: String) throws(EditRequest.Mistake) -> ShownScreen {
    guard let settings = document.configuration.screen(named: name) else {
      throw EditRequest.Mistake(description: "no screen is named \(name.quoted)")
    }
    return ShownScreen(document.configuration, settings, size: material.size)
  }

  // MARK: Outcomes

  private mutating func outcomes() -> [UInt8] {
    let recordings = material.recordings
    if earlier == nil {
      let (old, _) = Configuration.parse(document.original)
      let configuration = document.isChanged ? old ?? document.configuration : document.configuration
      earlier = recordings.map { Outcome($0.input, configuration) }
    }
    let now = recordings.map { Outcome($0.input, document.configuration) }
    let rows = zip(zip(recordings.map(\.name), earlier ?? []), now).map { (name: $0.0, before: $0.1, now: $1) }
    return EditAnswer.outcomes(document, rows, cases())
  }

  /// Plays the cases beside the configuration. A message says why there are none.
  private func cases() -> (verdicts: [Verdict], problem: String?) {
    guard let path = material.cases else { return ([], nil) }
    do {
      let (file, _) = try CaseFile.load(
        path: path, configuration: { _ in document.configuration }, objection: Trial.objection)
      let shapes = HandShapes(besideConfiguration: document.text.path)
      let trial = Trial(document.configuration, shape: shapes.strokes)
      let verdicts = try file.cases.map { gestureCase in
        do {
          return try trial.play(gestureCase, warn: { _ in })
        } catch let error as TrialError { return Verdict(of: gestureCase, unplayable: error) }
      }
      return (verdicts, nil)
    } catch { return ([], "\(error)") }
  }
}
