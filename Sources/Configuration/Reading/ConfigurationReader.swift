/// Turns a TOML document into a `Configuration`, and goes on after each error to find all of them.
///
/// It reads every table by itself, and notes in its outline what needs the whole file: the `Resolver` looks names up, the
/// `ConfigurationChecker` finds what can never do what was meant.
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
    // Actions come first: bindings take copies of the named ones.
    readNamedActions(root)
    readDaemon(root)
    readScreens(root)
    readViews(root)
    readGestures(root)
    readModes(root)
  }
}
