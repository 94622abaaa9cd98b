import ArgumentParser
import CLinux
import Configuration
import Control
import Follow
import Program
import Text

struct FollowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "follow",
    abstract: "Has the running daemon follow this session: rotation, application, lock, display, keyboard layout.",
    discussion: """
      Runs until it is ended, as a unit of the session (tickled-follow.service). When the compositor turns the picture, gestures turn \
      with it. When another application becomes active, or the session is locked, the mode of its [[follow]] becomes active. Whether the display is on is \
      reported for wake_guard, and input of keyboards and pointers counts for [[idle]]. Key actions press letters where the session's \
      keyboard layout has them. When it ends, however it ends, the daemon does \
      as configured again.

      Examples:
        tickle follow
        tickle follow --rotation sensor --dry-run
      """)

  @OptionGroup var file: ConfigurationFile
  @Option(help: "Whose rotation gestures take: the compositor's, the orientation sensor's, or none (off).")
  var rotation = FollowPlan.Rotation.compositor
  @Option(help: "Whose input counts for [[idle]] besides touches: the compositor's, with all devices, or none (off).")
  var input = Input.compositor
  @Option(name: .shortAndLong, help: "The compositor's Wayland socket; otherwise that of the session.")
  var socket: String?
  @Flag(name: [.customShort("n"), .long], help: "Prints what it would tell the daemon, and needs no daemon.")
  var dryRun = false

  func run() throws {
    let configuration = try file.load()
    let plan = FollowPlan(configuration, rotation: rotation, followsUse: input == .compositor)
    let followsSensor = rotation == .sensor
    let bus =
      followsSensor || plan.followsLock
      ? SystemBus(followsSensor: followsSensor, followsLock: plan.followsLock) : nil
    if bus == nil && (followsSensor || plan.followsLock) {
      throw Diagnostics.failure("tickle: the system bus: \(Errno.latest)", .unavailable)
    }
    let compositor = Compositor(socket: socket ?? WaylandSocket.unnamed())
    if let compositor {
      for sentence in compositor.missing(for: plan) { Diagnostics.say("tickle: the compositor: \(sentence)") }
    } else {
      let reason = Errno.latest
      guard followsSensor else {
        throw Diagnostics.failure(
          "tickle: no Wayland compositor: \(reason) (X11 and text consoles: --rotation sensor)", .unavailable)
      }
      Diagnostics.say("tickle: no Wayland compositor (\(reason)): only the sensor is followed")
    }
    let daemon: Follower.Daemon = dryRun ? .none : .socket(configured: configuration.daemon.socket)
    let follower = Follower(plan, compositor, bus, daemon)
    let loss = follower.run()
    throw Diagnostics.failure("tickle: \(loss)", .unavailable)
  }
}

extension FollowPlan.Rotation: ExpressibleByArgument {}

extension FollowCommand {
  enum Input: String, CaseIterable, ExpressibleByArgument { case compositor, off }
}

/// Tells the daemon about each change in the session.
private final class Follower {
  /// The daemon that gets the requests.
  enum Daemon {
    /// Changes are only printed.
    case none
    /// The one that listens where the configuration says, or else the user's own or the system's, whichever is there.
    case socket(configured: String)
  }

  /// How long it waits before it looks for a daemon again, and asks again whether displays have power, in milliseconds.
  private static let patience: Int32 = 1000

  private let plan: FollowPlan
  private let compositor: Compositor?
  private let bus: SystemBus?
  private let daemon: Daemon
  private var client: ControlClient?
  private var wishes = FollowPlan.Wishes()
  private var told = FollowPlan.Wishes()
  /// When it has asked last whether displays have power.
  private var asked = linux_monotonic_microseconds()
  private var hasSaidThatItWaits = false
  private var warnings: Set<String> = []

  init(_ plan: FollowPlan, _ compositor: Compositor?, _ bus: SystemBus?, _ daemon: Daemon) {
    self.plan = plan
    self.compositor = compositor
    self.bus = bus
    self.daemon = daemon
  }

  /// Runs until the session has gone.
  /// - Returns: what has gone.
  func run() -> String {
    while true {
      // Before the wait, as both may have read something along with an answer.
      if compositor?.read() == false { return "the compositor has gone" }
      if bus?.read() == false { return "the system bus has gone" }
      connect()
      tell()
      wait()
    }
  }

  private func connect() {
    guard client == nil, case .socket(let configured) = daemon else { return }
    // Each time, as the user's own daemon may start later.
    let path = ControlSocket.pathToDaemon(configured: configured)
    guard let client = ControlClient(quietly: path, patience: 30), case .done = client.tell(.follow) else {
      if !hasSaidThatItWaits { Diagnostics.say("tickle: no daemon answers on \(path): waiting for one") }
      hasSaidThatItWaits = true
      return
    }
    self.client = client
    told = FollowPlan.Wishes()
    hasSaidThatItWaits = false
  }

  private var waitsForDaemon: Bool {
    if case .socket = daemon { true } else { false }
  }

  private func tell() {
    guard client != nil || !waitsForDaemon else { return }
    let surroundings = Surroundings(
      outputs: compositor?.outputs, application: compositor?.application, isUsed: compositor?.isUsed,
      deviceTurns: bus?.turns, layout: compositor?.layout, lock: bus?.lock)
    for warning in plan.warnings(in: surroundings) where warnings.insert(warning).inserted {
      Diagnostics.say("tickle: \(warning)")
    }
    wishes = plan.wishes(in: surroundings, after: wishes)
    for request in wishes.requests(after: told) {
      try? Answer.say(request.words(for: surroundings))
      guard let client else { continue }
      switch client.tell(request) {
      case .failed(_, let errors): for error in errors { Diagnostics.say("tickle: tickled: \(error.printable)") }
      case nil: return self.client = nil
      default: break
      }
    }
    told = wishes
  }

  private func wait() {
    let asksPower = plan.followsPower && compositor?.hasPower == true, now = linux_monotonic_microseconds()
    if asksPower, now - asked >= Int64(Self.patience) * 1000 {
      compositor?.askPower()
      asked = now
    }
    let isPatient = !asksPower && (client != nil || !waitsForDaemon)
    let descriptors = [compositor?.fileDescriptor, bus?.fileDescriptor, client?.descriptor]
    let ready = Descriptor.wait(
      for: .readable, ofAny: descriptors.map { $0 ?? -1 },
      milliseconds: isPatient ? -1 : Self.patience)
    if !ready[2].isEmpty { client = nil }
  }
}

extension ControlRequest {
  /// The request in words, for people who read the journal.
  fileprivate func words(for surroundings: Surroundings) -> String {
    switch self {
    case .turn(let screen, let turns): "screen \(screen.printable): picture turned by \(turns * 90)°"
    case .setMode(let mode):
      "mode \(mode.printable): "
        + (surroundings.lock == .locked ? "locked" : (surroundings.application ?? "no application").printable)
    case .setDisplay(let isOn): "display \(isOn ? "on" : "off")"
    case .use(let isUsed): isUsed ? "in use" : "not in use"
    case .layout(let layout): "keyboard: \(layout.plainCharacters.printable)"
    default: name
    }
  }
}
