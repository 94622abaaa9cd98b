import Program
import Text

/// What is known of panels before they are touched, by their models: files of `[[screen]]` tables, each with a `match` and with keys about the
/// panel. Those of the package are read first, then the administrator's, which count more.
///
/// A screen gets the keys of all that match its panel, but for those that it has itself.
package struct PanelQuirks: Equatable, Sendable {
  package static let folders = ["/usr/share/tickled/quirks", "/etc/tickled/quirks"]
  /// The largest size of a file. A row has some 200 bytes, and libinput's files have some hundred rows.
  private static let sizeLimit = 1 << 20
  private static let mostFiles = 100

  /// The rows, in the order of the files' names; later ones count more.
  private(set) var rows: [ScreenSettings] = []
  /// What is wrong with the files, a sentence each.
  package private(set) var warnings: [String] = []

  /// Nothing is known.
  init() {}

  package init(in folders: [String]) {
    for folder in folders {
      for name in namesOfTOMLFiles(in: folder).prefix(Self.mostFiles) { read("\(folder)/\(name).toml") }
    }
  }

  private mutating func read(_ path: String) {
    let bytes: [UInt8]
    do throws(ConfigurationError) { bytes = try contents(path: path, limit: Self.sizeLimit) } catch {
      return warnings.append("\(error): it is not used")
    }
    let (configuration, diagnostics) = Configuration.parse(bytes: bytes, path: path)
    warnings += diagnostics.map { $0.summary }
    guard let configuration else { return warnings.append("\(path.printable): it has errors, and is not used") }
    var rest = configuration
    rest.screens = []
    if rest != Configuration(path: path) {
      warnings.append("\(path.printable): only its [[screen]] tables are used")
    }
    for row in configuration.screens {
      let others = row.given.names.subtracting(["name", "match"]).filter { key in
        !PanelKey.all.contains { $0.name == key }
      }
      if !row.match.names {
        warnings.append("\(path.printable): the match of \(row.name.quoted) names no model: it is not used")
      } else if let other = others.min() {
        warnings.append("\(path.printable): \(other.quoted) of \(row.name.quoted) is not about a panel: it is not used")
      } else {
        rows.append(row)
      }
    }
  }

  /// Returns a screen with what is known of its panel.
  func completing(_ screen: ScreenSettings, where fits: (DeviceMatch) -> Bool) -> ScreenSettings {
    var screen = screen
    for row in rows.reversed() where fits(row.match) {
      let keys = PanelKey.all.filter { row.given.names.contains($0.name) && !screen.given.names.contains($0.name) }
      if keys.isEmpty { continue }
      for key in keys {
        key.copy(&screen, row)
        screen.given.names.insert(key.name)
      }
      screen.quirks.append("\(row.name) (\(keys.map { $0.name }.joined(separator: ", ")))")
    }
    return screen
  }
}

/// A key of a screen that is about its panel.
private struct PanelKey {
  let name: String
  let copy: @Sendable (inout ScreenSettings, ScreenSettings) -> Void

  init(_ name: String, _ copy: @escaping @Sendable (inout ScreenSettings, ScreenSettings) -> Void) {
    (self.name, self.copy) = (name, copy)
  }

  static let all = [
    PanelKey("size") { $0.size = $1.size }, PanelKey("range") { $0.ranges = $1.ranges },
    PanelKey("calibration") { $0.calibration = $1.calibration }, PanelKey("steady") { $0.steadies = $1.steadies },
    PanelKey("settle") { $0.settles = $1.settles }, PanelKey("bridge") { $0.bridge = $1.bridge },
    PanelKey("dead") { $0.dead = $1.dead }, PanelKey("outside") { $0.outside = $1.outside },
    PanelKey("pressure") { $0.leastPressure = $1.leastPressure }, PanelKey("lifts") { $0.lifts = $1.lifts },
    PanelKey("stale") { $0.stale = $1.stale }, PanelKey("palm") { $0.palm = $1.palm },
  ]
}
