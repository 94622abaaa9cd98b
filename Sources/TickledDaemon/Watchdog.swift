import Gestures

/// The service manager, and the times at which the daemon reports to its watchdog.
struct Watchdog {
  let service = ServiceManager()
  /// The time of the next report; `nil` if there is no watchdog, or if the daemon has not started.
  private(set) var nextSignOfLife: Timestamp?

  mutating func start(at time: Timestamp) {
    if service.watchdogInterval != nil { nextSignOfLife = time }
  }

  mutating func signLife(at time: Timestamp) {
    guard let due = nextSignOfLife, due <= time, let interval = service.watchdogInterval else { return }
    service.isAlive()
    nextSignOfLife = time + interval
  }
}
