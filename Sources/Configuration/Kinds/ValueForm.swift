/// The form of a key's value, as far as it does not depend on the rest of the file.
indirect enum ValueForm: Equatable, Sendable {
  case text
  case boolean
  /// The boolean `true`; `false` is refused.
  case onlyTrue
  case whole(ClosedRange<Int>)
  case number(ClosedRange<Double>)
  /// A text of a number and one of these units.
  case quantity([String])
  case choice([String])
  case list(ValueForm, ClosedRange<Int>)
  case oneOrMore(ValueForm)
  case either([ValueForm])
  case table([TableKey])
  /// A table whose keys are names.
  case variables
  /// An action, a named one, or a list of both.
  case actions

  static func quantity(_ dimension: Dimension) -> ValueForm { .quantity(dimension.units + dimension.aliases) }

  static func choice<Choice: RawRepresentable<String> & CaseIterable>(_: Choice.Type) -> ValueForm {
    .choice(Choice.allCases.map { $0.rawValue })
  }

  var orNone: ValueForm { .either([self, .choice(["none"])]) }

  static let names = oneOrMore(.text)
}

struct TableKey: Equatable, Sendable {
  let name: String
  let form: ValueForm
  /// The default as TOML text; `nil` if a key that is left out means something that cannot be written.
  let standard: String?
  /// The default on screens with `recognition = "uikit"`.
  let uikit: String?

  init(_ name: String, _ form: ValueForm, _ standard: String? = nil, inUIKit uikit: String? = nil) {
    self.name = name
    self.form = form
    self.standard = standard
    self.uikit = uikit ?? standard
  }
}
