import Actions
import Foundation
import Queues
import Testing

@testable import Effects

/// Shipped sounds and mixing, without a device.
struct SoundSampleTests {
  @Test(arguments: [(Action.Sound.chomp, 14_400), (.hehe, 26_400)])
  func `The shipped sounds are loud, not clipped, and end in silence`(sound: Action.Sound, count: Int) throws {
    var library = SoundLibrary()
    let samples = try library.samples(of: sound).get()
    #expect(samples.count == count)
    #expect((28_000..<30_000).contains(samples.map { abs(Int($0)) }.max()!))
    #expect(samples.first == 0 && samples.last == 0)
  }

  private func mixed(_ voices: [([Int16], Double)], block: Int = 3) -> [Int16] {
    var mixer = SoundMixer()
    for (samples, volume) in voices { _ = mixer.add(samples, volume: volume) }
    var result: [Int16] = []
    var buffer = [Int16](repeating: 99, count: block)
    while case let count = mixer.mix(into: &buffer), count > 0 { result += buffer[..<count] }
    return result
  }

  @Test func `Sounds add up, each to its end`() {
    #expect(mixed([([1, 2, 3, 4, 5, 6, 7], 1), ([10, 20], 1)]) == [11, 22, 3, 4, 5, 6, 7])
    #expect(mixed([]) == [])
  }

  @Test func `Sums that are too loud saturate`() {
    #expect(mixed([([30000, -30000], 1), ([30000, -30000], 1)]) == [32767, -32768])
  }

  private static let volumes: [(Double, Int16)] = [(1, -32768), (0.5, -16384), (0, 0), (7, -32768), (-1, 0), (.nan, 0)]

  @Test(arguments: volumes)
  func `A volume is a factor from 0 to 1`(volume: Double, result: Int16) {
    #expect(mixed([([-32768], volume)]) == [result])
  }

  @Test func `At most 32 sounds play at once`() {
    var mixer = SoundMixer()
    let accepted = (0..<40).count { _ in mixer.add([1], volume: 1) }
    #expect(accepted == 32)
  }

  @Test func `Other rates are converted to 48 kHz`() {
    let ramp: [Int16] = [0, 100, 200, 300]
    #expect(
      ramp.withUnsafeBufferPointer { SoundLibrary.resample($0, from: 24_000) } == [0, 50, 100, 150, 200, 250, 300, 300])
    #expect(ramp.withUnsafeBufferPointer { SoundLibrary.resample($0, from: 96_000) } == [0, 200])
    #expect(ramp.withUnsafeBufferPointer { SoundLibrary.resample($0, from: 48_000) } == ramp)
  }
}

extension EffectsTests {
  /// Sounds through ALSA's own file device, which stores each sample.
  struct SoundTests {
    private let context = ActionContext(gesture: "tap", view: "snake")

    /// Returns a bench whose `pcm.tested` writes to its file "played", and whose `pcm.broken` names a missing sound card.
    private func alsaBench(device: String = "tested") throws -> Bench {
      let bench = try Bench(soundDevice: device)
      bench.write(
        "asound.conf",
        """
        pcm.sink { type null }
        pcm.tested { type file; slave.pcm "sink"; file "\(bench.folder)/played"; format "raw"; truncate true }
        pcm.broken { type hw; card 31 }
        """)
      setenv("ALSA_CONFIG_PATH", bench.folder + "/asound.conf", 1)
      return bench
    }

    private func played(_ bench: Bench) -> [Int16] {
      let data = FileManager.default.contents(atPath: bench.folder + "/played") ?? Data()
      return stride(from: 0, to: data.count - 1, by: 2).map {
        Int16(bitPattern: UInt16(data[$0]) | UInt16(data[$0 + 1]) << 8)
      }
    }

    private func samples(_ sound: Action.Sound) throws -> [Int16] {
      var library = SoundLibrary()
      return try library.samples(of: sound).get()
    }

    @Test func `A sound arrives sample by sample`() throws {
      let bench = try alsaBench()
      bench.runner.run(.sound(.chomp, volume: 1), for: context)
      bench.finish()
      #expect(try played(bench) == samples(.chomp))
      bench.runner.run(.sound(.hehe, volume: 0.5), for: context)
      bench.finish()
      #expect(try played(bench) == samples(.chomp) + samples(.hehe).map { Int16((Int32($0) * 32768 + 32768) >> 16) })
      #expect(bench.logged() == [])
    }

    @Test func `Two sounds at once are their sum`() throws {
      let bench = try alsaBench()
      let queue = SerialQueue(label: "sound")
      let player = SoundPlayer(log: bench.log, device: "tested", queue: queue)
      let ready = WorkGroup()
      ready.enter()
      queue.async { _ = ready.wait(until: .after(.seconds(60))) }
      player.play(.chomp, volume: 1, for: context)
      player.play(.hehe, volume: 1, for: context)
      ready.leave()
      #expect(player.waitUntilIdle(.after(.seconds(60))))
      let chomp = try samples(.chomp)
      let sum = try samples(.hehe).enumerated().map { index, sample in
        index < chomp.count ? Int16(clamping: Int32(sample) + Int32(chomp[index])) : sample
      }
      #expect(played(bench) == sum)
    }

    @Test func `A missing device is reported once, and the next sound tries again`() throws {
      let bench = try alsaBench(device: "broken")
      for _ in 0..<5 { bench.runner.run(.sound(.chomp, volume: 1), for: context) }
      bench.finish()
      bench.runner.run(.sound(.hehe, volume: 1), for: context)
      bench.runner.run(.log("goes on"), for: context)
      bench.finish()
      let logged = bench.logged()
      #expect(logged.count == 2)
      #expect(
        logged.contains {
          $0.hasPrefix("warning: sound device \"broken\": open: No such file or directory (no such device; ")
        })
      #expect(logged.contains("info: tap on snake: goes on"))
      guard case .unavailable(let reason) = bench.runner.soundAvailability() else {
        Issue.record("available")
        return
      }
      #expect(reason.hasPrefix("sound device \"broken\": open: No such file"))

      bench.runner.reconfigure(log: bench.log, soundDevice: "tested")
      #expect(bench.runner.soundAvailability() == .available)
      bench.runner.run(.sound(.chomp, volume: 1), for: context)
      bench.finish()
      #expect(try played(bench) == samples(.chomp))
    }

    @Test func `A new device is used as soon as the sounds on the old one have ended`() throws {
      let bench = try alsaBench()
      bench.runner.run(.sound(.chomp, volume: 1), for: context)
      bench.runner.reconfigure(log: bench.log, soundDevice: "broken")
      bench.finish()
      bench.runner.run(.sound(.chomp, volume: 1), for: context)
      bench.finish()
      #expect(try played(bench) == samples(.chomp))
      #expect(bench.logged().count == 1)
    }

    @Test func `After a while the device is closed, so that other programs can use it`() throws {
      let bench = try alsaBench()
      bench.runner.run(.sound(.chomp, volume: 1), for: context)
      bench.finish()
      #expect(try played(bench) == samples(.chomp))
      eventually("the device closed") { descriptors("/played") == 0 }
    }

    @Test func `Shutting down lets a sound end, and plays no other`() throws {
      let bench = try alsaBench()
      bench.runner.run(.sound(.chomp, volume: 1), for: context)
      bench.runner.shutdown(grace: .seconds(30))
      bench.runner.run(.sound(.hehe, volume: 1), for: context)
      bench.finish()
      #expect(try played(bench) == samples(.chomp))
    }

    @Test func `A WAV file is played in mono`() throws {
      let bench = try alsaBench()
      let left: [Int16] = [0, 100, -100, 32767, -32768]
      let right: [Int16] = [0, 300, -300, 32767, -32768]
      try wave(channels: 2, rate: 48_000, zip(left, right).flatMap { [$0, $1] }).write(
        to: URL(fileURLWithPath: bench.folder + "/a.wav"))
      bench.runner.run(.sound(.file(bench.folder + "/a.wav"), volume: 1), for: context)
      bench.finish()
      #expect(played(bench) == [0, 200, -200, 32767, -32768])
      #expect(bench.logged() == [])
    }

    @Test func `A file is cut after 30 s`() throws {
      let bench = try alsaBench()
      try wave(channels: 1, rate: 8000, [Int16](repeating: 7, count: 31 * 8000)).write(
        to: URL(fileURLWithPath: bench.folder + "/long.wav"))
      bench.runner.run(.sound(.file(bench.folder + "/long.wav"), volume: 1), for: context)
      bench.finish()
      #expect(played(bench).count == 30 * 48_000)
    }

    @Test func `A file that cannot be played is reported once`() throws {
      let bench = try alsaBench()
      bench.write("text.wav", "no sound at all")
      mkfifo(bench.folder + "/fifo", 0o600)
      let before = descriptors(bench.folder)
      for name in ["missing.wav", "text.wav", "fifo", "."] {
        let action = Action.sound(.file(bench.folder + "/" + name), volume: 1)
        bench.runner.prepare(for: [action])
        bench.runner.run(action, for: context)
      }
      bench.finish()
      #expect(
        bench.logged()
          == [
            ("missing.wav", "open: No such file or directory"),
            ("text.wav", "Format not recognised. (WAV, FLAC and Ogg are supported)"),
            ("fifo", "open: not a regular file"),
            (".", "open: not a regular file"),
          ].map { "warning: sound \(bench.folder)/\($0): \($1)" })
      #expect(descriptors(bench.folder) == before)
    }

    private func wave(channels: Int, rate: Int, _ samples: [Int16]) -> Data {
      func bytes(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      }
      var data = Data("RIFF".utf8) + bytes(36 + 2 * samples.count, 4) + Data("WAVEfmt ".utf8)
      data += bytes(16, 4) + bytes(1, 2) + bytes(channels, 2) + bytes(rate, 4) + bytes(rate * channels * 2, 4)
      data += bytes(channels * 2, 2) + bytes(16, 2) + Data("data".utf8) + bytes(2 * samples.count, 4)
      return data + samples.flatMap { bytes(Int($0), 2) }
    }
  }
}
