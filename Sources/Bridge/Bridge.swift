// Bridge: what `tickled-mqtt` sends to a broker and to the daemon: topics, discovery, commands, a fleet's table.
import Configuration
import Control
import Text

/// Decides what a bridge between the daemon and a broker sends to both: takes what they say, and time, and returns
/// effects. It reads no clock and opens nothing.
package struct Bridge {
  package struct Message: Equatable, Sendable {
    package var topic: String
    package var payload: [UInt8]
    /// Whether the broker keeps it for those who subscribe later.
    package var isRetained = false
    /// The event's number, which the broker's confirmation is reported with; `nil`: not an event of a gesture.
    package var event: Int?
    /// How long the broker may keep it for a subscriber, in seconds; `nil`: any time.
    package var expiry: Int?
  }

  package enum Effect: Equatable, Sendable {
    case publish(Message)
    case subscribe(String)
    case unsubscribe(String)
    /// Sends a request on the connection whose replies `reply(_:to:at:)` gets.
    case request(ControlRequest)
    case note(String)
    case warn(String)
  }

  package let settings: BridgeSettings
  package let topics: Topics
  private var effects: [Effect] = []

  // The broker.
  private var isOnline = false
  private var announcer = Announcer()
  private var outbox: Outbox
  private var sentAvailability: Bool?

  private var status: DaemonStatus?
  private var description: DaemonDescription?
  /// The names in the settings that the daemon does not have.
  private var unknownGestures: Set<String> = []
  /// The point of CLOCK_MONOTONIC at which the daemon's times begin; `nil`: unknown.
  private var origin: Int64?
  private var nextPoll: Int64?

  private var report = StateReport()

  // The way back.
  private var commands = CommandQueue()
  private var lines = LineLimit()
  private var advice = RightsAdvice()

  /// - Parameter machine: the machine's name, for a panel without a name of its own.
  package init(_ settings: BridgeSettings, machine: String) {
    self.settings = settings
    topics = Topics(
      panel: settings.panel ?? machine, base: settings.topic, discoveryPrefix: settings.discoveryPrefix)
    outbox = Outbox(settings)
  }

  package var counts: PanelState.Counts { report.counts }

  package mutating func takeEffects() -> [Effect] {
    defer { effects.removeAll() }
    return effects
  }

  /// The moment at which `advance(to:)` has something to do, on CLOCK_MONOTONIC; `nil`: none.
  package var nextDeadline: Int64? {
    [announcer.nextDeadline, isOnline ? report.deadline : nil, nextPoll, outbox.nextDeadline, lines.nextDeadline]
      .compactMap { $0 }.min()
  }

  /// The message that the broker sends when the panel is gone.
  package var will: Message { availability(false) }

  package mutating func advance(to moment: Moment) {
    let now = moment.monotonic
    outbox.advance(to: now)
    if let deadline = announcer.formerDeadline, deadline <= now { beginAnnouncing(after: [], at: moment) }
    if announcer.mustRepeat(at: now) { announce(again: true, at: moment) }
    if let deadline = nextPoll, deadline <= now { poll(at: now) }
    flush(at: now)
    if let summary = lines.summary(at: now) { effects.append(.warn(summary)) }
    if let deadline = report.deadline, deadline <= now { publishState(at: moment) }
  }
}

// MARK: - The broker

extension Bridge {
  package mutating func brokerConnected(at moment: Moment) {
    isOnline = true
    sentAvailability = nil
    report.forgetSent()
    effects.append(.note("connected to \(settings.broker.text) as \(topics.panel.printable)"))
    if settings.mayControl { effects.append(.subscribe(topics.commands)) }
    if settings.announces {
      effects.append(.subscribe(topics.homeAssistantStatus))
      // What an earlier run has announced: a gesture that is gone since must be taken back.
      effects.append(.subscribe(topics.discovery))
      announcer.connect(at: moment.monotonic)
    }
    renew(at: moment)
    flush(at: moment.monotonic)
  }

  package mutating func brokerLost(at moment: Moment) {
    if isOnline { report.counts.reconnects += 1 }
    isOnline = false
    announcer.disconnect()
    report.counts.unconfirmed += Count(outbox.loseUnconfirmed())
  }

  package mutating func confirmed(event: Int, at moment: Moment) {
    guard outbox.confirm(event) else { return }
    report.counts.events += 1
    flush(at: moment.monotonic)
  }

  package mutating func receive(_ topic: String, _ payload: [UInt8], isRetained: Bool, at moment: Moment) {
    if topic == topics.discovery {
      if announcer.formerDeadline != nil { beginAnnouncing(after: payload, at: moment) }
    } else if topic == topics.homeAssistantStatus {
      guard settings.announces, payload.elementsEqual("online".utf8) else { return }
      announcer.askAgain(topics, at: moment.monotonic)
    } else if let path = topics.commandPath(of: topic) {
      do throws(BridgeCommand.Refusal) {
        try follow(path, payload, isRetained: isRetained, at: moment)
      } catch { refuse("a message to \(String(path).quoted): \(error.sentence)", at: moment) }
    }
  }

  private mutating func follow(
    _ path: Substring, _ payload: [UInt8], isRetained: Bool, at moment: Moment
  ) throws(BridgeCommand.Refusal) {
    // A message that the broker has kept would be followed again after each connection.
    if isRetained { throw BridgeCommand.Refusal(sentence: "a retained message is not followed") }
    guard settings.mayControl else { throw BridgeCommand.Refusal(sentence: "control is off") }
    guard let description else { throw BridgeCommand.Refusal(sentence: "no daemon") }
    let request = try BridgeCommand.request(path, payload, for: description)
    if let objection = request.objection(rights: description.rights) {
      throw BridgeCommand.Refusal(sentence: objection)
    }
    commands.add((request, "\(path): \(String(decoding: payload, as: UTF8.self))".printable), of: path)
    sendCommand(at: moment)
  }

  /// Sends the daemon what has waited longest, once it has answered the command before.
  private mutating func sendCommand(at moment: Moment) {
    if let command = commands.next() {
      if lines.admits(at: moment.monotonic) { effects.append(.note(command.words)) }
      effects.append(.request(command.request))
    }
    if report.counts.skipped == Count(commands.skipped) { return }
    report.counts.skipped = Count(commands.skipped)
    report.hasChanged(at: moment.monotonic)
  }

  private mutating func refuse(_ sentence: String, at moment: Moment) {
    report.counts.refused += 1
    if lines.admits(at: moment.monotonic) { effects.append(.warn(sentence)) }
    report.hasChanged(at: moment.monotonic)
  }

  // MARK: Announcing

  /// Called when it is known what the broker has of an earlier run.
  private mutating func beginAnnouncing(after former: [UInt8], at moment: Moment) {
    announcer.settle(former)
    effects.append(.unsubscribe(topics.discovery))
    announce(again: false, at: moment)
  }

  private mutating func announce(again: Bool, at moment: Moment) {
    guard settings.announces, isOnline, let description, let status else { return }
    let discovery = Discovery(
      settings, topics, description, version: status.version, model: status.panels.first?.name.printable)
    let messages = announcer.messages(discovery, topics, again: again)
    if messages.isEmpty { return }
    effects += messages.map { .publish($0) }
    if again {
      sentAvailability = nil
      report.forgetSent()
      renew(at: moment)
    }
  }

  private func availability(_ isAvailable: Bool) -> Message {
    Message(topic: topics.availability, payload: Array((isAvailable ? "online" : "offline").utf8), isRetained: true)
  }

  /// Sends what the broker does not have yet of the panel's state.
  private mutating func renew(at moment: Moment) {
    announce(again: false, at: moment)
    guard isOnline else { return }
    let isAvailable = status != nil && description != nil
    if isAvailable != sentAvailability {
      sentAvailability = isAvailable
      effects.append(.publish(availability(isAvailable)))
    }
    if !report.isSent { publishState(at: moment) }
  }

  /// Says goodbye, before an orderly end.
  package mutating func close() {
    if isOnline { effects.append(.publish(availability(false))) }
  }

  // MARK: Sending

  private mutating func flush(at now: Int64) {
    let dropped = outbox.dropped
    while isOnline, let message = outbox.next(at: now) { effects.append(.publish(message)) }
    outbox.dropOld(at: now)
    report.counts.dropped = Count(outbox.dropped)
    if outbox.dropped != dropped { report.hasChanged(at: now) }
  }

  private mutating func publishState(at moment: Moment) {
    guard isOnline, let payload = report.payload(at: moment) else { return }
    effects.append(.publish(Message(topic: topics.state, payload: payload, isRetained: true)))
  }
}

// MARK: - The daemon

extension Bridge {
  /// Called when the control socket is connected: the lines of a watcher follow.
  package mutating func daemonConnected(at moment: Moment) {
    poll(at: moment.monotonic)
    effects.append(.request(.describe))
  }

  package mutating func daemonLost(at moment: Moment) {
    (status, description, origin, nextPoll) = (nil, nil, nil, nil)
    outbox.forgetChanges()
    commands.removeAll()
    report.counts.skipped = Count(commands.skipped)
    renew(at: moment)
  }

  private mutating func poll(at now: Int64) {
    nextPoll = now + settings.statusInterval.microseconds
    effects.append(.request(.status))
  }

  /// Takes a line that the daemon sends to those who watch.
  package mutating func line(_ line: [UInt8], at moment: Moment) {
    guard let json = JSONValue(parsing: line), let type = json["type"]?.string else { return }
    switch type {
    case "gesture":
      if let gesture = GestureLine(line, json), settings.publishes(gesture.gesture) { take(gesture, at: moment) }
    case "mode":
      if let mode = json["mode"]?.string { report.update(at: moment.monotonic) { $0.mode = mode } }
    case "pause":
      if let isPaused = json["paused"]?.bool { report.update(at: moment.monotonic) { $0.isPaused = isPaused } }
    case "configuration", "device":
      effects.append(.request(.describe))
      effects.append(.request(.status))
    case "lost":
      report.counts.missed += json["lines"]?.count ?? 0
      report.hasChanged(at: moment.monotonic)
    default: break
    }
  }

  private mutating func take(_ line: GestureLine, at moment: Moment) {
    let now = moment.monotonic
    guard let passed = Moment.microseconds(line.time) else { return }
    // Never in the future, even if the daemon's clock is not known exactly.
    let time = min(now, origin.map { $0 + passed } ?? now)
    let gesture = description?.gestures.first { $0.name == line.gesture }
    let event = Event(
      topic: topics.gesture(line.gesture),
      payload: line.payload(
        eventType: line.eventType(outcomeField: gesture?.outcomeField), unix: moment.unix(at: time),
        withPlaces: settings.hasPlaces),
      time: time)
    report.update(at: now) { $0.lastGesture = line.gesture }
    outbox.take(
      event, of: ChangeGate.Attempt(gesture: line.gesture, place: line.place), isChange: line.state == "changed",
      isLast: ["ended", "cancelled"].contains(line.state), at: now)
    flush(at: now)
  }

  package mutating func reply(_ reply: ControlReply, to request: ControlRequest, at moment: Moment) {
    let isCommand = commands.finish(request)
    if isCommand { sendCommand(at: moment) }
    if case .failed(.noPermission, _) = reply {
      askForRight(to: request)
      if !isCommand { return }
    }
    switch (reply, request) {
    case (.status(let status), _):
      origin = Moment.microseconds(status.uptime).map { moment.monotonic - $0 }
      self.status = status
      takeState(at: moment)
    case (.description(let description), _):
      self.description = description
      advice.forget(description.rights)
      // Without that right the entities that set something are not announced.
      if settings.mayControl { askForRight(to: .pause) }
      warnOfUnknownGestures()
      if description.omitted > 0 {
        effects.append(.warn("\(description.omitted) gestures are too many to be announced; their events are sent"))
      }
      takeState(at: moment)
    case (.failed(_, let errors), .describe):
      effects.append(
        .warn("the daemon does not describe itself: \(errors.first?.printable ?? "is it older than tickled-mqtt?")"))
    case (.failed(_, let errors), _):
      refuse("\(request.name): \(errors.first?.printable ?? "refused")", at: moment)
      effects.append(.request(.status))
    case (_, .setMode), (_, .pause), (_, .resume): effects.append(.request(.status))
    case (_, .rotate), (_, .setDisplay), (_, .reload):
      effects.append(.request(.describe))
      effects.append(.request(.status))
    default: break
    }
  }

  private mutating func askForRight(to request: ControlRequest) {
    let sentence = advice.sentence(about: request, granted: description?.rights, file: status?.configuration)
    if let sentence { effects.append(.warn(request == .pause ? "control has no effect: \(sentence)" : sentence)) }
  }

  /// Warns of names in the settings that the daemon does not have, once for as long as it does not have them.
  private mutating func warnOfUnknownGestures() {
    guard let description, description.omitted == 0 else { return }
    let known = description.gestures.map(\.name)
    let unknown = Set(settings.gestures ?? []).subtracting(known)
    for name in unknown.subtracting(unknownGestures).sorted() {
      let advice = known.closest(to: name).map { "; did you mean \($0.quoted)?" } ?? ""
      effects.append(.warn("gestures: the daemon's configuration has no gesture \(name.quoted)\(advice)"))
    }
    unknownGestures = unknown
  }

  private mutating func takeState(at moment: Moment) {
    guard let status, let description else { return }
    report.take(status, description, at: moment)
    renew(at: moment)
    report.hasChanged(at: moment.monotonic)
  }
}

extension Duration {
  var microseconds: Int64 { Int64(self / .microseconds(1)) }
}
