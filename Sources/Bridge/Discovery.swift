import Control
import Program
import Text

/// The message by which Home Assistant finds a panel: one for the device, with all of its components.
package struct Discovery: Equatable, Sendable {
  /// A part of the device: an entity or a trigger. Its members are JSON already.
  struct Component: Equatable, Sendable {
    let key: String
    let platform: String
    let members: [UInt8]
  }

  let topics: Topics
  private let area: String?
  private let model: String?
  private let version: String
  let components: [Component]

  package init(
    _ settings: BridgeSettings, _ topics: Topics, _ description: DaemonDescription, version: String, model: String?
  ) {
    self.topics = topics
    self.version = version
    self.model = model
    area = settings.area
    let maker = ComponentMaker(topics: topics)
    for gesture in description.gestures where settings.publishes(gesture.name) {
      maker.addEvent(gesture)
      if settings.hasTriggers { maker.addTriggers(gesture) }
    }
    maker.addDiagnostics()
    let rights = settings.mayControl ? description.rights : []
    if rights.contains(.steer) { maker.addControls(description) } else { maker.addReadings() }
    if rights.contains(.steer), settings.hasBacklight { maker.addBacklight() }
    if rights.contains(.reload) { maker.addReload() }
    if settings.mayControl { maker.addActions(description.actions) }
    components = maker.components
  }

  /// The message; with `removed`, it also takes back components that an earlier one had.
  package func payload(removing removed: [(key: String, platform: String)] = []) -> [UInt8] {
    JSONWriter.object { writer in
      writer.object("dev") { writer in
        writer.member("ids", [topics.id])
        writer.member("name", topics.panel)
        writer.member("mf", "tickled")
        if let model { writer.member("mdl", model) }
        writer.member("sw", version)
        if let area { writer.member("sa", area) }
      }
      writer.object("o") { writer in
        writer.member("name", "tickled-mqtt")
        writer.member("sw", Version.current)
      }
      writer.member("avty_t", topics.availability)
      writer.member("qos", 1)
      writer.object("cmps") { writer in
        for component in components {
          writer.key(component.key)
          writer.object { writer in
            writer.member("p", component.platform)
            writer.members(component.members)
          }
        }
        for (key, platform) in removed {
          writer.key(key)
          writer.object { $0.member("p", platform) }
        }
      }
    }
  }

  /// The components of an earlier message that this one no longer has. The broker may hold anything: what does not look
  /// like a component of ours is left alone.
  package func removed(from former: [UInt8]) -> [(key: String, platform: String)] {
    guard case .object(let members)? = JSONValue(parsing: former)?["cmps"] else { return [] }
    let present = Set(components.map(\.key))
    return members.prefix(Self.most).compactMap { member in
      guard !present.contains(member.name), Self.isOurs(member.name), let platform = member.value["p"]?.string,
        ComponentMaker.platforms.contains(platform)
      else { return nil }
      return (member.name, platform)
    }
  }

  /// More components than any configuration gives.
  private static let most = 10_000

  private static func isOurs(_ key: String) -> Bool {
    key.utf8.count <= 120
      && key.utf8.allSatisfy { ($0 >= 0x61 && $0 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x5F }
  }
}

private final class ComponentMaker {
  static let platforms: Set<String> = [
    "event", "device_automation", "sensor", "binary_sensor", "select", "switch", "button", "light",
  ]

  let topics: Topics
  private(set) var components: [Discovery.Component] = []

  init(topics: Topics) { self.topics = topics }

  private func add(
    _ platform: String, _ key: String, name: String? = nil, _ write: (inout JSONWriter) -> Void
  ) {
    var writer = JSONWriter()
    if platform != "device_automation" {
      writer.member("uniq_id", "\(topics.id)_\(key)")
      if let name { writer.member("name", name) }
    }
    write(&writer)
    components.append(Discovery.Component(key: key, platform: platform, members: writer.bytes))
  }

  // MARK: Gestures

  /// The types of a gesture's events.
  private func types(_ gesture: DaemonDescription.Gesture) -> [String] {
    gesture.outcomeField == nil ? gesture.states : gesture.outcomes
  }

  func addEvent(_ gesture: DaemonDescription.Gesture) {
    let topic = topics.gesture(gesture.name)
    add("event", "gesture_\(Topics.slug(gesture.name))", name: gesture.name) { writer in
      writer.member("stat_t", topic)
      writer.member("evt_typ", types(gesture))
      writer.member("ic", Self.icon(of: gesture.kind))
    }
  }

  func addTriggers(_ gesture: DaemonDescription.Gesture) {
    let topic = topics.gesture(gesture.name)
    for type in types(gesture) where type != "changed" {
      add("device_automation", "trigger_\(Topics.slug(gesture.name))_\(Topics.slug(type))") { writer in
        writer.member("atype", "trigger")
        writer.member("type", type)
        writer.member("stype", gesture.name)
        writer.member("t", topic)
        writer.member("pl", type)
        writer.member("val_tpl", "{{ value_json.event_type }}")
      }
    }
  }

  private static func icon(of kind: String) -> String {
    switch kind {
    case "tap": "mdi:gesture-tap"
    case "long-press": "mdi:gesture-tap-hold"
    case "swipe": "mdi:gesture-swipe"
    case "pan", "edge-pan", "transform": "mdi:gesture-swipe-vertical"
    case "pinch": "mdi:gesture-pinch"
    case "rotation": "mdi:rotate-right"
    case "press", "remote", "switch": "mdi:gesture-tap-button"
    case "turn", "shake": "mdi:phone-rotate-landscape"
    default: "mdi:gesture"
    }
  }

  // MARK: Diagnostics

  private func addSensor(
    _ key: String, _ name: String, _ template: String, platform: String = "sensor", icon: String? = nil,
    _ more: (inout JSONWriter) -> Void = { _ in }
  ) {
    add(platform, key, name: name) { writer in
      writer.member("stat_t", topics.state)
      writer.member("val_tpl", template)
      writer.member("ent_cat", "diagnostic")
      if let icon { writer.member("ic", icon) }
      more(&writer)
    }
  }

  func addDiagnostics() {
    let state = topics.state
    addSensor("version", "Version", "{{ value_json.version }}", icon: "mdi:tag-outline")
    addSensor("configuration", "Configuration", "{{ value_json.hash[:12] }}", icon: "mdi:file-cog-outline")
    addSensor("last_touch", "Last touch", "{{ value_json.last_touch | default('None') }}") { writer in
      writer.member("dev_cla", "timestamp")
    }
    addSensor("last_gesture", "Last gesture", "{{ value_json.last_gesture | default('None') }}", icon: "mdi:gesture")
    addSensor("idle", "Idle", "{{ value_json.idle | default('None') }}") { writer in
      writer.member("dev_cla", "duration")
      writer.member("unit_of_meas", "s")
    }
    // A state has at most 255 characters.
    addSensor(
      "last_error", "Last error", "{{ (value_json.last_error | default('none'))[:250] }}", icon: "mdi:alert-outline")
    for (key, name, attributes) in [
      ("lost", "Frames lost", ["screens"]), ("filtered", "Filtered touches", []),
      ("dropped", "Dropped events", ["unconfirmed", "missed", "refused", "skipped"]), ("reconnects", "Reconnects", []),
    ] {
      addSensor(key, name, "{{ value_json.\(key) }}", icon: "mdi:counter") { writer in
        writer.member("stat_cla", "total_increasing")
        if attributes.isEmpty { return }
        let values = attributes.map { "'\($0)': value_json.\($0)" }.joined(separator: ", ")
        writer.member("json_attr_t", state)
        writer.member("json_attr_tpl", "{{ {\(values)} | tojson }}")
      }
    }
    addSensor("noise", "Noise", "{{ value_json.noise | default('None') }}", icon: "mdi:waveform") { writer in
      writer.member("unit_of_meas", "mm")
      writer.member("stat_cla", "measurement")
    }
  }

  // MARK: What can be set

  /// The same as the controls, for a panel that takes no messages.
  func addReadings() {
    addSensor("mode", "Mode", "{{ value_json.mode }}", icon: "mdi:shape-outline")
    addSensor(
      "paused", "Paused", "{{ 'ON' if value_json.paused else 'OFF' }}", platform: "binary_sensor",
      icon: "mdi:pause-circle-outline")
  }

  func addControls(_ description: DaemonDescription) {
    add("select", "set_mode", name: "Mode") { writer in
      writer.member("stat_t", topics.state)
      writer.member("val_tpl", "{{ value_json.mode }}")
      writer.member("cmd_t", topics.command("mode"))
      writer.member("ops", description.modes)
      writer.member("ic", "mdi:shape-outline")
    }
    add("switch", "set_pause", name: "Pause") { writer in
      writer.member("stat_t", topics.state)
      writer.member("val_tpl", "{{ 'ON' if value_json.paused else 'OFF' }}")
      writer.member("cmd_t", topics.command("pause"))
      writer.member("ic", "mdi:pause-circle-outline")
    }
    add("switch", "set_display", name: "Display") { writer in
      writer.member("stat_t", topics.state)
      writer.member(
        "val_tpl", "{{ 'None' if value_json.display is not defined else 'ON' if value_json.display else 'OFF' }}")
      writer.member("cmd_t", topics.command("display"))
      writer.member("ic", "mdi:monitor")
    }
    for screen in description.screens {
      let isOnly = description.screens.count == 1
      add(
        "select", "set_rotation_\(Topics.slug(screen.name))", name: isOnly ? "Rotation" : "Rotation of \(screen.name)"
      ) { writer in
        writer.member("stat_t", topics.state)
        writer.member("val_tpl", "{{ value_json.orientations[\(screen.name.templateText)] }}")
        writer.member("cmd_t", topics.command("rotate", of: screen.name))
        writer.member("ops", ["normal", "left", "right", "inverted"])
        writer.member("ent_cat", "config")
        writer.member("ic", "mdi:screen-rotation")
      }
    }
  }

  /// The display's brightness. What it is now is not known: other programs may change it, too.
  func addBacklight() {
    add("light", "set_backlight", name: "Backlight") { writer in
      writer.member("cmd_t", topics.command("backlight"))
      writer.member("bri_cmd_t", topics.command("brightness"))
      writer.member("bri_scl", 100)
      // Switched on, the display is as bright as before, unless a brightness follows.
      writer.member("on_cmd_type", "first")
      writer.member("opt", true)
      writer.member("ic", "mdi:brightness-6")
    }
  }

  func addActions(_ actions: [String]) {
    for action in actions {
      add("button", "action_\(Topics.slug(action))", name: action) { writer in
        writer.member("cmd_t", topics.command("action", of: action))
        writer.member("ic", "mdi:gesture-tap-button")
      }
    }
  }

  func addReload() {
    add("button", "reload", name: "Reload") { writer in
      writer.member("cmd_t", topics.command("reload"))
      writer.member("ent_cat", "config")
      writer.member("ic", "mdi:reload")
    }
  }
}

extension String {
  /// The text as a literal of a Jinja template. Characters that could end it are written by their numbers.
  fileprivate var templateText: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "a"..."z", "A"..."Z", "0"..."9", " ", "-", "_", ".": text.unicodeScalars.append(scalar)
      default: text += "\\U" + hexadecimal(scalar.value, digits: 8)
      }
    }
    return text + "\""
  }
}
