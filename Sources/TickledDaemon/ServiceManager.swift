import Gestures
import Program

/// Reports the daemon's state to the service manager, by the protocol of sd_notify(3). Without `$NOTIFY_SOCKET` it does nothing.
///
/// It never waits. The kernel keeps only some ten messages for a receiver that does not read. What finds no room is kept here and sent
/// later; only the newest states are kept, because the older ones say nothing any more.
struct ServiceManager {
  private let address: String?
  /// The interval of reports to the watchdog, in microseconds: half of what it requires. `nil`: there is no watchdog.
  private let watchdogInterval: Int64?
  /// The time of the next report to the watchdog; `nil` if there is none, or if the daemon has not started.
  private var nextSignOfLife: Timestamp? { didSet { nextDeadline = sooner(nextSignOfLife, nextAttempt) } }

  /// A reload that began and of which the manager does not know yet.
  private var unsentReload: String?
  /// A readiness of which the manager does not know yet. It comes after `unsentReload`.
  private var unsentReadiness: String?
  /// When the unsent messages are sent again; `nil`: there are none.
  private var nextAttempt: Timestamp? { didSet { nextDeadline = sooner(nextSignOfLife, nextAttempt) } }
  private var pause = Self.firstPause

  /// The pauses between attempts grow from 0.1 s, which hardly delays a reload, to 5 s, so that a manager that never reads costs next
  /// to nothing.
  private static let firstPause: Int64 = 100_000
  private static let longestPause: Int64 = 5_000_000

  init() {
    let address = environmentVariable("NOTIFY_SOCKET")
    self.address = address.flatMap { $0.hasPrefix("/") || $0.hasPrefix("@") ? $0 : nil }
    let interval = environmentVariable("WATCHDOG_USEC").flatMap { Int64($0) }
    let isForUs = environmentVariable("WATCHDOG_PID").map { $0 == "\(Processes.own)" } ?? true
    watchdogInterval = isForUs ? interval.flatMap { $0 > 0 ? max(1, $0 / 2) : nil } : nil
  }

  /// When there is something to do: the watchdog is due, or unsent messages are sent again. Stored, because each turn reads it.
  private(set) var nextDeadline: Timestamp?

  /// Starts the reports to the watchdog, if the service has one.
  mutating func startWatchdog(at time: Timestamp) {
    if watchdogInterval != nil { nextSignOfLife = time }
  }

  mutating func ready(_ status: String, at time: Timestamp) {
    unsentReadiness = "READY=1\nSTATUS=\(status)"
    attempt(at: time)
  }

  mutating func reloading(at time: Timestamp) {
    unsentReload = "RELOADING=1\nMONOTONIC_USEC=\(time.microseconds)"
    // Only the readiness after this reload counts.
    unsentReadiness = nil
    attempt(at: time)
  }

  func stopping() { _ = send("STOPPING=1") }

  /// Does what is due.
  mutating func advance(to time: Timestamp) {
    if let due = nextSignOfLife, due <= time, let interval = watchdogInterval {
      _ = send("WATCHDOG=1")
      nextSignOfLife = time + interval
    }
    if let due = nextAttempt, due <= time { attempt(at: time) }
  }

  /// Sends what is unsent, as far as there is room.
  private mutating func attempt(at time: Timestamp) {
    if let message = unsentReload, send(message) { unsentReload = nil }
    if unsentReload == nil, let message = unsentReadiness, send(message) { unsentReadiness = nil }
    if unsentReload == nil && unsentReadiness == nil {
      nextAttempt = nil
      pause = Self.firstPause
    } else {
      nextAttempt = time + pause
      pause = min(2 * pause, Self.longestPause)
    }
  }

  /// - Returns: whether the message was sent, or is not worth another attempt because there is no receiver.
  private func send(_ message: String) -> Bool {
    guard let address else { return true }
    do throws(Errno) {
      let socket = OpenFile(owning: try Sockets.connect(to: address, .datagrams))
      _ = try Sockets.send(socket.descriptor, Array(message.utf8))
      return true
    } catch {
      return ![.wouldBlock, .noBufferSpace, .noMemory].contains(error)
    }
  }
}
