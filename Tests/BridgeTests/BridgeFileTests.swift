import Configuration
import Testing

@testable import Bridge

@Suite struct BridgeFileTests {
  private func settings(_ text: String) throws -> BridgeSettings {
    let (settings, diagnostics) = BridgeFile.parse(bytes: Array(text.utf8), path: "mqtt.toml")
    return try #require(settings, "\(diagnostics)")
  }

  private func errors(_ text: String) -> [String] {
    let (settings, diagnostics) = BridgeFile.parse(bytes: Array(text.utf8), path: "mqtt.toml")
    #expect(settings == nil)
    return diagnostics.map(\.summary)
  }

  @Test func `One line is enough, and nothing may be controlled by it`() throws {
    let settings = try settings("broker = \"house\"\n")
    #expect(settings.broker == BrokerAddress(host: "house", port: 1883, isSecure: false))
    #expect(!settings.mayControl)
    #expect(settings == BridgeSettings(broker: BrokerAddress(host: "house")))
  }

  @Test(arguments: [
    ("house", "mqtt://house:1883"), ("mqtt://house", "mqtt://house:1883"), ("mqtts://house/", "mqtts://house:8883"),
    ("10.0.0.1:1884", "mqtt://10.0.0.1:1884"), ("mqtts://[fe80::1]:9", "mqtts://[fe80::1]:9"),
  ])
  func `A broker's address may have a scheme and a port`(text: String, address: String) throws {
    #expect(try BrokerAddress(text).text == address)
  }

  @Test(arguments: ["http://house", "mqtt://", "a b", "house:0", "house:99999", "house:x", "ada:secret@house", "a/b"])
  func `Other addresses are refused`(text: String) {
    #expect(throws: BrokerAddress.Mistake.self) { try BrokerAddress(text) }
  }

  @Test func `A user's own file comes first, and root's bridge is the system's`() {
    func path(_ user: UInt32, _ environment: [String: String], files: Set<String>) -> String {
      BridgeFile.standardPath(user: user, environment: { environment[$0] }, exists: { files.contains($0) })
    }
    let (home, own) = (["HOME": "/home/ada"], "/home/ada/.config/tickled/mqtt.toml")
    #expect(path(1000, home, files: [own]) == own)
    #expect(path(1000, home, files: []) == "/etc/tickled/mqtt.toml")
    #expect(path(0, home, files: [own]) == "/etc/tickled/mqtt.toml")
    let other = home.merging(["XDG_CONFIG_HOME": "/srv/ada"]) { $1 }
    #expect(path(1000, other, files: [own, "/srv/ada/tickled/mqtt.toml"]) == "/srv/ada/tickled/mqtt.toml")
    #expect(path(1000, other, files: [own]) == "/etc/tickled/mqtt.toml")
  }

  @Test func `Mistakes name their place and what to write`() {
    #expect(errors("panel = \"hall\"\n")[0].contains("there is no \"broker\""))
    #expect(
      errors("broker = \"house\"\npassword = \"x\"\n")[0].hasPrefix("mqtt.toml:2:1: a password belongs in a file"))
    #expect(errors("broker = \"house\"\ncontroll = true\n")[0].contains("did you mean \"control\"?"))
    #expect(errors("broker = \"house\"\npanel = \"a/b\"\n")[0].contains("mqtt.toml:2:9: \"panel\" must have neither /"))
    #expect(errors("broker = \"house\"\ngestures = \"a\"\n")[0].contains("a list of names"))
    #expect(errors("broker = \"house\"\ngestures = [\"a\", 1]\n")[0].hasPrefix("mqtt.toml:2:"))
    #expect(errors("broker = \"house\"\nmax_age = \"1ms\"\n")[0].contains("from 100 ms to 3600 s"))
    #expect(errors("broker = \"house\"\nchanged_rate = 0\n")[0].contains("from 0.1 to 100"))
    #expect(errors("broker = \"house\"\nca_file = \"/x\"\n")[0].contains("mqtts://house"))
    #expect(errors("broker = \"mqtts://house\"\nkey_file = \"/x\"\n")[0].contains("belong together"))
    #expect(errors("broker = \"house\"\npassword_file = \"/x\"\n")[0].contains("needs a \"user\""))
    #expect(errors("broker = \"house\"\nuser = \"x\"\npassword_file = \"x\"\n")[0].contains("must be a path from /"))
  }

  @Test func `A panel's name is one level of a topic, of at most 100 bytes`() throws {
    func objection(_ panel: String) -> String? { TopicLevel.objection(to: panel) }
    #expect(objection("hall") == nil && objection(String(repeating: "x", count: 100)) == nil)
    #expect(objection(String(repeating: "x", count: 101)) == "is longer than 100 bytes")
    #expect(objection(String(repeating: "ü", count: 51)) == "is longer than 100 bytes")
    #expect(objection("$hall") == "begins with $, which brokers keep for themselves")
    for panel in ["a/b", "a+", "#", "a\nb"] {
      #expect(objection(panel)?.hasPrefix("must have neither / nor +") == true, "\(panel)")
    }
  }
}
