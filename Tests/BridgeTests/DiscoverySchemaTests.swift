import Configuration
import Control
import Testing
import Text

@testable import Bridge

/// The part of Home Assistant's schemas that our messages use, written down from its documentation of MQTT discovery
/// and checked against its own schemas by `make test-home-assistant`. Keys are abbreviated as Home Assistant allows.
private enum Schema {
  /// The members of a component besides `p`, by its platform: those that it must have, and those that it may have.
  static let components: [String: (needed: Set<String>, allowed: Set<String>)] = [
    "event": (["uniq_id", "stat_t", "evt_typ"], ["name", "ic"]),
    "device_automation": (["atype", "type", "stype", "t"], ["pl", "val_tpl"]),
    "sensor": (
      ["uniq_id", "stat_t"],
      [
        "name", "ic", "val_tpl", "ent_cat", "dev_cla", "stat_cla", "unit_of_meas", "json_attr_t", "json_attr_tpl",
      ]
    ),
    "binary_sensor": (["uniq_id", "stat_t"], ["name", "ic", "val_tpl", "ent_cat"]),
    "select": (["uniq_id", "cmd_t", "ops"], ["name", "ic", "stat_t", "val_tpl", "ent_cat"]),
    "switch": (["uniq_id", "cmd_t"], ["name", "ic", "stat_t", "val_tpl", "ent_cat"]),
    "light": (["uniq_id", "cmd_t"], ["name", "ic", "bri_cmd_t", "bri_scl", "on_cmd_type", "opt"]),
    "button": (["uniq_id", "cmd_t"], ["name", "ic", "ent_cat"]),
  ]
  static let root: Set<String> = ["dev", "o", "avty_t", "qos", "cmps"]
  static let device: Set<String> = ["ids", "name", "mf", "mdl", "sw", "sa"]

  /// What is wrong with a message.
  static func objections(to message: JSONValue) -> [String] {
    var found = Set(names(message)).subtracting(root).map { "unknown \($0)" }
    for name in root where message[name] == nil { found.append("no \(name)") }
    found += Set(names(message["dev"])).subtracting(device).map { "unknown dev.\($0)" }
    if message["dev"]?["ids"]?.array.isEmpty != false { found.append("no dev.ids") }
    if message["o"]?["name"]?.string == nil { found.append("no o.name") }
    guard case .object(let components)? = message["cmps"] else { return found + ["no components"] }
    var ids: Set<String> = []
    for component in components {
      guard let platform = component.value["p"]?.string, let rule = Self.components[platform] else {
        found.append("\(component.name): no platform")
        continue
      }
      let members = Set(names(component.value)).subtracting(["p"])
      found += rule.needed.subtracting(members).map { "\(component.name): no \($0)" }
      found += members.subtracting(rule.needed).subtracting(rule.allowed).map { "\(component.name): unknown \($0)" }
      for key in ["evt_typ", "ops"] where component.value[key]?.array.isEmpty == true {
        found.append("\(component.name): empty \(key)")
      }
      for key in ["stat_t", "cmd_t", "t"] {
        guard let topic = component.value[key]?.string else { continue }
        if topic.contains("+") || topic.contains("#") { found.append("\(component.name): \(topic) is not a topic") }
      }
      if let category = component.value["ent_cat"]?.string {
        // A select, a switch or a button that sets something can't be a diagnostic.
        let isReading = ["sensor", "binary_sensor"].contains(platform)
        if category != (isReading ? "diagnostic" : "config") { found.append("\(component.name): \(category)") }
      }
      guard let id = component.value["uniq_id"]?.string else { continue }
      if !ids.insert("\(platform) \(id)").inserted { found.append("\(id) twice") }
    }
    return found
  }

  private static func names(_ value: JSONValue?) -> [String] {
    guard case .object(let members)? = value else { return [] }
    return members.map(\.name)
  }
}

@Suite struct DiscoverySchemaTests {
  private static let text = """
    [[screen]]
    name = "main"
    match = { name = "A" }
    [[screen]]
    name = "a \\"b\\" {{ c }}"
    match = { name = "B" }
    [[gesture]]
    name = "tap/+#%"
    kind = "tap"
    [[gesture]]
    name = "Tap"
    kind = "tap"
    taps = 2
    [[gesture]]
    name = "swipe"
    kind = "swipe"
    direction = ["left", "up-right", "30deg"]
    [[gesture]]
    name = "pan"
    kind = "pan"
    min_fingers = 2
    [[gesture]]
    name = "turned"
    kind = "turn"
    [mode.away]
    disable = "swipe"
    """

  @Test(arguments: [(false, false), (true, false), (true, true)])
  func `A message fits Home Assistant's schemas`(mayControl: Bool, hasTriggers: Bool) throws {
    let (configuration, diagnostics) = Configuration.parse(bytes: Array(Self.text.utf8), path: "config.toml")
    let description = DaemonDescription(
      try #require(configuration, "\(diagnostics.map(\.summary))"), hash: "", orientation: { $0.orientation },
      isDisplayOn: nil, actions: ["front door", "\"}}"])
    var settings = BridgeSettings(broker: BrokerAddress(host: "house"))
    settings.mayControl = mayControl
    settings.hasTriggers = hasTriggers
    settings.hasBacklight = true
    settings.area = "Hall"
    let topics = Topics(panel: "hall", base: "tickled", discoveryPrefix: "homeassistant")
    let discovery = Discovery(settings, topics, description, version: "1", model: "Panel")
    let message = try #require(JSONValue(parsing: discovery.payload()))
    #expect(Schema.objections(to: message) == [])
    let components = try #require(message["cmps"])
    #expect(
      components["gesture_swipe"]?["evt_typ"]?.array.compactMap(\.string) == ["left", "up-right", "30deg"])
    #expect(components["gesture_turned"]?["evt_typ"]?.array.count == 6)
    #expect((components["set_mode"] != nil) == mayControl)
    #expect((components["mode"] != nil) != mayControl)
    #expect((components["trigger_swipe_left"] != nil) == hasTriggers)
    // A name can't end the template that it is in.
    if case .object(let members) = components {
      for member in members {
        let template = member.value["val_tpl"]?.string ?? ""
        #expect(template.components(separated: "{{") <= 1 && template.components(separated: "}}") <= 1, "\(template)")
      }
    }
    // Without a component a message takes it back, and fits, too.
    let removing = discovery.payload(removing: [("gesture_old", "event")])
    #expect(
      Schema.objections(to: try #require(JSONValue(parsing: removing))).allSatisfy { $0.hasPrefix("gesture_old") })
  }
}

extension String {
  /// How often another text is in this one.
  fileprivate func components(separated text: String) -> Int {
    var count = 0
    var rest = self[...]
    while !rest.isEmpty {
      if rest.hasPrefix(text) { count += 1 }
      rest = rest.dropFirst()
    }
    return count
  }
}
