import Text

/// The names of a panel at the broker: its topics, and the ids by which Home Assistant knows it and its entities. They
/// depend only on the names of the panel and of its gestures, so they are the same after each start.
package struct Topics: Equatable, Sendable {
  package let panel: String
  private let base: String
  /// The panel's id: `tickled_` and its name in lower case.
  package let id: String
  package let discovery: String
  /// Where Home Assistant says that it has started.
  package let homeAssistantStatus: String
  private let commandStart: String

  package init(panel: String, base: String, discoveryPrefix: String) {
    self.panel = panel
    self.base = "\(base)/\(panel)"
    id = "tickled_\(Self.slug(panel))"
    // What each message is compared with.
    discovery = "\(discoveryPrefix)/device/\(id)/config"
    homeAssistantStatus = "\(discoveryPrefix)/status"
    commandStart = "\(self.base)/set/"
  }

  package var availability: String { "\(base)/availability" }
  package var state: String { "\(base)/state" }
  /// All topics of the way back.
  package var commands: String { "\(commandStart)#" }

  package func gesture(_ name: String) -> String { "\(base)/gesture/\(Self.level(name))" }

  /// The topic that sets something: `mode`, `pause`, `display`, `backlight`, `brightness`, `reload`, or `rotate` and a screen, or `action`
  /// and its name.
  package func command(_ kind: String, of name: String? = nil) -> String {
    "\(commandStart)\(kind)" + (name.map { "/\(Self.level($0))" } ?? "")
  }

  /// The part of a command's topic that says what it sets; `nil` if it is not one.
  func commandPath(of topic: String) -> Substring? {
    guard topic.utf8.starts(with: commandStart.utf8) else { return nil }
    return Substring(topic.utf8.dropFirst(commandStart.utf8.count))
  }

  /// A name as one level of a topic: what separates levels, or means something in a subscription, is written as in a
  /// URL.
  static func level(_ name: String) -> String {
    var level = ""
    for scalar in name.unicodeScalars {
      if "/+#%".unicodeScalars.contains(scalar) || scalar.value < 0x20 || scalar.value == 0x7F {
        level += "%" + hexadecimal(scalar.value, digits: 2).uppercased()
      } else {
        level.unicodeScalars.append(scalar)
      }
    }
    return level
  }

  /// A name for ids, with letters, digits and `_`. A name that has others gets a part that keeps it apart from similar
  /// ones.
  package static func slug(_ name: String) -> String {
    var slug = ""
    var isSame = !name.isEmpty
    for scalar in name.unicodeScalars {
      switch scalar {
      case "a"..."z", "0"..."9", "_": slug.unicodeScalars.append(scalar)
      case "-":
        slug += "_"
        isSame = false
      default:
        isSame = false
        let lower = scalar.properties.lowercaseMapping
        if lower.utf8.count == 1, lower >= "a", lower <= "z" {
          slug += lower
        } else if slug.last != "_" {
          slug += "_"
        }
      }
    }
    if isSame && slug.utf8.count <= 40 { return slug }
    return "\(slug.prefix(40))_\(hexadecimal(hash(name) & 0xFFFF_FFFF, digits: 8))"
  }

  /// FNV-1a: the same on every machine, in every run.
  static func hash(_ name: String) -> UInt64 {
    name.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }
}
