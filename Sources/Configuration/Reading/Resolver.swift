import Text

/// Looks up the names in a file once all of it has been read, and reports names that nothing has.
struct Resolver {
  var configuration: Configuration
  let outline: Outline
  let findings: Findings
  /// The folder of learned shapes; `nil`: they are not read.
  let strokes: StrokeFolder?

  init(_ reader: ConfigurationReader, _ strokes: StrokeFolder?) {
    configuration = reader.configuration
    outline = reader.outline
    findings = reader.findings
    self.strokes = strokes
  }

  /// Returns the configuration with its names resolved, as far as they are declared.
  consuming func resolved() -> Configuration {
    resolveReferences()
    resolveModeMembers()
    resolveViews()
    resolveStrokes()
    return configuration
  }

  // MARK: Names

  private func resolveReferences() {
    for reference in outline.references
    where !reference.kinds.contains(where: { outline.declared[$0][reference.name] != nil }) {
      let candidates = reference.kinds.flatMap { outline.declared[$0].keys }.sorted()
      let nouns = reference.kinds.map { $0.rawValue }.listed(joinedBy: "or")
      let suggestion = candidates.closest(to: reference.name)
      let hint = suggestion == nil ? hint(for: reference) : ""
      findings.report(
        "no \(nouns) is named \(reference.name.quoted)\(hint)", at: reference.place, suggestion: suggestion,
        fix: suggestion == nil ? fix(for: reference) : nil)
    }
  }

  /// Returns advice for likely mistakes when no declared name is similar.
  private func hint(for reference: Reference) -> String {
    if reference.kinds == [.action] && reference.name.contains(" ") {
      return ": a command is written { shell = \"…\" }"
    }
    if reference.kinds == [.mode], ["none", "normal", "off", "base", "standard"].contains(reference.name) {
      return ": without a mode, the mode is \"default\""
    }
    if reference.kinds.contains(.view) && reference.name == "all" { return ": leave it out for the whole screen" }
    return ""
  }

  /// The action that was probably meant by a name that no action has: a command line, or a sound.
  private func fix(for reference: Reference) -> String? {
    if !hint(for: reference).isEmpty, reference.kinds == [.mode] { return "default".tomlText }
    guard reference.kinds == [.action] else { return nil }
    if ["chomp", "hehe"].contains(reference.name) { return "{ sound = \(reference.name.tomlText) }" }
    return reference.name.contains(" ") ? "{ shell = \(reference.name.tomlText) }" : nil
  }

  private mutating func resolveModeMembers() {
    for member in outline.modeMembers {
      switch member.list {
      case .disable: configuration.modes[member.mode].disable.add(member.name, outline.declared)
      case .enable: configuration.modes[member.mode].enable.add(member.name, outline.declared)
      }
    }
  }
}

extension ModeSettings.Members {
  fileprivate mutating func add(_ name: String, _ declared: DeclaredNames) {
    if declared[.gesture][name] != nil { gestures.append(name) }
    if declared[.view][name] != nil || declared[.screen][name] != nil { views.append(name) }
    if declared[.idle][name] != nil { idle.append(name) }
  }
}
