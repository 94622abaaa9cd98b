import CLinux
import Glibc
import Program

/// Reports the daemon's state to the service manager, by the protocol of sd_notify(3). Without `$NOTIFY_SOCKET` it does nothing.
struct ServiceManager {
  private let address: String?
  /// The interval of reports to the watchdog, in microseconds: half of what it requires. `nil`: there is no watchdog.
  let watchdogInterval: Int64?

  init() {
    address = getenv("NOTIFY_SOCKET").map { String(cString: $0) }
    let interval = getenv("WATCHDOG_USEC").flatMap { Int64(String(cString: $0)) }
    let isForUs = getenv("WATCHDOG_PID").map { String(cString: $0) == "\(getpid())" } ?? true
    watchdogInterval = isForUs ? interval.flatMap { $0 > 0 ? max(1, $0 / 2) : nil } : nil
  }

  func ready(_ status: String) { send("READY=1\nSTATUS=\(status)") }

  func status(_ status: String) { send("STATUS=\(status)") }

  func reloading() { send("RELOADING=1\nMONOTONIC_USEC=\(linux_monotonic_microseconds())") }

  func stopping() { send("STOPPING=1") }

  func isAlive() { send("WATCHDOG=1") }

  /// Sends a message. One that cannot be delivered is dropped.
  private func send(_ message: String) {
    guard let address, address.hasPrefix("/") || address.hasPrefix("@") else { return }
    let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    _ = message.withCString { text in
      SocketAddress(address).map { address in
        address.withPointer { sendto(descriptor, text, strlen(text), Int32(MSG_NOSIGNAL), $0, $1) }
      }
    }
  }
}
