import Configuration
import JSON
import Program
import TouchInput

/// What a client may ask of the running daemon: one JSON object a line.
package enum ControlRequest: Equatable, Sendable {
  case status
  case reload
  /// From then on the client gets the JSON Lines of all screens; with `touches`, those of touches too.
  case watch(touches: Bool)
  case rotate(screen: String, orientation: PanelGeometry.Orientation)
  case pause
  case resume
  case setView(String, isEnabled: Bool)
  case setGesture(String, isEnabled: Bool)
  case setMode(String)
  case setDisplay(isOn: Bool)

  /// Longer lines are refused, in bytes.
  package static let longest = 4096

  /// Why a line is no request; a sentence for the client.
  package struct Mistake: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String
  }

  package init(line: some Collection<UInt8>) throws(Mistake) {
    guard let json = JSONValue(parsing: line), let name = json["request"]?.string else {
      throw Mistake(description: "a request is a JSON object with a \"request\"")
    }
    switch name {
    case "status": self = .status
    case "reload": self = .reload
    case "watch": self = .watch(touches: json["touches"]?.bool ?? false)
    case "pause": self = .pause
    case "resume": self = .resume
    case "rotate":
      let choices = PanelGeometry.Orientation.allCases.map(\.rawValue).listed(joinedBy: "or")
      guard let orientation = json["orientation"]?.string.flatMap(PanelGeometry.Orientation.init) else {
        throw Mistake(description: "\"orientation\" is \(choices)")
      }
      self = .rotate(screen: try Self.name("screen", in: json), orientation: orientation)
    case "set" where json["mode"] != nil: self = .setMode(try Self.name("mode", in: json))
    case "set":
      if let isOn = json["display"] {
        guard let isOn = isOn.bool else { throw Mistake(description: "\"display\" is true or false") }
        self = .setDisplay(isOn: isOn)
        return
      }
      guard let isEnabled = json["enabled"]?.bool else { throw Mistake(description: "\"enabled\" is true or false") }
      if json["view"] != nil {
        self = .setView(try Self.name("view", in: json), isEnabled: isEnabled)
      } else {
        self = .setGesture(try Self.name("gesture", in: json), isEnabled: isEnabled)
      }
    default:
      let known = ["status", "reload", "watch", "rotate", "pause", "resume", "set"]
      throw Mistake(description: "unknown request \(name.quoted); there are \(known.listed(joinedBy: "and"))")
    }
  }

  private static func name(_ key: String, in json: JSONValue) throws(Mistake) -> String {
    guard let name = json[key]?.string else { throw Mistake(description: "\(key.quoted) is a name") }
    return name
  }

  /// The line that a client sends.
  package var line: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("request", name)
      switch self {
      case .status, .reload, .pause, .resume: break
      case .watch(let touches): writer.member("touches", touches)
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
      }
    }
    writer.newline()
    return writer.bytes
  }

  /// As the request calls itself.
  package var name: String {
    switch self {
    case .status: "status"
    case .reload: "reload"
    case .watch: "watch"
    case .rotate: "rotate"
    case .pause: "pause"
    case .resume: "resume"
    case .setView, .setGesture, .setMode, .setDisplay: "set"
    }
  }
}

/// What the daemon answers: done, or why not with the exit status for it.
package enum ControlReply: Equatable, Sendable {
  case done
  /// A configuration can be used, and is in force now or as soon as what is under way has ended.
  case taken(isPending: Bool)
  case failed(ExitStatus, [String])
  case status(DaemonStatus)

  package func line(to request: String) -> [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("type", "reply")
      writer.member("request", request)
      switch self {
      case .done: writer.member("ok", true)
      case .taken(let isPending):
        writer.member("ok", true)
        writer.member("pending", isPending)
      case .failed(let status, let errors):
        writer.member("ok", false)
        writer.member("status", Int(status.rawValue))
        writer.key("errors")
        writer.array { writer in for error in errors { writer.string(error) } }
      case .status(let status):
        writer.member("ok", true)
        status.write(to: &writer)
      }
    }
    writer.newline()
    return writer.bytes
  }
}

/// How the daemon is.
package struct DaemonStatus: Equatable, Sendable {
  package struct Panel: Equatable, Sendable {
    package var node: String
    package var name: String
    package var screen: String
    package var width: Double
    package var height: Double
    package var sizeSource: String
    /// Fingers on it.
    package var touches: Int
    /// Since it was opened: frames, and those that the kernel dropped before them.
    package var frames: Int
    package var dropped: Int
    /// Touches that no finger made, since then.
    package var filtered: TouchFilter.Counts
    /// For people; `nil`: it is not to be.
    package var interception: String?
    /// Nobody else receives its events.
    package var isGrabbed = false

    package init(
      node: String, name: String, screen: String, width: Double, height: Double, sizeSource: String, touches: Int,
      frames: Int, dropped: Int, filtered: TouchFilter.Counts, interception: String? = nil, isGrabbed: Bool = false
    ) {
      self.node = node
      self.name = name
      self.screen = screen
      self.width = width
      self.height = height
      self.sizeSource = sizeSource
      self.touches = touches
      self.frames = frames
      self.dropped = dropped
      self.filtered = filtered
      self.interception = interception
      self.isGrabbed = isGrabbed
    }
  }

  package var version = Version.current
  package var pid: Int
  /// Seconds.
  package var uptime: Double
  package var configuration: String
  package var isPaused: Bool
  package var mode: String
  package var views: Int
  package var gestures: Int
  package var watchers: Int
  package var panels: [Panel]

  package init(
    pid: Int, uptime: Double, configuration: String, isPaused: Bool, mode: String, views: Int, gestures: Int,
    watchers: Int, panels: [Panel]
  ) {
    self.pid = pid
    self.uptime = uptime
    self.configuration = configuration
    self.isPaused = isPaused
    self.mode = mode
    self.views = views
    self.gestures = gestures
    self.watchers = watchers
    self.panels = panels
  }

  /// What a panel's "filtered" says.
  package static func filtered(_ json: JSONValue?) -> TouchFilter.Counts {
    func count(_ kind: String) -> Int { json?[kind]?.number.flatMap { Int(exactly: $0) } ?? 0 }
    var counts = TouchFilter.Counts()
    counts.repeatedTaps = count("repeated_taps")
    counts.bursts = count("bursts")
    counts.stale = count("stale")
    return counts
  }

  func write(to writer: inout JSONWriter) {
    writer.member("version", version)
    writer.member("pid", pid)
    writer.member("uptime", uptime, decimals: 3)
    writer.member("config", configuration)
    writer.member("paused", isPaused)
    writer.member("mode", mode)
    writer.member("views", views)
    writer.member("gestures", gestures)
    writer.member("watchers", watchers)
    writer.key("panels")
    writer.array { writer in
      for panel in panels {
        writer.object { writer in
          writer.member("node", panel.node)
          writer.member("name", panel.name)
          writer.member("screen", panel.screen)
          writer.key("size")
          writer.object { writer in
            writer.member("width", panel.width, decimals: 3)
            writer.member("height", panel.height, decimals: 3)
            writer.member("source", panel.sizeSource)
          }
          writer.member("touches", panel.touches)
          writer.member("frames", panel.frames)
          writer.member("dropped", panel.dropped)
          panel.filtered.write(to: &writer)
          if let interception = panel.interception {
            writer.member("interception", interception)
            writer.member("grabbed", panel.isGrabbed)
          }
        }
      }
    }
  }
}

extension TouchFilter.Counts {
  package func write(to writer: inout JSONWriter) {
    writer.key("filtered")
    writer.object { writer in
      writer.member("repeated_taps", repeatedTaps)
      writer.member("bursts", bursts)
      writer.member("stale", stale)
    }
  }
}
