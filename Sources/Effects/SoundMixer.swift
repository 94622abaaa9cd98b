/// Adds up the sounds that play at the same time.
struct SoundMixer {
  static let mostVoices = 32

  private struct Voice {
    let samples: [Int16]
    /// The volume in units of 1/65536.
    let gain: Int32
    var position = 0
  }

  private var voices: [Voice] = []

  /// Adds a sound.
  /// - Returns: false if `mostVoices` are already playing.
  mutating func add(_ samples: [Int16], volume: Double) -> Bool {
    guard voices.count < SoundMixer.mostVoices else { return false }
    let volume = volume > 0 ? min(volume, 1) : 0
    voices.append(Voice(samples: samples, gain: Int32((volume * 65536).rounded())))
    return true
  }

  mutating func removeAll() { voices.removeAll() }

  /// Fills `output` as far as the longest voice goes, and returns the number of samples. Sums that are too loud saturate.
  mutating func mix(into output: inout [Int16]) -> Int {
    let count = voices.map { min($0.samples.count - $0.position, output.count) }.max() ?? 0
    for index in 0..<count {
      var sum: Int32 = 0
      for voice in voices where voice.position + index < voice.samples.count {
        sum += (Int32(voice.samples[voice.position + index]) * voice.gain + 32768) >> 16
      }
      output[index] = Int16(clamping: sum)
    }
    for index in voices.indices { voices[index].position += count }
    voices.removeAll { $0.position >= $0.samples.count }
    return count
  }
}
