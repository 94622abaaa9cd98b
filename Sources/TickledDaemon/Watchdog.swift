import Gestures

/// The service manager, and the moments at which its watchdog hears that the daemon is alive.
struct Watchdog {
  let service = ServiceManager()
  /// `nil`: there is no watchdog, or the daemon has not started.
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
