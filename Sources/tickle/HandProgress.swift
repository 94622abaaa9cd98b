import CLinux
import Program

/// A line on the terminal while hands are played, if that takes long.
final class HandProgress {
  /// How long nothing is shown, in microseconds.
  private static let patience: Int64 = 1_000_000

  private let start = linux_monotonic_microseconds()
  private let isTerminal = Descriptor.isTerminal(Descriptor.standardError)
  private var isShown = false

  func show(_ done: Int, of all: Int) {
    guard isTerminal, linux_monotonic_microseconds() - start > Self.patience else { return }
    isShown = true
    write("\rHands have made \(done) of \(all) gestures …")
  }

  func clear() { if isShown { write("\r\u{1B}[K") } }

  private func write(_ text: String) { _ = writeAll(Array(text.utf8), to: Descriptor.standardError) }
}
