import Testing

/// A configuration with one defect, the position that must be reported, and a word of the message.
struct BadConfiguration: CustomTestStringConvertible {
  let testDescription: String
  let text: String
  let place: String
  let word: String

  init(_ description: String, _ place: String, _ word: String, _ text: String) {
    testDescription = description
    self.text = text
    self.place = place
    self.word = word
  }

  private static let tap = "[[gesture]]\nname = \"tap\"\nkind = \"tap\"\n"
  private static let pan = "[[gesture]]\nname = \"pan\"\nkind = \"pan\"\n"

  static let table: [BadConfiguration] = [
    // TOML itself
    BadConfiguration("a string without an end", "2:1", "no quote", "[daemon]\nlog_level = \"in"),
    BadConfiguration("a key without a value", "2:10", "'='", "[daemon]\nlog_level\n"),
    BadConfiguration("a key twice", "3:13", "log_level", "[daemon]\nlog_level = \"info\"\nlog_level = \"debug\"\n"),
    BadConfiguration("a bracket alone", "1:2", "end-of-file", "["),
    BadConfiguration("no text at all", "1:1", "expected", "\u{1}\u{2}\u{0}"),
    BadConfiguration("a table where an array of tables belongs", "1:1", "[[gesture]]", "[gesture]\nname = \"tap\"\n"),
    // Names
    BadConfiguration("an unknown table", "1:3", "\"gesture\"", "[[gestrue]]\nname = \"tap\"\n"),
    BadConfiguration("an unknown key", "4:1", "\"fingers\"", tap + "finger = 2\n"),
    BadConfiguration("a parameter of another kind", "4:1", "pan", tap + "max_fingers = 2\n"),
    BadConfiguration("an unknown kind", "3:8", "\"tap\"", "[[gesture]]\nname = \"x\"\nkind = \"tpa\"\n"),
    BadConfiguration("no kind", "1:1", "kind", "[[gesture]]\nname = \"x\"\n"),
    BadConfiguration("no name", "1:1", "name", "[[gesture]]\nkind = \"tap\"\n"),
    BadConfiguration("a name twice", "5:8", "tap", tap + tap),
    BadConfiguration("an unknown view", "4:8", "snake", tap + "view = \"snake\"\n"),
    BadConfiguration("an unknown gesture", "4:24", "pan", tap + "requires_failure_of = [\"pna\"]\n" + pan),
    BadConfiguration(
      "an unknown named action", "4:10", "bite", tap + "action = \"biet\"\n[actions.bite]\nlog = \"x\"\n"),
    BadConfiguration("an unknown action", "4:12", "sound", tap + "action = { sond = \"chomp\" }\n"),
    BadConfiguration("an unknown mode", "4:19", "\"locked\"", tap + "action = { mode = \"lokced\" }\n[mode.locked]\n"),
    BadConfiguration(
      "an unknown direction", "4:13", "left", "[[gesture]]\nname = \"s\"\nkind = \"swipe\"\ndirection = \"letf\"\n"),
    BadConfiguration("an unknown parent", "3:10", "stage", "[[view]]\nname = \"snake\"\nparent = \"stage\"\n"),
    BadConfiguration("an unknown level", "2:13", "info", "[daemon]\nlog_level = \"inof\"\n"),
    // Types and quantities
    BadConfiguration("a word for a number", "4:8", "whole number", tap + "taps = \"two\"\n"),
    BadConfiguration("a number for a switch", "4:11", "true or false", tap + "enabled = 1\n"),
    BadConfiguration("none at all of it", "4:8", "from 1 to 100", tap + "taps = 0\n"),
    BadConfiguration("a length without its unit", "4:12", "mm", tap + "movement = \"3\"\n"),
    BadConfiguration("a bare number for a length", "4:12", "mm", tap + "movement = 3\n"),
    BadConfiguration("a unit of another quantity", "4:12", "mm", tap + "movement = \"3ms\"\n"),
    BadConfiguration("a length below zero", "4:12", "0 or more", tap + "movement = \"-3mm\"\n"),
    BadConfiguration("a time without end", "4:16", "\"none\" lifts", tap + "max_duration = \"infs\"\n"),
    BadConfiguration(
      "a length too many", "3:37", "two of",
      "[[view]]\nname = \"v\"\nframe = { x = \"1mm\", width = \"1mm\", right = \"1mm\" }\n"),
    BadConfiguration(
      "pixels of an unknown screen", "3:15", "pixels", "[[view]]\nname = \"v\"\nframe = { x = \"10px\" }\n"),
    BadConfiguration(
      "a size of one side", "3:8", "width and a height", "[[screen]]\nname = \"main\"\nsize = [\"217mm\"]\n"),
    BadConfiguration(
      "a calibration to a line", "3:15", "determinant",
      "[[screen]]\nname = \"main\"\ncalibration = [1, 0, 0, 1, 0, 0]\n"),
    BadConfiguration("no direction", "4:13", "empty", "[[gesture]]\nname = \"s\"\nkind = \"swipe\"\ndirection = []\n"),
    BadConfiguration(
      "more fingers at least than at most", "5:15", "min_fingers", pan + "min_fingers = 3\nmax_fingers = 2\n"),
    // Contradictions
    BadConfiguration(
      "a gesture that waits for itself", "4:24", "own failure", tap + "requires_failure_of = [\"tap\"]\n"),
    BadConfiguration(
      "two gestures that wait for each other", "8:24", "tap → pan → tap",
      tap + "requires_failure_of = [\"pan\"]\n" + pan + "requires_failure_of = [\"tap\"]\n"),
    BadConfiguration(
      "a view in itself", "6:10", "a → b → a",
      "[[view]]\nname = \"a\"\nparent = \"b\"\n[[view]]\nname = \"b\"\nparent = \"a\"\n"),
    BadConfiguration(
      "two actions in one", "4:29", "list of actions", tap + "action = { sound = \"chomp\", log = \"x\" }\n"),
    BadConfiguration("no action", "4:10", "sound", tap + "action = {}\n"),
    BadConfiguration(
      "steps of a tap", "5:22", "changed", tap + "[gesture.on]\nended = { log = \"x\", every = \"5mm\" }\n"),
    BadConfiguration(
      "steps in a unit of another kind", "5:32", "mm or pt",
      pan + "[gesture.on]\nchanged = { log = \"x\", every = \"5deg\" }\n"),
  ]
}
