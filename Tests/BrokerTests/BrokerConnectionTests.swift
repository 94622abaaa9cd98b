import Foundation
import Program
import Testing

@testable import Bridge
@testable import Broker

/// A broker of a few bytes, on a thread of its own: it accepts one connection, and closes at the goodbye.
private final class SmallBroker: Sendable {
  enum Manner {
    /// Confirms what is published.
    case polite
    /// Closes the connection once it has accepted it.
    case rude
    /// Reads nothing after it has accepted the connection, until it is woken.
    case asleep
    /// Like `asleep`, but sends the end of the connection when it is woken, and reads only when it is woken again.
    case deaf
  }

  let port: UInt16
  private let manner: Manner
  private let listener: Int32
  /// Everything that the broker has read, once the connection has ended.
  private let read = DispatchSemaphore(value: 0)
  private let alarm = DispatchSemaphore(value: 0)
  nonisolated(unsafe) private var bytes: [UInt8] = []

  init(_ manner: Manner = .polite) throws {
    self.manner = manner
    (listener, port) = try Sockets.listenLocally(port: 0, most: 4)
    Thread.detachNewThread { [self] in serve() }
  }

  func wake() { alarm.signal() }

  /// What the broker has read, after the end of the connection.
  func ended() -> [UInt8] {
    read.wait(timeout: .now() + 60) == .success ? bytes : []
  }

  private func serve() {
    // The listener does not block.
    var ready = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    poll(&ready, 1, 20_000)
    let socket = accept(listener, nil, nil)
    Sockets.setPatience(socket, seconds: 20)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var all: [UInt8] = []
    while true {
      let count = recv(socket, &buffer, buffer.count, 0)
      if count <= 0 { break }
      let packet = Array(buffer[..<count])
      all += packet
      switch packet[0] & 0xF0 {
      case 0x10:
        _ = send(socket, [0x20, 2, 0, 0] as [UInt8], 4, Int32(MSG_NOSIGNAL))
        if manner == .rude { shutdown(socket, Int32(SHUT_RDWR)) }
        if manner == .asleep || manner == .deaf { _ = alarm.wait(timeout: .now() + 60) }
        if manner == .deaf {
          shutdown(socket, Int32(SHUT_WR))
          _ = alarm.wait(timeout: .now() + 60)
        }
      case 0x30 where manner == .polite:
        let length = Int(packet[3])
        _ = send(socket, [0x40, 2, packet[4 + length], packet[5 + length]] as [UInt8], 4, Int32(MSG_NOSIGNAL))
        // A message that was kept: "a" with the payload "xy".
        _ = send(socket, [0x31, 5, 0, 1, 0x61, 0x78, 0x79] as [UInt8], 7, Int32(MSG_NOSIGNAL))
      default: break
      }
      if all.count > 1, all[all.count - 2] == 0xE0, all[all.count - 1] == 0 { shutdown(socket, Int32(SHUT_RDWR)) }
    }
    close(socket)
    close(listener)
    bytes = all
    read.signal()
  }
}

@Suite(.serialized) struct BrokerConnectionTests {
  init() { BrokerConnection.prepareLibrary() }

  private func connection(to port: UInt16) throws -> BrokerConnection {
    var settings = BridgeSettings(broker: BrokerAddress(host: "127.0.0.1", port: Int(port)))
    settings.version = .three
    return try #require(BrokerConnection(BrokerOptions(settings, client: "tickled-hall", credentials: nil), will: nil))
  }

  /// Serves a connection until two things have happened, or nothing does any more.
  private func nextTwo(_ connection: BrokerConnection) -> [BrokerConnection.Event] {
    let first = next(connection)
    return first.count == 1 ? first + next(connection) : first
  }

  /// Serves a connection until something has happened.
  private func next(_ connection: BrokerConnection) -> [BrokerConnection.Event] {
    for _ in 0..<1000 {
      let isWriting = connection.wantsToWrite
      let ready = Descriptor.wait(
        for: isWriting ? [.readable, .writable] : .readable, of: connection.descriptor, milliseconds: 20_000)
      if ready.isEmpty { return [] }
      let events = connection.take(
        reading: !ready.isDisjoint(with: [.readable, .hungUp]), writing: isWriting && ready.contains(.writable))
      if !events.isEmpty { return events }
    }
    return []
  }

  @Test func `A port on which nothing listens is refused by the system`() throws {
    let (socket, port) = try Sockets.listenLocally(port: 0, most: 1)
    close(socket)
    let connection = try connection(to: port)
    #expect(next(connection) == [.lost("Connection refused (does the broker run, and listen on this port?)")])
    #expect(!connection.wasReached && !connection.isConnected)
    #expect(connection.take(reading: true, writing: true) == [], "an end is reported once")
  }

  @Test func `Messages are confirmed and received, and the goodbye is sent`() throws {
    let broker = try SmallBroker()
    let connection = try connection(to: broker.port)
    #expect(!connection.isConnected && next(connection) == [.connected])
    #expect(connection.isConnected && connection.wasReached)
    connection.publish(Bridge.Message(topic: "t", payload: [0x7A], event: 7))
    let events = nextTwo(connection)
    #expect(events == [.confirmed(event: 7), .message(topic: "a", payload: [0x78, 0x79], isRetained: true)])
    connection.close(within: 20_000)
    #expect(!connection.isConnected)
    #expect(broker.ended().suffix(2) == [0xE0, 0])
  }

  @Test func `A broker that ends the connection without a word is lost`() throws {
    let broker = try SmallBroker(.rude)
    let connection = try connection(to: broker.port)
    let events = nextTwo(connection)
    #expect(events.first == .connected && !connection.isConnected)
    guard case .lost(let sentence)? = events.last else {
      Issue.record("\(events)")
      return
    }
    #expect(sentence.hasPrefix("the broker has ended the connection without a word"), "\(sentence)")
    connection.publish(Bridge.Message(topic: "t", payload: []))
    #expect(connection.take(reading: false, writing: false) == [])
    _ = broker.ended()
  }

  /// Publishes more than a broker that reads nothing can be sent.
  private func fill(_ connection: BrokerConnection) {
    let payload = [UInt8](repeating: 0x7A, count: 1 << 20)
    for _ in 0..<20 { connection.publish(Bridge.Message(topic: "t", payload: payload)) }
    #expect(connection.wantsToWrite && !connection.wantsToRead)
  }

  @Test func `The goodbye follows what the broker has not taken yet`() throws {
    let broker = try SmallBroker(.asleep)
    let connection = try connection(to: broker.port)
    #expect(next(connection) == [.connected])
    fill(connection)
    broker.wake()
    connection.close(within: 20_000)
    #expect(!connection.isConnected)
    #expect(broker.ended().suffix(3) == [0x7A, 0xE0, 0])
  }

  @Test func `A broker that has ended the connection is not waited for, although it reads nothing`() throws {
    let broker = try SmallBroker(.deaf)
    let connection = try connection(to: broker.port)
    #expect(next(connection) == [.connected])
    fill(connection)
    broker.wake()
    connection.close(within: 20_000)
    #expect(!connection.isConnected)
    broker.wake()
    #expect(broker.ended().last == 0x7A)
  }
}
