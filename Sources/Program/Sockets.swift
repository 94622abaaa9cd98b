import CLinux
import Glibc

/// Sockets of this machine. No program that is started inherits them, and sending to one without a reader sends no signal.
package enum Sockets {
  package enum Kind {
    case stream, datagrams, packets

    fileprivate func type(waits: Bool) -> Int32 {
      let kind =
        switch self {
        case .stream: LINUX_STREAM
        case .datagrams: LINUX_DATAGRAMS
        case .packets: LINUX_PACKETS
        }
      return linux_socket_type(kind, waits)
    }
  }

  /// Connects to the socket at a path. One that begins with '@' is an abstract address, without a file.
  package static func connect(to path: String, _ kind: Kind = .stream, waits: Bool = true) throws(Errno) -> Int32 {
    try open(kind.type(waits: waits), SocketAddress(path)) { Glibc.connect($0, $1, $2) }
  }

  /// Makes a socket at a path, to which no client can connect before `listen`. Accepting a connection does not wait.
  package static func bind(to path: String) throws(Errno) -> Int32 {
    try open(Kind.stream.type(waits: false), SocketAddress(path)) { Glibc.bind($0, $1, $2) }
  }

  package static func listen(_ socket: Int32, most waiting: Int32) throws(Errno) {
    if Glibc.listen(socket, waiting) != 0 { throw .latest }
  }

  private static func open(
    _ type: Int32, _ address: SocketAddress?, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws(Errno) -> Int32 {
    guard let address else { throw .fileNameTooLong }
    let socket = socket(AF_UNIX, type, 0)
    guard socket >= 0 else { throw .latest }
    if address.withPointer({ use(socket, $0, $1) }) == 0 { return socket }
    let error = Errno.latest
    Descriptor.close(socket)
    throw error
  }

  /// Listens on the loopback interface, and does not wait for connections.
  /// - Parameter port: 0: any that is free.
  package static func listenLocally(port: UInt16, most waiting: Int32) throws(Errno) -> (socket: Int32, port: UInt16) {
    let listener = socket(AF_INET, Kind.stream.type(waits: false), 0)
    guard listener >= 0 else { throw .latest }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isOpen = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        Glibc.bind(listener, address, size) == 0 && Glibc.listen(listener, waiting) == 0
          && getsockname(listener, address, &size) == 0
      }
    }
    if isOpen { return (listener, UInt16(bigEndian: address.sin_port)) }
    let error = Errno.latest
    Descriptor.close(listener)
    throw error
  }

  /// Makes two sockets that are connected, and do not wait.
  package static func pair(_ kind: Kind) throws(Errno) -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, kind.type(waits: false), 0, &ends) == 0 else { throw .latest }
    return (ends[0], ends[1])
  }

  /// - Parameter waits: whether to wait for room; if not, the error is `wouldBlock` if there is none.
  /// - Returns: the number of bytes that were sent, which may be fewer than there are.
  package static func send(
    _ socket: Int32, _ bytes: UnsafeRawBufferPointer, waits: Bool = false
  ) throws(Errno) -> Int {
    let flags = Int32(MSG_NOSIGNAL) | (waits ? 0 : Int32(MSG_DONTWAIT))
    return try Errno.check { Glibc.send(socket, bytes.baseAddress, bytes.count, flags) }
  }

  /// Sends without waiting.
  package static func send(_ socket: Int32, _ bytes: [UInt8]) throws(Errno) -> Int {
    let flags = Int32(MSG_NOSIGNAL | MSG_DONTWAIT)
    return try Errno.check { Glibc.send(socket, bytes, bytes.count, flags) }
  }

  /// Receives what has arrived, without waiting: the error is `wouldBlock` if nothing has.
  /// - Parameter peeks: whether the bytes stay, for the next call.
  /// - Returns: the number of bytes; 0 at the end.
  package static func receive(
    _ socket: Int32, into buffer: UnsafeMutableRawBufferPointer, peeks: Bool = false
  ) throws(Errno) -> Int {
    let flags = Int32(peeks ? MSG_PEEK | MSG_DONTWAIT : MSG_DONTWAIT)
    return try Errno.check { recv(socket, buffer.baseAddress, buffer.count, flags) }
  }

  /// Like the above; the bytes after those that were received stay as they were.
  package static func receive(_ socket: Int32, into bytes: inout [UInt8]) throws(Errno) -> Int {
    let most = bytes.count
    return try Errno.check { recv(socket, &bytes, most, Int32(MSG_DONTWAIT)) }
  }

  /// Ends a connection in both directions. Its owner still has to close the socket.
  package static func end(_ socket: Int32) { shutdown(socket, Int32(SHUT_RDWR)) }

  /// Limits the time for which a socket waits for bytes to read.
  package static func setPatience(_ socket: Int32, seconds: Int) {
    var patience = timeval(tv_sec: time_t(seconds), tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
  }
}

/// The address of a Unix socket. A path that begins with '@' is an abstract address, without a file.
package struct SocketAddress {
  private var address = sockaddr_un()
  private let length: socklen_t

  /// `nil` for a path that is empty or longer than 107 bytes.
  package init?(_ path: String) {
    var bytes = Array(path.utf8)
    if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
    guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + (bytes[0] == 0 ? 0 : 1))
  }

  package func withPointer<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    withUnsafePointer(to: address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
  }
}
