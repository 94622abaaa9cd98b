/// A word of a shell script, without its quotes.
struct ShellWord: Equatable, Sendable {
  var text: String
  let line: Int
  /// The variables in the text whose values the script does not say.
  var unknown: [String] = []
}

/// Splits a shell script into commands, and those into words. Nothing is run: variables have the values that the script assigns
/// to them in plain words, and other expansions stay as they are.
struct ShellWords {
  /// The most bytes of values that are put into words; later expansions stay as they are.
  private static let mostExpanded = 1 << 20

  private var scalars: String.UnicodeScalarView.SubSequence
  private var line = 1
  private var variables: [String: ShellWord] = [:]
  /// Variables with different values in different places: which one holds, only the shell knows.
  private var doubtful: Set<String> = []
  private var commands: [[ShellWord]] = []
  private var command: [ShellWord] = []
  private var word: ShellWord?
  /// How many lists of Nix, in brackets, are open; their lines are one command.
  private var openLists = 0
  /// How many bytes of the words are values of variables.
  private var expanded = 0

  /// The ends of the documents that begin on the next line, as of `cat <<EOF`.
  private var documents: [String] = []
  /// How many characters may still be read to find the ends of documents; inside of a document, none.
  private var searchable = 1 << 22
  private var inDocuments: [[ShellWord]] = []
  /// Whether the script is inside of a Nix file, where `${rotate-screen}` is one name.
  private let isNix: Bool

  /// The commands of a script whose first line has the number `line`.
  static func commands(of script: String, from line: Int) -> [[ShellWord]] {
    var words = ShellWords(script: script)
    words.line = line
    words.read()
    return words.commands
  }

  private init(script: String) {
    scalars = script.unicodeScalars[...]
    isNix = script.contains("pkgs.") && script.contains("''")
  }

  private mutating func read() {
    while let scalar = next() {
      switch scalar {
      case " ", "\t", "\r": endWord()
      case "\n":
        endWord()
        if openLists == 0 { endCommand() }
        takeDocuments()
      case ";", "&", "|", "(", ")": endCommand()
      case "<" where scalars.first == "<": readDocument()
      case "#" where word == nil: skipRemark()
      case "\\": readEscape()
      case "'": readQuoted()
      case "\"": readDoubleQuoted()
      case "$": readExpansion()
      default: append(scalar)
      }
    }
    endCommand()
    commands += inDocuments
  }

  private mutating func next() -> Unicode.Scalar? {
    let scalar = scalars.popFirst()
    if scalar == "\n" { line += 1 }
    return scalar
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    begin()
    word?.text.unicodeScalars.append(scalar)
  }

  private mutating func append(_ text: String) {
    begin()
    word?.text += text
  }

  private mutating func begin() { if word == nil { word = ShellWord(text: "", line: line) } }

  private mutating func endWord() {
    guard let word else { return }
    self.word = nil
    openLists += word.text == "[" ? 1 : word.text == "]" ? -1 : 0
    if let name = assignedName(word), command.isEmpty {
      let value = ShellWord(text: String(word.text.dropFirst(name.count + 1)), line: word.line, unknown: word.unknown)
      if let former = variables[name], former.text != value.text { doubtful.insert(name) }
      variables[name] = value
    } else {
      command.append(word)
    }
  }

  private mutating func endCommand() {
    endWord()
    if !command.isEmpty { commands.append(command) }
    command = []
    openLists = 0
  }

  /// The variable that a word such as "NAME=value" assigns to.
  private func assignedName(_ word: ShellWord) -> String? {
    guard let equals = word.text.firstIndex(of: "=") else { return nil }
    let name = word.text[..<equals]
    // In a systemd unit, this is a command line and not a value.
    if name.hasPrefix("ExecStart") { return nil }
    return name.isVariableName ? String(name) : nil
  }

  private mutating func skipRemark() {
    while let scalar = scalars.first, scalar != "\n" { _ = next() }
  }

  /// Reads the start of a document, `<<EOF`, `<<-EOF` or `<<'EOF'`, after its first character.
  private mutating func readDocument() {
    endWord()
    _ = next()
    // `<<<` is followed by a word.
    if scalars.first == "<" { return }
    if scalars.first == "-" { _ = next() }
    while scalars.first == " " { _ = next() }
    var name = ""
    while let scalar = scalars.first, !" \t\r\n;&|()<>".unicodeScalars.contains(scalar) {
      if !"'\"\\".unicodeScalars.contains(scalar) { name.unicodeScalars.append(scalar) }
      _ = next()
    }
    if name.isVariableName { documents.append(name) }
  }

  /// Takes the documents of the line that ended. They may be scripts that are written to a file, so their commands follow at the
  /// end. A document without an end is read like commands.
  private mutating func takeDocuments() {
    for name in documents {
      let start = scalars
      var rest = scalars
      var lines = 0
      while !rest.isEmpty, searchable > 0 {
        let line = rest.prefix { $0 != "\n" }
        searchable -= line.count + 1
        rest = rest[line.endIndex...].dropFirst()
        lines += 1
        guard String(line).trimmed == name else { continue }
        var document = self
        (document.scalars, document.documents, document.searchable) = (start[..<line.startIndex], [], 0)
        (document.command, document.commands, document.inDocuments, document.openLists) = ([], [], [], 0)
        document.read()
        inDocuments += document.commands
        expanded = document.expanded
        scalars = rest
        self.line += lines
        break
      }
    }
    documents = []
  }

  private mutating func readEscape() {
    guard let scalar = next() else { return }
    if scalar == "\r", scalars.first == "\n" {
      _ = next()
    } else if scalar != "\n" {
      append(scalar)
    }
  }

  private mutating func readQuoted() {
    begin()
    while let scalar = next(), scalar != "'" { append(scalar) }
  }

  private mutating func readDoubleQuoted() {
    begin()
    while let scalar = next(), scalar != "\"" {
      switch scalar {
      case "\\":
        guard let escaped = next() else { return }
        if escaped == "\n" { continue }
        if !["\"", "\\", "$", "`"].contains(escaped) { append("\\" as Unicode.Scalar) }
        append(escaped)
      case "$": readExpansion()
      default: append(scalar)
      }
    }
  }

  // MARK: Expansions

  private mutating func readExpansion() {
    guard let scalar = scalars.first else { return append("$" as Unicode.Scalar) }
    if scalar == "(" {
      keep("$" + balanced("(", ")"))
    } else if scalar == "{" {
      expand(inBraces: balanced("{", "}"))
    } else {
      var name = ""
      while let scalar = scalars.first, (name + String(scalar)).isVariableName {
        name.unicodeScalars.append(scalar)
        _ = next()
      }
      if !name.isEmpty { return expand(name, fallback: nil, written: "$\(name)") }
      append("$" as Unicode.Scalar)
      // "$@" is the script's own arguments.
      if let scalar = scalars.first, "@*#?!0123456789".unicodeScalars.contains(scalar) {
        _ = next()
        append(scalar)
        word?.unknown.append("$\(scalar)")
      }
    }
  }

  /// Expands `${NAME}`, `${NAME:-value}` and `${NAME:+value}`.
  private mutating func expand(inBraces text: String) {
    let inner = text.dropFirst().dropLast()
    let name = String(inner.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    let rest = inner.dropFirst(name.count)
    guard name.isVariableName, !isNix || rest.isEmpty else { return keep("$" + text) }
    if rest.isEmpty {
      expand(name, fallback: nil, written: "$" + text)
    } else if rest.hasPrefix(":-") || rest.hasPrefix("-") {
      expand(name, fallback: rest.drop { $0 == ":" }.dropFirst().trimmed.unquoted, written: "$" + text)
    } else if rest.hasPrefix(":+") || rest.hasPrefix("+") {
      begin()
      word?.unknown.append("$" + text)
    } else {
      keep("$" + text)
    }
  }

  private mutating func expand(_ name: String, fallback: String?, written: String) {
    if let value = variables[name], !doubtful.contains(name), hasRoom(for: value) {
      append(value.text)
      for unknown in value.unknown where word?.unknown.contains(unknown) == false { word?.unknown.append(unknown) }
    } else if let fallback {
      append(fallback)
    } else {
      keep(written)
    }
  }

  /// Whether a value is expanded: variables that contain one another could multiply without limit.
  private mutating func hasRoom(for value: ShellWord) -> Bool {
    expanded += value.text.utf8.count
    return expanded <= ShellWords.mostExpanded
  }

  /// Leaves an expansion as it is written.
  private mutating func keep(_ written: String) {
    append(written)
    word?.unknown.append(written)
  }

  /// Takes the text up to the bracket that closes the one that comes next.
  private mutating func balanced(_ opening: Unicode.Scalar, _ closing: Unicode.Scalar) -> String {
    var text = ""
    var depth = 0
    while let scalar = next() {
      text.unicodeScalars.append(scalar)
      if scalar == opening { depth += 1 }
      if scalar == closing {
        depth -= 1
        if depth == 0 { break }
      }
    }
    return text
  }
}

extension StringProtocol {
  fileprivate var isVariableName: Bool {
    guard let first = utf8.first, first == UInt8(ascii: "_") || first.isLetter else { return false }
    return utf8.allSatisfy { $0.isLetter || $0 == UInt8(ascii: "_") || (0x30...0x39).contains($0) }
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
}
