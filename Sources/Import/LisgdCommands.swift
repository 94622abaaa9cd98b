/// The command lines of a script that start lisgd with gestures, also those in a word for another program, as of
/// `riverctl spawn "lisgd …"`.
struct LisgdCommands {
  /// A command line's words after the program, and the line of the program.
  struct Command {
    let line: Int
    let words: [ShellWord]
    /// Whether the line is one that a compositor starts beside all others. A shell's lines may exclude one another.
    let isSpawned: Bool

    /// What follows each -g.
    var gestures: [ShellWord] { gestureFlags.map { words[$0 + 1] } }

    private var gestureFlags: [Int] { words.indices.dropLast().filter { words[$0].text == "-g" } }

    private var options: [String] {
      let gestures = Set(gestureFlags.flatMap { [$0, $0 + 1] })
      return words.indices.filter { !gestures.contains($0) }.map { words[$0].text }
    }

    /// Whether both run at the same time for the same panel, measured alike, so that one list can hold the gestures of both.
    func runsBeside(_ other: Command) -> Bool { isSpawned && other.isSpawned && options == other.options }
  }

  /// The words with which niri, river and Hyprland start a program.
  private static let spawners: Set = ["spawn-at-startup", "spawn-sh-at-startup", "riverctl", "exec-once"]
  /// How deep a command line may be in the words of others.
  private static let deepest = 4

  /// The command lines with gestures. The word lisgd alone, as in `notify-send "lisgd"` or `pkill lisgd`, is not one.
  private(set) var commands: [Command] = []

  init(script: String) { add(script, from: 1, isSpawned: false, depth: 1) }

  private mutating func add(_ script: String, from line: Int, isSpawned: Bool, depth: Int) {
    for words in ShellWords.commands(of: script, from: line) {
      // A remark of niri's.
      guard let first = words.first, !first.text.hasPrefix("//"), !first.text.hasPrefix("/-") else { continue }
      let isSpawned = isSpawned || LisgdCommands.spawners.contains(first.text)
      // A sentence may also have the word.
      let most = depth == 1 ? words.count : first.text == "exec" ? 2 : 1
      if let program = words.prefix(most).firstIndex(where: \.isLisgd) {
        let options = Array(words[(program + 1)...])
        if options.contains(where: { $0.text == "-g" }) {
          commands.append(Command(line: words[program].line, words: options, isSpawned: isSpawned))
        }
      } else if depth < LisgdCommands.deepest {
        for word in words where word.text.contains("lisgd ") && word.text.contains("-g") {
          add(word.text, from: word.line, isSpawned: isSpawned, depth: depth + 1)
        }
      }
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
