import Glibc
import Program
import Testing

struct SocketsTests {
  private let folder = Folder()

  @Test func `A line goes from a client to the one who listens`() throws {
    let path = folder.path("s")
    #expect(throws: Errno.noSuchFile) { try Sockets.connect(to: path) }
    let listener = try Sockets.bind(to: path)
    defer { Descriptor.close(listener) }
    #expect(throws: Errno.connectionRefused) { try Sockets.connect(to: path) }
    #expect(throws: Errno(rawValue: EADDRINUSE)) { try Sockets.bind(to: path) }
    try Sockets.listen(listener, most: 4)
    let client = OpenFile(owning: try Sockets.connect(to: path))
    let server = OpenFile(owning: accept(listener, nil, nil))
    #expect(accept(listener, nil, nil) < 0 && Errno.latest == .wouldBlock)
    #expect(try Sockets.send(client.descriptor, [1, 2, 3]) == 3)
    var bytes = [UInt8](repeating: 0, count: 8)
    let seen = try bytes.withUnsafeMutableBytes { try Sockets.receive(server.descriptor, into: $0, peeks: true) }
    #expect(seen == 3)
    #expect(try Sockets.receive(server.descriptor, into: &bytes) == 3 && bytes.prefix(3) == [1, 2, 3])
    #expect(throws: Errno.wouldBlock) { try Sockets.receive(server.descriptor, into: &bytes) }
  }

  @Test func `Sending never waits and never sends a signal`() throws {
    let (first, second) = try Sockets.pair(.stream)
    let chunk = [UInt8](repeating: 0, count: 1 << 16)
    #expect(throws: Errno.wouldBlock) { while true { _ = try Sockets.send(first, chunk) } }
    Descriptor.close(second)
    #expect(throws: Errno.brokenPipe) { try chunk.withUnsafeBytes { try Sockets.send(first, $0, waits: true) } }
    #expect(throws: Errno.brokenPipe) { try Sockets.send(first, chunk) }
    Descriptor.close(first)
  }

  @Test func `A socket that is asked not to wait is refused when the queue is full`() throws {
    let listener = try Sockets.bind(to: folder.path("s"))
    try Sockets.listen(listener, most: 0)
    var clients: [OpenFile] = []
    #expect(throws: Errno.wouldBlock) {
      while clients.count < 100 {
        clients.append(OpenFile(owning: try Sockets.connect(to: folder.path("s"), waits: false)))
      }
    }
    Descriptor.close(listener)
  }

  @Test func `A wait for an answer is limited`() throws {
    let listener = try Sockets.bind(to: folder.path("s"))
    try Sockets.listen(listener, most: 1)
    let client = OpenFile(owning: try Sockets.connect(to: folder.path("s")))
    Sockets.setPatience(client.descriptor, seconds: 1)
    #expect(throws: Errno.wouldBlock) { try client.read(most: 1) }
    Descriptor.close(listener)
  }

  @Test func `Only programs of this machine reach the editor's socket`() throws {
    let (listener, port) = try Sockets.listenLocally(port: 0, most: 1)
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isNamed = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &size) == 0 }
    }
    #expect(isNamed && address.sin_addr.s_addr == UInt32(0x7F00_0001).bigEndian && port != 0)
    #expect(throws: Errno(rawValue: EADDRINUSE)) { try Sockets.listenLocally(port: port, most: 1) }
    Descriptor.close(listener)
  }

  @Test(arguments: ["", String(repeating: "a", count: 108)])
  func `A path that no socket can have is an error`(path: String) {
    #expect(throws: Errno.fileNameTooLong) { try Sockets.connect(to: path) }
    #expect(throws: Errno.fileNameTooLong) { try Sockets.bind(to: path) }
  }
}
