import Foundation
import Program
import Testing

@Suite struct LineOutputTests {
  /// What the lines go into, and what they are read from.
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
  func `A line is there when it is written, and the descriptor is as it was`(kind: String) throws {
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
  func `Who reads late has the lines in order, but for whole ones that were too many`(kind: String) throws {
    let (write, read) = try Self.ends(kind)
    defer { close(read) }
    let count = 200_000
    let reader = Reader(read)
    var output: LineOutput? = LineOutput(descriptor: write)
    for number in 0..<count { output?.write(Array("line \(number)\n".utf8)) }
    let lost = output?.lost ?? 0
    #expect(lost > 0)
    reader.start()
    output?.flush(grace: .seconds(60))
    // It has a descriptor of its own for writes that do not wait.
    output = nil
    close(write)
    let numbers = reader.lines().compactMap { Int($0.dropFirst(5)) }
    #expect(numbers.count == count - lost)
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 })
  }

  @Test func `Who is gone ends it`() throws {
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

/// Reads to the end, on a thread of its own.
private final class Reader: @unchecked Sendable {  // The bytes are the thread's until it has ended.
  private let descriptor: Int32
  private let hasEnded = DispatchSemaphore(value: 0)
  private var bytes: [UInt8] = []

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  func start() {
    Thread.detachNewThread { @Sendable [self] in
      var buffer = [UInt8](repeating: 0, count: 65536)
      while case let count = read(descriptor, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
      hasEnded.signal()
    }
  }

  func lines() -> [Substring] {
    hasEnded.wait()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }
}
