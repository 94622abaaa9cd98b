import ArgumentParser
import CLinux
import Configuration
import Program
import Text
import TouchInput

struct RecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Records a touchscreen's events, or the device's motion, until Ctrl-C.",
    discussion: """
      `tickle replay` and `tickle inject` play the file; so do evemu-play and umockdev in the evemu format, and `libinput \
      replay` in the libinput format. It contains all events that the kernel reports for the panel, even if other programs \
      read it, too. With --motion, what the accelerometer measures is recorded as text, a line for each measurement, which \
      `tickle replay` plays, too. evemu-record records a device with keys or switches.

      Examples:
        tickle record --output swipe.evemu
        tickle record --output swipe.evemu --expect next
      """)

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The touchscreen (default: the only one).", valueName: "node"))
  var device: String?
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write; - is standard output. A file that is not empty is not overwritten.", valueName: "file"))
  var output = "-"
  @Option(name: .shortAndLong, help: "evemu, or libinput: the YAML of libinput record.")
  var format = RecordingWriter.Format.evemu
  @Flag(
    name: .shortAndLong,
    help: "Leaves out the device's name, physical path and serial number, and the kernel's version.")
  var anonymous = false
  @Flag(name: .shortAndLong, help: "Records the accelerometer instead of a touchscreen.")
  var motion = false

  @Option(
    help: ArgumentHelp(
      "Adds the recording to the configuration's cases: this gesture must be recognized in it. May be given several times.",
      valueName: "gesture"), completion: .names(of: .gesture))
  var expect: [String] = []
  @Option(
    help: ArgumentHelp(
      """
      Writes labels beside the recording, for `tickle score` and `tickle tune`: each movement of the hand is meant for this gesture. \
      May be given several times; "none" for ordinary use.
      """, valueName: "gesture"), completion: .names(of: .gesture))
  var label: [String] = []
  @OptionGroup var configuration: ConfigurationOption

  func validate() throws {
    if !expect.isEmpty && output == "-" {
      throw ValidationError("--expect needs a file, which the case names: add --output FILE.")
    }
    if !expect.isEmpty && InputFile(Configuration.path(option: configuration.config)).isStandardInput {
      throw ValidationError("--expect needs the file of the configuration, not standard input.")
    }
    if !label.isEmpty && output == "-" {
      throw ValidationError("--label needs a file, beside which the labels are: add --output FILE.")
    }
    if label.contains("none") && label.count > 1 {
      throw ValidationError("--label none says that no gesture is meant: leave the others out.")
    }
    if motion && (device != nil || format != .evemu || anonymous || !label.isEmpty) {
      throw ValidationError("--motion takes neither --device, --format, --anonymous nor --label.")
    }
  }

  func run() throws {
    let labels = label.isEmpty ? nil : try LabelKeeper(label, recording: output, configuration)
    let keeper = expect.isEmpty ? nil : try CaseKeeper(expect, recording: output, configuration)
    let interruption = Interruption()
    if motion {
      try MotionRecorder(RecordingOutput(path: output)).run(until: interruption)
      try keeper?.add()
      return
    }
    let panel = try Touchscreens.open(device)
    let file = try RecordingOutput(path: output)
    interruption.watch(panel.fileDescriptor)
    var recorder = Recorder(panel, file, format, isAnonymous: anonymous)
    let daemon = panelsOfDaemon(configured: Configuration.path(option: configuration.config))
    try recorder.run(until: interruption, daemon[panel.node]?.model)
    try labels?.write()
    try keeper?.add()
  }
}

extension RecordingWriter.Format: ExpressibleByArgument {}

/// Writes a panel's events to a file until a signal ends it.
private struct Recorder {
  private let panel: RawDevice
  private let file: RecordingOutput
  private let isAnonymous: Bool
  private var writer: RecordingWriter
  private var meter: RecordingMeter?
  private var size = 0

  init(_ panel: RawDevice, _ file: RecordingOutput, _ format: RecordingWriter.Format, isAnonymous: Bool) {
    self.panel = panel
    self.file = file
    self.isAnonymous = isAnonymous
    writer = RecordingWriter(format)
    // On one terminal the meter would mix with the recording's lines.
    if Descriptor.isTerminal(Descriptor.standardError), !Descriptor.isTerminal(file.descriptor) {
      meter = RecordingMeter(panel.description)
    }
  }

  /// - Parameter model: what the daemon has measured of the panel.
  mutating func run(until interruption: Interruption, _ model: PanelModel.Summary?) throws {
    let origin = RecordingOrigin(
      program: "tickle \(Version.current)", kernel: isAnonymous ? "unknown" : kernelRelease)
    try write(
      writer.head(panel.description, node: panel.node, origin: origin, isAnonymous: isAnonymous, model: model)
        + writer.lines(before: panel.state()))
    if meter != nil {
      Diagnostics.say("Recording \(panel.description.printableName) on \(panel.node.printable); Ctrl-C ends it.")
    }
    let end = try record(until: interruption)
    try write(writer.end())
    meter?.finish()
    if let end { Diagnostics.warn(end) }
    if writer.losses > 0 {
      Diagnostics.warn("the kernel lost events \(writer.losses) times: the recording has a SYN_DROPPED at each place")
    }
  }

  /// Returns why the recording ended; `nil` if a signal ended it.
  private mutating func record(until interruption: Interruption) throws -> String? {
    while true {
      meter?.show()
      switch interruption.wait(microseconds: meter == nil ? -1 : RecordingMeter.interval) {
      case .interrupted: return nil
      case .elapsed: continue
      case .readable: break
      }
      let events: Recording.Events?
      do {
        events = try panel.read()
      } catch {
        try write(writer.end())
        throw error
      }
      guard let events else { return "the touchscreen is gone: the recording ends here" }
      meter?.count(events)
      try write(writer.lines(events))
      if size >= Recording.sizeLimit - 1 << 20 {
        return "the recording has \(Recording.sizeLimit >> 20) MiB, the most that can be played: it ends here"
      }
    }
  }

  private mutating func write(_ bytes: [UInt8]) throws {
    size += bytes.count
    try file.write(bytes)
  }
}

/// The recording's progress, as one line on a terminal.
private struct RecordingMeter {
  static let interval: Int64 = 100_000

  private var counter: FingerCounter
  private let start = linux_monotonic_microseconds()
  private var shown: Int64 = 0

  init(_ description: DeviceDescription) { counter = FingerCounter(description) }

  mutating func count(_ events: Recording.Events) { counter.count(events) }

  mutating func show() {
    let now = linux_monotonic_microseconds()
    guard now - shown >= Self.interval else { return }
    shown = now
    let seconds = Decimal.fixed(Double(now - start) / 1e6, decimals: 1)
    let fingers = "\(counter.fingers) \(counter.fingers == 1 ? "finger" : "fingers")"
    let text = "\r\(seconds) s, \(counter.frames) frames, \(fingers)\u{1B}[K"
    _ = writeAll(Array(text.utf8), to: Descriptor.standardError)
  }

  func finish() { Diagnostics.say("") }
}
