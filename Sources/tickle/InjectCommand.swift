import ArgumentParser
import CLinux
import Configuration
import Program
import Text
import TouchInput

struct InjectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inject", abstract: "Plays a recording into the kernel, through a new uinput touchscreen.",
    discussion: """
      To all programs on this machine (tickled, the desktop, evtest) the new touchscreen looks like the recorded one. It exists \
      as long as the recording plays. Needs write access to /dev/uinput, which usually only root has.

      Examples:
        tickle inject swipe.evemu
        tickle inject --hand 'swipe left 60mm'
      """)

  @Option(help: "The new touchscreen's name (default: the recorded one's).")
  var name: String?
  @Option(name: .shortAndLong, help: ArgumentHelp("The playing speed: 2 is twice as fast.", valueName: "x"))
  var speed = 1.0
  @Option(
    name: .shortAndLong, help: ArgumentHelp("How many times to play it; 0 repeats until Ctrl-C.", valueName: "n"))
  var `repeat` = 1
  @OptionGroup var hand: HandOptions
  @Argument(help: "The recording; - is standard input.", completion: .file())
  var recording: String?

  func validate() throws {
    try hand.requireOneInput([recording].compactMap { $0 })
    guard (0.01...100).contains(speed) else { throw ValidationError("--speed must be from 0.01 to 100") }
    guard `repeat` >= 0 else { throw ValidationError("--repeat must be 0 or more") }
    if let name, !(1...79).contains(name.utf8.count) { throw ValidationError("--name must have 1 to 79 bytes") }
  }

  func run() throws {
    let interruption = Interruption()
    let recording = try load()
    for warning in recording.warnings { Diagnostics.warn(warning) }
    let own = recording.description.name
    let device = try InjectedDevice(recording, name: name ?? (own.isEmpty ? "Touchscreen" : own))
    guard try settle(device, interruption) else { return }
    Diagnostics.say("Playing \(recording.file.printable) on \(device.node)")
    try play(recording, on: device, until: interruption)
  }

  private func load() throws -> Recording {
    if let words = hand.hand {
      return try SpokenHand(
        words, on: hand.panel.handPanel(size: nil), hand.panel,
        besideConfiguration: Configuration.path(option: nil)
      ).recording
    }
    var recordings: [Recording] = []
    var failure: RecordingError?
    RecordingFiles([recording ?? "-"]).read { result in
      switch result {
      case .success(let recording): recordings.append(recording)
      case .failure(let error): failure = failure ?? error
      }
    }
    if let failure { throw failure }
    if recordings.count > 1 {
      Diagnostics.warn("the recording has \(recordings.count) touchscreens: only the first is played")
    }
    return recordings[0]
  }

  /// Microseconds that readers get to open the new touchscreen, and to read its last events before it is removed:
  /// events that are still unread are lost with the device.
  private static let grace: Int64 = 500_000
  /// The longest wait for udev, in microseconds.
  private static let patience: Int64 = 5_000_000

  /// Waits until the touchscreen can be used by others. Returns false if a signal interrupted it.
  private func settle(_ device: InjectedDevice, _ interruption: Interruption) throws -> Bool {
    let start = linux_monotonic_microseconds()
    while try !device.isSettled() {
      let now = linux_monotonic_microseconds()
      if now - start > Self.patience {
        if device.node.isEmpty {
          throw Diagnostics.failure(
            "tickle: the kernel created no event node for it (load the module: `modprobe evdev`)", .unavailable)
        }
        Diagnostics.warn("udev has not finished with \(device.node) after 5 s: playing anyway")
        break
      }
      guard interruption.sleep(until: now + 10_000) else { return false }
    }
    return interruption.sleep(until: linux_monotonic_microseconds() + Self.grace)
  }

  private func play(_ recording: Recording, on device: InjectedDevice, until interruption: Interruption) throws {
    var round = 0
    while `repeat` == 0 || round < `repeat` {
      round += 1
      let isWhole = try playOnce(recording, on: device, until: interruption)
      try device.liftAll()
      guard isWhole, interruption.sleep(until: linux_monotonic_microseconds() + Self.grace) else { return }
    }
  }

  /// Plays the recording once. Returns false if a signal interrupted it.
  private func playOnce(
    _ recording: Recording, on device: InjectedDevice, until interruption: Interruption
  ) throws -> Bool {
    let start = linux_monotonic_microseconds()
    var position = 0
    var origin: Int64?
    while let (range, time) = recording.events.frame(from: position) {
      if origin == nil { origin = time }
      let span = min(Double(time - origin!) / speed, 1e15)
      guard interruption.sleep(until: start + Int64(span)) else { return false }
      try device.send(recording.events, range)
      position = range.upperBound
    }
    return true
  }
}
