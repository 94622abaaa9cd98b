import Calsa
import Program

/// An ALSA device that accepts 48 kHz, mono, 16 bits. It is closed when the object is released.
final class SoundDevice {
  /// How long a sound can be late, in microseconds: ten of the mixer's blocks.
  private static let latency: UInt32 = 40_000

  let name: String
  private let pcm: OpaquePointer

  init(_ name: String) throws(SoundError) {
    alsa_silence()
    var pcm: OpaquePointer?
    // Opened non-blocking; otherwise opening waits while another program holds the device.
    let error = snd_pcm_open(&pcm, name, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
    guard error == 0, let pcm else { throw SoundError(reason: SoundDevice.openFailure(error, name)) }
    snd_pcm_nonblock(pcm, 0)
    let refusal = snd_pcm_set_params(
      pcm, SND_PCM_FORMAT_S16_LE, SND_PCM_ACCESS_RW_INTERLEAVED, 1, UInt32(SoundLibrary.rate), 1, SoundDevice.latency)
    guard refusal == 0 else {
      snd_pcm_close(pcm)
      throw SoundError(
        reason:
          "does not accept 48 kHz mono: \(SoundDevice.describe(refusal)) (\"plughw:…\" converts what \"hw:…\" rejects)"
      )
    }
    self.name = name
    self.pcm = pcm
  }

  deinit { snd_pcm_close(pcm) }

  /// Waits while the device's buffer is full.
  func write(_ samples: ArraySlice<Int16>) throws(SoundError) {
    var rest = samples
    var recoveries = 0
    while !rest.isEmpty {
      let written = rest.withUnsafeBufferPointer { snd_pcm_writei(pcm, $0.baseAddress, UInt($0.count)) }
      if written >= 0 {
        rest = rest.dropFirst(written)
        continue
      }
      recoveries += 1
      let error = snd_pcm_recover(pcm, Int32(written), 1)
      guard error == 0, recoveries <= 3 else {
        throw SoundError(reason: "write: \(SoundDevice.describe(Int32(written)))")
      }
    }
  }

  /// The duration of the sound that is written and not yet heard, in microseconds; 0 if the device does not report it.
  var unheard: Int {
    var frames: snd_pcm_sframes_t = 0
    return snd_pcm_delay(pcm, &frames) == 0 ? max(0, Int(frames)) * 1_000_000 / SoundLibrary.rate : 0
  }

  /// Waits until everything has been heard; the device is then ready for more.
  func drain() throws(SoundError) {
    var error = snd_pcm_drain(pcm)
    if error == 0 { error = snd_pcm_prepare(pcm) }
    guard error == 0 else { throw SoundError(reason: "drain: \(SoundDevice.describe(error))") }
  }

  private static func openFailure(_ error: Int32, _ name: String) -> String {
    if name == "default", let server = SoundServer.ofDefaultDevice() {
      return "open: \(describe(error)) (\(server.remedy))"
    }
    let remedy =
      switch Errno(rawValue: -error) {
      case .noSuchFile, .noSuchDevice:
        "no such device; `aplay -L` lists devices, sound_device in [daemon] selects one"
      case .deviceBusy: "\(user ?? "another program") is using it; a dmix or sound-server device can be shared"
      case .permissionDenied, .notPermitted: "add the user to the group \"audio\""
      default: "sound_device in [daemon] selects another one"
      }
    return "open: \(describe(error)) (\(remedy))"
  }

  /// The program that plays on a card now; `nil` if the kernel does not show one.
  private static var user: String? {
    let asound = "/proc/asound"
    for card in Paths.names(in: asound) where card.hasPrefix("card") {
      for device in Paths.names(in: "\(asound)/\(card)") where device.hasPrefix("pcm") && device.hasSuffix("p") {
        let status = SmallFiles.head(of: "\(asound)/\(card)/\(device)/sub0/status", limit: 4096) ?? []
        let owner = String(decoding: status, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("owner_pid") }
        guard let process = owner?.split(separator: ":").last?.drop(while: { $0 == " " }) else { continue }
        let name = SmallFiles.firstLine(of: "/proc/\(process)/comm")
        return name.isEmpty ? "process \(process)" : "\(name) (\(process))"
      }
    }
    return nil
  }

  private static func describe(_ error: Int32) -> String { String(cString: snd_strerror(error)) }
}
