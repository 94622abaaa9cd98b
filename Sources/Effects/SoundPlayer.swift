import Actions
import Program
import Queues

package enum SoundAvailability: Hashable, Sendable {
  case available
  /// The associated value says why, and what to do about it.
  case unavailable(String)
}

/// Plays sounds on a queue of its own, because writing to a sound card blocks.
struct SoundPlayer: Sendable {
  private let voices: QueueBound<Voices>
  private let unfinished = WorkGroup()

  init(log: Log, device: String, queue: SerialQueue) {
    let unfinished = unfinished
    voices = QueueBound(queue: queue) {
      Voices(log: log, device: device, queue: queue) { unfinished.leave() }
    }
  }

  func play(_ sound: Action.Sound, volume: Double, for context: ActionContext) {
    unfinished.enter()
    voices.async { $0.play(sound, volume: volume, for: context) }
  }

  func preload(_ path: String) { voices.async { _ = $0.samples(of: .file(path), for: nil) } }

  func reconfigure(log: Log, device: String) { voices.async { $0.reconfigure(log: log, device: device) } }

  func availability() -> SoundAvailability { voices.sync { $0.availability() } }

  /// Plays nothing more after the sounds that are playing now.
  func stop() { voices.async { $0.stop() } }

  func waitUntilIdle(_ deadline: Deadline) -> Bool { unfinished.wait(until: deadline) }
}

/// The sounds that are playing, and the device while it is needed. Used only on its queue.
///
///     closed --play--> playing --all written--> ending --all heard--> idle --3 s--> closed
///                       ^  ^---------play---------'                    '
///                       '-------------------play-----------------------'
///
/// A device that fails is closed, in any state; the next sound opens it again.
private final class Voices {
  private enum State {
    case closed
    case playing(SoundDevice)
    /// Everything is written and not yet heard. The queue does not wait for it, or a sound that comes now would have to wait as well.
    case ending(SoundDevice)
    case idle(SoundDevice)
    /// No further sounds are played; the device is kept while sounds end.
    case stopped(SoundDevice?)
  }

  /// How long the idle device stays open; after that other programs can use it.
  private static let idleTime = Duration.seconds(3)

  private var log: Log
  private var device: String
  private let queue: SerialQueue
  private let ended: () -> Void
  private var state = State.closed
  private var library = SoundLibrary()
  private var mixer = SoundMixer()
  /// A block of 4 ms: a sound that begins while another one plays waits for one block at most.
  private var block = [Int16](repeating: 0, count: SoundLibrary.rate / 250)
  private var playing = 0
  /// What the state leads to: the next block, the end of what is heard, or the end of the idle time.
  private var next: Pending?

  /// - Parameter ended: called once for each sound, heard or not.
  init(log: Log, device: String, queue: SerialQueue, ended: @escaping () -> Void) {
    self.log = log
    self.device = device
    self.queue = queue
    self.ended = ended
  }

  deinit { endAll() }

  func play(_ sound: Action.Sound, volume: Double, for context: ActionContext) {
    if case .stopped = state { return ended() }
    guard let samples = samples(of: sound, for: context) else { return ended() }
    guard mixer.add(samples, volume: volume) else {
      log.debug("\(context): \(SoundMixer.mostVoices) sounds are playing already, another one is left out")
      return ended()
    }
    playing += 1
    if case .playing = state { return }
    do {
      state = .playing(try openDevice())
      next = queue.next(for: self) { $0.writeBlock() }
    } catch {
      fail(error)
    }
  }

  /// The samples of a sound; `nil` if its file cannot be read, which is logged once.
  func samples(of sound: Action.Sound, for context: ActionContext?) -> [Int16]? {
    switch sound {
    case .chomp, .hehe:
      return try? library.samples(of: sound).get()
    case .file(let path):
      let isNew = !library.hasRead(path)
      switch library.samples(of: sound) {
      case .success(let samples): return samples
      case .failure(let error):
        if isNew {
          log.trouble(
            about: "sound file \(path)", "\(context.map { "\($0): " } ?? "")sound \(path): \(error.reason)")
        }
        return nil
      }
    }
  }

  func reconfigure(log: Log, device: String) {
    self.log = log
    library.forgetFiles()
    log.fixed(all: "sound file")
    guard device != self.device else { return }
    self.device = device
    log.fixed("sound")
    closeIdle()
  }

  func availability() -> SoundAvailability {
    do {
      switch state {
      case .playing, .ending, .idle, .stopped: break
      case .closed: becomeIdle(try openDevice())
      }
      return .available
    } catch {
      return .unavailable("sound device \"\(device)\": \(error.reason)")
    }
  }

  func stop() {
    switch state {
    case .playing(let device), .ending(let device): state = .stopped(device)
    case .idle, .closed: state = .stopped(nil)
    case .stopped: break
    }
  }

  private func openDevice() throws(SoundError) -> SoundDevice {
    switch state {
    case .idle(let device), .ending(let device): return device
    case .closed, .playing, .stopped: return try SoundDevice(device)
    }
  }

  /// Writes the next block. Silence is never written: a device that does not keep time would accept it without end.
  private func writeBlock() {
    switch state {
    case .playing(let device), .stopped(let device?): writeBlock(to: device)
    case .closed, .ending, .idle, .stopped(nil): break
    }
  }

  private func writeBlock(to device: SoundDevice) {
    do {
      let count = mixer.mix(into: &block)
      guard count > 0 else { return hearOut(device) }
      try device.write(block[..<count])
      log.fixed("sound")
      next = queue.next(for: self) { $0.writeBlock() }
    } catch {
      fail(error)
    }
  }

  /// Called when nothing is left to write: waits until everything has been heard.
  private func hearOut(_ device: SoundDevice) {
    if case .playing = state { state = .ending(device) }
    // `endHearing` waits for the last 4 ms itself, so that the device does not run dry and report an underrun.
    next = queue.after(.microseconds(max(0, device.unheard - 4_000)), for: self) { $0.endHearing() }
  }

  private func endHearing() {
    switch state {
    case .ending(let device), .stopped(let device?):
      do {
        try device.drain()
        becomeIdle(device)
        endAll()
      } catch {
        fail(error)
      }
    case .closed, .idle, .playing, .stopped(nil): break
    }
  }

  private func becomeIdle(_ device: SoundDevice) {
    if case .stopped = state {
      state = .stopped(nil)
    } else if device.name != self.device {
      state = .closed
    } else {
      state = .idle(device)
      next = queue.after(Voices.idleTime, for: self) { $0.closeIdle() }
    }
  }

  private func closeIdle() {
    if case .idle = state { state = .closed }
  }

  /// Closes the device. The error is logged once, until the device has worked again.
  private func fail(_ error: SoundError) {
    log.trouble(about: "sound", "sound device \"\(device)\": \(error.reason)")
    mixer.removeAll()
    if case .stopped = state { state = .stopped(nil) } else { state = .closed }
    endAll()
  }

  private func endAll() {
    for _ in 0..<playing { ended() }
    playing = 0
  }
}
