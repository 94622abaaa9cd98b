import CTouchInput
import Glibc
import Testing

@testable import TouchInput

/// A panel and its clone, a pipe each. A guardian has the reading end of the panel and the writing end of the clone.
private final class GuardedPipes {
  private var panel: [Int32] = [0, 0]
  private var clone: [Int32] = [0, 0]

  init() throws {
    try #require(pipe(&panel) == 0 && pipe(&clone) == 0)
    #expect(fcntl(panel[0], F_SETFL, O_NONBLOCK) == 0)
  }

  deinit { for end in panel + clone { close(end) } }

  /// - Returns: the place with the guardian.
  func entrust(to guardian: Guardian) -> Int32 {
    var release = ti_release()
    release.slots = 2
    withUnsafeMutableBytes(of: &release.keys) { $0[Int(KEY_HOMEPAGE) / 8] |= 1 << (KEY_HOMEPAGE % 8) }
    return ti_guardian_guard(guardian.guardian, panel[0], clone[1], &release)
  }

  /// Sends an event of the panel.
  func send() {
    var byte: UInt8 = 1
    #expect(write(panel[1], &byte, 1) == 1)
  }

  /// Reads what the panel has sent, as the daemon does.
  func read() {
    var bytes = [UInt8](repeating: 0, count: 64)
    _ = Glibc.read(panel[0], &bytes, bytes.count)
  }

  /// The events that the clone receives. Waits 20 s at most.
  func told() -> [String] {
    var waiting = pollfd(fd: clone[0], events: Int16(POLLIN), revents: 0)
    guard poll(&waiting, 1, 20_000) == 1 else { return [] }
    var events = [input_event](repeating: input_event(), count: 64)
    let size = Glibc.read(clone[0], &events, 64 * MemoryLayout<input_event>.stride)
    let words = [
      Int32(ABS_MT_SLOT): "slot", ABS_MT_TOOL_TYPE: "tool", ABS_MT_TRACKING_ID: "id", KEY_HOMEPAGE: "home",
    ]
    return events.prefix(max(0, size) / MemoryLayout<input_event>.stride).filter { $0.type != EV_SYN }
      .map { "\(words[Int32($0.code)] ?? "\($0.code)") \($0.value)" }
  }

  static let released = [
    "slot 0", "tool 2", "slot 1", "tool 2", "slot 0", "tool 0", "id -1", "slot 1", "tool 0", "id -1", "home 0",
  ]
}

private func now() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
}

/// Waits for what another process does: 20 s at most.
private func eventually(_ isSo: () -> Bool) -> Bool {
  for _ in 0..<2000 {
    if isSo() { return true }
    usleep(10_000)
  }
  return false
}

private func hasItsName(_ guardian: Guardian) -> Bool {
  guard let file = fopen("/proc/\(guardian.process)/comm", "r") else { return false }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 64)
  let size = fread(&bytes, 1, bytes.count, file)
  return String(decoding: bytes.prefix(size), as: UTF8.self) == "tickled-guard\n"
}

@Suite struct `The guardian of a panel` {
  @Test func `lets it go where its events are not read, and releases all fingers and keys of the clone`() throws {
    let pipes = try GuardedPipes()
    let guardian = try Guardian()
    let place = pipes.entrust(to: guardian)
    #expect(place >= 0)
    let sent = now()
    pipes.send()
    #expect(pipes.told() == GuardedPipes.released)
    #expect(now() - sent >= Int64(TI_STALL_REST))
    #expect(eventually { ti_guardian_let_go(guardian.guardian, place) })
  }

  @Test func `lets all go when the one that it guards ends`() throws {
    let pipes = try GuardedPipes()
    var guardian: Guardian? = try Guardian()
    #expect(pipes.entrust(to: try #require(guardian)) >= 0)
    guardian = nil
    #expect(pipes.told() == GuardedPipes.released)
  }

  /// Lasts three seconds, in which an event is unread all the time and the panel is read again and again.
  @Test func `leaves it alone while it is read, though an event is unread at each look`() throws {
    for _ in 0..<10 {
      let pipes = try GuardedPipes()
      let guardian = try Guardian()
      let place = pipes.entrust(to: guardian)
      let beats = try #require(ti_guardian_beats(guardian.guardian, place))
      pipes.send()
      let start = now()
      var last = start
      var longest: Int64 = 0
      while last - start < 3_000_000 {
        beats.pointee += 1
        usleep(10_000)
        longest = max(longest, now() - last)
        last = now()
      }
      // A machine on which this test does not run for a second says nothing.
      if longest > 1_000_000 { continue }
      #expect(!ti_guardian_let_go(guardian.guardian, place))
      // From now on the panel is not read.
      #expect(pipes.told() == GuardedPipes.released)
      #expect(now() - last >= Int64(TI_STALL_REST) - 100_000)
      return
    }
  }

  @Test func `sleeps while the panel is not touched, before the first touch and after one`() throws {
    let pipes = try GuardedPipes()
    let guardian = try Guardian()
    #expect(pipes.entrust(to: guardian) >= 0)
    #expect(eventually { isAsleep(guardian) })
    let before = wakes(of: guardian)
    usleep(1_200_000)
    #expect(wakes(of: guardian) == before)
    pipes.send()
    #expect(eventually { wakes(of: guardian) == before + 1 })
    pipes.read()
    // The look after the touch.
    #expect(eventually { wakes(of: guardian) == before + 2 })
    let after = wakes(of: guardian)
    usleep(1_200_000)
    #expect(wakes(of: guardian) == after)
  }

  /// How often it has gone to sleep.
  private func wakes(of guardian: Guardian) -> Int {
    let lines = status(of: guardian).split(separator: "\n")
    let line = lines.first { $0.hasPrefix("voluntary_ctxt_switches:") }
    return line.flatMap { Int($0.split(separator: "\t").last ?? "") } ?? -1
  }

  private func isAsleep(_ guardian: Guardian) -> Bool { status(of: guardian).contains("State:\tS") }

  private func status(of guardian: Guardian) -> String {
    guard let file = fopen("/proc/\(guardian.process)/status", "r") else { return "" }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let size = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes.prefix(size), as: UTF8.self)
  }

  @Test func `lets a panel go that it took over from one that was killed`() throws {
    let pipes = try GuardedPipes()
    let first = try Guardian()
    #expect(pipes.entrust(to: first) >= 0)
    kill(first.process, SIGKILL)
    #expect(eventually { first.end != nil })
    let second = try Guardian()
    let place = pipes.entrust(to: second)
    pipes.send()
    #expect(pipes.told() == GuardedPipes.released)
    #expect(eventually { ti_guardian_let_go(second.guardian, place) })
  }

  @Test func `is known to have ended, and how, and is no zombie then`() throws {
    let guardian = try Guardian()
    #expect(guardian.end == nil)
    kill(guardian.process, SIGKILL)
    #expect(eventually { guardian.end != nil })
    #expect(guardian.end == .killed(signal: SIGKILL))
    #expect(kill(guardian.process, 0) != 0)
  }

  @Test func `is killed when it was stopped`() throws {
    let guardian = try Guardian()
    kill(guardian.process, SIGSTOP)
    #expect(eventually { guardian.end != nil })
    #expect(guardian.end == .stopped(signal: SIGSTOP))
    #expect(kill(guardian.process, 0) != 0)
  }

  @Test func `does not keep the one that it guards from ending, though it was stopped`() throws {
    var guardian: Guardian? = try Guardian()
    let process = try #require(guardian).process
    kill(process, SIGSTOP)
    guardian = nil
    #expect(kill(process, 0) != 0)
  }

  @Test func `outlives the thread that started it`() throws {
    var thread = pthread_t()
    let started = pthread_create(
      &thread, nil,
      { _ in
        guard let guardian = try? Guardian() else { return nil }
        // It names itself after it has asked for the signal that the end of this thread sends.
        _ = eventually { hasItsName(guardian) }
        return UnsafeMutableRawPointer(Unmanaged.passRetained(guardian).toOpaque())
      }, nil)
    try #require(started == 0)
    var result: UnsafeMutableRawPointer?
    try #require(pthread_join(thread, &result) == 0)
    let guardian = Unmanaged<Guardian>.fromOpaque(try #require(result)).takeRetainedValue()
    let pipes = try GuardedPipes()
    #expect(pipes.entrust(to: guardian) >= 0)
    pipes.send()
    #expect(pipes.told() == GuardedPipes.released)
    #expect(guardian.end == nil)
  }

  @Test func `holds nothing open but what it was given`() throws {
    let pipes = try GuardedPipes()
    let guardian = try Guardian()
    let path = "/proc/\(guardian.process)/fd"
    func open() -> [String] {
      (0..<1024).compactMap { descriptor in
        var name = [CChar](repeating: 0, count: 256)
        let size = readlink("\(path)/\(descriptor)", &name, name.count - 1)
        return size < 0 ? nil : String(decoding: name.prefix(size).map { UInt8(bitPattern: $0) }, as: UTF8.self)
      }
    }
    #expect(eventually { open().count == 5 })
    let names = open()
    #expect(names.prefix(3).allSatisfy { $0 == "/dev/null" })
    #expect(names.filter { $0.hasPrefix("socket:") }.count == 1)
    #expect(names.filter { $0 == "anon_inode:[eventpoll]" }.count == 1)
    _ = pipes
  }
}

/// The panel sends an event every 10 ms, and its reader stops at some moment.
@Suite struct `A look of the guardian's` {
  /// - Returns: when the panel is released; `nil` if it is not within a minute.
  private func letGo(whenReadingStopsAt stop: Int64?) -> Int64? {
    func beats(at time: Int64) -> UInt32 { UInt32(min(time, stop ?? .max) / 10_000) }
    var stall = ti_stall()
    var time: Int64 = 0
    ti_stall_begin(&stall, beats(at: time), time)
    while time < 60_000_000 {
      time = stall.due
      if ti_stall_look(&stall, beats(at: time), true, time) == TI_STALL_STALLED { return time }
    }
    return nil
  }

  @Test func `comes in time, whenever the reader stops`() throws {
    for stop in stride(from: Int64(0), to: 3_000_000, by: 7_000) {
      let time = try #require(letGo(whenReadingStopsAt: stop))
      #expect(time - stop <= Int64(TI_STALL_LIMIT) - 50_000, "\(stop)")
      #expect(time - stop >= Int64(TI_STALL_REST) - 10_000, "\(stop)")
    }
  }

  @Test func `finds nothing wrong while the reader goes on, though an event is unread each time`() {
    #expect(letGo(whenReadingStopsAt: nil) == nil)
  }

  @Test func `is the last one once all is read`() {
    var stall = ti_stall()
    ti_stall_begin(&stall, 7, 1_000_000)
    #expect(stall.due == 1_500_000)
    #expect(ti_stall_look(&stall, 7, false, 1_500_000) == TI_STALL_READ)
    #expect(stall.due == 0)
    // The next event begins again: time without an event does not count.
    ti_stall_begin(&stall, 7, 60_000_000)
    #expect(ti_stall_look(&stall, 7, true, 60_500_000) == TI_STALL_UNREAD)
    #expect(stall.due == 61_000_000)
  }
}
