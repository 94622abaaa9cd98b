import Bridge
import Cmosquitto
import Foundation
import Program
import Testing

@testable import Broker

struct BrokerFailureTests {
  private func failure(
    _ result: Int32, errno: Int32 = 0, complaint: String = "", secure: Bool = false
  ) throws -> BrokerFailure {
    let settings = BridgeSettings(broker: BrokerAddress(host: "house", port: 99, isSecure: secure))
    let options = try BrokerOptions(settings, client: "tickled-hall", credentials: nil)
    return BrokerFailure(result: result, error: Errno(rawValue: errno), complaint: complaint, options: options)
  }

  private func failure(_ result: mosq_err_t, errno: Int32 = 0, secure: Bool = false) throws -> BrokerFailure {
    try failure(Int32(result.rawValue), errno: errno, secure: secure)
  }

  @Test(arguments: [
    (ECONNREFUSED, "Connection refused (does the broker run, and listen on this port?)"),
    (EHOSTUNREACH, "No route to host (is the network up, and the address right?)"),
    (ENETUNREACH, "Network is unreachable (is the network up, and the address right?)"),
    (ETIMEDOUT, "Connection timed out (is the network up, and the address right?)"),
    (EMFILE, "Too many open files"),
  ])
  func `An error of the system is followed by what to look at`(errno: Int32, sentence: String) throws {
    #expect(try failure(MOSQ_ERR_ERRNO, errno: errno).beforeAnswer(wasReached: false) == sentence)
    #expect(try failure(MOSQ_ERR_ERRNO, errno: errno).afterAnswer == sentence)
  }

  @Test func `An unknown name and a failure of TLS are followed by what to look at`() throws {
    let name = try failure(MOSQ_ERR_EAI, errno: ECONNREFUSED).beforeAnswer(wasReached: false)
    #expect(name.hasSuffix(" (is the broker's name right? An address works, too)"))
    for wasReached in [false, true] {
      let secrecy = try failure(MOSQ_ERR_TLS, secure: true).beforeAnswer(wasReached: wasReached)
      #expect(secrecy.hasSuffix(" (is it a port for TLS, and does `ca_file` have the broker's authority?)"))
    }
  }

  @Test func `Something that answers in other words is not a broker`() throws {
    let sentence = "what answers on port 99 does not speak MQTT: write the broker's port (1883 or 8883, usually)"
    #expect(
      try failure(MOSQ_ERR_PROTOCOL).beforeAnswer(wasReached: true) == "\(sentence); for TLS write mqtts://house")
    #expect(try failure(MOSQ_ERR_PROTOCOL, secure: true).beforeAnswer(wasReached: true) == sentence)
    #expect(
      try failure(MOSQ_ERR_PROTOCOL).beforeAnswer(wasReached: false)
        == String(cString: mosquitto_strerror(Int32(MOSQ_ERR_PROTOCOL.rawValue))))
  }

  @Test(arguments: [
    ("error:0A000086:SSL routines::host name verification failed", "the broker's certificate is for another name"),
    ("certificate verify failed", "the broker's certificate is from an authority that is not known here"),
    ("x: wrong version number", "what answers on port 99 does not speak TLS: write mqtt://house if"),
    ("unexpected eof while reading", "what answers on port 99 does not speak TLS: write mqtt://house if"),
    ("packet length too long", "what answers on port 99 does not speak TLS: write mqtt://house if"),
  ])
  func `What TLS objects to comes first`(complaint: String, sentence: String) throws {
    for wasReached in [false, true] {
      let failure = try failure(Int32(MOSQ_ERR_PROTOCOL.rawValue), complaint: complaint, secure: true)
      #expect(failure.beforeAnswer(wasReached: wasReached).hasPrefix(sentence))
    }
    // An objection counts only until the broker has answered.
    let later = try failure(Int32(MOSQ_ERR_CONN_LOST.rawValue), complaint: complaint, secure: true)
    #expect(later.afterAnswer.hasPrefix("the broker has ended the connection without a word"))
  }

  @Test func `A broker that ends the connection gives its reason, and a twin is named`() throws {
    let twin = "client has the id tickled-hall: give each panel a name of its own (`panel`)"
    #expect(try failure(Int32(0x8E)).afterAnswer == "another \(twin)")
    #expect(
      try failure(MOSQ_ERR_CONN_LOST).afterAnswer
        == "the broker has ended the connection without a word (if this repeats, another \(twin))")
    for code in [0x80, 0x87, 0x9C] as [Int32] {
      #expect(try failure(code).afterAnswer == String(cString: mosquitto_reason_string(code)))
    }
    #expect(
      try failure(MOSQ_ERR_PROTOCOL).afterAnswer
        == String(cString: mosquitto_strerror(Int32(MOSQ_ERR_PROTOCOL.rawValue))))
  }
}
