// Static/Effects: sound without ALSA's library, which loads parts of itself and so cannot be in a static program.
import CLinux
import Program

/// ALSA's own player, `aplay`, which runs while a sound plays: 48 kHz, mono, 16 bits.
final class SoundDevice {
  let name: String
  private var player: Player?

  /// The player says only when it runs what is wrong with the device.
  init(_ name: String) throws(SoundError) {
    let folders = environmentVariable("PATH") ?? "/usr/bin:/bin"
    guard folders.split(separator: ":").contains(where: { Paths.isExecutable("\($0)/aplay") }) else {
      throw SoundError(reason: "aplay is missing (the package alsa-utils has it)")
    }
    self.name = name
  }

  /// Waits while the player has enough.
  func write(_ samples: ArraySlice<Int16>) throws(SoundError) {
    if player == nil { player = try Player(name) }
    try player?.write(samples)
  }

  /// The duration of the sound that is written and not yet heard, in microseconds.
  var unheard: Int { player?.unheard ?? 0 }

  /// Waits until everything has been heard. The player then ends, and the next sound has another one.
  func drain() throws(SoundError) { try player.take()?.finish() }
}

private final class Player {
  /// How much the player holds, in microseconds.
  private static let latency = 40_000
  /// How much more waits for it, in bytes: 85 ms.
  private static let waiting: Int32 = 8192
  /// The longest time, in milliseconds, in which it takes nothing, or has not ended.
  private static let patience: Int32 = 5000

  private let process: CommandProcess
  private var input: Int32
  private let complaints: Int32
  private let start = linux_monotonic_microseconds()
  private var count = 0

  init(_ device: String) throws(SoundError) {
    let (samples, text) = try (Self.pipe(), Self.pipe())
    (input, complaints) = (samples.writing, text.reading)
    linux_pipe_hold(input, Self.waiting)
    let words = [
      "aplay", "-q", "-D", device, "-t", "raw", "-f", "S16_LE", "-c", "1", "-r", String(SoundLibrary.rate),
      "--buffer-time=\(Self.latency)",
    ]
    var rights = linux_rights()
    rights.ruleset = -1
    defer {
      Descriptor.close(samples.reading)
      Descriptor.close(text.writing)
    }
    do throws(ProcessEnd) {
      process = try CommandProcess(
        Launch(arguments: CStrings(words), environment: [], directory: nil), Environment(), rights,
        input: samples.reading,
        output: text.writing)
    } catch { throw SoundError(reason: "aplay: \(Errno(rawValue: error.number))") }
  }

  deinit {
    if input >= 0 { Descriptor.close(input) }
    Descriptor.close(complaints)
    if process.isReaped { process.close() } else { process.abandon() }
  }

  private static func pipe() throws(SoundError) -> (reading: Int32, writing: Int32) {
    do throws(Errno) { return try Descriptor.pipe() } catch { throw SoundError(reason: "pipe: \(error)") }
  }

  func write(_ samples: ArraySlice<Int16>) throws(SoundError) {
    count += samples.count
    let isReady = Descriptor.wait(for: .writable, of: input, milliseconds: Self.patience) == .writable
    // A pipe that is writable has room for this many.
    let size = samples.withUnsafeBytes { isReady ? linux_write_pipe(input, $0.baseAddress, $0.count) : -1 }
    if size != samples.count * 2 { throw SoundError(reason: complaint) }
  }

  var unheard: Int {
    max(0, count * 1_000_000 / SoundLibrary.rate + Self.latency - Int(linux_monotonic_microseconds() - start))
  }

  /// Waits until it has played all that it has, and so ends.
  func finish() throws(SoundError) {
    Descriptor.close(input)
    input = -1
    guard !Descriptor.wait(for: .readable, of: process.descriptor, milliseconds: Self.patience).isEmpty,
      let end = process.end(), end.kind == .exited && end.number == 0
    else { throw SoundError(reason: complaint) }
  }

  /// What it has said of its failure, in its first line.
  private var complaint: String {
    let isReady = !Descriptor.wait(for: .readable, of: complaints, milliseconds: 100).isEmpty
    let bytes = isReady ? (try? Descriptor.read(complaints, most: 1024)) ?? [] : []
    let line = String(decoding: bytes.prefix { $0 >= 0x20 }, as: UTF8.self)
    return line.isEmpty ? "aplay takes nothing more" : line
  }
}
