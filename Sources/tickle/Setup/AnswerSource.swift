import ArgumentParser
import Configuration
import Gestures
import Program
import Screen
import TouchInput

/// The touches that answer a command's questions: from a touchscreen, or from a recording.
struct AnswerSource {
  private enum Input { case panel(PanelSource, Interruption), recording(Recording) }

  private let input: Input

  /// Opens the touchscreen or reads the recording. What cannot be read ends the command.
  init(_ options: AnswerOptions, _ configuration: Configuration) throws {
    if let path = options.recording {
      let recording = try Recording(file: path)
      for warning in recording.warnings { Diagnostics.warn(warning) }
      input = .recording(recording)
      return
    }
    let interruption = Interruption()
    let (node, hints) = try Touchscreens.choose(options.device)
    var found = (try? DeviceDiscovery().enumerate())?.first { $0.isCalled(node) } ?? DiscoveredDevice(at: node)
    found.hints.formUnion(hints)
    let panel = try PanelSource.open(found, isNamed: options.device != nil, configuration)
    interruption.watch(panel.device.fileDescriptor)
    input = .panel(panel, interruption)
  }

  var description: DeviceDescription {
    switch input {
    case .panel(let panel, _): panel.device.description
    case .recording(let recording): recording.description
    }
  }

  /// The panel's name, safe to print.
  var name: String { description.printableName.isEmpty ? "the touchscreen" : description.printableName }

  /// udev's calibration; empty for a recording.
  var calibration: String {
    if case .panel(let panel, _) = input { panel.found.calibration } else { "" }
  }

  /// The size of the only connected display; `nil` for a recording, whose display is on another machine.
  var displaySize: Size? {
    if case .panel = input { DisplaySize.ofOnlyDisplay() } else { nil }
  }

  /// The panel's settings; `nil` if there are screens but none matches.
  func screen(in configuration: Configuration) -> ScreenSettings? {
    switch input {
    case .panel(let panel, _): return configuration.screen(for: panel)
    case .recording(let recording):
      let (screen, matches) = configuration.screen(forRecordingOf: recording.description)
      return matches ? screen : nil
    }
  }

  func geometry(with screen: ScreenSettings) -> PanelGeometry {
    screen.geometry(of: description, calibration: calibration, displaySize: displaySize)
  }

  /// Calls `take` with each touch until it returns false. Positions are those of the geometry. Ends the command if a signal arrives,
  /// or if there are no more touches.
  func run(geometry: PanelGeometry, tolerance: Double, _ take: (SingleTouch) -> Bool) throws {
    var collector = SingleTouchCollector(tolerance: tolerance)
    switch input {
    case .panel(let panel, let interruption):
      panel.device.geometry = geometry
      try Self.follow(panel, interruption) { frame in
        guard let touch = collector.handle(frame) else { return true }
        return take(touch)
      }
    case .recording(let recording):
      guard let decoder = FrameDecoder(of: recording, geometry) else { throw Self.missingAnswers() }
      var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
      var position = 0
      while decoder.nextFrame(from: recording.events, at: &position, into: &frame, geometry: geometry) != nil {
        if let touch = collector.handle(frame), !take(touch) { return }
      }
      throw Self.missingAnswers()
    }
  }

  private static func missingAnswers() -> ExitCode {
    Diagnostics.failure("tickle: the recording ends before the last answer: nothing was written", .dataError)
  }

  private static func follow(
    _ panel: PanelSource, _ interruption: Interruption, _ wantsMore: (TouchFrame) -> Bool
  ) throws {
    var isOpen = true
    while isOpen {
      if interruption.wait(microseconds: -1) == .interrupted {
        Diagnostics.say("\nNothing was written.")
        // The status that shells give a program ended by SIGINT: 128 + 2.
        throw ExitCode(130)
      }
      let condition = try panel.read { frame in
        if isOpen { isOpen = wantsMore(frame) }
      }
      guard isOpen, case .gone = condition else { continue }
      throw Diagnostics.failure("tickle: the touchscreen is gone: nothing was written", .unavailable)
    }
  }
}

/// The options of a command that asks for touches.
struct AnswerOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The touchscreen (default: the only one).", valueName: "node"))
  var device: String?
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A recording with the touches, instead of a touchscreen; - is standard input.", valueName: "file"))
  var recording: String?

  func validate() throws {
    if device != nil && recording != nil { throw ValidationError("Give --device or --recording, not both.") }
  }
}
