/// The commands of fusuma by which three fingers drag with the mouse: a button goes down, the pointer moves, the button goes up.
struct PointerDrag {
  /// The button that is held; `nil`: the pointer only moves.
  let button: String?

  /// The variables that fusuma sets for the commands of updates.
  private static let variables = ["$move_x", "$move_y", "$unaccelerated_x", "$unaccelerated_y", "$zoom", "$rotate"]

  static func hasVariables(_ command: String) -> Bool { variables.contains { command.contains($0) } }

  /// Recognizes the events of a gesture by their commands; `nil` if they do something else.
  init?(_ events: [(event: String?, commands: [String])]) {
    func commands(_ event: String) -> [String] { events.filter { $0.event == event }.flatMap(\.commands) }
    let (begin, update, end) = (commands("begin"), commands("update"), commands("end"))
    guard update.count == 1, update[0].contains("$move_x"), update[0].contains("$move_y"),
      update[0].contains("xdotool mousemove_relative") || update[0].contains("ydotool mousemove")
    else { return nil }
    if begin.isEmpty, end.isEmpty {
      button = nil
      return
    }
    guard begin.count == 1, end.count == 1, let name = PointerDrag.button(pressedBy: begin[0]) else { return nil }
    guard PointerDrag.button(releasedBy: end[0]) == name else { return nil }
    button = name
  }

  private static func button(pressedBy command: String) -> String? {
    named(lastWord(of: command, after: "xdotool mousedown"), ["1", "2", "3"])
      ?? named(lastWord(of: command, after: "ydotool click"), ["0x40", "0x42", "0x41"])
  }

  private static func button(releasedBy command: String) -> String? {
    named(lastWord(of: command, after: "xdotool mouseup"), ["1", "2", "3"])
      ?? named(lastWord(of: command, after: "ydotool click"), ["0x80", "0x82", "0x81"])
  }

  /// The name of a button, from its numbers for left, middle and right.
  private static func named(_ number: String?, _ numbers: [String]) -> String? {
    numbers.firstIndex { $0 == number?.lowercased() }.map { ["left", "middle", "right"][$0] }
  }

  /// The last word of a command that is only a program, after settings of its environment.
  private static func lastWord(of command: String, after program: String) -> String? {
    let words = command.split(whereSeparator: \.isWhitespace).map(String.init)
    let plain = words.drop { $0.contains("=") }
    guard plain.count == 3, plain.prefix(2).joined(separator: " ") == program else { return nil }
    return plain.last
  }
}
