import Foundation
import Glibc
import Program
import Testing

struct DescriptorTests {
  private let folder = Folder()

  @Test func `A program that is started inherits no file, pipe, socket or watch`() throws {
    let file = try OpenFile(folder.path("a"), .both, .create)
    let pipe = try Descriptor.pipe(), pair = try Sockets.pair(.packets), watch = try ChangeWatch()
    let datagrams = try Sockets.bind(to: folder.path("s")), local = try Sockets.listenLocally(port: 0, most: 1)
    let descriptors = [
      file.descriptor, pipe.reading, pipe.writing, pair.0, pair.1, watch.fileDescriptor, datagrams, local.socket,
    ]
    for descriptor in descriptors { #expect(fcntl(descriptor, F_GETFD) == FD_CLOEXEC) }
    for descriptor in descriptors.dropFirst() where descriptor != watch.fileDescriptor { Descriptor.close(descriptor) }
  }

  @Test func `A file is closed with its object`() throws {
    var file: OpenFile? = try OpenFile(folder.path("a"), .writing, .create)
    let descriptor = try #require(file).descriptor
    #expect(fcntl(descriptor, F_GETFD) >= 0)
    file = nil
    #expect(fcntl(descriptor, F_GETFD) < 0)
  }

  @Test func `Options of opening hold`() throws {
    try #require(symlink("target", folder.path("link")) == 0)
    #expect(throws: Errno(rawValue: ELOOP)) { try OpenFile(folder.path("link"), .writing, [.create, .noFollow]) }
    _ = try OpenFile(folder.path("link"), .writing, .create, mode: 0o600)
    #expect(throws: Errno.fileExists) { try OpenFile(folder.path("target"), .writing, .createNew) }
    try OpenFile(folder.path("target"), .writing).write([1, 2, 3])
    #expect(try FileStatus(of: folder.path("target")).size == 3)
    #expect(try FileStatus(of: folder.path("target")).permissions == 0o600)
    _ = try OpenFile(folder.path("target"), .writing, .truncate)
    #expect(try FileStatus(of: folder.path("target")).size == 0)
    #expect(throws: Errno.badFileDescriptor) { try OpenFile(folder.path("target"), .reading).write([1]) }
    #expect(throws: Errno.noSuchFile) { try OpenFile(folder.path("none"), .reading) }
  }

  @Test func `Opening a FIFO without a reader does not wait`() throws {
    try #require(mkfifo(folder.path("fifo"), 0o600) == 0)
    #expect(throws: Errno.noSuchDeviceOrAddress) { try OpenFile(folder.path("fifo"), .writing, .nonBlocking) }
    let reader = try OpenFile(folder.path("fifo"), .reading, .nonBlocking)
    #expect(try reader.status().kind == .pipe)
    #expect(try reader.read(most: 8) == [])
  }

  @Test func `Bytes are read in pieces, to the end, and again`() throws {
    let file = try OpenFile(folder.path("a"), .both, .create)
    try file.write(Array(0..<100))
    #expect(try file.readAgain(most: 3) == [0, 1, 2])
    #expect(try file.read(most: 2) == [3, 4])
    #expect(try file.readToEnd(limit: 10) == Array(5..<15))
    #expect(try file.readToEnd(limit: 1000) == Array(15..<100))
    #expect(try file.read(most: 2) == [])
    var buffer = [UInt8](repeating: 9, count: 4)
    #expect(try OpenFile(folder.path("a"), .reading).descriptor >= 0)
    #expect(try file.readAgain(most: 98).count == 98)
    #expect(try Descriptor.read(file.descriptor, into: &buffer) == 2)
    #expect(buffer == [98, 99, 9, 9])
  }

  @Test func `A signal does not end a read`() throws {
    let pipe = try Descriptor.pipe()
    // Without SA_RESTART, a signal ends the system's call.
    var action = sigaction()
    action.__sigaction_handler.sa_handler = { _ in }
    sigaction(SIGURG, &action, nil)
    let reader = pthread_self()
    try startThread {
      for _ in 0..<20 {
        pthread_kill(reader, SIGURG)
        usleep(5_000)
      }
      _ = try? Descriptor.write(pipe.writing, [7])
    }
    #expect(try Descriptor.read(pipe.reading, most: 4) == [7])
    for descriptor in [pipe.reading, pipe.writing] { Descriptor.close(descriptor) }
  }

  @Test func `Only an end that is set so does not wait`() throws {
    let pipe = try Descriptor.pipe()
    #expect(fcntl(pipe.reading, F_GETFL) & O_NONBLOCK == 0)
    Descriptor.setNonBlocking(pipe.reading)
    #expect(throws: Errno.wouldBlock) { try Descriptor.read(pipe.reading, most: 1) }
    #expect(fcntl(pipe.writing, F_GETFL) & O_NONBLOCK == 0)
    for descriptor in [pipe.reading, pipe.writing] { Descriptor.close(descriptor) }
  }

  @Test func `A wait reports what is ready, and ends by itself`() throws {
    let (first, second) = try Descriptor.pipe(), other = try Descriptor.pipe()
    #expect(Descriptor.wait(for: .readable, of: first, milliseconds: 1) == [])
    #expect(Descriptor.wait(for: .writable, of: second) == .writable)
    _ = try Descriptor.write(second, [1])
    #expect(Descriptor.wait(for: .readable, ofAny: [-1, other.reading, first]) == [[], [], .readable])
    Descriptor.close(second)
    #expect(!Descriptor.wait(for: [], of: first).isDisjoint(with: .hungUp))
    for descriptor in [first, other.reading, other.writing] { Descriptor.close(descriptor) }
  }
}

/// A folder that is removed with this object.
final class Folder {
  private let url = FileManager.default.temporaryDirectory.appending(path: "tickled-\(UUID().uuidString)")

  init() { try! FileManager.default.createDirectory(at: url, withIntermediateDirectories: false) }
  deinit { try? FileManager.default.removeItem(at: url) }

  var path: String { url.path(percentEncoded: false) }
  func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }
  func text(_ name: String) -> String? { try? String(contentsOfFile: path(name), encoding: .utf8) }
}
