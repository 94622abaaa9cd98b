import Configuration
import Text

/// A key of `mqtt.toml`. The key is read with this row, and the reference is tested against it.
package struct BridgeKey: Sendable {
  package let name: String
  /// The values that it accepts, as the reference describes them.
  package let takes: String
  /// The default, as the reference writes it.
  package let standard: String
  package let summary: String
  let read: @Sendable (FieldReader, Field, inout BridgeSettings) -> Void

  private init<Value>(
    _ name: String, _ takes: String, _ standard: String, _ summary: String,
    _ parse: @escaping @Sendable (FieldReader, Field) -> Value?,
    _ set: @escaping @Sendable (inout BridgeSettings, Value) -> Void
  ) {
    self.name = name
    self.takes = takes
    self.standard = standard
    self.summary = summary
    read = { reader, field, settings in
      if let value = parse(reader, field) { set(&settings, value) }
    }
  }

  package static let all: [BridgeKey] = [
    BridgeKey(
      "broker", "address", "required", "`HOST`, `mqtt://HOST:PORT`, or `mqtts://HOST:PORT` for TLS",
      { $0.brokerAddress($1) }, { $0.broker = $1 }),
    BridgeKey(
      "user", "text", "none", "the user's name at the broker", { $0.filledText($1) }, { $0.user = $1 }
    ),
    BridgeKey(
      "password_file", "path", "the credential `mqtt.password`, if there is one",
      "a file with the password; others must not be able to read it", { $0.absolutePath($1) }, { $0.passwordFile = $1 }),
    BridgeKey(
      "ca_file", "path", "the system's certificates",
      "the certificates, in PEM, of the authorities that may have signed the broker's", { $0.absolutePath($1) },
      { $0.authorityFile = $1 }),
    BridgeKey(
      "certificate_file", "path", "none", "this panel's certificate, in PEM, for brokers that ask for one",
      { $0.absolutePath($1) }, { $0.certificateFile = $1 }),
    BridgeKey(
      "key_file", "path", "none", "the key of that certificate, without a passphrase", { $0.absolutePath($1) },
      { $0.keyFile = $1 }),
    BridgeKey(
      "protocol", "`\"5\"` or `\"3.1.1\"`", "`\"5\"`",
      "the version of MQTT. With 5 the broker, too, drops what is too old, and messages that are too large never "
        + "arrive",
      { $0.choice($1) }, { $0.version = $1 }),
    BridgeKey(
      "keepalive", "time, 5 s to 1 h", "`\"15s\"`",
      "the longest silence; after one and a half times that the broker reports a panel without power as offline",
      { $0.time($1, from: .seconds(5), to: .seconds(3600)) }, { $0.keepAlive = $1 }),
    BridgeKey(
      "reconnect_pause", "time, 1 s to 1 h", "`\"10s\"`",
      "the longest pause between two attempts to reach the broker; pauses begin with 1 s, and are shorter by chance. "
        + "A broker that ends connections within 30 s is tried again after up to 30 s",
      { $0.time($1, from: .seconds(1), to: .seconds(3600)) }, { $0.longestPause = $1 }),
    BridgeKey(
      "panel", "text", "the machine's name",
      "the panel's name in topics and in Home Assistant; each panel needs its own",
      { $0.topicLevel($1) }, { $0.panel = $1 }),
    BridgeKey(
      "topic", "text", "`\"tickled\"`", "the first level of the topics", { $0.topicLevel($1) }, { $0.topic = $1 }),
    BridgeKey(
      "control", "boolean", "`false`",
      "whether messages may set the mode, pause, rotate, reload, and say that the display is on or off",
      { $0.boolean($1) }, { $0.mayControl = $1 }),
    BridgeKey(
      "gestures", "list of names", "all", "the gestures that are published and announced; others stay on this machine",
      { $0.names($1) }, { $0.gestures = $1 }),
    BridgeKey(
      "places", "boolean", "`true`",
      "whether events say where a gesture was made, if the daemon does; see [what is typed](#what-is-typed)",
      { $0.boolean($1) }, { $0.hasPlaces = $1 }),
    BridgeKey(
      "backlight", "boolean", "`false`",
      "whether Home Assistant gets a light that sets the display's brightness; with `control`", { $0.boolean($1) },
      { $0.hasBacklight = $1 }),
    BridgeKey(
      "discovery", "boolean", "`true`", "whether Home Assistant finds the panel", { $0.boolean($1) },
      { $0.announces = $1 }),
    BridgeKey(
      "discovery_prefix", "text", "`\"homeassistant\"`", "as in the settings of Home Assistant", { $0.topicLevel($1) },
      { $0.discoveryPrefix = $1 }),
    BridgeKey(
      "device_triggers", "boolean", "`false`",
      "whether gestures are also triggers of the device, for automations that are made by clicking", { $0.boolean($1) },
      { $0.hasTriggers = $1 }),
    BridgeKey(
      "area", "text", "none", "the area that Home Assistant suggests", { $0.filledText($1) },
      { $0.area = $1 }),
    BridgeKey(
      "changed_rate", "number, 0.1 to 100", "`10`",
      "the most messages a second for a gesture that changes; the first and the last change are always sent",
      { $0.number($1, from: 0.1, to: 100) }, { $0.changedRate = $1 }),
    BridgeKey(
      "max_age", "time, 100 ms to 1 h", "`\"2s\"`",
      "an event that could not be sent for this long is dropped and counted",
      { $0.time($1, from: .milliseconds(100), to: .seconds(3600)) }, { $0.maxAge = $1 }),
    BridgeKey(
      "status_interval", "time, 1 s to 24 h", "`\"60s\"`", "how often the panel's state is reported if nothing changes",
      { $0.time($1, from: .seconds(1), to: .seconds(86400)) }, { $0.statusInterval = $1 }),
    BridgeKey(
      "socket", "path", "the session's if there is one, otherwise the service's",
      "the daemon's socket, see [Rights](configuration.md#rights)", { $0.absolutePath($1) }, { $0.socket = $1 }),
  ]
}

extension FieldReader {
  fileprivate func brokerAddress(_ field: Field) -> BrokerAddress? {
    guard let text = filledText(field) else { return nil }
    do throws(BrokerAddress.Mistake) {
      return try BrokerAddress(text)
    } catch { return unusable(error.sentence, at: field.place) }
  }

  fileprivate func absolutePath(_ field: Field) -> String?? {
    guard let path = filledText(field) else { return nil }
    guard path.hasPrefix("/") else {
      return unusable("\(field.key.quoted) must be a path from /, not \(path.quoted)", at: field.place)
    }
    return .some(path)
  }

  fileprivate func names(_ field: Field) -> [String]? {
    list(field, expected: "a list of names, such as [\"scene\", \"dim\"]") { self.filledText($0) }
  }

  /// Reads a text that can be one level of a topic.
  fileprivate func topicLevel(_ field: Field) -> String? {
    guard let text = filledText(field) else { return nil }
    guard let objection = TopicLevel.objection(to: text) else { return text }
    return unusable("\(field.key.quoted) \(objection)", at: field.place)
  }

  fileprivate func time(_ field: Field, from least: Duration, to most: Duration) -> Duration? {
    checked(time(field), field, must: "from \(least.words) to \(most.words)") { (least...most).contains($0) }
  }

  fileprivate func number(_ field: Field, from least: Double, to most: Double) -> Double? {
    checked(number(field), field, must: "from \(least) to \(Int(most))") { (least...most).contains($0) }
  }
}

extension Duration {
  fileprivate var words: String {
    self < .seconds(1) ? "\(Int(self / .milliseconds(1))) ms" : "\(components.seconds) s"
  }
}

/// A level of a topic, between two slashes.
package enum TopicLevel {
  private static let longest = 100

  /// The reason why a text can't be a level that a person has chosen, as the end of a sentence; `nil` if it can.
  package static func objection(to text: String) -> String? {
    if text.utf8.count > longest { return "is longer than \(longest) bytes" }
    if text.hasPrefix("$") { return "begins with $, which brokers keep for themselves" }
    let isAllowed = text.unicodeScalars.allSatisfy { $0.isPrintable && !"/+#".unicodeScalars.contains($0) }
    return isAllowed ? nil : "must have neither / nor + nor # nor characters that cannot be printed"
  }
}
