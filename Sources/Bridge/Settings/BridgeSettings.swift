// Bridge/Settings: the bridge's own file.
import Configuration

/// The settings of `tickled-mqtt`, which reports gestures to a broker: the contents of `mqtt.toml`.
package struct BridgeSettings: Equatable, Sendable {
  /// The version of MQTT.
  package enum MQTTVersion: String, CaseIterable, Sendable {
    case five = "5"
    case three = "3.1.1"
  }

  package var broker: BrokerAddress
  package var user: String?
  /// `nil`: the systemd credential `mqtt.password`, if there is one.
  package var passwordFile: String?
  /// The certificates of the authorities that the broker's may come from; `nil`: those of the system.
  package var authorityFile: String?
  package var certificateFile: String?
  package var keyFile: String?
  package var version = MQTTVersion.five
  package var keepAlive: Duration = .seconds(15)
  /// The longest pause between two attempts to reach the broker.
  package var longestPause: Duration = .seconds(10)
  /// The panel's name; `nil`: the machine's.
  package var panel: String?
  /// The first level of all topics but those of the discovery.
  package var topic = "tickled"
  /// Whether messages may change anything.
  package var mayControl = false
  /// Whether Home Assistant gets a light for the display's brightness.
  package var hasBacklight = false
  /// The names of the gestures that are published; `nil`: all.
  package var gestures: [String]?
  /// Whether events say where gestures were made, as far as the daemon does.
  package var hasPlaces = true
  package var announces = true
  package var discoveryPrefix = "homeassistant"
  package var hasTriggers = false
  /// The room that Home Assistant suggests for the panel.
  package var area: String?
  /// The most messages a second for a gesture that changes.
  package var changedRate = 10.0
  /// The age beyond which the event of a gesture is dropped.
  package var maxAge: Duration = .seconds(2)
  /// The time between two reports of the panel's state.
  package var statusInterval: Duration = .seconds(60)
  /// The daemon's control socket; `nil`: that of the session or of the service.
  package var socket: String?
  /// Whether this is the bridge of a user's session or of the system.
  package var purpose = Configuration.Purpose.service

  package init(broker: BrokerAddress) { self.broker = broker }

  func publishes(_ gesture: String) -> Bool { gestures?.contains(gesture) ?? true }
}

/// Where a broker listens: `mqtt://HOST[:PORT]`, `mqtts://HOST[:PORT]` or `HOST[:PORT]`.
package struct BrokerAddress: Equatable, Sendable {
  package var host: String
  package var port: Int
  package var isSecure: Bool

  package init(host: String, port: Int? = nil, isSecure: Bool = false) {
    self.host = host
    self.port = port ?? (isSecure ? 8883 : 1883)
    self.isSecure = isSecure
  }

  /// The reason why a text is not an address.
  package struct Mistake: Error, Equatable, Sendable { package let sentence: String }

  package init(_ text: String) throws(Mistake) {
    var rest = text[...]
    var isSecure = false
    if let scheme = text.firstRange(of: "://") {
      switch text[..<scheme.lowerBound] {
      case "mqtt": break
      case "mqtts": isSecure = true
      case let other:
        throw Mistake(sentence: "\(String(other).quoted) is not mqtt or mqtts: write mqtt://HOST or mqtts://HOST")
      }
      rest = text[scheme.upperBound...]
    }
    if rest.hasSuffix("/") { rest.removeLast() }
    if rest.contains("@") {
      throw Mistake(sentence: "an address has no user and no password: write `user` and `password_file`")
    }
    var after = Substring()
    if rest.first == "[", let end = rest.firstIndex(of: "]") {
      after = rest[rest.index(after: end)...]
      rest = rest[rest.index(after: rest.startIndex)..<end]
    } else if let colon = rest.firstIndex(of: ":") {
      after = rest[colon...]
      rest = rest[..<colon]
    }
    let port = after.first == ":" ? Int(after.dropFirst()) : nil
    guard after.isEmpty || port != nil else { throw Self.wrong(text) }
    let isName = rest.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII && scalar.value > 0x20 && scalar.value != 0x7F && !"/?#\\\"'".unicodeScalars.contains(scalar)
    }
    guard !rest.isEmpty, isName, port.map({ (1...65535).contains($0) }) ?? true else { throw Self.wrong(text) }
    self.init(host: String(rest), port: port, isSecure: isSecure)
  }

  private static func wrong(_ text: String) -> Mistake {
    Mistake(sentence: "\(text.quoted) is not an address: write HOST, mqtt://HOST:1883 or mqtts://HOST:8883")
  }

  /// The address as a person writes it.
  package var text: String {
    let host = host.contains(":") ? "[\(host)]" : host
    return "\(isSecure ? "mqtts" : "mqtt")://\(host):\(port)"
  }
}
