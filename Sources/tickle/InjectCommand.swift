import ArgumentParser
import CLinux
import Glibc
import Program
import TouchInput

struct InjectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inject", abstract: "Plays a recording into the kernel, through a new touchscreen of uinput.",
    discussion: """
      The touchscreen is what the recording's was, for everything on this machine: tickled, the desktop, evtest. It is there \
      as long as the recording plays. Needs /dev/uinput, which mostly only root may write.
      """)

  @Option(help: "What the touchscreen calls itself (default: what the recording's did).")
  var name: String?
  @Option(name: .shortAndLong, help: ArgumentHelp("How fast: 2 is twice as fast.", valueName: "x"))
  var speed = 1.0
  @Option(
    name: .shortAndLong, help: ArgumentHelp("How often; 0 is without end, until Ctrl-C.", valueName: "n"))
  var `repeat` = 1
  @Argument(help: "The recording.")
  var recording: String

  func validate() throws {
    guard (0.01...100).contains(speed) else { throw ValidationError("--speed is a number from 0.01 to 100") }
    guard `repeat` >= 0 else { throw ValidationError("--repeat is 0 or more") }
    if let name, !(1...79).contains(name.utf8.count) { throw ValidationError("--name has 1 to 79 bytes") }
  }

  func run() throws {
    let interruption = Interruption()
    let recording = try load()
    for warning in recording.warnings { Diagnostics.warn(warning) }
    let own = recording.description.name
    do {
      let device = try InjectedDevice(recording, name: name ?? (own.isEmpty ? "Touchscreen" : own))
      guard try settle(device, interruption) else { return }
      Diagnostics.say("Playing \(recording.file.printable) on \(device.node)")
      try play(recording, on: device, until: interruption)
    } catch let error as DeviceError {
      Diagnostics.say("tickle: \(error)")
      throw ExitCode(error.exitStatus)
    }
  }

  private func load() throws -> Recording {
    var recordings: [Recording] = []
    var failure: RecordingError?
    RecordingFiles([recording]).read { result in
      switch result {
      case .success(let recording): recordings.append(recording)
      case .failure(let error): failure = failure ?? error
      }
    }
    if let failure {
      Diagnostics.say("\(failure)")
      throw ExitCode(failure.exitStatus)
    }
    if recordings.count > 1 { Diagnostics.warn("of \(recordings.count) touchscreens in it the first is played") }
    return recordings[0]
  }

  /// Time for readers to open the touchscreen when it comes, and to read the last of it before it goes: with a device
  /// what it still holds is gone.
  private static let grace: Int64 = 500_000
  /// The longest that udev may take.
  private static let patience: Int64 = 5_000_000

  /// False where it was told to end.
  private func settle(_ device: InjectedDevice, _ interruption: Interruption) throws -> Bool {
    let start = linux_monotonic_microseconds()
    while try !device.isSettled() {
      let now = linux_monotonic_microseconds()
      if now - start > Self.patience {
        if device.node.isEmpty {
          Diagnostics.say("tickle: the kernel made no event node of it (load the module: `modprobe evdev`)")
          throw ExitCode(.unavailable)
        }
        Diagnostics.warn("udev is not through with \(device.node) after 5 s: playing all the same")
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

  /// False where it was told to end.
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
