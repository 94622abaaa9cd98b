import Configuration
import Program
import Text
import TouchInput

/// The daemon's state.
package struct DaemonStatus: Equatable, Sendable {
  /// Lines that were lost because an output took no more, and commands that were dropped because too many were running.
  package struct Losses: Equatable, Sendable {
    /// Lines of standard output.
    package var output = 0
    package var log = 0
    /// Lines of all clients that watch.
    package var watchers = 0
    package var commands = 0

    package init(output: Int = 0, log: Int = 0, watchers: Int = 0, commands: Int = 0) {
      self.output = output
      self.log = log
      self.watchers = watchers
      self.commands = commands
    }
  }

  /// A movement of the hand, from its first landing to its last lift.
  package struct Attempt: Equatable, Sendable {
    /// The time since its last lift, in seconds.
    package var ago: Double
    package var screen: String
    package var fingers: Int
    package var isRecognized: Bool
    /// What was recognized, or what came closest and why it was not.
    package var text: String

    package init(ago: Double, screen: String, fingers: Int, isRecognized: Bool, text: String) {
      self.ago = ago
      self.screen = screen
      self.fingers = fingers
      self.isRecognized = isRecognized
      self.text = text
    }
  }

  package struct Panel: Equatable, Sendable {
    package var node: String
    package var name: String
    package var screen: String
    package var width: Double
    package var height: Double
    package var sizeSource: String
    /// The number of fingers on the panel.
    package var touches: Int
    /// The number of frames since the panel was opened, and how often the kernel lost events.
    package var frames: Int
    package var dropped: Int
    /// The number of touches that the filter removed since then, as no finger made them.
    package var filtered: TouchFilter.Counts
    /// The number of events since then that a correct kernel never sends.
    package var kernelBugs: [KernelBug: Int]
    /// The panel's measured properties; `nil` if it has not been used yet, or if the daemon does not report them.
    package var model: PanelModel.Summary?
    /// Gestures that hands on the panel often missed.
    package var nearMisses: [NearMiss] = []
    /// The gesture with an action that was recognized last; `nil`: none was.
    package var lastGesture: String?
    /// The time since then, in seconds.
    package var sinceGesture = 0.0
    /// The number of movements of hands since then.
    package var movementsWithout = 0
    /// The rows of quirks that apply to the panel, with the keys that they give.
    package var quirks: [String] = []
    /// A sentence about the panel's interception; `nil` if it is not configured.
    package var interception: String?
    /// Whether the daemon has grabbed the panel, so that no other program receives its events.
    package var isGrabbed = false
    /// How touches that a gesture takes are kept from applications: a value of `take_back`; `nil`: applications see the panel itself.
    package var takeBack: String?
    /// The node of its clone.
    package var clone: String?
    /// The programs that have the clone open, as far as the user of `tickle` may see them; `nil`: not looked for.
    package var cloneReaders: [String]?

    package init(
      node: String, name: String, screen: String, width: Double, height: Double, sizeSource: String, touches: Int,
      frames: Int, dropped: Int, filtered: TouchFilter.Counts,
      kernelBugs: [KernelBug: Int] = [:], model: PanelModel.Summary? = nil, interception: String? = nil,
      isGrabbed: Bool = false, takeBack: String? = nil, clone: String? = nil
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
      self.kernelBugs = kernelBugs
      self.model = model
      self.interception = interception
      self.isGrabbed = isGrabbed
      self.takeBack = takeBack
      self.clone = clone
    }
  }

  package var version = Version.current
  package var pid: Int
  /// The time since the start, in seconds.
  package var uptime: Double
  package var configuration: String
  /// The errors of the configuration's file, if it has any: the last valid one is active instead.
  package var configurationErrors: [String] = []
  /// Whether the file, or one of its folder, is another one than the one that is active.
  package var isConfigurationNewer = false
  /// What does not work, as the log says it.
  package var troubles: [Trouble] = []
  package var losses = Losses()
  package var isPaused: Bool
  /// The process that releases intercepted panels if the daemon hangs; `nil` if there is none.
  package var guardian: Int?
  package var mode: String
  /// The time since the last touch on any panel, in seconds; `nil`: there was none yet.
  package var lastTouch: Double?
  /// The idle steps that were reached since then.
  package var idle: [String] = []
  /// The views and gestures that clients have switched off: `view NAME`, `gesture NAME`.
  package var switchedOff: [String] = []
  package var views: Int
  package var gestures: Int
  package var watchers: Int
  package var panels: [Panel]
  /// The last movements of hands while the daemon explained them, the latest first.
  package var attempts: [Attempt] = []

  package init(
    pid: Int, uptime: Double, configuration: String, configurationErrors: [String] = [], losses: Losses = Losses(),
    isPaused: Bool, guardian: Int? = nil, mode: String, views: Int,
    gestures: Int, watchers: Int, panels: [Panel]
  ) {
    self.pid = pid
    self.uptime = uptime
    self.configuration = configuration
    self.configurationErrors = configurationErrors
    self.losses = losses
    self.isPaused = isPaused
    self.guardian = guardian
    self.mode = mode
    self.views = views
    self.gestures = gestures
    self.watchers = watchers
    self.panels = panels
  }

  func write(to writer: inout JSONWriter) {
    writer.member("version", version)
    writer.member("pid", pid)
    writer.member("uptime", uptime, decimals: 3)
    writer.member("config", configuration)
    if !configurationErrors.isEmpty { writer.member("config_errors", configurationErrors) }
    if isConfigurationNewer { writer.member("config_newer", true) }
    if !troubles.isEmpty {
      writer.objects("troubles", troubles) { trouble, writer in
        writer.member("about", trouble.about)
        writer.member("message", trouble.message)
      }
    }
    writer.object("lost") { writer in
      writer.member("output", losses.output)
      writer.member("log", losses.log)
      writer.member("watchers", losses.watchers)
      writer.member("commands", losses.commands)
    }
    writer.member("paused", isPaused)
    if let guardian { writer.member("guardian", guardian) }
    writer.member("mode", mode)
    if let lastTouch { writer.member("last_touch", lastTouch, decimals: 3) }
    writer.member("idle", idle)
    if !switchedOff.isEmpty { writer.member("switched_off", switchedOff) }
    writer.member("views", views)
    writer.member("gestures", gestures)
    writer.member("watchers", watchers)
    writer.objects("panels", panels) { panel, writer in
      writer.member("node", panel.node)
      writer.member("name", panel.name)
      writer.member("screen", panel.screen)
      writer.object("size") { writer in
        writer.member("width", panel.width, decimals: 3)
        writer.member("height", panel.height, decimals: 3)
        writer.member("source", panel.sizeSource)
      }
      writer.member("touches", panel.touches)
      writer.member("frames", panel.frames)
      writer.member("dropped", panel.dropped)
      panel.filtered.write(to: &writer)
      panel.kernelBugs.write(to: &writer)
      if let model = panel.model { writer.object("panel_model") { model.write(to: &$0) } }
      if let gesture = panel.lastGesture {
        writer.object("last_gesture") { writer in
          writer.member("gesture", gesture)
          writer.member("ago", panel.sinceGesture, decimals: 3)
        }
      }
      writer.member("movements_without", panel.movementsWithout)
      if !panel.quirks.isEmpty { writer.member("quirks", panel.quirks) }
      if !panel.nearMisses.isEmpty { writer.objects("near_misses", panel.nearMisses) { $0.write(to: &$1) } }
      if let interception = panel.interception {
        writer.member("interception", interception)
        writer.member("grabbed", panel.isGrabbed)
        if let takeBack = panel.takeBack { writer.member("take_back", takeBack) }
        if let clone = panel.clone { writer.member("clone", clone) }
        if let readers = panel.cloneReaders { writer.member("clone_readers", readers) }
      }
    }
    writer.objects("attempts", attempts) { attempt, writer in
      writer.member("ago", attempt.ago, decimals: 3)
      writer.member("screen", attempt.screen)
      writer.member("fingers", attempt.fingers)
      writer.member("recognized", attempt.isRecognized)
      writer.member("text", attempt.text)
    }
  }
}

// MARK: - Reading

extension DaemonStatus {
  /// Reads a reply. Members that are missing, as in the reply of an older daemon, become 0, "" or `nil`.
  init(_ json: JSONValue) {
    version = json.text("version")
    pid = json.whole("pid")
    uptime = json["uptime"]?.number ?? 0
    configuration = json.text("config")
    configurationErrors = json["config_errors"]?.array.compactMap { $0.string } ?? []
    isConfigurationNewer = json["config_newer"]?.bool ?? false
    troubles = (json["troubles"]?.array ?? []).prefix(Troubles.most).map {
      Trouble(about: $0.text("about"), $0.text("message"))
    }
    if let lost = json["lost"] {
      losses = Losses(
        output: lost.whole("output"), log: lost.whole("log"), watchers: lost.whole("watchers"),
        commands: lost.whole("commands"))
    }
    isPaused = json["paused"]?.bool ?? false
    guardian = json["guardian"]?.number.flatMap { Int(exactly: $0) }
    mode = json["mode"]?.string ?? "default"
    lastTouch = json["last_touch"]?.number
    idle = json["idle"]?.array.compactMap { $0.string } ?? []
    switchedOff = json["switched_off"]?.array.compactMap { $0.string } ?? []
    views = json.whole("views")
    gestures = json.whole("gestures")
    watchers = json.whole("watchers")
    panels = json["panels"]?.array.map(Panel.init) ?? []
    attempts =
      json["attempts"]?.array.map {
        Attempt(
          ago: $0["ago"]?.number ?? 0, screen: $0.text("screen"), fingers: $0.whole("fingers"),
          isRecognized: $0["recognized"]?.bool ?? false, text: $0.text("text"))
      } ?? []
  }
}

extension DaemonStatus.Panel {
  fileprivate init(_ json: JSONValue) {
    node = json.text("node")
    name = json.text("name")
    screen = json.text("screen")
    width = json["size"]?["width"]?.number ?? 0
    height = json["size"]?["height"]?.number ?? 0
    sizeSource = json["size"]?.text("source") ?? ""
    touches = json.whole("touches")
    frames = json.whole("frames")
    dropped = json.whole("dropped")
    filtered = TouchFilter.Counts(json["filtered"])
    kernelBugs = [:]
    for bug in KernelBug.allCases {
      if let count = json["kernel_bugs"]?["\(bug.name)"]?.number.flatMap({ Int(exactly: $0) }) {
        kernelBugs[bug] = count
      }
    }
    model = PanelModel.Summary(json["panel_model"])
    nearMisses = json["near_misses"]?.array.compactMap(NearMiss.init) ?? []
    lastGesture = json["last_gesture"]?["gesture"]?.string
    sinceGesture = json["last_gesture"]?["ago"]?.number ?? 0
    movementsWithout = json.whole("movements_without")
    quirks = json["quirks"]?.array.compactMap { $0.string } ?? []
    interception = json["interception"]?.string
    isGrabbed = json["grabbed"]?.bool ?? false
    takeBack = json["take_back"]?.string
    clone = json["clone"]?.string
    cloneReaders = json["clone_readers"]?.array.compactMap { $0.string }
  }
}

extension JSONValue {
  fileprivate func text(_ key: String) -> String { self[key]?.string ?? "" }

  fileprivate func whole(_ key: String) -> Int { self[key]?.number.flatMap { Int(exactly: $0) } ?? 0 }
}

extension TouchFilter.Counts {
  package func write(to writer: inout JSONWriter) {
    writer.object("filtered") { writer in
      writer.member("repeated_taps", repeatedTaps)
      writer.member("bursts", bursts)
      writer.member("stale", stale)
      writer.member("ghosts", ghosts)
      writer.member("samples", samples)
      writer.member("breaks", breaks)
    }
  }

  fileprivate init(_ json: JSONValue?) {
    self.init()
    guard let json else { return }
    repeatedTaps = json.whole("repeated_taps")
    bursts = json.whole("bursts")
    stale = json.whole("stale")
    ghosts = json.whole("ghosts")
    samples = json.whole("samples")
    breaks = json.whole("breaks")
  }
}

extension [KernelBug: Int] {
  /// Writes nothing if there are none.
  package func write(to writer: inout JSONWriter) {
    if isEmpty { return }
    writer.object("kernel_bugs") { writer in
      for bug in KernelBug.allCases { if let count = self[bug] { writer.member(bug.name, count) } }
    }
  }
}
