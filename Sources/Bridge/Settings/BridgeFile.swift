import Configuration
import Program

/// `mqtt.toml`, a file of its own, as the daemon needs none of it.
package enum BridgeFile {
  package static let systemPath = "/etc/tickled/mqtt.toml"
  private static let sizeLimit = 1 << 20

  /// The file without `--config`: the user's own if it exists, else the system's. Root's bridge is the system's.
  package static func standardPath(
    user: UInt32 = UserAccount.ownID, environment: (String) -> String? = { environmentVariable($0) },
    exists: (String) -> Bool = { Paths.exists($0) }
  ) -> String {
    let own = user == 0 ? nil : Configuration.ownFolder(environment).map { "\($0)/tickled/mqtt.toml" }
    return own.flatMap { exists($0) ? $0 : nil } ?? systemPath
  }

  /// Reads a file. An invalid one throws the problems, all of them.
  package static func load(path: String) throws(ConfigurationError) -> BridgeSettings {
    let (settings, diagnostics) = parse(bytes: try contents(path: path, limit: sizeLimit), path: path)
    guard var settings else { throw .unusable(diagnostics) }
    settings.purpose = Configuration.Purpose(of: path)
    return settings
  }

  /// Parses a file; any bytes are safe. If the settings are `nil`, the diagnostics have at least one error.
  package static func parse(bytes: [UInt8], path: String) -> (BridgeSettings?, [Diagnostic]) {
    let reader = FieldReader(bytes: bytes, path: path)
    let settings = reader.bridgeSettings()
    return (reader.findings.isUsable ? settings : nil, reader.findings.diagnostics)
  }
}

extension FieldReader {
  fileprivate func bridgeSettings() -> BridgeSettings? {
    guard let root = document else { return nil }
    checkKeys(of: root, known: BridgeKey.all.map(\.name), in: "mqtt.toml") { entry in
      entry.key == "password"
        ? KeyAdvice("a password belongs in a file of its own: write password_file = \"/etc/tickled/mqtt.password\"")
        : nil
    }
    guard root["broker"] != nil else {
      report("there is no \"broker\": write, for example, broker = \"homeassistant.local\"", at: root.place)
      return nil
    }
    var settings = BridgeSettings(broker: BrokerAddress(host: ""))
    for key in BridgeKey.all {
      if let entry = root[key.name] { key.read(self, Field(key: key.name, value: entry.value), &settings) }
    }
    if let key = ["ca_file", "certificate_file", "key_file"].first(where: { root[$0] != nil }),
      !settings.broker.isSecure, !settings.broker.host.isEmpty, let entry = root[key]
    {
      report("\(key.quoted) is for TLS: write broker = \"mqtts://\(settings.broker.host)\"", at: entry.keyPlace)
    }
    if (settings.certificateFile == nil) != (settings.keyFile == nil),
      let entry = root["certificate_file"] ?? root["key_file"]
    {
      report("\"certificate_file\" and \"key_file\" belong together", at: entry.keyPlace)
    }
    if settings.passwordFile != nil, settings.user == nil, let entry = root["password_file"] {
      report("a password needs a \"user\"", at: entry.keyPlace)
    }
    return settings
  }
}
