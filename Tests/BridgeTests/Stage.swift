import Control
import Testing
import Text

@testable import Bridge

/// A bridge whose daemon and broker are this test. Times are seconds.
struct Stage {
  var bridge: Bridge
  private(set) var published: [Bridge.Message] = []
  private(set) var requests: [ControlRequest] = []
  private(set) var warnings: [String] = []
  /// What is written to the log.
  private(set) var lines: [String] = []
  private(set) var subscribed: [String] = []

  static let description = DaemonDescription(
    hash: String(repeating: "ab", count: 32), modes: ["default", "locked"],
    screens: [DaemonDescription.Screen(name: "main", orientation: "normal")],
    gestures: [
      DaemonDescription.Gesture(name: "light", kind: "tap", states: ["ended"]),
      DaemonDescription.Gesture(
        name: "scene", kind: "swipe", states: ["ended"], outcomeField: "direction", outcomes: ["left", "right"]),
    ], actions: ["front /door"])

  init(_ change: (inout BridgeSettings) -> Void = { _ in }) {
    var settings = BridgeSettings(broker: BrokerAddress(host: "house"))
    settings.panel = "hall"
    change(&settings)
    bridge = Bridge(settings, machine: "machine")
  }

  static func moment(_ seconds: Double) -> Moment { Moment(monotonic: Int64(seconds * 1e6), unix: 1e9 + seconds) }

  mutating func take() {
    for effect in bridge.takeEffects() {
      switch effect {
      case .publish(let message): published.append(message)
      case .request(let request): requests.append(request)
      case .warn(let text):
        warnings.append(text)
        lines.append(text)
      case .subscribe(let topic): subscribed.append(topic)
      case .unsubscribe(let topic): subscribed.removeAll { $0 == topic }
      case .note(let text): lines.append(text)
      }
    }
  }

  mutating func at(_ seconds: Double, _ body: (inout Bridge, Moment) -> Void) {
    body(&bridge, Self.moment(seconds))
    bridge.advance(to: Self.moment(seconds))
    take()
  }

  /// The daemon started at 0 s.
  mutating func connect(at seconds: Double, _ description: DaemonDescription = description) {
    at(seconds) { bridge, moment in
      bridge.brokerConnected(at: moment)
      bridge.daemonConnected(at: moment)
      let status = DaemonStatus(
        pid: 1, uptime: seconds, configuration: "/etc/tickled/config.toml", isPaused: false, mode: "default", views: 0,
        gestures: 2, watchers: 1, panels: [])
      bridge.reply(.status(status), to: .status, at: moment)
      bridge.reply(.description(description), to: .describe, at: moment)
    }
    at(seconds + 0.8) { _, _ in }
  }

  static func line(_ gesture: String, _ state: String, at time: Double, more: String = "") -> [UInt8] {
    Array(
      #"{"type":"gesture","time":\#(time),"screen":"main","view":"main","gesture":"\#(gesture)","kind":"tap","#.utf8)
      + Array(#""state":"\#(state)"\#(more)}"#.utf8)
  }

  func events() -> [Bridge.Message] { published.filter { $0.event != nil } }

  func text(_ topic: String) -> [String] {
    published.filter { $0.topic == topic }.map { String(decoding: $0.payload, as: UTF8.self) }
  }
}
