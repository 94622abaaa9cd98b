import Actions

extension ConfigurationReader {
  /// A program and its arguments.
  func command(_ field: Field) -> [String]? {
    guard let words = list(field, expected: "a list such as [\"PROGRAM\", \"ARGUMENT\"]", as: text) else { return nil }
    guard words.first?.isEmpty == false else {
      report("\(field.key.quoted) names no program", at: field.place)
      return nil
    }
    return words
  }

  /// For `sh`, which splits it by itself.
  func shellText(_ field: Field) -> String? {
    guard case .array = field.value.content else { return filledText(field) }
    report("\(field.key.quoted) takes a string: a program and its arguments are for \"exec\"", at: field.place)
    return nil
  }

  func commandOptions(_ table: TOMLTable) -> CommandOptions {
    var options = CommandOptions()
    read("timeout", of: table, into: &options.timeout, as: limit(positiveTime))
    read("overlap", of: table, into: &options.overlap, as: choice)
    read("cwd", of: table, into: &options.directory) { filledText($0).map(absolute) }
    read("env", of: table, into: &options.environment, as: environment)
    read("user", of: table, into: &options.user, as: filledText)
    return options
  }

  private func environment(_ field: Field) -> [CommandOptions.Variable]? {
    guard let table = table(field, example: "env = { NAME = \"value\" }") else { return nil }
    return table.entries.compactMap { entry in
      if entry.key.isEmpty || entry.key.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "=") }) {
        report("\(entry.key.quoted) cannot be the name of a variable", at: entry.keyPlace)
      }
      return text(Field(key: entry.key, value: entry.value)).map { .init(name: entry.key, value: $0) }
    }
  }

  // MARK: Sounds

  func sound(_ field: Field) -> Action.Sound? {
    guard let name = filledText(field) else { return nil }
    switch name {
    case "chomp": return .chomp
    case "hehe": return .hehe
    // A slip in a name is not a file.
    case _ where name.contains("/") || name.contains("."): return .file(absolute(name))
    default:
      report(
        "\"sound\" must be \"chomp\", \"hehe\" or a file such as \"bell.wav\", not \(name.quoted)", at: field.place,
        suggestion: ["chomp", "hehe"].closest(to: name))
      return nil
    }
  }

  func volume(_ table: TOMLTable) -> Double {
    var volume = 1.0
    read("volume", of: table, into: &volume, as: share)
    return volume
  }

  /// Paths in a configuration start at its folder.
  func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let slash = configuration.path.lastIndex(of: "/") else { return path }
    return configuration.path[...slash] + path
  }
}
