import Configuration
import Program
import Screen
import Text

/// Configurations that are installed with the programs, each a file whose first line says what it is for.
struct ShippedConfigurations: Sendable {
  let files: ShippedFiles
  /// The noun for one of them, such as `recipe`.
  let noun: String
  /// The command that lists them.
  let command: String

  static let recipes = ShippedConfigurations(files: .recipes, noun: "recipe", command: "tickle recipe")
  static let starters = ShippedConfigurations(files: .starters, noun: "starter", command: "tickle init")

  /// The names, sorted; none if the files are missing.
  var names: [String] { files.find().map { namesOfTOMLFiles(in: $0) } ?? [] }

  /// The names that a shell completes a word with.
  func names(beginning word: String) -> [String] { names.filter { $0.hasPrefix(word) } }

  struct Entry {
    let name: String
    let file: String
    let text: String

    /// The comment in the first line, without its mark.
    var summary: String {
      let line = text.prefix { !$0.isNewline }
      return String(line.drop { $0 == "#" || $0 == " " })
    }
  }

  /// Returns the configuration with a name, with or without its ending. An unknown name ends the command.
  func entry(_ name: String) throws -> Entry {
    let folder = try folder()
    let names = namesOfTOMLFiles(in: folder)
    let plain = name.hasSuffix(".toml") ? String(name.dropLast(5)) : name
    guard names.contains(plain) else {
      let suggestion = names.closest(to: plain).map { "; did you mean \($0.quoted)?" } ?? ""
      throw Diagnostics.failure(
        "tickle: no \(noun) is named \(plain.quoted)\(suggestion) (`\(command)` lists them)", .usage)
    }
    let file = "\(folder)/\(plain).toml"
    return Entry(name: plain, file: file, text: String(decoding: try contents(path: file), as: UTF8.self))
  }

  /// Prints one line for each configuration.
  func list(_ format: OutputFormat) throws {
    _ = try folder()
    let entries = try names.map(entry)
    let width = entries.map(\.name.count).max() ?? 0
    for entry in entries {
      switch format {
      case .text:
        let gap = String(repeating: " ", count: width + 2 - entry.name.count)
        try Answer.say("\(entry.name)\(gap)\(entry.summary)")
      case .json: try show(entry, format)
      }
    }
  }

  /// Prints a configuration: its text, or an object with its text.
  func show(_ entry: Entry, _ format: OutputFormat, withText: Bool = false) throws {
    guard format == .json else { return try NewFile(path: "-").write(entry.text) }
    let json = JSONWriter.text { writer in
      writer.member("type", noun)
      writer.member("name", entry.name)
      writer.member("summary", entry.summary)
      writer.member("file", entry.file)
      if withText { writer.member("text", entry.text) }
    }
    try Answer.say(json)
  }

  private func folder() throws -> String {
    if let folder = files.find() { return folder }
    throw Diagnostics.failure("tickle: \(files.missing)", .noInput)
  }
}
