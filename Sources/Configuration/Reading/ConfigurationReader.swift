/// Turns a TOML document into a `Configuration`. Reading continues after an error, to find all of them.
///
/// Each table is read on its own; anything that needs the whole file is noted in the outline. Later the `Resolver` looks names up,
/// and the `ConfigurationChecker` finds settings that can never do what was meant.
final class ConfigurationReader: FieldReader {
  var configuration: Configuration
  var outline = Outline()

  override init(bytes: [UInt8], path: String) {
    configuration = Configuration(path: path)
    super.init(bytes: bytes, path: path)
  }

  func read(_ root: TOMLTable) {
    outline.root = root
    checkKeys(of: root, known: Keys.root, in: "a configuration")
    // Actions come first, because bindings copy the named ones.
    readNamedActions(root)
    readDaemon(root)
    readScreens(root)
    readViews(root)
    readGestures(root)
    readModes(root)
    readIdle(root)
    readFollow(root)
  }
}
