import Foundation
import Program
import Testing
import TickledDaemon

@Suite struct LineOutputTests {
  /// Returns the descriptor that lines are written to, and the one that they are read from.
  private static func ends(_ kind: String) throws -> (write: Int32, read: Int32) {
    var ends: [Int32] = [0, 0]
    if kind == "pipe" {
      try #require(pipe(&ends) == 0)
      return (ends[1], ends[0])
    }
    try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    return (ends[0], ends[1])
  }

  @Test(arguments: ["pipe", "socket"])
  func `A written line is available at once, and the descriptor's flags stay the same`(kind: String) throws {
    let (write, read) = try Self.ends(kind)
    defer { close(read) }
    let flags = fcntl(write, F_GETFL)
    let output = LineOutput(descriptor: write)
    output.write(Array("first\n".utf8))
    var waiting: Int32 = 0
    #expect(ioctl(read, UInt(FIONREAD), &waiting) == 0)
    #expect(waiting == 6)
    #expect(fcntl(write, F_GETFL) == flags)
    close(write)
  }

  @Test(arguments: ["pipe", "socket"])
  func `A late reader gets the lines in order, except for whole ones that did not fit`(kind: String) throws {
    let (write, read) = try Self.ends(kind)
    defer { close(read) }
    let count = 200_000
    let reader = Reader(read)
    var output: LineOutput? = LineOutput(descriptor: write)
    for number in 0..<count { output?.write(Array("line \(number)\n".utf8)) }
    let lost = try #require(output?.lost)
    #expect(lost > 0)
    reader.start()
    output?.flush(grace: .seconds(60))
    // The output has a descriptor of its own for writes that don't block; this closes it.
    output = nil
    close(write)
    let lines = reader.lines()
    let numbers = lines.compactMap { Int($0.dropFirst(5)) }
    #expect(numbers.count == count - lost)
    #expect(lines.last == "\(lost) lines lost")
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `A reader that was slow gets the lines that come later, on a descriptor that does not wait, too`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    var output: LineOutput? = LineOutput(descriptor: ends[1], capacity: 1024)
    for number in 0..<30_000 { output?.write(Array("line \(number)\n".utf8)) }
    #expect(try #require(output?.lost) > 0)
    let reader = Reader(ends[0])
    reader.start()
    output?.flush(grace: .seconds(60))
    output?.write(Array("later\n".utf8))
    output?.flush(grace: .seconds(60))
    output = nil
    close(ends[1])
    let lines = reader.lines()
    #expect(lines.last == "later")
    #expect(lines.dropLast().last?.hasSuffix(" lines lost") == true)
  }

  @Test func `A line does not overtake lines that wait, while its reader takes a little at a time`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    #expect(fcntl(ends[1], 1031, 4096) == 4096, "F_SETPIPE_SZ")
    let reader = Reader(ends[0], chunk: 100)
    reader.start()
    var output: LineOutput? = LineOutput(descriptor: ends[1], capacity: 16 << 10)
    for number in 0..<50_000 { output?.write(Array("line \(number)\n".utf8)) }
    output?.flush(grace: .seconds(60))
    output = nil
    close(ends[1])
    let numbers = reader.lines().compactMap { $0.hasPrefix("line ") ? Int($0.dropFirst(5)) : nil }
    #expect(numbers.count > 100)
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `A line does not overtake lines that wait, when its reader has just made room`() throws {
    // The thread that writes what waits needs a moment to notice the room. A line that comes in this moment must wait, too.
    for _ in 0..<50 {
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      #expect(fcntl(ends[1], 1031, 4096) == 4096, "F_SETPIPE_SZ")
      var output: LineOutput? = LineOutput(descriptor: ends[1], capacity: 16 << 10)
      let line = Array((String(repeating: "x", count: 99) + "\n").utf8)
      for _ in 0..<80 { output?.write(line) }
      usleep(1000)
      var bytes = [UInt8](repeating: 0, count: 4096)
      #expect(Glibc.read(ends[0], &bytes, bytes.count) > 0)
      output?.write(Array("last\n".utf8))
      let reader = Reader(ends[0])
      reader.start()
      output?.flush(grace: .seconds(60))
      output = nil
      close(ends[1])
      #expect(reader.lines().last == "last")
    }
  }

  @Test func `A full disk loses lines and does not end the output`() throws {
    // Writing to /dev/full fails as on a full disk. A file takes its place later, as if space had been freed.
    let full = open("/dev/full", O_WRONLY | O_CLOEXEC)
    try #require(full >= 0)
    let reasons = Reasons()
    let output = LineOutput(descriptor: full, capacity: 1024, firstLoss: { reasons.add($0) })
    output.write(Array("first\n".utf8))
    output.flush(grace: .seconds(60))
    for number in 0..<1000 { output.write(Array("line \(number)\n".utf8)) }
    #expect(output.lost > 800)
    #expect(reasons.all == [.noSpace])
    let path = NSTemporaryDirectory() + "tickled-\(UUID().uuidString)"
    let file = open(path, O_WRONLY | O_CREAT, 0o600)
    try #require(dup2(file, full) == full)
    let limit = ContinuousClock.now + .seconds(60)
    var text = ""
    while !text.contains("lines lost"), ContinuousClock.now < limit {
      usleep(10_000)
      text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    }
    #expect(text.hasPrefix("first\nline 0\n"))
    #expect(text.hasSuffix("\n\(output.lost) lines lost\n"))
    output.write(Array("later\n".utf8))
    output.flush(grace: .seconds(60))
    #expect(try String(contentsOfFile: path, encoding: .utf8).hasSuffix("lines lost\nlater\n"))
    for descriptor in [file, full] { close(descriptor) }
    unlink(path)
  }

  @Test func `A reader that is gone ends the output`() throws {
    signal(SIGPIPE, SIG_IGN)
    let (write, read) = try Self.ends("pipe")
    let output = LineOutput(descriptor: write)
    close(read)
    for _ in 0..<3 {
      output.write(Array("line\n".utf8))
      output.flush(grace: .seconds(60))
    }
    #expect(output.lost > 0)
    close(write)
  }
}

/// Errors that a callback got.
private final class Reasons: @unchecked Sendable {
  private let lock = NSLock()
  private var reasons: [Errno?] = []

  func add(_ reason: Errno?) { lock.withLock { reasons.append(reason) } }
  var all: [Errno?] { lock.withLock { reasons } }
}

/// Reads to the end, on a thread of its own.
private final class Reader: @unchecked Sendable {  // Only the thread accesses the bytes until it has ended.
  private let descriptor: Int32
  private let hasEnded = DispatchSemaphore(value: 0)
  private var bytes: [UInt8] = []

  private let chunk: Int

  /// - Parameter chunk: the most bytes that it reads at once.
  init(_ descriptor: Int32, chunk: Int = 65536) {
    self.descriptor = descriptor
    self.chunk = chunk
  }

  func start() {
    Thread.detachNewThread { @Sendable [self] in
      var buffer = [UInt8](repeating: 0, count: chunk)
      while case let count = read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
      hasEnded.signal()
    }
  }

  func lines() -> [Substring] {
    hasEnded.wait()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}
