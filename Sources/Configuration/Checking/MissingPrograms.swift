import Actions
import Text

/// Warnings about programs and files that actions name but the machine doesn't have.
extension ConfigurationChecker {
  func warnAboutMissingPrograms(on machine: Machine) {
    for use in outline.actionUses {
      switch use.action {
      case .exec(let words, let options):
        warnAboutProgram(words[0], written: words[0], at: use.firstPlace, in: options.directory, on: machine)
        warnAboutFolder(options, use)
      case .stream(let words):
        warnAboutProgram(words[0], written: words[0], at: use.firstPlace, in: nil, on: machine)
      case .shell(let text, let options):
        if let word = ShellText(text).program, !options.environment.contains(where: { $0.name == "PATH" }) {
          warnAboutProgram(word, written: text, at: use.field.place, in: options.directory, on: machine)
        }
        warnAboutFolder(options, use)
      case .sound(.file(let path), _): warnAboutSound(path, at: use.field.place)
      case .sound, .key, .pointer, .log, .mode, .focus, .led, .haptic, .backlight, .unit: break
      }
    }
  }

  /// - Parameters:
  ///   - text: what the file has at the place: the word, or a command line with it.
  ///   - folder: the program's working directory; `nil`: that of the daemon, which is not known here.
  private func warnAboutProgram(
    _ word: String, written text: String, at place: SourcePlace, in folder: String?, on machine: Machine
  ) {
    guard word.contains("/") else {
      if machine.hasProgram(word) { return }
      let similar = machine.programs.closest(to: word)
      let message = "no program \(word.quoted) is on the PATH"
      if let similar {
        let fix = text.replacing(word, with: similar, maxReplacements: 1).tomlText
        return findings.warn(message, at: place, suggestion: similar, fix: fix)
      }
      let words = word.contains(" ") ? ValueFix.words(word) : nil
      return findings.warn(
        message + (words == nil ? "" : ": each argument is an element of the list"), at: place,
        fix: words.map { String($0.dropFirst().dropLast()) })
    }
    guard let path = word.hasPrefix("/") ? word : folder.map({ "\($0)/\(word)" }) else {
      return warnAboutNeighbour(word, at: place)
    }
    if Machine.isProgram(path) { return }
    findings.warn(
      Machine.exists(path) ? "\(path.quoted) is not an executable file" : "there is no \(path.quoted)", at: place)
  }

  /// Warns about a program beside the configuration, where it is not looked up.
  private func warnAboutNeighbour(_ word: String, at place: SourcePlace) {
    let folder = configuration.path.lastIndex(of: "/").map { configuration.path[...$0] } ?? ""
    let path = String(folder + (word.hasPrefix("./") ? word.dropFirst(2) : word[...])).absolutePath
    guard Machine.exists(path) else { return }
    findings.warn(
      "a relative path starts at the daemon's folder, not at this file's: write \(path.tomlText)"
        + (Machine.isProgram(path) ? "" : ", and run `chmod +x \(path.printable)`"), at: place)
  }

  private func warnAboutFolder(_ options: CommandOptions, _ use: ActionUse) {
    guard let path = options.directory, !Machine.isFolder(path) else { return }
    findings.warn(
      Machine.exists(path) ? "\(path.quoted) is not a folder" : "there is no folder \(path.quoted)",
      at: use.table.place(of: "cwd"))
  }

  private func warnAboutSound(_ path: String, at place: SourcePlace) {
    if Machine.exists(path) { return }
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    let folder = parts.count == 1 ? "." : parts.dropLast().joined(separator: "/") + "/"
    let neighbour = Machine.names(in: folder).closest(to: String(parts.last ?? ""))
    findings.warn(
      "there is no file \(path.quoted)", at: place, suggestion: neighbour,
      fix: neighbour.map { (parts.count == 1 ? $0 : folder + $0).tomlText })
  }
}

/// A command line for `sh`, understood only if it is simple.
struct ShellText {
  let text: String

  init(_ text: String) { self.text = text }

  /// The program that the text certainly runs: the first word of a simple command, unless it is a builtin of the shell; otherwise `nil`.
  var program: String? {
    if text.contains(where: { ";&|(){}`\n".contains($0) }) { return nil }
    let words = text.split(whereSeparator: { $0.isWhitespace })
    guard let word = words.first(where: { $0 != "exec" }).map(String.init),
      word.utf8.allSatisfy({ Self.plain.contains($0) })
    else { return nil }
    return Self.builtins.contains(word) ? nil : word
  }

  private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./+".utf8)

  /// The builtins and reserved words of the POSIX shell and dash.
  private static let builtins: Set<String> = [
    ".", "alias", "bg", "break", "case", "cd", "chdir", "command", "continue", "do", "done", "echo", "elif", "else",
    "esac",
    "eval", "exit", "export", "false", "fc", "fg", "fi", "for", "getopts", "hash", "if", "jobs", "kill", "local",
    "newgrp",
    "printf", "pwd", "read", "readonly", "return", "set", "shift", "test", "then", "times", "trap", "true", "type",
    "ulimit", "umask", "unalias", "unset", "until", "wait", "while",
  ]
}
