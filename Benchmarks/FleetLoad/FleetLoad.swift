import Bridge
import Broker
import CLinux
import Configuration
import Control
import Glibc
import Program
import Text

/// Plays panels against a broker: FleetLoad PORT PANELS RATE SECONDS LINES
///
/// Each panel is a bridge with a connection of its own, as in `tickled-mqtt`, in this one process. LINES is a file with
/// the lines of `tickle replay --format json`, which each panel plays RATE times a second. Another connection
/// subscribes to all events, and measures how long they take from the gesture to the subscriber. Prints one JSON
/// object.
@main
enum FleetLoad {
  static func main() {
    let words = CommandLine.arguments
    guard words.count == 6, let port = Int(words[1]), let panels = Int(words[2]), let rate = Double(words[3]),
      let seconds = Double(words[4]), let lines = gestures(words[5])
    else {
      print("usage: FleetLoad PORT PANELS RATE SECONDS LINES")
      exit(64)
    }
    // A descriptor for each panel, and more.
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = min(limit.rlim_max, 65536)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    signal(SIGPIPE, SIG_IGN)
    BrokerConnection.prepareLibrary()
    guard let loop = EventLoop(signals: []) else { fatalError("epoll") }
    let load = Load(port: port, panels: panels, rate: rate, lines: lines, loop: loop)
    load.connect()
    let before = Usage()
    load.play(for: seconds)
    load.report(seconds, before)
  }

  private static func gestures(_ path: String) -> [[UInt8]]? {
    guard let bytes = try? contents(path: path) else { return nil }
    return bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) }.filter { line in
      JSONValue(parsing: line)?["type"]?.string == "gesture"
    }
  }
}

/// The processor time of this process.
private struct Usage {
  let seconds: Double

  init() {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
    self.seconds = seconds(usage.ru_utime) + seconds(usage.ru_stime)
  }
}

private func moment() -> Moment {
  var time = timespec()
  clock_gettime(CLOCK_REALTIME, &time)
  return Moment(
    monotonic: linux_monotonic_microseconds(), unix: Double(time.tv_sec) + Double(time.tv_nsec) / 1e9)
}

private final class Panel {
  var bridge: Bridge
  let connection: BrokerConnection
  var descriptor: Int32 = -1
  var isReady = false
  var nextGesture: Int64 = 0
  var line = 0

  init(_ bridge: Bridge, _ connection: BrokerConnection) {
    self.bridge = bridge
    self.connection = connection
  }
}

private final class Load {
  private let rate: Double
  private let lines: [[UInt8]]
  private let loop: EventLoop
  private var panels: [Panel] = []
  private var byDescriptor: [Int32: Panel] = [:]
  private let subscriber: BrokerConnection
  private var subscriberDescriptor: Int32 = -1
  private var isSubscribed = false
  private var sent = 0
  private var latencies: [Int64] = []
  private var nextCare: Int64 = 0
  private let memoryBefore: Int
  private var memory = 0

  init(port: Int, panels count: Int, rate: Double, lines: [[UInt8]], loop: EventLoop) {
    self.rate = rate
    self.lines = lines
    self.loop = loop
    memoryBefore = Self.resident()
    func options(_ client: String) -> (BridgeSettings, BrokerOptions) {
      var settings = BridgeSettings(broker: BrokerAddress(host: "127.0.0.1", port: port))
      settings.panel = client
      guard let options = try? BrokerOptions(settings, client: client, credentials: nil) else { fatalError("options") }
      return (settings, options)
    }
    subscriber = BrokerConnection(options("subscriber").1, will: nil)!
    for number in 0..<count {
      let (settings, options) = options("panel\(number)")
      let bridge = Bridge(settings, machine: "")
      panels.append(Panel(bridge, BrokerConnection(options, will: bridge.will)!))
    }
  }

  /// Waits until all panels are announced.
  func connect() {
    let start = linux_monotonic_microseconds()
    while !isSubscribed || panels.contains(where: { !$0.isReady }) {
      turn(until: linux_monotonic_microseconds() + 10_000)
      guard linux_monotonic_microseconds() < start + 120_000_000 else { fatalError("not all panels are connected") }
    }
    // The announcements wait for what the broker has of an earlier run.
    let settled = linux_monotonic_microseconds() + 2_000_000
    while linux_monotonic_microseconds() < settled { turn(until: settled) }
    memory = Self.resident() - memoryBefore
  }

  func play(for seconds: Double) {
    let start = linux_monotonic_microseconds()
    let interval = Int64(1e6 / rate)
    for (index, panel) in panels.enumerated() {
      panel.nextGesture = start + interval * Int64(index) / Int64(panels.count)
    }
    let end = start + Int64(seconds * 1e6)
    while true {
      let now = linux_monotonic_microseconds()
      if now >= end { break }
      var next = end
      for panel in panels {
        if panel.nextGesture <= now {
          play(on: panel)
          panel.nextGesture += interval
        }
        next = min(next, panel.nextGesture)
      }
      turn(until: next)
    }
    let settled = linux_monotonic_microseconds() + 3_000_000
    while linux_monotonic_microseconds() < settled { turn(until: settled) }
  }

  /// Plays the next line, with the present time. `panels` are daemons that started with this machine.
  private func play(on panel: Panel) {
    let now = moment()
    let line = lines[panel.line % lines.count]
    panel.line += 1
    let key = Array("\"time\":".utf8)
    guard let start = line.indices.first(where: { line[$0...].starts(with: key) }) else { return }
    let rest = line[(start + key.count)...].drop { $0 != UInt8(ascii: ",") }
    let time = Array(Decimal.text(Double(now.monotonic) / 1e6, decimals: 6).utf8)
    panel.bridge.line(Array(line[..<(start + key.count)]) + time + rest, at: now)
    sent += 1
    perform(panel)
  }

  // MARK: The loop

  private func turn(until moment: Int64) {
    let now = linux_monotonic_microseconds()
    if nextCare <= now {
      nextCare = now + 500_000
      for panel in panels { serve(panel, reading: false) }
      serveSubscriber(reading: false)
    }
    for index in 0..<loop.wait(until: min(moment, nextCare)) {
      let descriptor = loop.descriptor(index)
      if descriptor == subscriberDescriptor {
        serveSubscriber(reading: true)
      } else if let panel = byDescriptor[descriptor] {
        serve(panel, reading: true)
      }
    }
  }

  private func serve(_ panel: Panel, reading: Bool) {
    let now = moment()
    for event in panel.connection.take(reading: reading, writing: panel.connection.wantsToWrite) {
      switch event {
      case .connected:
        panel.bridge.brokerConnected(at: now)
        panel.bridge.daemonConnected(at: now)
        let status = DaemonStatus(
          pid: 1, uptime: Double(now.monotonic) / 1e6, configuration: "/etc/tickled/config.toml", isPaused: false,
          mode: "default", views: 2, gestures: 6, watchers: 1, panels: [])
        panel.bridge.reply(.status(status), to: .status, at: now)
        panel.bridge.reply(.description(Self.description), to: .describe, at: now)
        panel.isReady = true
      case .confirmed(let number): panel.bridge.confirmed(event: number, at: now)
      case .message(let topic, let payload, let isRetained):
        panel.bridge.receive(topic, payload, isRetained: isRetained, at: now)
      case .lost(let reason): fatalError("\(panel.bridge.topics.panel): \(reason)")
      }
    }
    panel.bridge.advance(to: now)
    perform(panel)
    watch(panel.connection, &panel.descriptor) { byDescriptor[$0] = panel }
  }

  private static let description = DaemonDescription(
    hash: "", modes: ["default", "locked"], screens: [DaemonDescription.Screen(name: "main", orientation: "normal")],
    gestures: ["tap", "pan", "tickle", "pinch", "rotation", "swipe"].map { kind in
      DaemonDescription.Gesture(name: kind, kind: kind, states: ["began", "changed", "ended", "cancelled"])
    })

  private func serveSubscriber(reading: Bool) {
    for event in subscriber.take(reading: reading, writing: subscriber.wantsToWrite) {
      switch event {
      case .connected:
        isSubscribed = true
        subscriber.subscribe("tickled/+/gesture/#")
      case .message(_, let payload, _):
        guard let time = JSONValue(parsing: payload)?["time"]?.number else { continue }
        latencies.append(linux_monotonic_microseconds() - Int64(time * 1e6))
      case .lost(let reason): fatalError("subscriber: \(reason)")
      case .confirmed: break
      }
    }
    watch(subscriber, &subscriberDescriptor) { _ in }
  }

  private func watch(_ connection: BrokerConnection, _ descriptor: inout Int32, _ note: (Int32) -> Void) {
    let current = connection.descriptor
    if current != descriptor {
      if descriptor >= 0 { loop.forget(descriptor) }
      byDescriptor[descriptor] = nil
      descriptor = current
      _ = loop.watch(current)
      note(current)
    }
    loop.watch(current, writing: connection.wantsToWrite)
  }

  private func perform(_ panel: Panel) {
    for effect in panel.bridge.takeEffects() {
      switch effect {
      case .publish(let message): panel.connection.publish(message)
      case .subscribe(let topic): panel.connection.subscribe(topic)
      case .unsubscribe(let topic): panel.connection.unsubscribe(topic)
      case .request, .note, .warn: break
      }
    }
  }

  // MARK: Figures

  func report(_ seconds: Double, _ before: Usage) {
    latencies.sort()
    func share(_ share: Double) -> Double {
      latencies.isEmpty ? 0 : Double(latencies[min(latencies.count - 1, Int(share * Double(latencies.count)))]) / 1000
    }
    var writer = JSONWriter()
    writer.object { writer in
      writer.member("panels", panels.count)
      writer.member("lines", sent)
      writer.member("events", latencies.count)
      writer.member("dropped", panels.map(\.bridge.counts.dropped).reduce(0, +))
      writer.member("median_ms", share(0.5), decimals: 2)
      writer.member("p99_ms", share(0.99), decimals: 2)
      writer.member("largest_ms", share(1), decimals: 2)
      writer.member("memory_kb_per_panel", Double(memory) / 1024 / Double(panels.count), decimals: 1)
      writer.member("processor_share", (Usage().seconds - before.seconds) / seconds, decimals: 3)
    }
    writer.newline()
    _ = writeAll(writer.bytes, to: STDOUT_FILENO)
  }

  /// This process's memory, in bytes.
  private static func resident() -> Int {
    guard let bytes = try? contents(path: "/proc/self/statm") else { return 0 }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ")
    return (Int(words[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
