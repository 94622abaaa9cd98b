import Actions

/// Where a file says what is resolved and checked once all of it has been read.
struct Outline {
  /// The document.
  var root = TOMLTable(entries: [], place: .start)
  var declared = DeclaredNames()
  var references: [Reference] = []
  var modeMembers: [ModeMember] = []
  /// One for each view of the configuration.
  var views: [ViewPlaces] = []
  var pixelUses: [PixelUse] = []
  var requirements: [Requirement] = []
  var strokeUses: [StrokeUse] = []
  var actionUses: [ActionUse] = []
}

/// What the file gives names to, and where.
struct DeclaredNames {
  enum Kind: String { case screen, view, gesture, mode, action }

  private var places: [Kind: [String: SourcePlace]] = [:]

  subscript(kind: Kind) -> [String: SourcePlace] { places[kind, default: [:]] }

  mutating func insert(_ name: String, _ kind: Kind, at place: SourcePlace) { places[kind, default: [:]][name] = place }
}

/// A name that something in the file must bear.
struct Reference {
  var name: String
  var place: SourcePlace
  /// The kinds of what may bear it; the first is what the reader probably expects.
  var kinds: [DeclaredNames.Kind]
}

/// A name in `disable` or `enable`, which may be that of a gesture, a view, or both.
struct ModeMember {
  var name: String
  /// Index of the mode.
  var mode: Int
  var list: WritableKeyPath<ModeSettings, ModeSettings.Members>
}

/// Where a view names others.
struct ViewPlaces {
  var screen: SourcePlace?
  var parent: SourcePlace?
}

/// A length in pixels: every screen that it may be measured on needs `pixels`.
struct PixelUse {
  enum Owner {
    /// Index of a view.
    case view(Int)
    /// Index of a gesture.
    case gesture(Int)
  }

  var owner: Owner
  var value: String
  var place: SourcePlace
}

/// `gesture` waits until `other` has failed.
struct Requirement {
  var gesture: String
  var other: String
  /// Where the file says so.
  var place: SourcePlace
}

/// What a gesture of the kind `stroke` names.
struct StrokeUse {
  /// Its index among the gestures.
  var gesture: Int
  /// `nil`: all that were learned.
  var template: String?
  var place: SourcePlace
}

/// An action, where the file says it.
struct ActionUse {
  var action: Action
  /// Its key.
  var field: Field
  /// With its options.
  var table: TOMLTable

  /// Of what it does; of a list the first word.
  var firstPlace: SourcePlace {
    if case .array(let words) = field.value.content, let first = words.first { first.place } else { field.place }
  }
}

extension Outline {
  /// The tables of `[[key]]`; as many as there are settings, where there is no error.
  func tables(_ key: String) -> [TOMLTable] {
    guard case .array(let elements) = root[key]?.value.content else { return [] }
    return elements.compactMap { if case .table(let table) = $0.content { table } else { nil } }
  }
}

extension TOMLTable {
  /// Where it says a key, or where it begins.
  func place(of key: String) -> SourcePlace { self[key]?.value.place ?? place }

  /// Where a list of names, or the one name, says this one.
  func place(of name: String, under key: String) -> SourcePlace {
    if case .array(let elements) = self[key]?.value.content {
      for element in elements { if case .string(name) = element.content { return element.place } }
    }
    return place(of: key)
  }
}
