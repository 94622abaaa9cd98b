// Configuration/Reading: from tables to values: a file for each subject; what is wrong with a value, and what was probably meant.

/// Turns a TOML document into a `Configuration`. Reading continues after an error, to find all of them.
///
/// Each table is read on its own; anything that needs the whole file is noted in the outline. Later the `Resolver` looks names up,
/// and the `ConfigurationChecker` finds settings that can never do what was meant.
final class ConfigurationReader: FieldReader {
  var configuration: Configuration
  var outline = Outline()

  override init(_ text: ConfigurationText) {
    configuration = Configuration(path: text.path)
    super.init(text)
  }

  func read(_ document: TOMLTable) {
    let root = withProfiles(document)
    outline.root = root
    checkKeys(of: root, known: Keys.root, in: "a configuration") { misplaced($0) }
    // Actions come first, because bindings copy the named ones.
    readNamedActions(root)
    readDaemon(root)
    readScreens(root)
    readViews(root)
    readGestures(root)
    settleStakes()
    readModes(root)
    readIdle(root)
    readFollow(root)
  }

  /// Advice about a table or a key that does not belong at the top of a file.
  private func misplaced(_ entry: TOMLTable.Entry) -> KeyAdvice? {
    let header = header(of: entry.value)
    if entry.key == "on", let header {
      return KeyAdvice("[on] belongs to a gesture: write [gesture.on]", at: header, fix: "[gesture.on]")
    }
    let kind = GestureKind.Name(rawValue: entry.key)
    if let kind, let header {
      return KeyAdvice(
        "a \(kind.rawValue) is a gesture: write [[gesture]], and kind = \(kind.rawValue.quoted) below it", at: header,
        fix: "[[gesture]]\nkind = \(kind.rawValue.tomlText)")
    }
    if header == nil, Keys.gesture.contains(entry.key) {
      return KeyAdvice("\(entry.key.quoted) is a key of a gesture: write it below [[gesture]]")
    }
    return nil
  }

  /// The place of a table's header, or of the first one of a list of tables; `nil` if it has none.
  private func header(of value: TOMLValue) -> SourcePlace? {
    let place: SourcePlace
    switch value.content {
    case .table: place = value.place
    case .array(let elements): place = elements.first?.place ?? value.place
    default: return nil
    }
    return written(at: place).hasPrefix("[") ? place : nil
  }
}
