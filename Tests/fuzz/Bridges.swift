import Bridge
import Configuration
import Control
import Text

/// Gives a bridge arbitrary lines of a daemon and arbitrary messages of a broker, in any order. It asks the daemon for
/// nothing but what messages may set, sends valid JSON, and counts each event once.
func fuzzBridge(_ bytes: [UInt8]) {
  var input = Input(bytes: bytes[...])
  let choice = input.byte()
  var settings = BridgeSettings(broker: BrokerAddress(host: "house"))
  settings.mayControl = choice & 1 == 1
  settings.hasTriggers = choice & 2 == 2
  var bridge = Bridge(settings, machine: "hall")
  var fleet = Fleet(topic: "tickled")
  let topics = bridge.topics
  let topicNames = [
    topics.command("mode"), topics.command("pause"), topics.command("display"), topics.command("reload"),
    topics.command("rotate", of: "main"), topics.discovery, topics.homeAssistantStatus, topics.state,
  ]
  var time: Int64 = 1_000_000
  /// What the daemon has not answered.
  var commands: [ControlRequest] = []
  while !input.isAtEnd {
    let step = input.byte()
    let size = Int(input.byte()) << 4 | Int(input.byte() & 15)
    let payload = Array(input.bytes.prefix(size))
    input.bytes = input.bytes.dropFirst(size)
    time += Int64(step) * 10_000
    let moment = Moment(monotonic: time, unix: Double(time) / 1e6)
    let isRetained = step & 0x40 != 0
    switch step % 8 {
    case 0: bridge.brokerConnected(at: moment)
    case 1: bridge.brokerLost(at: moment)
    case 2:
      bridge.daemonConnected(at: moment)
      bridge.daemonLost(at: moment)
      bridge.daemonConnected(at: moment)
      commands = []
    case 3:
      let request = step & 8 == 8 ? commands.popLast() ?? .status : .describe
      if let reply = ControlReply(line: payload) { bridge.reply(reply, to: request, at: moment) }
    case 4, 5: bridge.line(payload, at: moment)
    default:
      let topic = topicNames[Int(step >> 3) % topicNames.count]
      bridge.receive(topic, payload, isRetained: isRetained, at: moment)
      fleet.take("tickled/hall/\(topic.hasSuffix("state") ? "state" : "availability")", payload)
    }
    bridge.advance(to: moment)
    for effect in bridge.takeEffects() {
      check(effect, &bridge, mayControl: settings.mayControl, at: moment)
      if case .request(let request) = effect, request != .status, request != .describe { commands.append(request) }
    }
    guard commands.count <= 1 else { fatalError("\(commands) at a time") }
    guard bridge.nextDeadline.map({ $0 > time }) ?? true else { fatalError("a deadline that has passed") }
  }
  _ = fleet.text(at: 0, silentAfter: 1)
  for line in fleet.json(at: 0, silentAfter: 1).split(separator: UInt8(ascii: "\n"))
  where JSONValue(parsing: line) == nil {
    fatalError("a line that is not JSON")
  }
}

private func check(_ effect: Bridge.Effect, _ bridge: inout Bridge, mayControl: Bool, at moment: Moment) {
  switch effect {
  case .publish(let message):
    if let event = message.event, event & 1 == 1 { bridge.confirmed(event: event, at: moment) }
    let isWord = ["online", "offline"].contains { message.payload.elementsEqual($0.utf8) }
    guard isWord || JSONValue(parsing: message.payload) != nil else {
      fatalError("not JSON: \(String(decoding: message.payload, as: UTF8.self))")
    }
    guard !message.topic.utf8.contains(where: { $0 == 0x23 || $0 == 0x2B || $0 < 0x20 }) else {
      fatalError("not a topic: \(message.topic)")
    }
  case .request(let request):
    switch request {
    case .status, .describe: break
    case .setMode, .pause, .resume, .setDisplay, .rotate, .reload:
      guard mayControl else { fatalError("\(request) without control") }
    default: fatalError("no message may ask for \(request)")
    }
  case .subscribe, .unsubscribe, .note, .warn: break
  }
}
