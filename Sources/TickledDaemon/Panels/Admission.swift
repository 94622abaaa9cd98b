import Program

/// Touchscreens that cannot be opened: the ones that were reported, and the ones that wait for permission.
struct Admission {
  /// Nodes that were reported as unusable, so that each is reported once.
  private var reported: Set<String> = []
  /// The nodes of touchscreens that the daemon has no permission to open.
  private var denied: Set<String> = []
  /// Watches for changes of permissions while there are such touchscreens. udev does not report them: logind gives a session access to its
  /// devices by an ACL, and administrators use chmod.
  private var watch: ChangeWatch?
  private var hasReportedWaiting = false
  private let loop: EventLoop
  private let outlets: Outlets

  init(_ loop: EventLoop, _ outlets: Outlets) {
    self.loop = loop
    self.outlets = outlets
  }

  /// Readable when access to a node may have changed; `nil` while no touchscreen waits for permission.
  var fileDescriptor: Int32? { watch?.fileDescriptor }

  /// Discards the changes of permissions that have been reported.
  func clear() { watch?.read { _, _ in } }

  func isDenied(_ node: String) -> Bool { denied.contains(node) }

  /// Logs why a node cannot be used, unless it was reported before.
  mutating func report(_ node: String, _ level: Log.Level, _ message: String) {
    if level == .error { outlets.log.troubles.set([message], about: "device \(node)") }
    if reported.insert(node).inserted { outlets.panelLog.log(level, message) }
  }

  /// Allows all nodes to be reported again, after a change of configuration.
  mutating func forgetReports() {
    for node in reported { outlets.log.fixed("device \(node)") }
    reported.removeAll()
  }

  /// Waits for permission to open a node.
  /// - Returns: whether a watch was started for it.
  mutating func waitForAccess(to node: String) -> Bool {
    denied.insert(node)
    guard watch == nil, let slash = node.lastIndex(of: "/"), slash != node.startIndex else { return false }
    do throws(Errno) {
      let new = try ChangeWatch()
      // The folder is watched, as a node without read permission cannot be watched.
      _ = try new.add(String(node[..<slash]), .ofPermissions)
      if !loop.watch(new.fileDescriptor) { throw .latest }
      watch = new
      return true
    } catch {
      outlets.panelLog.debug("inotify \(node): \(error)")
      return false
    }
  }

  mutating func opened(_ node: String) {
    forget(node)
    hasReportedWaiting = false
  }

  /// Called when the node has been removed or is open.
  mutating func forget(_ node: String) {
    reported.remove(node)
    outlets.log.fixed("device \(node)")
    denied.remove(node)
    guard denied.isEmpty, let old = watch else { return }
    loop.forget(old.fileDescriptor)
    watch = nil
  }

  mutating func reportWaiting() {
    if hasReportedWaiting { return }
    hasReportedWaiting = true
    outlets.panelLog.info(
      "no touchscreen that can be read: waiting for one (`tickle devices` says why; docs/nothing-happens.md)")
  }
}
