import Actions
import Text

/// Warnings and notes about what commands and log lines say: variables, words of a shell where there is none, and words of another shell.
extension ConfigurationChecker {
  func warnAboutCommandLines() {
    for use in outline.actionUses {
      switch use.action {
      case .shell(let text, let options):
        let quotes = ShellQuotes(text)
        warnAboutVariables(quotes.expanded, use, own: Set((options.environment + options.secrets).map { $0.name }))
        warnAboutQuotes(quotes, use)
        noteOtherShells(quotes, use)
        warnAboutTimeout(options, use)
      case .exec(let words, let options):
        warnAboutWords(words, use)
        warnAboutTimeout(options, use)
      case .stream(let words): warnAboutWords(words, use)
      case .log(let text): warnAboutVariables(text, use, own: [])
      default: break
      }
      warnAboutRepetition(use)
    }
  }

  // MARK: Variables

  private func warnAboutVariables(_ text: String, _ use: ActionUse, own: Set<String>) {
    let isLog = use.field.key == "log"
    for name in VariableText(text).variables.map({ $0.name })
    where !name.isEmpty && !own.contains(name) && !text.sets(name) {
      let written = ("$" + name).quoted
      if let meant = GestureVariable.meant(by: name) {
        let fix = use.text.map { VariableText($0).filled { $0 == name ? "$" + meant : nil }.tomlText }
        let isSure = name.uppercased().hasPrefix(GestureVariable.prefix)
        let message = "\(written) is not one of tickled's variables"
        let add = isSure ? findings.warn : findings.note
        return add(message, use.field.place, "$" + meant, fix)
      }
      if let kinds = GestureVariable.kinds(of: name), let kind = use.occasion?.kind?.name, !kinds.contains(kind) {
        let owners = kinds.map { "a \($0.rawValue)" }.listed(joinedBy: "and")
        return findings.warn("\(written) is empty: \(owners) has it, a \(kind.rawValue) does not", at: use.field.place)
      }
      if isLog && !name.hasPrefix(GestureVariable.prefix) {
        return findings.note(
          "\(written) stays as it is: a log line has the variables of the gesture only, such as \("$TICKLED_X".quoted)",
          at: use.field.place)
      }
      if name.allSatisfy({ $0.isNumber }), name != "0" {
        return findings.note(
          "\(written) is empty: a command gets no arguments, but variables such as \("$TICKLED_X".quoted)",
          at: use.field.place)
      }
    }
  }

  private func warnAboutQuotes(_ quotes: ShellQuotes, _ use: ActionUse) {
    let names = VariableText(quotes.literal).variables.map { $0.name }
    guard let name = names.first(where: { $0.hasPrefix(GestureVariable.prefix) }), !quotes.runsItsWords else { return }
    findings.warn(
      "single quotes keep \(("$" + name).quoted) from being replaced: put it in double quotes", at: use.field.place)
  }

  // MARK: Shells

  /// Warns about arguments that only a shell understands.
  private func warnAboutWords(_ words: [String], _ use: ActionUse) {
    if words.contains(where: { ["-c", "-e", "-lc"].contains($0) }) { return }
    guard let (word, what) = words.lazy.compactMap({ word in word.needOfShell.map { (word, $0) } }).first else {
      return
    }
    let isPlain = !words.contains { $0.contains { " \"'\\".contains($0) } }
    let cure =
      use.field.key == "stream" || !isPlain
      ? "use a script, or \("shell".quoted)" : "write shell = \(words.joined(separator: " ").tomlText)"
    let add = what == "a pattern" ? findings.note : findings.warn
    add("\(word.quoted) is \(what), and \(use.field.key.quoted) runs no shell: \(cure)", use.field.place, nil, nil)
  }

  /// Notes what bash has and other shells do not, and commands that only change their own shell.
  private func noteOtherShells(_ quotes: ShellQuotes, _ use: ActionUse) {
    let commands = ShellText(quotes.plain).commands
    let first = commands.compactMap { $0.first }
    let bash =
      ShellQuotes.bashCommands.first(where: { first.contains($0.word) })
      ?? ShellQuotes.bashParts.first(where: { quotes.expanded.contains($0.word) })
    if let (word, cure) = bash {
      findings.note(
        "\(word.quoted) is of bash, and commands run in /bin/sh, which often is another shell: use \(cure)",
        at: use.field.place)
    }
    if !first.isEmpty, first.allSatisfy(["export", "cd", "alias", "set", "unset", "umask"].contains) {
      findings.warn(
        "\(first[0].quoted) has no effect on other commands, as each has a shell of its own: write both in one command line"
          + (first[0] == "export" ? ", or use \("env".quoted)" : ""), at: use.field.place)
    }
  }

  // MARK: Times

  /// Warns about commands that sleep for longer than they may run.
  private func warnAboutTimeout(_ options: CommandOptions, _ use: ActionUse) {
    guard let limit = options.timeout else { return }
    for program in RunProgram.all(of: use.action) where program.name == "sleep" {
      guard let text = program.arguments.first, let (number, unit) = numberAndUnit(text),
        let factor = ["": 1.0, "s": 1, "m": 60, "h": 3600, "d": 86400][String(unit)], number < 1e6,
        .seconds(number * factor) >= limit
      else { continue }
      findings.warn(
        "this command is ended before \("sleep \(text)".quoted) is over: raise the \("timeout".quoted), or leave it out",
        at: use.table.place(of: "timeout"))
    }
  }

  /// Warns about actions that are the same at every change, many times per second.
  private func warnAboutRepetition(_ use: ActionUse) {
    guard let occasion = use.occasion, occasion.state == .changed, use.table["every"] == nil, use.action.ignoresGesture,
      let kind = occasion.kind, !kind.isDiscrete
    else { return }
    let cure = kind.name.traits.step.map { "write every = \($0.example.quoted) beside it" } ?? "use \("began".quoted)"
    findings.warn("this runs at every change, 60 times per second or more: \(cure)", at: use.field.place)
  }
}

extension Action {
  /// Whether this action certainly does the same whatever the gesture has measured, and should not be done for each frame.
  fileprivate var ignoresGesture: Bool {
    switch self {
    case .key, .sound, .haptic, .unit, .led, .pointer(.click): return true
    case .shell(let text, _) where text.contains(GestureVariable.prefix): return false
    case .shell, .exec:
      let programs = RunProgram.all(of: self)
      let known: Set = ["echo", "printf", "true", "sleep", "touch", "logger", "date", "beep", "test"]
      return !programs.isEmpty
        && programs.allSatisfy {
          known.contains($0.name) || ProgramNeed(program: $0.name, arguments: $0.arguments) != nil
        }
    default: return false
    }
  }
}

extension ActionUse {
  fileprivate var text: String? { if case .string(let text) = field.value.content { text } else { nil } }
}

extension String {
  /// Whether a command line may set a variable itself.
  fileprivate func sets(_ name: String) -> Bool {
    ["\(name)=", "for \(name) ", "read ", "getopts ", "set --", "()"].contains(where: contains)
  }

  /// What a word is to a shell, if no program expects it to reach it; `nil` for other words.
  fileprivate var needOfShell: String? {
    let operators: Set = ["&&", "||", "|", ";", "&", ">", ">>", "<", "2>", "2>&1", "&>", ">&2"]
    if operators.contains(self) || [">/", ">>/", "2>/"].contains(where: hasPrefix) { return "an operator of a shell" }
    if !contains("'"), VariableText(self).variables.contains(where: { $0.name.first?.isUppercase == true }) {
      return "a variable"
    }
    if contains("$(") || contains("`") { return "a command" }
    if self == "~" || hasPrefix("~/") { return "a path of a shell" }
    return contains("*") && (contains("/") || contains("*.")) && !contains("://") && !contains(" ") ? "a pattern" : nil
  }
}

/// The characters of a command line, by how the shell reads them. A quotation mark stands for each mark that is left out.
struct ShellQuotes {
  /// Outside of quotes.
  private(set) var plain = ""
  /// Outside of quotes and in double quotes, where variables are replaced.
  private(set) var expanded = ""
  /// In single quotes.
  private(set) var literal = ""

  init(_ text: String) {
    var quote: Character?
    var isEscaped = false
    for character in text {
      switch (character, quote) {
      case _ where isEscaped: isEscaped = false
      case ("\\", nil), ("\\", "\""): isEscaped = true
      case ("'", nil), ("\"", nil), ("'", "'"), ("\"", "\""):
        quote = quote == nil ? character : nil
        plain += "\""
        expanded += "\""
        literal += "\""
      case (_, "'"): literal.append(character)
      case (_, "\""): expanded.append(character)
      default:
        plain.append(character)
        expanded.append(character)
      }
    }
  }

  /// Whether a program may read what is in quotes as a command line, or as a pattern with variables.
  var runsItsWords: Bool {
    let words = plain.split(whereSeparator: { $0.isWhitespace })
    return words.contains { ["-c", "eval", "trap", "awk", "perl", "envsubst", "ssh", "xargs"].contains($0) }
  }

  /// Commands that bash has and POSIX does not, and what to use instead.
  static let bashCommands: [(word: String, cure: String)] = [
    ("[[", "[ … ]"), ("source", "\".\""), ("function", "name() { … }"), ("declare", "name=value"),
    ("let", "$((…))"), ("pushd", "\"cd\""), ("shopt", "\"set\""),
  ]

  /// The same for what may be anywhere in a command line.
  static let bashParts: [(word: String, cure: String)] = [
    ("<<<", "a pipe"), ("<(", "a pipe"), ("&>", "> FILE 2>&1"), ("=(", "words in a string"),
    ("^^}", "\"tr\""), (",,}", "\"tr\""), ("$RANDOM", "\"shuf\""), ("{1..", "\"seq\""),
  ]
}
