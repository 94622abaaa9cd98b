// Terminal: a full-screen terminal: raw keys, cells, braille. It knows no touches.
import CLinux
import Program

/// The terminal behind standard output in full-screen mode: raw keys, the alternate screen, no cursor.
///
/// Whatever ends the process, except SIGKILL, the terminal is restored: `leave` is called by `deinit`, at exit and by the crash
/// handlers. No function here waits for a terminal that does not accept output.
package final class Terminal {
  package enum Failure: Error, Equatable, CustomStringConvertible {
    case noTerminal
    case system(call: String, Errno)

    package var description: String {
      switch self {
      case .noTerminal: "standard output is not a terminal"
      case .system(let call, let error): "\(call): \(error)"
      }
    }
  }

  /// A descriptor of our own, so that it can be non-blocking: the shell shares the standard ones.
  package let descriptor: Int32
  package private(set) var failure: Errno?
  private var keys = KeyReader()
  private var pending: [UInt8] = []

  package init() throws(Failure) {
    guard Descriptor.isTerminal(Descriptor.standardOutput) else { throw .noTerminal }
    descriptor = linux_terminal_open()
    guard descriptor >= 0 else { throw .system(call: "open /dev/tty", .latest) }
  }

  deinit {
    leave()
    Descriptor.close(descriptor)
  }

  /// Takes the terminal over. Call it again after the process was stopped, as the shell had the terminal meanwhile.
  package func enter() throws(Failure) {
    guard linux_terminal_enter(descriptor, Self.goodbye) == 0 else { throw .system(call: "tcsetattr", .latest) }
    pending.removeAll()
    write(Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l".utf8))
  }

  package func leave() { linux_terminal_leave() }

  /// Restores the terminal: CAN ends a sequence that was cut short, then synchronized output ends, and colours, wrapping, the cursor
  /// and the main screen come back.
  private static let goodbye = "\u{18}\u{1B}[?2026l\u{1B}[0m\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  package var size: (columns: Int, rows: Int) {
    var columns: Int32 = 0
    var rows: Int32 = 0
    // A serial line does not know its size: assume that of the classic terminals.
    guard linux_terminal_size(descriptor, &columns, &rows) == 0, columns > 0, rows > 0 else { return (80, 24) }
    return (min(Int(columns), 1000), min(Int(rows), 1000))
  }

  /// Whether output still waits for the terminal to accept it.
  package var isBehind: Bool { !pending.isEmpty }

  /// Returns the keys that were pressed. If the terminal is gone, `failure` is set.
  package func readKeys() -> [Key] {
    do throws(Errno) {
      let bytes = try Descriptor.read(descriptor, most: 256)
      if !bytes.isEmpty { return keys.read(bytes[...]) }
      failure = .inputOutput
    } catch {
      if error != .wouldBlock { failure = error }
    }
    return []
  }

  package func write(_ bytes: [UInt8]) {
    pending += bytes
    flush()
  }

  /// Writes as much of the waiting output as the terminal accepts now.
  package func flush() {
    while !pending.isEmpty && failure == nil {
      do throws(Errno) {
        pending.removeFirst(try Descriptor.write(descriptor, pending[...]))
      } catch {
        if error == .wouldBlock { return }
        failure = error
      }
    }
  }
}
