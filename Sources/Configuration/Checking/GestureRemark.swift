import Text

/// A warning about a gesture that a module above this one found.
package struct GestureRemark: Sendable {
  /// The gesture's name.
  package let gesture: String
  package let sentence: String

  package init(gesture: String, sentence: String) {
    self.gesture = gesture
    self.sentence = sentence
  }

  /// Looks for such gestures, except those of which it is known already that they are never recognized.
  package typealias Source = (_ configuration: Configuration, _ known: Set<String>) -> [GestureRemark]
}

extension ConfigurationChecker {
  /// Adds what another module finds.
  func warn(from source: GestureRemark.Source) {
    let gestures = configuration.gestures
    var known: Set<String> = []
    for case (let diagnostic, .gesture(let index)) in outline.subjects(of: findings.placed)
    where diagnostic.message.contains(" never ") && gestures.indices.contains(index) {
      known.insert(gestures[index].name)
    }
    let remarks = Dictionary(grouping: source(configuration, known), by: { $0.gesture })
    for (gesture, table) in zip(gestures, outline.tables("gesture")) {
      for remark in remarks[gesture.name] ?? [] { findings.warn(remark.sentence, at: table.place(of: "name")) }
    }
  }
}
