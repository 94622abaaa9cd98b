import Actions

/// The places in a file of everything that is resolved and checked once the whole file has been read.
struct Outline {
  /// The document.
  var root = TOMLTable(entries: [], place: .start)
  var declared = DeclaredNames()
  var references: [Reference] = []
  var modeMembers: [ModeMember] = []
  /// One element for each view of the configuration, in the same order.
  var views: [ViewPlaces] = []
  var pixelUses: [PixelUse] = []
  var requirements: [Requirement] = []
  var strokeUses: [StrokeUse] = []
  var actionUses: [ActionUse] = []
  var steps: [Step] = []
}

/// The names that the file declares, with their places.
struct DeclaredNames {
  enum Kind: String {
    case screen, view, gesture, mode, action
    case idle = "idle step"
  }

  private var places: [Kind: [String: SourcePlace]] = [:]

  subscript(kind: Kind) -> [String: SourcePlace] { places[kind, default: [:]] }

  mutating func insert(_ name: String, _ kind: Kind, at place: SourcePlace) { places[kind, default: [:]][name] = place }
}

/// A use of a name that the file must declare.
struct Reference {
  var name: String
  var place: SourcePlace
  /// The kinds of things that may have the name; the user most likely meant the first.
  var kinds: [DeclaredNames.Kind]
}

/// A name in a list of a mode: that of a gesture, a view, a screen, an idle step, or several of these.
struct ModeMember {
  /// The key of the list.
  enum List: String { case disable, enable }

  var name: String
  var mode: Int
  var list: List
}

/// The places where a view names its screen and its parent.
struct ViewPlaces {
  var screen: SourcePlace?
  var parent: SourcePlace?
}

/// A length in pixels; each screen on which it may be measured needs `pixels`.
struct PixelUse {
  enum Owner {
    case view(Int)
    case gesture(Int)
  }

  var owner: Owner
  var value: String
  var place: SourcePlace
}

/// A failure requirement: `gesture` waits until `other` has failed.
struct Requirement {
  var gesture: String
  var other: String
  /// The place of the requirement in the file.
  var place: SourcePlace
}

struct Step {
  /// Index of the sequence among the gestures.
  var sequence: Int
  /// The name of the gesture that is the step.
  var name: String
  var place: SourcePlace
}

/// A learned shape that a gesture of the kind `stroke` uses.
struct StrokeUse {
  var gesture: Int
  /// The shape's name; `nil`: all learned shapes.
  var template: String?
  var place: SourcePlace
}

/// An action with its place in the file.
struct ActionUse {
  var action: Action
  /// The action's key and value.
  var field: Field
  /// The table with the action's options.
  var table: TOMLTable
  /// When the action runs; `nil` for a named action.
  var occasion: Occasion?

  /// The place of the action's value, or of the first word if that is a list.
  var firstPlace: SourcePlace {
    if case .array(let words) = field.value.content, let first = words.first { first.place } else { field.place }
  }
}

extension Outline {
  /// The tables of `[[key]]`. If the file has no errors, there is one for each of the configuration's settings, in the same order.
  func tables(_ key: String) -> [TOMLTable] {
    guard case .array(let elements) = root[key]?.value.content else { return [] }
    return elements.compactMap { if case .table(let table) = $0.content { table } else { nil } }
  }
}

extension TOMLTable {
  /// The place of a key's value, or of the table if it doesn't have the key.
  func place(of key: String) -> SourcePlace { self[key]?.value.place ?? place }

  /// The place of a name in the list under a key, or of the key's value if that is not a list.
  func place(of name: String, under key: String) -> SourcePlace {
    if case .array(let elements) = self[key]?.value.content {
      for element in elements { if case .string(name) = element.content { return element.place } }
    }
    return place(of: key)
  }
}
