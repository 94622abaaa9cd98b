import Actions
import CSounds

struct SoundError: Error {
  let reason: String
}

/// Sounds as samples: 48 kHz, mono.
struct SoundLibrary {
  static let rate = 48_000
  /// The longest that a file is played, in seconds.
  static let longest = 30
  /// The most samples of all files that are kept: 12 MB.
  private static let most = 6 << 20

  private var shipped: [Action.Sound: [Int16]] = [:]
  private var files: [String: Result<[Int16], SoundError>] = [:]

  /// Returns the samples of a sound. A file is read once, and again after `forgetFiles`.
  mutating func samples(of sound: Action.Sound) -> Result<[Int16], SoundError> {
    switch sound {
    case .chomp: .success(samples(of: sound, sounds_chomp))
    case .hehe: .success(samples(of: sound, sounds_hehe))
    case .file(let path): samples(ofFile: path)
    }
  }

  func hasRead(_ path: String) -> Bool { files[path] != nil }

  mutating func forgetFiles() { files.removeAll() }

  private mutating func samples(
    of sound: Action.Sound, _ shippedSamples: (UnsafeMutablePointer<Int>?) -> UnsafePointer<Int16>?
  ) -> [Int16] {
    if let samples = shipped[sound] { return samples }
    var count = 0
    let start = shippedSamples(&count)
    let samples = Array(UnsafeBufferPointer(start: start, count: count))
    shipped[sound] = samples
    return samples
  }

  private mutating func samples(ofFile path: String) -> Result<[Int16], SoundError> {
    if let known = files[path] { return known }
    let result = SoundLibrary.read(path)
    let size = files.values.reduce(0) { sum, file in sum + ((try? file.get().count) ?? 0) }
    if size + ((try? result.get().count) ?? 0) > SoundLibrary.most { forgetFiles() }
    files[path] = result
    return result
  }

  private static func read(_ path: String) -> Result<[Int16], SoundError> {
    var count = 0
    var rate: Int32 = 0
    var reason = [CChar](repeating: 0, count: 256)
    guard let samples = sounds_decode(path, Int32(longest), &count, &rate, &reason, reason.count) else {
      return .failure(SoundError(reason: reason.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }))
    }
    defer { sounds_free(samples) }
    return .success(resample(UnsafeBufferPointer(start: samples, count: count), from: Int(rate)))
  }

  /// Resamples linearly, which is enough for short noises.
  static func resample(_ samples: UnsafeBufferPointer<Int16>, from rate: Int) -> [Int16] {
    guard rate != SoundLibrary.rate, let last = samples.indices.last else { return Array(samples) }
    return (0..<samples.count * SoundLibrary.rate / rate).map { index in
      let (whole, rest) = (index * rate).quotientAndRemainder(dividingBy: SoundLibrary.rate)
      let a = Int(samples[min(whole, last)])
      let b = Int(samples[min(whole + 1, last)])
      return Int16(a + (b - a) * rest / SoundLibrary.rate)
    }
  }
}
