import CLinux
import Configuration
import Control
import Doctor
import Program
import Screen
import Text
import TouchInput
import Trials

extension Facts {
  /// Looks at this machine, as far as this user may. Starts nothing, and changes nothing.
  /// - Parameter seconds: how long to wait for a touch; `nil`: none is waited for.
  static func gathered(config: String?, waitingForTouch seconds: Int?) -> Facts {
    var facts = Facts()
    let own = Configuration.path(option: config)
    let socket = ControlSocket.pathToDaemon(configured: Configuration.socket(path: own))
    facts.status = ControlClient(quietly: socket, patience: 5)?.status()
    facts.isSocketDenied = Paths.exists(socket) && !Paths.isWritable(socket)
    facts.findDaemons(isMute: facts.status == nil && Paths.exists(socket))
    facts.path = facts.status?.configuration ?? own
    if !facts.path.hasPrefix("/") { facts.path = own }  // It begins at the daemon's folder.
    let place = facts.daemons.first?.place
    facts.isForSession = place.map { $0 != .service } ?? (Configuration.Purpose(of: own) == .session)
    facts.read(takesNotes: place != .hand)
    facts.findIgnored(own)
    let folders = ["/etc", "/run", "/usr/lib"].map { "\($0)/systemd/system/tickled.service.d" }
    let dropIns = folders.flatMap { Paths.names(in: $0) }.filter { $0.hasSuffix(".conf") }
    facts.dropIns = Set(dropIns.map { String($0.dropLast(5)) })
    facts.displays = DisplaySize.connected()
    facts.lookAtPanels(socket, seconds)
    return facts
  }

  // MARK: Programs

  /// - Parameter isMute: whether there is a socket without an answer: then one of those that run is meant.
  private mutating func findDaemons(isMute: Bool) {
    daemons = Self.processes("tickled").compactMap { process in
      let groups = String(decoding: SmallFiles.head(of: "/proc/\(process)/cgroup", limit: 4096) ?? [], as: UTF8.self)
      if groups.contains("/tickled.service") { return (process, .service) }
      if groups.contains("/tickled-user.service") { return (process, .session) }
      if groups.contains("/tickled-commands.service") { return nil }
      return isMute ? (process, .hand) : nil
    }
    if let pid = status?.pid, !daemons.contains(where: { $0.process == pid }) { daemons.append((pid, .hand)) }
    bridge =
      Self.processes("tickled-mqtt").first.map { Self.isConnected($0) ? .connected : .offline }
      ?? (Self.hasBroker ? .stopped : .absent)
  }

  /// Whether the bridge's settings name a broker; as installed, they do not.
  private static var hasBroker: Bool {
    let text = String(decoding: SmallFiles.head(of: "/etc/tickled/mqtt.toml", limit: 65_536) ?? [], as: UTF8.self)
    return text.split(separator: "\n").contains { $0.drop { $0 == " " }.hasPrefix("broker") }
  }

  private static func processes(_ name: String) -> [Int] {
    let numbers = Paths.names(in: "/proc").compactMap { Int($0) }.sorted()
    return numbers.filter { SmallFiles.firstLine(of: "/proc/\($0)/comm") == name }
  }

  /// Whether the user of a process has a TCP connection, which all users may see; the bridge has a user of its own.
  private static func isConnected(_ process: Int) -> Bool {
    guard let owner = (try? FileStatus(of: "/proc/\(process)"))?.owner else { return false }
    return ["tcp", "tcp6"].contains { file in
      let bytes = SmallFiles.head(of: "/proc/\(process)/net/\(file)", limit: 1 << 20) ?? []
      return bytes.split(separator: UInt8(ascii: "\n")).contains { line in
        let fields = String(decoding: line, as: UTF8.self).split(separator: " ")
        return fields.count > 7 && fields[3] == "01" && fields[7] == "\(owner)"
      }
    }
  }

  // MARK: Files

  /// - Parameter takesNotes: whether what a service denies its actions is denied here.
  private mutating func read(takesNotes: Bool) {
    isMissing = !Paths.exists(path)
    errors = status?.configurationErrors ?? []
    do throws(ConfigurationError) {
      let read = try Configuration.remarks(path: path, from: Reach.remarks(besideConfiguration: path))
      let plain = read.remarks.map(\.diagnostic)
      configuration = read.configuration
      warnings = plain.filter { $0.severity == .warning }.map(\.summary)
      let purpose = isForSession ? Configuration.Purpose.session : .service
      needs = try Configuration.inspect(path: path, for: purpose).remarks.filter { remark in
        // Most commands need none of what a service denies. Other notes are about the file.
        let isNeeded =
          takesNotes && !remark.message.hasPrefix("as a service, this command has no network")
          && ["as ", "to allow this"].contains { remark.message.hasPrefix($0) }
        return !plain.contains(remark) && (remark.severity == .warning || isNeeded)
      }.map(\.summary)
    } catch {
      if errors.isEmpty, case .unusable = error { errors = error.lines }
    }
  }

  /// Finds files at places where people put configurations, and which nothing reads.
  private mutating func findIgnored(_ own: String) {
    let homes = [environmentVariable("HOME").map { $0 + "/.config" }, "/etc"].compactMap { $0 }
    let names = ["tickled.toml", "tickled.conf", "tickled/tickled.toml", "tickled/config", "tickle/config.toml"]
    for file in homes.flatMap({ home in names.map { "\(home)/\($0)" } }) where Paths.kind(of: file) == .file {
      let move = own.hasPrefix("/etc/") ? "sudo mv -i" : "mv -i"
      ignored.append((file, "\(move) \(file.shellWord) \(own.shellWord)"))
    }
    if let folder = ConfigurationText.folder(besides: path) {
      for name in Paths.names(in: folder, limit: 1000).sorted() where name.hasSuffix(".conf") {
        let file = "\(folder)/\(name)", right = "\(file.dropLast(5)).toml"
        ignored.append((file, "mv -i \(file.shellWord) \(right.shellWord)"))
      }
    }
    if let real = Paths.resolved(own), real != Paths.resolved(path) {
      ignored.append((own, "systemctl --user enable --now tickled-user"))
    }
  }

  // MARK: Panels

  private mutating func lookAtPanels(_ socket: String, _ seconds: Int?) {
    guard let screens = try? Touchscreens(configuration) else { return }
    panels = screens.panels.map { source in
      var panel = Panel(node: source.found.node, name: source.device.description.printableName)
      let screen = configuration?.screen(for: source)
      panel.screen = screen?.name
      panel.hasSize = (screen ?? ScreenSettings()).geometry(of: source.facts).sizeSource != .assumed
      panel.contacts = source.device.fingers
      panel.match = DeviceMatch.line(naming: source.found).printable
      return panel
    }
    for refusal in screens.refusals where refusal.isPermission {
      var panel = Panel(node: refusal.object, name: "a touchscreen")
      panel.isReadable = false
      panels.append(panel)
    }
    for index in panels.indices {
      let node = panels[index].node
      panels[index].readers = NodeAccess.cell(NodeAccess(node: node))
      panels[index].programs = NodeReaders.of(node).filter { !$0.hasPrefix("tickle") }
    }
    refusals = screens.refusals.filter { !$0.isPermission }.map { ("\($0)", nil) }
    refusals += screens.claims.map { claim in
      ("\(claim.found.node): \(claim.why)", "[[screen]] \(DeviceMatch.line(naming: claim.found).printable)")
    }
    guard let seconds, !screens.panels.isEmpty || status != nil else { return }
    // The daemon explains what hands do for as long as this client is connected.
    let watcher = ControlClient(quietly: socket)
    _ = watcher?.tell(.watch(touches: false, attempts: true))
    touch = waitForTouch(screens, socket, seconds)
    if case .arrived = touch { waitForAttempt(socket) }
    withExtendedLifetime(watcher) {}
  }

  /// Waits until a movement of the hand is decided, as when a tap was not followed by a second one.
  private mutating func waitForAttempt(_ socket: String) {
    let interruption = Interruption()
    for _ in 0..<Self.mostPolls {
      guard let status = ControlClient(quietly: socket)?.status() else { return }
      self.status = status
      if !status.attempts.isEmpty || interruption.wait(microseconds: 200_000) == .interrupted { return }
    }
  }

  /// A gesture is decided 5 s after its lift at the latest, unless its configuration says otherwise.
  private static let mostPolls = 25

  private func waitForTouch(_ screens: Touchscreens, _ socket: String, _ seconds: Int) -> Touch {
    func frames() -> Int { (ControlClient(quietly: socket)?.status()?.panels ?? []).reduce(0) { $0 &+ $1.frames } }
    let interruption = Interruption(), before = frames()
    for panel in screens.panels { interruption.watch(panel.device.fileDescriptor) }
    Diagnostics.say("Touch the glass, within \(seconds) s.")
    var isSeen = false
    for _ in 0..<(seconds * 5) {
      let outcome = interruption.wait(microseconds: 200_000)
      if outcome == .interrupted { return .notAsked }
      if outcome == .readable || frames() != before { return .arrived }
      // A panel that another program has grabbed shows its contacts to a program that opens it, and sends nothing.
      for panel in screens.panels {
        isSeen = isSeen || ((try? TouchDevice(node: panel.found.node, hints: panel.found.hints))?.fingers ?? 0) > 0
      }
    }
    return isSeen ? .grabbed : .missing
  }
}
