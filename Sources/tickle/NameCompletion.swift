import ArgumentParser
import Configuration
import Program

/// Completion of names in shells: those in the configuration that the command line names, or in the default one.
extension CompletionKind {
  /// What has a name in a configuration, or beside it.
  enum Named: Sendable { case screen, view, gesture, mode, action, shape }

  static func names(of kind: Named) -> CompletionKind {
    .custom { words, _, prefix in names(of: kind, in: words).filter { $0.hasPrefix(prefix) } }
  }

  /// The names that `tickle set` takes; they depend on the word before.
  static let namesToSet = CompletionKind.custom { words, index, prefix in
    let subject = words.prefix(max(0, index)).last { SetCommand.Subject(rawValue: $0) != nil }
    let names: [String] =
      switch subject.flatMap(SetCommand.Subject.init) {
      case .view: Self.names(of: .view, in: words)
      case .gesture: Self.names(of: .gesture, in: words)
      case .mode: Self.names(of: .mode, in: words) + ["default"]
      case .display, .backlight: SetCommand.Switch.allCases.map(\.rawValue)
      case nil: []
      }
    return names.filter { $0.hasPrefix(prefix) }
  }

  static let rules = CompletionKind.custom { _, _, prefix in
    let book = try? RuleBook.shipped()
    return ((book?.rules ?? []).map(\.number) + ["all"]).filter { $0.hasPrefix(prefix) }
  }

  /// An invalid configuration has no names; its errors would only disturb the line that is being typed.
  private static func names(of kind: Named, in words: [String]) -> [String] {
    let path = Configuration.path(option: configuration(in: words))
    // The input of the shell is not a configuration.
    if InputFile(path).isStandardInput { return [] }
    if kind == .shape { return StrokeFolder(besideConfiguration: path).names }
    guard let configuration = try? Configuration.loadWithoutShapes(path: path) else { return [] }
    return switch kind {
    case .screen: configuration.screens.isEmpty ? [ScreenSettings().name] : configuration.screens.map(\.name)
    case .view: configuration.views.map(\.name)
    case .gesture: configuration.gestures.map(\.name)
    case .mode: configuration.modes.map(\.name)
    case .action: configuration.actions.map(\.name)
    case .shape: []
    }
  }

  /// The configuration that is named on a command line that may not be complete.
  private static func configuration(in words: [String]) -> String? {
    for (word, next) in zip(words, words.dropFirst()) where ["--config", "-c"].contains(word) && !next.isEmpty {
      return next
    }
    let joined = words.first { $0.hasPrefix("--config=") }.map { String($0.dropFirst("--config=".count)) }
    return joined ?? words.first(where: ConfigurationOption.isConfiguration)
  }
}
