import Actions
import Text

extension ConfigurationReader {
  /// Reads a program and its arguments.
  func command(_ field: Field) -> [String]? {
    if case .string(let command) = field.value.content {
      let expected = "a list such as [\"PROGRAM\", \"ARGUMENT\"]"
      return mismatched(field, expected: expected, fix: ValueFix.words(command))
    }
    guard let words = list(field, expected: "a list such as [\"PROGRAM\", \"ARGUMENT\"]", as: text) else { return nil }
    guard words.first?.isEmpty == false else {
      return unusable("\(field.key.quoted) names no program", at: field.place)
    }
    return words
  }

  /// Reads a command line for `sh`, which splits it into words itself.
  func shellText(_ field: Field, in table: TOMLTable) -> String? {
    guard case .array = field.value.content else { return filledText(field) }
    let entry = table[field.key]
    return unusable(
      "\(field.key.quoted) takes a string: use \"exec\" for a program with a list of arguments",
      at: entry?.place ?? field.place, fix: "exec = \(written(at: field.place))")
  }

  func commandOptions(_ table: TOMLTable) -> CommandOptions {
    var options = CommandOptions()
    read("timeout", of: table, into: &options.timeLimit, as: timeLimit)
    read("overlap", of: table, into: &options.overlap, as: choice)
    read("cwd", of: table, into: &options.directory) { filledText($0).map(absolute) }
    read("env", of: table, into: &options.environment, as: environment)
    read("user", of: table, into: &options.user, as: filledText)
    read("secrets", of: table, into: &options.secrets, as: secrets)
    read("input_devices", of: table, into: &options.mayOpenInputDevices, as: boolean)
    return options
  }

  private func timeLimit(_ field: Field) -> CommandOptions.TimeLimit? {
    if case .string("when-needed") = field.value.content { return .whilePlaceIsFree }
    return limit(positiveTime)(field).map { time in time.map(CommandOptions.TimeLimit.after) ?? .none }
  }

  private func environment(_ field: Field) -> [CommandOptions.Variable]? {
    variables(field, example: "env = { NAME = \"value\" }", as: text)
  }

  private func secrets(_ field: Field) -> [CommandOptions.Variable]? {
    variables(field, example: "secrets = { NAME = \"/etc/tickled/token\" }", as: secretSource)
  }

  /// Reads the name of a credential, which is a file's name, or the path of a file.
  private func secretSource(_ field: Field) -> String? {
    guard let source = filledText(field) else { return nil }
    if source.hasPrefix("/") { return source }
    if source.contains("/") { return absolute(source) }
    if source == "." || source == ".." {
      return unusable("\(source.quoted) is neither a credential nor a file", at: field.place)
    }
    return source
  }

  private func variables(
    _ field: Field, example: String, as value: (Field) -> String?
  ) -> [CommandOptions.Variable]? {
    guard let table = table(field, example: example) else { return nil }
    return table.entries.compactMap { entry in
      if entry.key.isEmpty || entry.key.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "=") }) {
        report("\(entry.key.quoted) cannot be the name of a variable", at: entry.keyPlace)
      }
      return value(Field(key: entry.key, value: entry.value)).map { .init(name: entry.key, value: $0) }
    }
  }

  // MARK: Sounds

  func sound(_ field: Field) -> Action.Sound? {
    guard let name = filledText(field) else { return nil }
    switch name {
    case "chomp": return .chomp
    case "hehe": return .hehe
    // A file must have a slash or a dot; anything else is a misspelled name.
    case _ where name.contains("/") || name.contains("."): return .file(absolute(name))
    default:
      return unusable(
        "\"sound\" must be \"chomp\", \"hehe\" or a file such as \"bell.wav\", not \(name.quoted)", at: field.place,
        suggestion: ["chomp", "hehe"].closest(to: name))
    }
  }

  func volume(_ table: TOMLTable) -> Double {
    var volume = 1.0
    read("volume", of: table, into: &volume, as: share)
    return volume
  }

  /// Returns the absolute path; relative paths in a configuration start at its folder.
  func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let slash = configuration.path.lastIndex(of: "/") else { return path }
    return configuration.path[...slash] + path
  }
}
