import Actions
import Glibc
import Program

/// Touchscreens that cannot be opened: what was said of them, and which wait for leave.
struct Admission {
  /// Nodes of which was said that they cannot be used: once is enough.
  private var reported: Set<String> = []
  /// Touchscreens that may not be opened yet, and what tells when that may have changed.
  private var keptFromUs: Set<String> = []
  private var watch: AccessWatch?
  private var hasSaidThatItWaits = false
  private let loop: EventLoop
  private let outlets: Outlets

  init(_ loop: EventLoop, _ outlets: Outlets) {
    self.loop = loop
    self.outlets = outlets
  }

  /// Readable when access to a node may have changed; `nil` while no touchscreen is kept from us.
  var fileDescriptor: Int32? { watch?.fileDescriptor }

  /// Takes back the changes of access so far.
  func clear() { watch?.clear() }

  func isKeptFromUs(_ node: String) -> Bool { keptFromUs.contains(node) }

  /// Logs why a node cannot be used, unless something was said of it before.
  mutating func report(_ node: String, _ level: Log.Level, _ message: String) {
    if reported.insert(node).inserted { outlets.log.log(level, message) }
  }

  /// After a change of configuration, all of it may be said again.
  mutating func forgetReports() { reported.removeAll() }

  /// - Returns: whether a watch began with it.
  mutating func waitForAccess(to node: String) -> Bool {
    keptFromUs.insert(node)
    guard watch == nil, let slash = node.lastIndex(of: "/"), slash != node.startIndex else { return false }
    guard let new = AccessWatch(folder: String(node[..<slash])), loop.watch(new.fileDescriptor) else {
      outlets.log.debug("inotify \(node): \(String(cString: strerror(errno)))")
      return false
    }
    watch = new
    return true
  }

  /// The node's panel is open.
  mutating func opened(_ node: String) {
    forget(node)
    hasSaidThatItWaits = false
  }

  /// The node is gone, or open.
  mutating func forget(_ node: String) {
    reported.remove(node)
    keptFromUs.remove(node)
    guard keptFromUs.isEmpty, let old = watch else { return }
    loop.forget(old.fileDescriptor)
    watch = nil
  }

  mutating func sayThatItWaits() {
    if hasSaidThatItWaits { return }
    hasSaidThatItWaits = true
    outlets.log.info("no touchscreen that can be read: waiting for one")
  }
}
