import Bridge
import Cmosquitto
import Program

/// Why there is no connection to a broker, and what the user can do about it.
struct BrokerFailure {
  /// What the library returned.
  let result: Int32
  let error: Errno
  /// What the library has logged as an error: the only place where it says why TLS failed.
  let complaint: String
  let address: BrokerAddress
  /// Our id at the broker.
  let client: String

  /// What OpenSSL and the library say about TLS, and what it means. The first row that fits counts.
  private var meanings: [(words: String, meaning: String)] {
    [
      (
        "host name verification failed",
        "the broker's certificate is for another name than \(address.host): write the name that it has as `broker`"
      ),
      (
        "certificate verify failed",
        "the broker's certificate is from an authority that is not known here, or is not valid today: name the "
          + "authority's file as `ca_file`"
      ),
      ("wrong version number", isNotTLS), ("unexpected eof", isNotTLS), ("packet length too long", isNotTLS),
    ]
  }

  private var isNotTLS: String {
    "what answers on port \(address.port) does not speak TLS: write mqtt://\(address.host) if the broker has no TLS, or "
      + "the port for it (usually 8883)"
  }

  private var isNotMQTT: String {
    let hint = address.isSecure ? "" : "; for TLS write mqtts://\(address.host)"
    return "what answers on port \(address.port) does not speak MQTT: write the broker's port (1883 or 8883, usually)"
      + hint
  }

  /// The reason why no broker has answered.
  ///
  /// - Parameter wasReached: whether something accepts connections there.
  func beforeAnswer(wasReached: Bool) -> String {
    if address.isSecure, let known = meanings.first(where: { complaint.contains($0.words) }) { return known.meaning }
    return wasReached && mosq_err_t(result) != MOSQ_ERR_TLS ? isNotMQTT : sentence
  }

  /// The reason why a broker that had accepted the connection has ended it.
  var afterAnswer: String {
    let remedy = "give each panel a name of its own (`panel`)"
    if result == Int32(MQTT_RC_SESSION_TAKEN_OVER.rawValue) { return "another client has the id \(client): \(remedy)" }
    if result >= 0x80 { return String(cString: mosquitto_reason_string(result)) }
    // Not all brokers say so, and none can with MQTT 3.1.1.
    if mosq_err_t(result) == MOSQ_ERR_CONN_LOST {
      return "the broker has ended the connection without a word (if this repeats: does another client have the id "
        + "\(client)? Then \(remedy))"
    }
    return sentence
  }

  private var sentence: String {
    let words =
      mosq_err_t(result) == MOSQ_ERR_ERRNO ? error.description : String(cString: mosquitto_strerror(result))
    return words + advice
  }

  private var advice: String {
    switch mosq_err_t(result) {
    case MOSQ_ERR_EAI: " (is the broker's name right? An address works, too)"
    case MOSQ_ERR_TLS: " (is it a port for TLS, and does `ca_file` have the broker's authority?)"
    case MOSQ_ERR_ERRNO:
      switch error {
      case .connectionRefused: " (does the broker run, and listen on this port?)"
      case .hostUnreachable, .networkUnreachable, .timedOut: " (is the network up, and the address right?)"
      default: ""
      }
    default: ""
    }
  }
}
