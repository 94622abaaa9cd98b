// Broker: a connection to a broker: libmosquitto, passwords.
import Bridge
import CLinux
import Cmosquitto
import Program
import Queues

/// A connection to a broker, from the attempt to its end. libmosquitto would send again what the broker has not
/// confirmed; with a new object for each connection nothing of an earlier one is delivered late.
///
/// It belongs to one thread. Only looking up the host's name, connecting and the TLS handshake, which may take seconds,
/// happen on a queue; until `take` has reported their end, nothing else uses the library's object.
package final class BrokerConnection {
  package enum Event: Equatable {
    case connected
    /// The connection has ended, or could not be made. The sentence says why.
    case lost(String)
    case confirmed(event: Int)
    case message(topic: String, payload: [UInt8], isRetained: Bool)
  }

  /// The result of connecting, which its queue hands to the owner's thread through a descriptor.
  private final class Attempt: @unchecked Sendable {
    let mosquitto: OpaquePointer
    let done: Int32
    /// Written before `done` is, and read after it.
    var result: Int32 = 0
    var error = Errno(rawValue: 0)
    /// What the library has logged as errors, by `connect` on its queue, and later on the owner's thread.
    private(set) var complaint = ""
    weak var connection: BrokerConnection?

    init(_ mosquitto: OpaquePointer, done: Int32) {
      self.mosquitto = mosquitto
      self.done = done
    }

    deinit {
      mosquitto_destroy(mosquitto)
      Descriptor.close(done)
    }

    func complain(_ text: String) { if complaint.utf8.count < 1000 { complaint += "\(text.prefix(300))\n" } }
  }

  /// The largest message that the broker may send: discovery messages of configurations with hundreds of gestures fit.
  private static let largest = 1 << 20
  /// The most messages that the broker may leave without a confirmation, as the library keeps them: states of a minute.
  private static let mostUnconfirmed = 256
  /// The most messages that are read at a time, and that the broker may send before they are confirmed.
  private static let mostAtATime = 64

  private let options: BrokerOptions
  private let attempt: Attempt
  private var mosquitto: OpaquePointer { attempt.mosquitto }
  private var isConnecting = true
  private var hasEnded = false
  private var events: [Event] = []
  /// The messages that are not confirmed, with the events' numbers.
  private var waiting: [Int32: Int?] = [:]

  /// Starts connecting. The library must have been prepared.
  package init?(_ options: BrokerOptions, will: Bridge.Message?) {
    self.options = options
    guard let mosquitto = mosquitto_new(options.client, true, nil) else { return nil }
    let done = linux_eventfd()
    guard done >= 0 else {
      mosquitto_destroy(mosquitto)
      return nil
    }
    attempt = Attempt(mosquitto, done: done)
    attempt.connection = self
    mosquitto_user_data_set(mosquitto, Unmanaged.passUnretained(attempt).toOpaque())
    mosquitto_int_option(mosquitto, MOSQ_OPT_PROTOCOL_VERSION, options.version == .five ? 5 : 4)
    mosquitto_int_option(mosquitto, MOSQ_OPT_RECEIVE_MAXIMUM, Int32(Self.mostAtATime))
    setCallbacks()
    guard prepare(will) else { return nil }
    // The settings may have made the attempt useless.
    if hasEnded { linux_eventfd_raise(attempt.done) } else { connect() }
  }

  /// Prepares the library, once in a process.
  package static func prepareLibrary() { mosquitto_lib_init() }

  /// The descriptor to wait for; it changes when the connection has been made.
  package var descriptor: Int32 { isConnecting ? attempt.done : mosquitto_socket(mosquitto) }
  package var wantsToWrite: Bool { !isConnecting && mosquitto_want_write(mosquitto) }
  /// While the broker does not take what is sent, nothing is read: each message would add a confirmation to what waits.
  package var wantsToRead: Bool { !wantsToWrite }
  package private(set) var isConnected = false
  /// Whether the broker has accepted the connection, even if it has ended it since.
  private var wasAccepted = false
  /// Whether something has answered at the address.
  package var wasReached: Bool {
    !isConnecting && ![MOSQ_ERR_ERRNO, MOSQ_ERR_EAI].contains(mosq_err_t(attempt.result))
  }

  private func prepare(_ will: Bridge.Message?) -> Bool {
    if let will {
      let result = will.payload.withUnsafeBytes {
        mosquitto_will_set(mosquitto, will.topic, Int32($0.count), $0.baseAddress, 1, will.isRetained)
      }
      guard result == ok else { return false }
    }
    if let user = options.user {
      let password = options.password.map { String(decoding: $0, as: UTF8.self) }
      guard mosquitto_username_pw_set(mosquitto, user, password) == ok else { return false }
    }
    if options.address.isSecure {
      // The system's authorities, unless a file names others.
      let folder = options.authorityFile == nil ? "/etc/ssl/certs" : nil
      let result = mosquitto_tls_set(
        mosquitto, options.authorityFile, folder, options.certificateFile, options.keyFile, nil)
      guard result == ok else {
        end("TLS: \(String(cString: mosquitto_strerror(result))) (are the certificate files readable?)")
        return true
      }
      mosquitto_tls_opts_set(mosquitto, 1, "tlsv1.2", nil)
    }
    return true
  }

  private func connect() {
    let (attempt, options) = (attempt, options)
    SerialQueue(label: "connection").async {
      var properties: OpaquePointer?
      if options.version == .five {
        // The broker then drops larger messages itself.
        mosquitto_property_add_int32(
          &properties, Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue), UInt32(Self.largest))
      }
      Errno.clearLatest()
      attempt.result = mosquitto_connect_bind_v5(
        attempt.mosquitto, options.address.host, Int32(options.address.port), Int32(options.keepAlive), nil, properties)
      attempt.error = .latest
      mosquitto_property_free_all(&properties)
      linux_eventfd_raise(attempt.done)
    }
  }

  // MARK: Serving

  /// Does what is due, and returns what has happened. Called when the descriptor is ready, and at least once a second.
  package func take(reading: Bool, writing: Bool) -> [Event] {
    if isConnecting {
      guard reading else { return [] }
      isConnecting = false
      if attempt.result != ok && !hasEnded { end(attempt.result, attempt.error) }
    }
    if !hasEnded && writing { check(mosquitto_loop_write(mosquitto, 1)) }
    if reading { read() }
    if !hasEnded { check(mosquitto_loop_misc(mosquitto)) }
    defer { events.removeAll() }
    return events
  }

  /// Reads some of the messages that have arrived: one for each turn of the loop would be slower than senders are.
  private func read() {
    for number in 0..<Self.mostAtATime where !hasEnded && wantsToRead {
      if number > 0 && Descriptor.wait(for: .readable, of: descriptor, milliseconds: 0).isEmpty { return }
      check(mosquitto_loop_read(mosquitto, 1))
    }
  }

  private func check(_ result: Int32) {
    if result != ok && !hasEnded { end(result, .latest) }
  }

  private func end(_ result: Int32, _ error: Errno) {
    let failure = BrokerFailure(result: result, error: error, complaint: attempt.complaint, options: options)
    end(wasAccepted ? failure.afterAnswer : failure.beforeAnswer(wasReached: wasReached))
  }

  private func end(_ reason: String) {
    hasEnded = true
    isConnected = false
    events.append(.lost(reason))
  }

  package func publish(_ message: Bridge.Message) {
    var number: Int32 = 0
    var properties: OpaquePointer?
    if options.version == .five, let expiry = message.expiry {
      mosquitto_property_add_int32(
        &properties, Int32(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL.rawValue), UInt32(expiry))
    }
    defer { mosquitto_property_free_all(&properties) }
    let result = message.payload.withUnsafeBytes {
      mosquitto_publish_v5(
        mosquitto, &number, message.topic, Int32($0.count), $0.baseAddress, 1, message.isRetained, properties)
    }
    if result == ok { waiting.updateValue(message.event, forKey: number) }
    if waiting.count > Self.mostUnconfirmed && !hasEnded { end("the broker does not confirm messages") }
    if result == Int32(MOSQ_ERR_NO_CONN.rawValue) || result == Int32(MOSQ_ERR_CONN_LOST.rawValue) { check(result) }
  }

  package func subscribe(_ topic: String) { mosquitto_subscribe(mosquitto, nil, topic, 1) }
  package func unsubscribe(_ topic: String) { mosquitto_unsubscribe(mosquitto, nil, topic) }

  /// Sends what waits, disconnects, so that the broker does not send the will, and waits for the broker's end of the
  /// connection: all of this for at most that many milliseconds. If the socket were closed before the broker's
  /// confirmations are read, the broker would not see the goodbye.
  package func close(within milliseconds: Int64) {
    guard isConnected, !isConnecting else { return }
    let end = linux_monotonic_microseconds() + milliseconds * 1000
    mosquitto_disconnect(mosquitto)
    while !hasEnded, descriptor >= 0 {
      let rest = end - linux_monotonic_microseconds()
      let writing = mosquitto_want_write(mosquitto)
      if rest <= 0 { return }
      let ready = Descriptor.wait(
        for: writing ? [.readable, .writable] : .readable, of: descriptor, milliseconds: Int32(rest / 1000 + 1))
      if ready.isEmpty { return }
      if writing { check(mosquitto_loop_write(mosquitto, 1)) }
      if !hasEnded, !ready.isDisjoint(with: [.readable, .hungUp]) { check(mosquitto_loop_read(mosquitto, 1)) }
    }
  }

  // MARK: What the library reports

  private func setCallbacks() {
    mosquitto_connect_v5_callback_set(mosquitto) { _, object, code, _, _ in
      BrokerConnection.attempt(object).connection?.hasAnswered(code)
    }
    mosquitto_disconnect_v5_callback_set(mosquitto) { _, object, code, _ in
      BrokerConnection.attempt(object).connection?.hasDisconnected(code)
    }
    mosquitto_publish_v5_callback_set(mosquitto) { _, object, number, _, _ in
      BrokerConnection.attempt(object).connection?.hasConfirmed(number)
    }
    mosquitto_message_callback_set(mosquitto) { _, object, message in
      if let message { BrokerConnection.attempt(object).connection?.hasReceived(message.pointee) }
    }
    mosquitto_log_callback_set(mosquitto) { _, object, level, text in
      if level == MOSQ_LOG_ERR, let text { BrokerConnection.attempt(object).complain(String(cString: text)) }
    }
  }

  private static func attempt(_ object: UnsafeMutableRawPointer?) -> Attempt {
    Unmanaged<Attempt>.fromOpaque(object!).takeUnretainedValue()
  }

  private func hasAnswered(_ code: Int32) {
    if code == 0 {
      isConnected = true
      wasAccepted = true
      events.append(.connected)
    } else if !hasEnded {
      let words =
        options.version == .five
        ? String(cString: mosquitto_reason_string(code)) : String(cString: mosquitto_connack_string(code))
      end("the broker refuses: \(words)\(Self.advice(onRefusal: code, options.version == .five))")
    }
  }

  /// What the user can do about a refusal: MQTT 5 has other codes than 3.1.1.
  private static func advice(onRefusal code: Int32, _ isFive: Bool) -> String {
    let codes: [Int32] = isFive ? [0x86, 0x87] : [4, 5]
    return codes.contains(code) ? " (check `user` and the password)" : ""
  }

  private func hasDisconnected(_ code: Int32) {
    isConnected = false
    if !hasEnded { end(code, .latest) }
  }

  private func hasConfirmed(_ number: Int32) {
    if case .some(let event?) = waiting.removeValue(forKey: number) { events.append(.confirmed(event: event)) }
  }

  private func hasReceived(_ message: mosquitto_message) {
    let count = max(0, Int(message.payloadlen))
    guard let topic = message.topic, count <= Self.largest else { return }
    let payload = Array(UnsafeRawBufferPointer(start: message.payload, count: message.payload == nil ? 0 : count))
    events.append(.message(topic: String(cString: topic), payload: payload, isRetained: message.retain))
  }
}

private let ok = Int32(MOSQ_ERR_SUCCESS.rawValue)
