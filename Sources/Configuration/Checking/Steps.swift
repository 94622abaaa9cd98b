import Text

/// Errors and warnings about the steps of sequences.
extension ConfigurationChecker {
  func checkSteps() {
    let gestures = Dictionary(firstOf: configuration.gestures.map { ($0.name, $0) })
    for step in outline.steps {
      guard let gesture = gestures[step.name], configuration.gestures.indices.contains(step.sequence) else { continue }
      let sequence = configuration.gestures[step.sequence].name
      if gesture.kind.name.input == .steps {
        findings.report(
          "\(step.name.quoted) is a sequence itself, and a sequence cannot be a step: name its steps here",
          at: step.place)
      } else if outline.requirements.contains(where: { $0.gesture == step.name && $0.other == sequence }) {
        findings.report(
          "\(step.name.quoted) waits for \(sequence.quoted) to fail, so it can never be its step", at: step.place)
      } else if !gesture.isEnabled && !configuration.modes.contains(where: { $0.enable.gestures.contains(step.name) }) {
        findings.warn(
          "\(sequence.quoted) is never recognized: its step \(step.name.quoted) is disabled and no mode enables it",
          at: step.place)
      }
    }
  }
}
