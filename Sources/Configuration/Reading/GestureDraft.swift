import Gestures
import Text

/// A gesture whose keys a program sets one by one, with the words and the errors of configurations.
///
/// It has the keys that are about how touches are recognized. What refers to other gestures, views, actions and files has no keys here.
package struct GestureDraft {
  package enum Value {
    case text(String)
    case texts([String])
    /// In the key's unit, if it has one.
    case number(Double)
    case flag(Bool)
  }

  package let kind: GestureKind.Name
  /// Whether lengths may be given in pixels.
  private let hasPixels: Bool
  private var entries: [TOMLTable.Entry] = []

  package init(_ kind: GestureKind.Name, hasPixels: Bool) {
    self.kind = kind
    self.hasPixels = hasPixels
  }

  /// Sets a key.
  ///
  /// - Returns: a sentence if there is no such key, or if it does not take the value; nothing is set then.
  package mutating func set(_ key: String, to value: Value) -> String? {
    let form = kind.draftKeys.first { $0.name == key }?.key.form
    let entry = TOMLTable.Entry(
      key: key, keyPlace: .start, value: TOMLValue(content: value.content(as: form), place: .start, end: .start))
    let table = TOMLTable(entries: [entry], place: .start)
    let reader = ConfigurationReader(ConfigurationText(bytes: [], path: ""))
    let known = kind.draftKeys.map { $0.name }
    let owner = "a \(kind.rawValue)"
    if reader.checkKeys(
      of: table, known: known, in: owner, explain: { reader.adviceOnOtherKind($0.key, of: kind, known: known) })
    {
      _ = read(table, reader)
      if !hasPixels, !reader.takePixelLengths().isEmpty {
        reader.report("\(key.quoted) is given in pixels, but the screen has none", at: .start)
      }
    }
    if let error = reader.errors.first { return error }
    entries.removeAll { $0.key == key }
    entries.append(entry)
    return nil
  }

  /// Returns the gesture, or a sentence about keys that don't go together.
  package func settings(named name: String) -> Result<GestureSettings, Refusal> {
    let table = TOMLTable(entries: entries, place: .start)
    let reader = ConfigurationReader(ConfigurationText(bytes: [], path: ""))
    var gesture = read(table, reader)
    gesture.name = name
    if kind.input == .touches { gesture.kind.traits.check(table, reader) }  // Steps are no keys here.
    reader.checkCommonKeys(of: table, in: gesture)
    return reader.errors.first.map { .failure(Refusal(sentence: $0)) } ?? .success(gesture)
  }

  package struct Refusal: Error { package let sentence: String }

  private func read(_ table: TOMLTable, _ reader: ConfigurationReader) -> GestureSettings {
    var gesture = GestureSettings(name: "", kind: kind.traits.read(table, reader))
    reader.readCommonKeys(of: table, into: &gesture)
    return gesture
  }
}

extension GestureKind.Name {
  /// The keys of a draft: first those of the kind.
  package var draftKeys: [DraftKey] {
    keys.filter { !["steps", "templates"].contains($0.name) }.map { DraftKey(key: $0.key, description: $0) }
      + (input == .touches ? Keys.touchKeys : []).filter { $0.name != "ignores_touches_in" }
      .map { DraftKey(key: $0, description: nil) }
  }
}

/// A key of a draft, as the reference documents it.
package struct DraftKey {
  let key: TableKey
  /// `nil`: a key of all kinds.
  fileprivate let description: KeyDescription?

  package var name: String { key.name }
  /// The unit of a number; empty if it has none.
  package var unit: String { key.form.unit ?? "" }
  package var values: String { description?.takes ?? key.form.words }
  package var standard: String { description?.standard ?? key.standard ?? "" }
  package var summary: String { description?.summary ?? "" }
}

extension GestureDraft.Value {
  /// The value as a file would have it, for a key with this form.
  fileprivate func content(as form: ValueForm?) -> TOMLValue.Content {
    switch self {
    case .flag(let flag): return .boolean(flag)
    case .texts(let texts):
      return .array(
        texts.map { TOMLValue(content: Self.text($0).content(as: form?.element), place: .start, end: .start) })
    case .number(let number):
      // Beyond that, no key takes it, whatever its unit is.
      guard number.magnitude <= 1e12 else { return .float(number) }
      if let unit = form?.unit { return .string(Decimal.plain(number, decimals: 9) + unit) }
      return number == number.rounded() ? .integer(Int64(number)) : .float(number)
    case .text(let text):
      // A program's own configuration may have nothing but texts.
      guard form?.takesText != true else { return .string(text) }
      if form == .boolean, text == "true" || text == "false" { return .boolean(text == "true") }
      return Double(text).map { Self.number($0).content(as: form) } ?? .string(text)
    }
  }
}

extension ValueForm {
  /// The unit of a number that has none.
  fileprivate var unit: String? {
    switch self {
    case .quantity(let units): units.first
    case .oneOrMore(let form), .list(let form, _): form.unit
    case .either(let forms): forms.lazy.compactMap { $0.unit }.first
    default: nil
    }
  }

  fileprivate var element: ValueForm {
    switch self {
    case .oneOrMore(let form), .list(let form, _): form
    case .either(let forms): forms.first.map { $0.element } ?? self
    default: self
    }
  }

  /// Whether a text that is a number stays a text: as a name, or as a quantity without its unit, which is a mistake.
  fileprivate var takesText: Bool {
    switch self {
    case .text, .quantity, .choice: true
    case .oneOrMore(let form), .list(let form, _): form.takesText
    case .either(let forms): forms.first?.takesText == true
    default: false
    }
  }

  /// The values in words, for keys that the reference describes in a sentence of its own.
  fileprivate var words: String {
    switch self {
    case .boolean: "boolean"
    case .whole(let range): "whole number, \(range.lowerBound) to \(range.upperBound)"
    case .quantity(let units): units.first == "ms" ? "time" : "length"
    case .choice(let names): names.map { $0.quoted }.listed(joinedBy: "or")
    case .oneOrMore(let form): "\(form.words), or several"
    case .either(let forms): forms.map { $0.words }.filter { !$0.isEmpty }.listed(joinedBy: "or")
    default: ""
    }
  }
}

extension FieldReader {
  fileprivate var errors: [String] {
    findings.diagnostics.filter { $0.severity == .error }.map { $0.fullMessage }
  }
}
