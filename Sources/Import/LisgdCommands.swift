/// The command lines of a script that start lisgd with gestures.
struct LisgdCommands {
  /// A command line's words after the program, and the line of the program.
  struct Command {
    let line: Int
    let words: [ShellWord]
  }

  /// The command lines with gestures. The word lisgd alone, as in `notify-send "lisgd"` or `pkill lisgd`, is not one.
  private(set) var commands: [Command] = []

  init(script: String) {
    for words in ShellWords.commands(of: script) {
      guard let program = words.firstIndex(where: \.isLisgd) else { continue }
      let options = Array(words[(program + 1)...])
      if options.contains(where: { $0.text == "-g" }) {
        commands.append(Command(line: words[program].line, words: options))
      }
    }
  }

  /// The -g of the command lines after the first one. Only one of them runs, or each for another device.
  var later: [(gesture: ShellWord, command: Command)] {
    commands.dropFirst().flatMap { command in
      let options = command.words.indices.dropLast().filter { command.words[$0].text == "-g" }
      return options.map { (command.words[$0 + 1], command) }
    }
  }
}

extension ShellWord {
  /// Whether this is the program lisgd, under any path, also after "ExecStart=".
  fileprivate var isLisgd: Bool {
    let path = text.split(separator: "=").last ?? ""
    return path.split(separator: "/").last == "lisgd"
  }
}
