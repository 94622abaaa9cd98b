import CTouchInput
import Glibc
import Testing

@testable import TouchInput

/// A panel and its clone, each as a pipe. The guardian gets the panel's reading end and the clone's writing end.
private final class GuardedPipes {
  private var panel: [Int32] = [0, 0]
  private var clone: [Int32] = [0, 0]

  init() throws {
    try #require(pipe(&panel) == 0 && pipe(&clone) == 0)
    #expect(fcntl(panel[0], F_SETFL, O_NONBLOCK) == 0)
  }

  deinit { for end in panel + clone { close(end) } }

  /// Entrusts the panel and the clone to a guardian.
  /// - Returns: Their place with the guardian, or a negative error.
  func entrust(to guardian: Guardian, slots: Int32 = 2) -> Int32 {
    var release = ti_release()
    release.slots = slots
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

  /// The events that the clone receives. Waits for them up to 20 s.
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

  /// Whether the clone has received anything.
  var wasTold: Bool { waitingBytes > 0 }

  /// Makes the clone accept no more than a page until it is read.
  func limitClone() throws {
    let setPipeSize: Int32 = 1031  // `F_SETPIPE_SZ`, which Swift does not import.
    try #require(fcntl(clone[1], setPipeSize, Int32(4096)) == 4096)
  }

  /// The number of bytes that the clone has received and that were not read.
  var waitingBytes: Int32 {
    var bytes: Int32 = 0
    #expect(ioctl(clone[0], UInt(FIONREAD), &bytes) == 0)
    return bytes
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

/// Waits up to 20 s until another process has made a condition true.
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
  @Test func `releases it if its events are not read, and all fingers and keys of the clone`() throws {
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

  @Test func `releases everything when the process that it guards ends`() throws {
    let pipes = try GuardedPipes()
    var guardian: Guardian? = try Guardian()
    #expect(pipes.entrust(to: try #require(guardian)) >= 0)
    guardian = nil
    #expect(pipes.told() == GuardedPipes.released)
  }

  /// Takes three seconds, in which one event stays unread while the panel is read again and again.
  @Test func `leaves it alone while it is read, even if an event is unread at each check`() throws {
    for _ in 0..<10 {
      let pipes = try GuardedPipes()
      let guardian = try Guardian()
      let place = pipes.entrust(to: guardian)
      let watch = try #require(ti_guardian_watch(guardian.guardian, place))
      pipes.send()
      let start = now()
      var last = start
      var longest: Int64 = 0
      while last - start < 3_000_000 {
        watch.pointee.beats += 1
        usleep(10_000)
        longest = max(longest, now() - last)
        last = now()
      }
      // An attempt in which the machine suspended this test for more than a second proves nothing.
      if longest > 1_000_000 { continue }
      #expect(!ti_guardian_let_go(guardian.guardian, place))
      // The panel is not read from now on.
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
    // The check after the touch.
    #expect(eventually { wakes(of: guardian) == before + 2 })
    let after = wakes(of: guardian)
    usleep(1_200_000)
    #expect(wakes(of: guardian) == after)
  }

  /// The number of times that the guardian has gone to sleep.
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

  @Test func `leaves a panel alone that it no longer guards, and guards the next one in its place`() throws {
    let guardian = try Guardian()
    let (former, next) = (try GuardedPipes(), try GuardedPipes())
    let place = former.entrust(to: guardian)
    ti_guardian_leave(guardian.guardian, place)
    #expect(next.entrust(to: guardian) == place)
    former.send()
    next.send()
    #expect(next.told() == GuardedPipes.released)
    #expect(eventually { ti_guardian_let_go(guardian.guardian, place) })
    #expect(!former.wasTold)
  }

  /// The guardian may end between writing to the clone and noting that it has done so.
  @Test func `has released a panel if it began to and then ended, but not while it is still at it`() throws {
    let pipes = try GuardedPipes()
    try pipes.limitClone()
    let guardian = try Guardian()
    // The release is longer than a page, so the guardian waits within it.
    let place = pipes.entrust(to: guardian, slots: 64)
    pipes.send()
    #expect(eventually { pipes.waitingBytes >= 4096 - 24 })
    #expect(!ti_guardian_let_go(guardian.guardian, place))
    kill(guardian.process, SIGKILL)
    #expect(eventually { guardian.end != nil })
    #expect(ti_guardian_let_go(guardian.guardian, place))
  }

  @Test func `has a name of its own in lists of processes`() throws {
    let guardian = try Guardian()
    #expect(eventually { hasItsName(guardian) })
  }

  @Test func `releases a panel that it took over from a killed guardian`() throws {
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

  @Test func `reports how it ended, and leaves no zombie`() throws {
    let guardian = try Guardian()
    #expect(guardian.end == nil)
    kill(guardian.process, SIGKILL)
    #expect(eventually { guardian.end != nil })
    #expect(guardian.end == .killed(signal: SIGKILL))
    #expect(kill(guardian.process, 0) != 0)
  }

  @Test func `is killed when it is found stopped`() throws {
    let guardian = try Guardian()
    kill(guardian.process, SIGSTOP)
    #expect(eventually { guardian.end != nil })
    #expect(guardian.end == .stopped(signal: SIGSTOP))
    #expect(kill(guardian.process, 0) != 0)
  }

  @Test func `does not keep the process that it guards from ending, even if it is stopped`() throws {
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
        // The guardian sets its name after it has asked for the signal that this thread's end sends.
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

  @Test func `keeps no descriptor open except those it was given`() throws {
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

/// Here the panel sends an event every 10 ms, and its reader stops at some time.
@Suite struct `A check by the guardian` {
  /// - Returns: The time at which the panel is released; `nil` if it isn't released within a minute.
  private func timeOfRelease(whenReadingStopsAt stop: Int64?) -> Int64? {
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
      let time = try #require(timeOfRelease(whenReadingStopsAt: stop))
      #expect(time - stop <= Int64(TI_STALL_LIMIT) - 50_000, "\(stop)")
      #expect(time - stop >= Int64(TI_STALL_REST) - 10_000, "\(stop)")
    }
  }

  @Test func `finds nothing wrong while the reader goes on, even if an event is unread each time`() {
    #expect(timeOfRelease(whenReadingStopsAt: nil) == nil)
  }

  @Test func `is the last one once everything is read`() {
    var stall = ti_stall()
    ti_stall_begin(&stall, 7, 1_000_000)
    #expect(stall.due == 1_500_000)
    #expect(ti_stall_look(&stall, 7, false, 1_500_000) == TI_STALL_READ)
    #expect(stall.due == 0)
    // The next event starts again. Time without an event does not count.
    ti_stall_begin(&stall, 7, 60_000_000)
    #expect(ti_stall_look(&stall, 7, true, 60_500_000) == TI_STALL_UNREAD)
    #expect(stall.due == 61_000_000)
  }
}
