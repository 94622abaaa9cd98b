/// The further reading for an explanation: the keys that change the outcome, and the rules that decided it.
///
/// In a text they follow the sentence, with the rules last: `; key `movement`, rule TAP-3`.
package struct References: Equatable, Sendable {
  /// Keys of the configuration.
  package private(set) var keys: [String]
  /// Numbers of rules.
  package private(set) var rules: [String]

  package init(keys: [String] = [], rules: [String] = []) {
    self.keys = keys
    self.rules = rules
  }

  /// The references for touches that land outside of a gesture's views.
  package static let outside = References(keys: ["view"], rules: ["RS-5"])

  /// Adds the references of another explanation on the same line, without repetitions.
  package mutating func add(_ other: References) {
    keys += other.keys.filter { !keys.contains($0) }
    rules += other.rules.filter { !rules.contains($0) }
  }

  /// Names keys as a text ends with them; empty if there are none.
  package static func sentence(keys: [String]) -> String { References(keys: keys).keysText }

  package var text: String { keysText + rulesLead + rules.joined(separator: ", ") }

  /// The part of the text with the keys; empty if there are none.
  package var keysText: String {
    keys.isEmpty ? "" : "; \(keys.count == 1 ? "key" : "keys") " + keys.map { "`\($0)`" }.joined(separator: ", ")
  }

  /// The text between the keys and the numbers of the rules; empty if there are no rules.
  package var rulesLead: String {
    rules.isEmpty ? "" : "\(keys.isEmpty ? ";" : ",") \(rules.count == 1 ? "rule" : "rules") "
  }
}
