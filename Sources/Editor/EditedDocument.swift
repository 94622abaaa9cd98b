import Configuration
import Trials

/// A configuration that is edited: its text as it was read, its text now, and what the checker says about it.
///
/// Edits change single keys and leave every other byte as it is. One that would make the text invalid, or change anything else, is refused;
/// only `setText` takes what a person wrote, errors included.
package struct EditedDocument {
  private static let mostUndone = 200

  /// As the files were read.
  package private(set) var original: ConfigurationText
  package private(set) var text: ConfigurationText
  package private(set) var tables: WrittenTables
  /// That of the text, or of the last text that was valid.
  package private(set) var configuration: Configuration
  package private(set) var isValid: Bool
  package private(set) var remarks: [Diagnostic]
  /// Grows with each change, so that answers to older texts can be recognized.
  package private(set) var version = 1
  private var undone: [ConfigurationText] = []
  private var done: [ConfigurationText] = []
  /// What the last edit changed. Edits of the same value, as by a slider, are undone together.
  private var lastTarget: String?
  private let machine: Machine

  package init(_ text: ConfigurationText, on machine: Machine = Machine()) {
    original = text
    self.text = text
    self.machine = machine
    tables = WrittenTables(text)
    let (configuration, remarks) = Configuration.inspect(
      text, on: machine, from: Reach.remarks(besideConfiguration: text.path))
    self.configuration = configuration ?? Configuration(path: text.path)
    self.remarks = remarks
    isValid = configuration != nil
  }

  package var isChanged: Bool { text != original }
  package var canUndo: Bool { !done.isEmpty }
  package var canRedo: Bool { !undone.isEmpty }

  // MARK: Changing

  /// Changes the part that has a table, or the first one.
  ///
  /// - Parameter target: what changes, such as a key; edits with the same target in a row are undone together.
  package mutating func edit(
    _ table: (array: String, name: String)?, target: String? = nil,
    _ change: (inout ConfigurationEdit) throws(ConfigurationEdit.Refusal) -> Void
  ) throws(ConfigurationEdit.Refusal) {
    guard isValid else {
      throw ConfigurationEdit.Refusal(description: "correct the errors in the text first, or undo them")
    }
    let part = table.flatMap { table in
      tables.tables.first { $0.array == table.array && $0.name == table.name }?.part
    }
    var edit = ConfigurationEdit(text, part: part ?? 0, of: configuration)
    try change(&edit)
    let new = text.replacing(part ?? 0, with: edit.bytes)
    guard new.parts.map(\.bytes.count).reduce(0, +) <= ConfigurationText.sizeLimit else {
      throw ConfigurationEdit.Refusal(description: "the configuration would be too large")
    }
    if new != text { replace(new, target: target) }
  }

  package mutating func setText(_ bytes: [UInt8], ofPart part: Int) {
    let new = text.replacing(part, with: bytes)
    if new != text { replace(new, target: "text \(part)") }
  }

  private mutating func replace(_ new: ConfigurationText, target: String?) {
    if target == nil || target != lastTarget { done.append(text) }
    lastTarget = target
    if done.count > Self.mostUndone { done.removeFirst() }
    undone = []
    show(new)
  }

  private mutating func show(_ new: ConfigurationText) {
    text = new
    version += 1
    tables = WrittenTables(new)
    let (configuration, remarks) = Configuration.inspect(
      new, on: machine, from: Reach.remarks(besideConfiguration: new.path))
    if let configuration { self.configuration = configuration }
    isValid = configuration != nil
    self.remarks = remarks
  }

  package mutating func undo() {
    guard let last = done.popLast() else { return }
    undone.append(text)
    lastTarget = nil
    show(last)
  }

  package mutating func redo() {
    guard let next = undone.popLast() else { return }
    done.append(text)
    lastTarget = nil
    show(next)
  }

  /// Called when the text was written into the files.
  /// - Parameter isSaved: whether the file at a path was written.
  package mutating func wasSaved(_ isSaved: (String) -> Bool = { _ in true }) {
    for (index, part) in text.parts.enumerated() where isSaved(part.path) {
      original = original.replacing(index, with: part.bytes)
    }
    version += 1
    lastTarget = nil
  }

  // MARK: Reading

  package func table(of remark: Diagnostic) -> WrittenTables.Table? {
    guard let part = text.parts.firstIndex(where: { $0.path == remark.file }) else { return nil }
    return tables.table(atLine: remark.line, ofPart: part)
  }

  /// Returns a name that no view, gesture, screen or mode has: this one, or this one with a number.
  package func freeName(_ wanted: String, besides taken: Set<String> = []) -> String {
    let names = taken.union(tables.tables.map(\.name)).union(configuration.screens.map(\.name)).union(["main"])
      .union(configuration.modes.map(\.name))
    var name = wanted
    var number = 2
    while names.contains(name) {
      name = "\(wanted)-\(number)"
      number += 1
    }
    return name
  }
}
