import Bridge
import Cmosquitto
import Program

/// The reason why a broker cannot be reached, and what the user can do about it.
struct BrokerFailure {
  /// What the library returned.
  let result: Int32
  let error: Errno
  /// What the library has logged as an error: only there it says why TLS failed.
  let complaint: String
  let options: BrokerOptions

  /// The reason why no broker has answered.
  ///
  /// - Parameter wasReached: whether something accepts connections there.
  func beforeAnswer(wasReached: Bool) -> String {
    if let known = objectionOfTLS { return known }
    guard wasReached, mosq_err_t(result) != MOSQ_ERR_TLS else { return sentence }
    let hint = options.address.isSecure ? "" : "; for TLS write mqtts://\(options.address.host)"
    return "what answers on port \(options.address.port) does not speak MQTT: write the broker's port (1883 or 8883, "
      + "usually)\(hint)"
  }

  private var objectionOfTLS: String? {
    func says(_ words: String...) -> Bool { words.contains { complaint.contains($0) } }
    let host = options.address.host
    if says("host name verification failed") {
      return "the broker's certificate is for another name than \(host): write the name that it has as `broker`"
    }
    if says("certificate verify failed") {
      return "the broker's certificate is from an authority that is not known here, or is not valid today: name the "
        + "authority's file as `ca_file`"
    }
    guard says("wrong version number", "unexpected eof", "packet length too long") else { return nil }
    return "what answers on port \(options.address.port) does not speak TLS: write mqtt://\(host) if the broker has no "
      + "TLS, or the port for it (usually 8883)"
  }

  /// The reason why a broker that had accepted the connection has ended it.
  var afterAnswer: String {
    let twin = "client has the id \(options.client): give each panel a name of its own (`panel`)"
    if result == Int32(MQTT_RC_SESSION_TAKEN_OVER.rawValue) { return "another \(twin)" }
    if result >= 0x80 { return String(cString: mosquitto_reason_string(result)) }
    // Not all brokers say so, and none can with MQTT 3.1.1.
    return mosq_err_t(result) != MOSQ_ERR_CONN_LOST
      ? sentence : "the broker has ended the connection without a word (if this repeats, another \(twin))"
  }

  /// What the library and the system say.
  private var sentence: String {
    switch (mosq_err_t(result), error) {
    case (MOSQ_ERR_ERRNO, .connectionRefused): "\(error) (does the broker run, and listen on this port?)"
    case (MOSQ_ERR_ERRNO, .hostUnreachable), (MOSQ_ERR_ERRNO, .networkUnreachable), (MOSQ_ERR_ERRNO, .timedOut):
      "\(error) (is the network up, and the address right?)"
    case (MOSQ_ERR_ERRNO, _): error.description
    case (MOSQ_ERR_EAI, _): "\(words) (is the broker's name right? An address works, too)"
    case (MOSQ_ERR_TLS, _): "\(words) (is it a port for TLS, and does `ca_file` have the broker's authority?)"
    default: words
    }
  }

  private var words: String { String(cString: mosquitto_strerror(result)) }
}
