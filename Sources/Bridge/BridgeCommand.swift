import Actions
import Configuration
import Control
import Text
import TouchInput

/// What a message may set: never more than a client of the control socket could, and never a command.
struct BridgeCommand {
  /// The longest message that is looked at.
  static let longest = 256

  /// The reason why a message was not followed.
  struct Refusal: Error, Equatable { let sentence: String }

  /// Translates a message into a request to the daemon.
  ///
  /// - Parameter path: the part of the topic behind `set/`.
  static func request(
    _ path: Substring, _ payload: [UInt8], for description: DaemonDescription
  ) throws(Refusal) -> ControlRequest {
    guard payload.count <= longest, let word = String(validating: payload, as: UTF8.self),
      word.unicodeScalars.allSatisfy(\.isPrintable)
    else { throw Refusal(sentence: "the message is not a short text") }
    let levels = path.split(separator: "/", omittingEmptySubsequences: false)
    switch (levels.first, levels.count) {
    case ("mode", 1):
      guard description.modes.contains(word) else { throw Refusal(sentence: "there is no mode \(word.quoted)") }
      return .setMode(word)
    case ("pause", 1): return try isOn(word) ? .pause : .resume
    case ("display", 1): return .setDisplay(isOn: try isOn(word))
    case ("backlight", 1): return .setBacklight(Backlight(try isOn(word) ? .on : .off))
    case ("brightness", 1):
      guard let percent = Int(word), (1...100).contains(percent) else {
        throw Refusal(sentence: "brightness takes 1 to 100, not \(word.quoted)")
      }
      return .setBacklight(Backlight(.level(Double(percent) / 100)))
    case ("reload", 1):
      try checkPress(word)
      return .reload
    case ("action", 2):
      guard let action = description.actions.first(where: { Topics.level($0) == levels[1] }) else {
        throw Refusal(sentence: "the daemon allows no action \(String(levels[1]).quoted) here")
      }
      try checkPress(word)
      return .trigger(action: action)
    case ("rotate", 2):
      guard let screen = description.screens.first(where: { Topics.level($0.name) == levels[1] }) else {
        throw Refusal(sentence: "the panel has no such screen")
      }
      guard let orientation = PanelGeometry.Orientation(rawValue: word) else {
        throw Refusal(sentence: "there is no orientation \(word.quoted)")
      }
      return .rotate(screen: screen.name, orientation: orientation)
    default: throw Refusal(sentence: "nothing can be set by this topic")
    }
  }

  private static func checkPress(_ word: String) throws(Refusal) {
    if word != "PRESS" { throw Refusal(sentence: "it takes PRESS, not \(word.quoted)") }
  }

  private static func isOn(_ word: String) throws(Refusal) -> Bool {
    guard ["ON", "OFF"].contains(word) else { throw Refusal(sentence: "it takes ON or OFF, not \(word.quoted)") }
    return word == "ON"
  }
}
