import Text

/// A gesture that was often missed by one of its keys, and the value in a profile that would have recognized most of it.
package struct NearMiss: Equatable, Sendable {
  /// A key of a tap or a press that a hand may exceed.
  package enum Key: String, CaseIterable, Sendable {
    case movement
    case duration = "max_duration"
    case interval = "max_interval"
    case distance = "max_distance"

    /// Whether its values are in seconds; otherwise they are in millimetres.
    var isTime: Bool { self == .duration || self == .interval }
  }

  package var gesture: String
  package var kind: String
  package var key: Key
  /// How often it was recognized, and how often it was missed by this key.
  package var recognized: Int
  package var missed: Int
  /// The least and the largest of the values that exceeded the limit, and the limit.
  package var least: Double
  package var largest: Double
  package var limit: Double
  /// The value that nine in ten of the misses keep, in TOML.
  package var value: String

  /// - Parameter values: what exceeded the limit, at least one value, each less than 1e9.
  package init(
    _ gesture: String, kind: String, _ key: Key, recognized: Int, missed: Int, values: [Double], limit: Double
  ) {
    let sorted = values.sorted()
    (self.gesture, self.kind) = (gesture, kind)
    (self.key, self.recognized, self.missed, self.limit) = (key, recognized, missed, limit)
    (least, largest) = (sorted[0], sorted[sorted.count - 1])
    let value = sorted[sorted.count * 9 / 10]
    self.value = key.isTime ? "\"\(Int((value * 20).rounded(.up)) * 50)ms\"" : "\"\(Int(value.rounded(.up)))mm\""
  }

  /// A sentence without capital letter and full stop.
  package var sentence: String {
    func number(_ value: Double) -> String { Decimal.fixed(value, decimals: key.isTime ? 2 : 1) }
    let what =
      switch key {
      case .movement: "moved"
      case .duration: "lasted"
      case .interval: "the next tap came after"
      case .distance: "the next tap was off by"
      }
    let unit = key.isTime ? "s" : "mm"
    let attempts = Double(missed) + Double(recognized)
    let share = Decimal.fixed(100 * Double(missed) / attempts, decimals: 0)
    return "\(gesture.printable): \(missed) of \(Decimal.fixed(attempts, decimals: 0)) attempts (\(share) %) were "
      + "missed: \(what) \(number(least)) to \(number(largest)) \(unit), \(number(limit)) \(unit) is allowed"
  }

  package func write(to writer: inout JSONWriter) {
    writer.member("gesture", gesture)
    writer.member("kind", kind)
    writer.member("key", key.rawValue)
    writer.member("recognized", recognized)
    writer.member("missed", missed)
    writer.member("least", least, decimals: 3)
    writer.member("largest", largest, decimals: 3)
    writer.member("limit", limit, decimals: 3)
    writer.member("value", value)
  }

  /// `nil` if it is not one that `write` writes.
  package init?(_ json: JSONValue) {
    guard let gesture = json["gesture"]?.string, let kind = json["kind"]?.string,
      let key = json["key"]?.string.flatMap(Key.init(rawValue:)), let value = json["value"]?.string,
      let recognized = json["recognized"]?.count?.number, let missed = json["missed"]?.count?.number, missed > 0,
      let least = json["least"]?.number, let largest = json["largest"]?.number, let limit = json["limit"]?.number
    else { return nil }
    (self.gesture, self.kind, self.key, self.value) = (gesture, kind, key, value)
    (self.recognized, self.missed, self.least, self.largest, self.limit) = (recognized, missed, least, largest, limit)
  }

  /// The profiles that the misses propose, in TOML; of several values of a key the largest. Empty if there are none.
  package static func profiles(_ misses: [NearMiss]) -> [String] {
    let kinds = misses.map { $0.kind }.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return kinds.flatMap { kind -> [String] in
      let lines = Key.allCases.compactMap { key -> String? in
        let most = misses.filter { $0.kind == kind && $0.key == key }.max { $0.largest < $1.largest }
        return most.map { "\(key.rawValue) = \($0.value)" }
      }
      return ["[profile.\(kind.printable)]"] + lines.map { $0.printable }
    }
  }
}
