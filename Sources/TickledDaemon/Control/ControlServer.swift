// TickledDaemon/Control: the control socket's server: connections, answers, clients that watch.
import Configuration
import Control
import Program

/// The control sockets, with one line for each request and each answer. They belong to the queue that owns the engine, and never block.
///
/// A client may use a socket if it may open it: the socket's mode is 0660, and the client must be root, the daemon's own user, or in the
/// socket's group. On the main socket it may do everything, on the watchers' socket what the configuration grants. Everything that clients can make the daemon store or do is bounded: connections and requests per turn for each user,
/// one request per turn and a number of bytes for each client. Root and the daemon's user have places that other users cannot take.
final class ControlServer {
  /// The most connections of root or the daemon's user, of each other user, and of all other users together.
  static let mostOfPrivileged = 64
  static let mostOfUser = 16
  static let mostOfUsers = 48
  /// The most requests of one user that a turn answers, as touches wait for them.
  static let mostRequests = 4
  /// The most connections that a turn accepts.
  private static let mostAccepted = 8

  var path: String { listener.path }
  /// The time at which connections are accepted again; `nil` if they are accepted now.
  var resumption: Int64? { listeners.compactMap { $0.resumption }.min() }
  /// The number of lines that all watchers together have lost.
  private(set) var lost = 0
  private let listener: ControlListener
  /// The socket of those who may only watch; `nil`: there is none.
  private var watchListener: ControlListener?
  private let loop: EventLoop
  private let log: Log
  private var connections: [Int32: ControlConnection] = [:]
  private var watching: [ControlConnection] = []
  /// What clients that are gone had set for as long as they were connected.
  private var departed: [Following] = []
  private var ready: [Int32] = []
  private var turn: UInt64 = 0
  private var accepted = 0
  private var hasReportedLoss = false

  init(path: String, loop: EventLoop, log: Log) throws(ControlError) {
    listener = try ControlListener(path: path, loop: loop, log: log)
    self.loop = loop
    self.log = log
  }

  private var listeners: [ControlListener] { [listener] + (watchListener.map { [$0] } ?? []) }

  /// Opens, changes or closes the watchers' socket. Its clients are dropped unless nothing changes: they had rights that may be gone.
  /// - Parameter path: `nil` closes it.
  func setWatchSocket(_ path: String?, rights: Set<SocketRight>) throws(ControlError) {
    if watchListener?.path == path, watchListener?.rights ?? rights == rights { return }
    for client in connections.values where client.isOnlyWatching { drop(client) }
    watchListener = nil
    if let path { watchListener = try ControlListener(path: path, rights: rights, loop: loop, log: log) }
  }

  var watchers: Int { watching.count }

  /// Whether a client watches in a way.
  func hasWatcher(_ isWanted: (ControlConnection.Watch) -> Bool) -> Bool {
    watching.contains { $0.watch.map(isWanted) == true }
  }

  // MARK: A turn

  /// Notes a descriptor that is ready, for `serve`.
  /// - Returns: false if it is not of this socket.
  func note(_ descriptor: Int32) -> Bool {
    guard listeners.contains(where: { $0.descriptor == descriptor }) || connections[descriptor] != nil else {
      return false
    }
    ready.append(descriptor)
    return true
  }

  /// Serves the descriptors that were noted, starting with the client that was served the longest ago. Requests beyond the budget stay in
  /// the sockets, and the kernel reports them again in the next turn.
  /// - Parameter answer: carries out a request and returns the reply; `nil` if `finishReload` will reply later.
  func serve(answer: (ControlRequest, ControlConnection) -> ControlReply?) {
    turn += 1
    let descriptors = ready
    ready.removeAll(keepingCapacity: true)
    for listener in listeners where descriptors.contains(listener.descriptor) { accept(from: listener) }
    var served: [UInt32: Int] = [:]
    let clients = descriptors.compactMap { connections[$0] }.sorted { $0.lastServed < $1.lastServed }
    for client in clients {
      client.flush()
      if client.awaitedReload != nil {
        // Until its reply only the end of the connection is reported.
        if client.hasHungUp { drop(client) }
      } else if served[client.peer.user, default: 0] < Self.mostRequests {
        served[client.peer.user, default: 0] += 1
        client.lastServed = turn
        serve(client, answer)
      }
      if client.isBroken { drop(client) }
    }
  }

  private func serve(_ client: ControlConnection, _ answer: (ControlRequest, ControlConnection) -> ControlReply?) {
    switch client.nextLine() {
    case .incomplete: break
    case .ended: drop(client)
    case .tooLong:
      client.reply(
        ControlReply.failed(.usage, ["a request is longer than \(ControlRequest.longest) bytes"]).line(to: ""))
      drop(client)
    case .line(let line):
      do throws(ControlRequest.Mistake) {
        let request = try ControlRequest(line: line)
        if let reply = answer(request, client) { client.reply(reply.line(to: request.name)) }
        if client.awaitedReload != nil { client.follow() }
      } catch {
        client.reply(ControlReply.failed(.usage, ["\(error)"]).line(to: ""))
      }
    }
  }

  /// Makes the client a watcher, which gets the lines of all screens from now on.
  func watch(_ client: ControlConnection, _ watch: ControlConnection.Watch) {
    if client.watch == nil { watching.append(client) }
    client.watch = watch
  }

  /// Replies to the clients that wait for the reload with that number or an earlier one.
  func finishReload(_ number: Int, _ reply: ControlReply) {
    let line = reply.line(to: ControlRequest.reload.name)
    for client in connections.values {
      guard let awaited = client.awaitedReload, awaited <= number else { continue }
      client.awaitedReload = nil
      client.reply(line)
      client.follow()
      if client.isBroken { drop(client) }
    }
  }

  // MARK: Watchers

  /// Sends a line to the watchers that want it. A watcher that does not read loses lines; their number is reported once it reads again.
  func broadcast(_ line: [UInt8], to isWanted: (ControlConnection.Watch) -> Bool = { _ in true }) {
    var broken: ControlConnection?
    for client in watching {
      guard let watch = client.watch, isWanted(watch) else { continue }
      let before = client.lost
      client.report(line)
      if client.lost != before { lose(1) }
      if client.isBroken { broken = client }
    }
    if let broken { drop(broken) }
  }

  private func lose(_ lines: Int) {
    lost += lines
    if hasReportedLoss { return }
    hasReportedLoss = true
    log.warning("a client that watches does not keep up: it loses lines (`tickle status` counts them)")
  }

  // MARK: Followers

  /// What the clients that follow have set.
  var followings: [Following] { connections.values.compactMap { $0.following } }

  /// Returns what clients that have gone since the last call had set.
  func takeDeparted() -> [Following] {
    defer { departed.removeAll() }
    return departed
  }

  // MARK: Connections

  /// Accepts connections again after a pause.
  func resume(at moment: Int64) {
    for listener in listeners { listener.resume(at: moment) }
  }

  private func accept(from listener: ControlListener) {
    for _ in 0..<Self.mostAccepted {
      guard let descriptor = listener.accept() else { return }
      admit(descriptor, from: listener)
    }
  }

  private func admit(_ descriptor: Int32, from listener: ControlListener) {
    guard let peer = ControlPeer(of: descriptor, at: listener) else {
      return refuse(descriptor, "this user may not use it (join the group that `ls -l \(listener.path)` shows)")
    }
    if let reason = makeRoom(for: peer) { return refuse(descriptor, reason) }
    accepted += 1
    connections[descriptor] = ControlConnection(
      descriptor, peer: peer, listener: listener, number: accepted, loop: loop)
  }

  private func refuse(_ descriptor: Int32, _ reason: String) {
    let line = ControlReply.failed(.unavailable, ["the control socket: \(reason)"]).line(to: "")
    _ = try? Sockets.send(descriptor, line)
    Descriptor.close(descriptor)
  }

  /// Makes room for a connection by dropping the oldest idle one: of the same user, or of any user if all users' places are taken.
  /// - Returns: the reason if no connection could be dropped.
  private func makeRoom(for peer: ControlPeer) -> String? {
    let own = connections.values.filter { $0.peer.user == peer.user }
    let most = peer.isPrivileged ? Self.mostOfPrivileged : Self.mostOfUser
    if own.count >= most {
      guard dropOldestIdle(of: own) else { return "all \(most) connections of this user are in use" }
    }
    if peer.isPrivileged { return nil }
    let others = connections.values.filter { !$0.peer.isPrivileged }
    if others.count >= Self.mostOfUsers {
      guard dropOldestIdle(of: others) else { return "all \(Self.mostOfUsers) connections are in use" }
    }
    return nil
  }

  /// Drops the connections that clients have closed, or else the oldest idle one.
  /// - Returns: false if there is none.
  private func dropOldestIdle(of clients: [ControlConnection]) -> Bool {
    let closed = clients.filter { $0.hasHungUp }
    if !closed.isEmpty {
      for client in closed { drop(client) }
      return true
    }
    guard let oldest = clients.filter({ $0.isIdle }).min(by: { $0.number < $1.number }) else { return false }
    drop(oldest)
    return true
  }

  private func drop(_ client: ControlConnection) {
    connections[client.descriptor] = nil
    if let following = client.following { departed.append(following) }
    watching.removeAll { $0 === client }
  }
}
