import Gestures
import Text

/// A key of a configuration. The key is read with this row, and the reference is tested against it.
///
/// Rows are created once and read for each gesture. They may be shared, as none changes and their functions keep nothing.
struct Key<Settings>: @unchecked Sendable {
  let description: KeyDescription
  /// Reads the value of a field into the settings; an invalid value is reported and leaves the settings unchanged.
  let read: (ConfigurationReader, Field, inout Settings) -> Void

  /// Creates a key. `set` writes a value that was read into the settings; the default is as the reference writes it.
  init<Value>(
    _ name: String, _ set: @escaping (inout Settings, Value) -> Void, _ type: ValueType<Value>, _ standard: String,
    _ summary: String
  ) {
    let isText = standard.first.map { "\"[-0123456789".contains($0) } == true || ["true", "false"].contains(standard)
    self.init(TableKey(name, type.form, isText ? standard : nil), set, type, standard, summary)
  }

  /// Creates a key whose default depends on the screen's `recognition`.
  init<Value>(
    _ name: String, _ set: @escaping (inout Settings, Value) -> Void, _ type: ValueType<Value>, _ standard: String,
    inUIKit uikit: String, _ summary: String
  ) {
    self.init(
      TableKey(name, type.form, standard, inUIKit: uikit), set, type,
      "`\(standard)`; in `\"uikit\"`: `\(uikit)`", summary)
  }

  private init<Value>(
    _ key: TableKey, _ set: @escaping (inout Settings, Value) -> Void, _ type: ValueType<Value>, _ standard: String,
    _ summary: String
  ) {
    description = KeyDescription(key: key, takes: type.takes, standard: standard, summary: summary)
    read = { reader, field, settings in
      if let value = type.parse(reader, field) { set(&settings, value) }
    }
  }
}

/// A key as the reference documents it.
struct KeyDescription: Equatable {
  /// The key with its form and defaults.
  let key: TableKey
  /// The values that it accepts, as the reference describes them.
  let takes: String
  /// The default, as the reference writes it.
  let standard: String
  /// A short description for the reference.
  let summary: String

  var name: String { key.name }
}

/// The type of a key's value: how it is parsed, and what the reference calls it.
struct ValueType<Value> {
  let takes: String
  let form: ValueForm
  let parse: (ConfigurationReader, Field) -> Value?

  init(_ takes: String, _ form: ValueForm, _ parse: @escaping (ConfigurationReader) -> (Field) -> Value?) {
    self.takes = takes
    self.form = form
    self.parse = { reader, field in parse(reader)(field) }
  }

  /// Like `type`, but also accepts "none", which lifts the limit.
  static func orNone<Limit>(_ type: ValueType<Limit>) -> ValueType where Value == Limit? {
    let parse = type.parse
    let takes = "\(type.takes)\(type.takes.contains(",") ? "," : "") or `\"none\"`"
    return ValueType(takes, type.form.orNone) { reader in reader.limit { parse(reader, $0) } }
  }

  /// The same type, with a note appended to its description in the reference.
  func noted(_ note: String) -> ValueType { ValueType(takes + note, form) { reader in { parse(reader, $0) } } }
}

extension ValueType<Int> {
  /// A number of fingers, taps or strokes; 100 is more than any user needs.
  static var count: ValueType { ValueType("count", .whole(1...100)) { $0.whole(1...100) } }

  static func whole(_ range: ClosedRange<Int>) -> ValueType {
    ValueType("whole number, \(range.lowerBound) to \(range.upperBound)", .whole(range)) { $0.whole(range) }
  }
}

extension ValueType<TouchCounts> {
  /// One or several numbers of fingers.
  static var counts: ValueType {
    let open = (1...9).map { "\($0)+" }
    let form = ValueForm.either([.oneOrMore(.whole(1...100)), .choice(open)])
    return ValueType("count, several, or `\"2+\"` for 2 and more", form) { reader in
      { field in
        if case .string(let text) = field.value.content, let place = open.firstIndex(of: text) {
          return .atLeast(place + 1)
        }
        if case .string = field.value.content, let range = ValueFix.numbers(in: field.value), range.count == 2 {
          let counts = range.min()!...range.max()!
          return reader.mismatched(
            field, expected: "a number of fingers, a list of them or \("2+".quoted) for two and more",
            fix: counts.count <= 10 ? "[\(counts.map { "\($0)" }.joined(separator: ", "))]" : nil)
        }
        return reader.filledList(field, as: reader.whole(1...100)).map { TouchCounts($0) }
      }
    }
  }
}

extension ValueType<Int?> {
  /// A whole number, or a word for no number.
  static func whole(_ range: ClosedRange<Int>, or word: String, _ takes: String) -> ValueType {
    ValueType(takes, .either([.whole(range), .choice([word])])) { reader in
      { field in
        if case .string(word) = field.value.content { return .some(.none) }
        return reader.whole(range)(field).map { .some($0) }
      }
    }
  }
}

extension ValueType<Length> {
  static var length: ValueType { ValueType("length", .quantity(.length)) { $0.length } }
  static var positiveLength: ValueType { ValueType("length, more than 0", .quantity(.length)) { $0.positiveLength } }
  /// A length per second.
  static var speed: ValueType { ValueType("speed", .quantity(.speed)) { $0.speed } }
}

extension ValueType<Duration> {
  static var time: ValueType { ValueType("time", .quantity(.time)) { $0.time } }
  static var positiveTime: ValueType { ValueType("time, more than 0", .quantity(.time)) { $0.positiveTime } }
}

extension ValueType<Double> {
  /// An acceleration in metres per second squared.
  static var acceleration: ValueType {
    ValueType("acceleration, more than 0", .quantity(.acceleration)) { $0.acceleration }
  }
  /// An angle in radians.
  static var angle: ValueType { ValueType("angle", .quantity(.angle)) { $0.angle } }
  /// An angle in radians, at most 90°.
  static var deviation: ValueType { ValueType("angle, more than 0, at most 90°", .quantity(.angle)) { $0.deviation } }
  static var share: ValueType { ValueType("share", .number(0...1)) { $0.share } }
  static var ratio: ValueType { ValueType("ratio, more than 0", .quantity(.ratio)) { $0.ratio } }
  static var magnification: ValueType { ValueType("ratio, `\"1x\"` or more", .quantity(.ratio)) { $0.magnification } }
}

extension ValueType<Bool> {
  static var boolean: ValueType { ValueType("boolean", .boolean) { $0.boolean } }
}

extension ValueType where Value: RawRepresentable<String> & CaseIterable {
  static var choice: ValueType { ValueType(namesOfChoices(Value.self), .choice(Value.self)) { $0.choice } }
}

extension ValueType {
  /// One value of an enumeration, or a list of them.
  static func choices<Choice>() -> ValueType
  where Value == Set<Choice>, Choice: RawRepresentable<String> & CaseIterable & Hashable {
    ValueType("\(namesOfChoices(Choice.self)), or several", .oneOrMore(.choice(Choice.self))) { $0.choices }
  }
}

extension ValueType<Set<SwipeDirection>> {
  /// Directions by their names or as angles, one or several.
  static var swipeDirections: ValueType {
    let names = SwipeDirection.allCases.map { "`\"\($0.name)\"`" }.joined(separator: ", ")
    let groups = ["any", "horizontal", "vertical"]
    let form = ValueForm.either([.choice(SwipeDirection.allCases.map { $0.name } + groups), .quantity(.angle)])
    let takes = "\(names), `\"horizontal\"`, `\"vertical\"`, `\"any\"`, an angle, or several"
    return ValueType(takes, .oneOrMore(form)) { $0.swipeDirections }
  }
}

extension ValueType<[SwipeDirection]> {
  /// Directions one after the other.
  static var path: ValueType {
    let names = SwipeDirection.allCases.map { $0.name }
    let form = ValueForm.list(.either([.choice(names), .quantity(.angle)]), 2...SwipePath.mostLegs)
    return ValueType("a list of 2 to \(SwipePath.mostLegs) directions", form) { $0.path }
  }
}

extension ValueType {
  /// One name of the library or several, written with dashes.
  static func dashed<Name>() -> ValueType
  where Value == Set<Name>, Name: RawRepresentable<String> & CaseIterable & Hashable {
    let names = ValueType<Set<Dashed<Name>>>.choices()
    return ValueType(names.takes, names.form) { reader in
      { field in names.parse(reader, field).map { Set($0.map { $0.name }) } }
    }
  }
}

extension ValueType<[String]> {
  static var steps: ValueType { ValueType("a list of 2 to 20 names of gestures", .list(.text, 2...20)) { $0.steps } }
}

private func namesOfChoices<Choice: RawRepresentable<String> & CaseIterable>(_: Choice.Type) -> String {
  Choice.allCases.map { "`\"\($0.rawValue)\"`" }.joined(separator: ", ")
}
