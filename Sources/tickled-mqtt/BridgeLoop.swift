import Bridge
import Broker
import CLinux
import Control
import Program

/// Runs a bridge: waits for the daemon, the broker and signals, and does what the bridge decides.
final class BridgeLoop {
  private static let second: Int64 = 1_000_000

  private let loop: EventLoop
  private let log: Log
  private let options: BrokerOptions
  private var bridge: Bridge

  private var daemon: DaemonLink?
  private var nextDaemon: Int64 = 0
  private var daemonObjection: Errno?

  private var broker: BrokerConnection?
  private var brokerDescriptor: Int32 = -1
  private var pauses: ReconnectPauses
  private var brokerObjection = ""
  /// When the library checks whether it must send a ping.
  private var nextCare: Int64 = 0

  init(_ bridge: Bridge, _ options: BrokerOptions, loop: EventLoop, log: Log) {
    self.bridge = bridge
    self.options = options
    pauses = ReconnectPauses(longest: bridge.settings.longestPause)
    self.loop = loop
    self.log = log
  }

  /// The daemon's socket, which a session's daemon makes only when it starts.
  private var socket: String { bridge.settings.socket ?? ControlSocket.pathToWatch }

  static func moment() -> Moment {
    Moment(monotonic: linux_monotonic_microseconds(), unix: unixTime)
  }

  /// Returns when a signal ends the program.
  func run() {
    while true {
      connect(at: Self.moment())
      perform()
      var ready: Set<Int32> = []
      for index in 0..<loop.wait(until: nextDeadline) {
        let descriptor = loop.descriptor(index)
        if loop.isSignals(descriptor), loop.nextSignal() != nil { return end() }
        ready.insert(descriptor)
      }
      let moment = Self.moment()
      serveDaemon(at: moment)
      serveBroker(ready, at: moment)
      bridge.advance(to: moment)
      perform()
    }
  }

  private var nextDeadline: Int64 {
    var deadline = bridge.nextDeadline ?? .max
    deadline = min(deadline, daemon == nil ? nextDaemon : daemon?.nextDeadline ?? .max)
    return min(deadline, broker == nil ? pauses.next : nextCare)
  }

  private func end() {
    bridge.close()
    perform()
    broker?.close(within: 1000)
    log.info("ended")
  }

  // MARK: Connecting

  private func connect(at moment: Moment) {
    if daemon == nil, nextDaemon <= moment.monotonic { connectDaemon(at: moment) }
    if broker == nil, pauses.next <= moment.monotonic { connectBroker(at: moment) }
  }

  private func connectDaemon(at moment: Moment) {
    nextDaemon = moment.monotonic + Self.second
    do throws(Errno) {
      let link = try DaemonLink(socket: socket)
      guard link.descriptors.allSatisfy({ loop.watch($0) }) else { return }
      daemonObjection = nil
      daemon = link
    } catch {
      if error != daemonObjection { log.warning("connect \(socket): \(remedy(error))") }
      daemonObjection = error
    }
  }

  private func remedy(_ error: Errno) -> String {
    if error.isPermission { return "Permission denied (this user must be in the group that `ls -l` shows for it)" }
    let isOfSession = bridge.settings.purpose == .session
    let unit = isOfSession ? "--user status tickled-user" : "status tickled"
    let question = "\(error) (is tickled running? `systemctl \(unit)`); waiting for it"
    if isOfSession || bridge.settings.socket != nil { return question }
    // That socket is in a folder that no other user may enter.
    return question + ". The daemon of a user's session cannot be reached by the system's bridge: as that user, write "
      + "~/.config/tickled/mqtt.toml and run `systemctl --user enable --now tickled-mqtt`"
  }

  private func connectBroker(at moment: Moment) {
    pauses.attempt(at: moment.monotonic, chance: .random(in: 0...1))
    nextCare = moment.monotonic + Self.second
    guard let connection = BrokerConnection(options, will: bridge.will) else { return }
    broker = connection
    watchBroker()
  }

  /// Waits for the connection's descriptor, which changes when it has been made.
  private func watchBroker() {
    guard let broker else { return }
    let descriptor = broker.descriptor
    if descriptor != brokerDescriptor {
      if brokerDescriptor >= 0 { loop.forget(brokerDescriptor) }
      brokerDescriptor = descriptor >= 0 && loop.watch(descriptor) ? descriptor : -1
    }
    if brokerDescriptor >= 0 {
      loop.watch(brokerDescriptor, reading: broker.wantsToRead, writing: broker.wantsToWrite)
    }
  }

  // MARK: Serving

  private func serveDaemon(at moment: Moment) {
    guard let link = daemon else { return }
    for event in link.take(at: moment.monotonic) {
      switch event {
      case .connected:
        log.info("connected to the daemon on \(socket)")
        bridge.daemonConnected(at: moment)
      case .line(let line): bridge.line(line, at: moment)
      case .reply(let reply, let request): bridge.reply(reply, to: request, at: moment)
      case .refused(let reply):
        bridge.reply(reply, to: DaemonLink.watch, at: moment)
        return leave(link, for: 10 * Self.second, at: moment)
      case .lost:
        log.warning("the daemon has gone; waiting for it")
        return leave(link, for: Self.second, at: moment)
      }
      perform()
    }
  }

  private func leave(_ link: DaemonLink, for pause: Int64, at moment: Moment) {
    for descriptor in link.descriptors { loop.forget(descriptor) }
    daemon = nil
    nextDaemon = moment.monotonic + pause
    bridge.daemonLost(at: moment)
  }

  private func serveBroker(_ ready: Set<Int32>, at moment: Moment) {
    guard let connection = broker else { return }
    let isReady = ready.contains(brokerDescriptor)
    guard isReady || nextCare <= moment.monotonic else { return }
    nextCare = moment.monotonic + Self.second
    for event in connection.take(reading: isReady, writing: connection.wantsToWrite) {
      switch event {
      case .connected:
        brokerObjection = ""
        pauses.connected(at: moment.monotonic)
        bridge.brokerConnected(at: moment)
      case .confirmed(let number): bridge.confirmed(event: number, at: moment)
      case .message(let topic, let payload, let isRetained):
        bridge.receive(topic, payload, isRetained: isRetained, at: moment)
      case .lost(let reason):
        if reason != brokerObjection { log.warning("\(options.address.text): \(reason); trying again") }
        brokerObjection = reason
        pauses.lost(at: moment.monotonic, wasReached: connection.wasReached, chance: .random(in: 0...1))
        if brokerDescriptor >= 0 { loop.forget(brokerDescriptor) }
        (broker, brokerDescriptor) = (nil, -1)
        return bridge.brokerLost(at: moment)
      }
    }
  }

  /// Does what the bridge has decided.
  private func perform() {
    for effect in bridge.takeEffects() {
      switch effect {
      case .publish(let message): broker?.publish(message)
      case .subscribe(let topic): broker?.subscribe(topic)
      case .unsubscribe(let topic): broker?.unsubscribe(topic)
      case .request(let request): daemon?.ask(request, at: linux_monotonic_microseconds())
      case .note(let text): log.info(text)
      case .warn(let text): log.warning(text)
      }
    }
    watchBroker()
  }
}
