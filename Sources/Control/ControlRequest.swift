// Control: requests, replies and status of the control socket, encoded and decoded.
import Actions
import Configuration
import Text
import TouchInput

/// A client's request to the running daemon: one JSON object per line.
package enum ControlRequest: Equatable, Sendable {
  case status
  /// What the daemon recognizes and can be set to.
  case describe
  case reload
  /// Sends the client the lines of all screens from then on, as JSON or as text. With `touches`, this includes touches. With `values`,
  /// lines of actions say what they do, such as the commands that they run; only for root and the daemon's own user. With `attempts`, it
  /// includes what became of each movement of the hand, and why gestures were not recognized in it.
  case watch(touches: Bool, values: Bool = false, attempts: Bool = false, asText: Bool = false)
  /// What this connection turns and sets from then on lasts as long as the connection.
  case follow
  /// Turns a screen with the picture on it, counter-clockwise by 0 to 3 quarters, beyond its orientation. Only after `follow`.
  case turn(screen: String, turns: Int)
  /// Whether the machine is in use by other means than touches, so that no idle step is reached. Only after `follow`.
  case use(Bool)
  /// The layout of the session's keyboards, in which letters are pressed. Only after `follow`.
  case layout(KeyboardLayout)
  case rotate(screen: String, orientation: PanelGeometry.Orientation)
  case pause
  case resume
  case setView(String, isEnabled: Bool)
  case setGesture(String, isEnabled: Bool)
  case setMode(String)
  case setDisplay(isOn: Bool)
  /// Switches the displays on or off, or sets their brightness.
  case setBacklight(Backlight)
  /// Runs a named action of the configuration.
  case trigger(action: String)

  /// The longest line that is accepted, in bytes.
  package static let longest = 4096

  /// The reason why a line is not a request, as a sentence for the client.
  package struct Mistake: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String
  }

  package init(line: some Collection<UInt8>) throws(Mistake) {
    guard let json = JSONValue(parsing: line), let name = json["request"]?.string else {
      throw Mistake(description: "a request must be a JSON object with a \"request\"")
    }
    switch name {
    case "status": self = .status
    case "describe": self = .describe
    case "reload": self = .reload
    case "watch":
      let format = json["format"].map { $0.string ?? "" } ?? "json"
      guard ["text", "json"].contains(format) else { throw Mistake(description: "\"format\" must be text or json") }
      self = .watch(
        touches: json["touches"]?.bool ?? false, values: json["values"]?.bool ?? false,
        attempts: json["attempts"]?.bool ?? false, asText: format == "text")
    case "follow": self = .follow
    case "turn":
      guard let turns = json["turns"]?.number.flatMap({ Int(exactly: $0) }), (0...3).contains(turns) else {
        throw Mistake(description: "\"turns\" must be 0, 1, 2 or 3")
      }
      self = .turn(screen: try Self.name("screen", in: json), turns: turns)
    case "use":
      guard let isUsed = json["used"]?.bool else { throw Mistake(description: "\"used\" must be true or false") }
      self = .use(isUsed)
    case "layout": self = .layout(try Self.layout(in: json))
    case "pause": self = .pause
    case "resume": self = .resume
    case "rotate":
      let choices = PanelGeometry.Orientation.allCases.map { $0.rawValue }.listed(joinedBy: "or")
      guard let orientation = json["orientation"]?.string.flatMap(PanelGeometry.Orientation.init) else {
        throw Mistake(description: "\"orientation\" must be \(choices)")
      }
      self = .rotate(screen: try Self.name("screen", in: json), orientation: orientation)
    case "set" where json["mode"] != nil: self = .setMode(try Self.name("mode", in: json))
    case "set":
      if let isOn = json["display"] {
        guard let isOn = isOn.bool else { throw Mistake(description: "\"display\" must be true or false") }
        self = .setDisplay(isOn: isOn)
        return
      }
      if let backlight = json["backlight"] {
        guard let backlight = backlight.string.flatMap({ Backlight($0) }) else {
          throw Mistake(description: "\"backlight\" must be \"on\", \"off\" or a share such as \"40%\"")
        }
        self = .setBacklight(backlight)
        return
      }
      guard let isEnabled = json["enabled"]?.bool else {
        throw Mistake(description: "\"enabled\" must be true or false")
      }
      if json["view"] != nil {
        self = .setView(try Self.name("view", in: json), isEnabled: isEnabled)
      } else {
        self = .setGesture(try Self.name("gesture", in: json), isEnabled: isEnabled)
      }
    case "trigger": self = .trigger(action: try Self.name("action", in: json))
    default:
      let known = [
        "status", "describe", "reload", "watch", "rotate", "pause", "resume", "set", "trigger", "follow", "turn", "use",
        "layout",
      ]
      throw Mistake(description: "unknown request \(name.quoted); the requests are \(known.listed(joinedBy: "and"))")
    }
  }

  private static func name(_ key: String, in json: JSONValue) throws(Mistake) -> String {
    guard let name = json[key]?.string else { throw Mistake(description: "\(key.quoted) must be a name") }
    return name
  }

  private static func layout(in json: JSONValue) throws(Mistake) -> KeyboardLayout {
    guard case .object(let members) = json["keys"], members.count <= KeyboardLayout.keys.count else {
      throw Mistake(description: "\"keys\" must be an object with at most \(KeyboardLayout.keys.count) keys")
    }
    do throws(KeyError) {
      return try KeyboardLayout(
        Dictionary(firstOf: members.map { ($0.name, $0.value.string ?? "") }))
    } catch {
      throw Mistake(description: error.reason)
    }
  }

  /// The line that a client sends.
  package var line: [UInt8] {
    JSONWriter.line { writer in
      writer.member("request", name)
      switch self {
      case .status, .describe, .reload, .pause, .resume, .follow: break
      case .turn(let screen, let turns):
        writer.member("screen", screen)
        writer.member("turns", turns)
      case .use(let isUsed): writer.member("used", isUsed)
      case .layout(let layout):
        writer.object("keys") { keys in
          for (key, characters) in layout.rows {
            keys.key(key)
            keys.string(characters)
          }
        }
      case .watch(let touches, let values, let attempts, let asText):
        writer.member("touches", touches)
        if values { writer.member("values", true) }
        if attempts { writer.member("attempts", true) }
        if asText { writer.member("format", "text") }
      case .rotate(let screen, let orientation):
        writer.member("screen", screen)
        writer.member("orientation", orientation.rawValue)
      case .setView(let view, let isEnabled):
        writer.member("view", view)
        writer.member("enabled", isEnabled)
      case .setGesture(let gesture, let isEnabled):
        writer.member("gesture", gesture)
        writer.member("enabled", isEnabled)
      case .setMode(let mode): writer.member("mode", mode)
      case .setDisplay(let isOn): writer.member("display", isOn)
      case .setBacklight(let backlight): writer.member("backlight", backlight.text)
      case .trigger(let action): writer.member("action", action)
      }
    }
  }

  /// The request's name in its JSON object.
  package var name: String {
    switch self {
    case .status: "status"
    case .describe: "describe"
    case .reload: "reload"
    case .watch: "watch"
    case .rotate: "rotate"
    case .follow: "follow"
    case .turn: "turn"
    case .use: "use"
    case .layout: "layout"
    case .pause: "pause"
    case .resume: "resume"
    case .setView, .setGesture, .setMode, .setDisplay, .setBacklight: "set"
    case .trigger: "trigger"
    }
  }
}

// MARK: - Rights

extension ControlRequest {
  /// The rights that it needs.
  private var neededRights: [SocketRight] {
    switch self {
    case .status, .describe: [.look]
    case .watch(let touches, _, let attempts, _): touches || attempts ? [.hear, .touch] : [.hear]
    case .reload: [.reload]
    case .follow, .turn, .use, .layout, .rotate, .pause, .resume, .setView, .setGesture, .setMode, .setDisplay,
      .setBacklight:
      [.steer]
    // Which actions is asked for each.
    case .trigger: []
    }
  }

  /// The reason why a client with these rights may not ask for this; `nil` if it may.
  package func objection(rights: Set<SocketRight>) -> String? {
    guard let missing = neededRights.first(where: { !rights.contains($0) }) else { return nil }
    return
      "\(name.quoted) needs the right \(missing.rawValue.quoted) on this socket (`watch_rights` of [daemon] grants it)"
  }
}
