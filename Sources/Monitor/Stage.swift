import CLinux
import Program
import Terminal

/// The terminal and the loop that waits for keys, signals, descriptors and the time of the next picture.
///
/// While nothing happens, nothing wakes it up; it paints at most 30 times a second.
package final class Stage {
  package enum End: Equatable {
    /// A key or a signal ended it.
    case asked
    /// The terminal is gone.
    case lost(Errno)
  }

  /// The shortest time between two pictures, in microseconds.
  private static let leastPause: Int64 = 33_333

  package private(set) var end: End?
  /// Draws the current picture for this many columns and rows.
  var picture: (Int, Int) -> CellBuffer = { CellBuffer(columns: $0, rows: $1) }
  private let terminal: Terminal
  private let loop: EventLoop
  private var painter: Painter
  private var hasChanged = true
  private var lastPicture: Int64 = 0
  private var lastLook: Int64 = 0

  /// Creates the stage; call it before any other thread is started. `enter()` takes the terminal over.
  package init(_ abilities: TerminalAbilities) throws(Terminal.Failure) {
    terminal = try Terminal()
    guard
      let loop = EventLoop(signals: [
        .terminate, .interrupt, .hangUp, .windowResized, .stop, .continued,
      ]),
      loop.watch(terminal.descriptor)
    else { throw .system(call: "epoll", .latest) }
    self.loop = loop
    painter = Painter(abilities)
  }

  package func enter() throws(Terminal.Failure) {
    Signal.ignoreBrokenPipes()
    try terminal.enter()
    painter.forget()
    hasChanged = true
  }

  package func leave() { terminal.leave() }

  /// Requests a new picture, as something has changed.
  func changed() { hasChanged = true }

  func watch(_ descriptor: Int32) -> Bool { loop.watch(descriptor) }
  func forget(_ descriptor: Int32) { loop.forget(descriptor) }

  /// Waits once, until the moment or until something happens before it.
  ///
  /// - Parameters:
  ///   - moment: microseconds on CLOCK_MONOTONIC; `nil`: no time limit.
  ///   - key: called with each key that the stage does not handle itself (quit, stop, repaint).
  ///   - ready: called with each watched descriptor that is ready.
  func turn(until moment: Int64?, key: (Key) -> Void, ready: (Int32) -> Void = { _ in }) {
    paintIfDue(at: linux_monotonic_microseconds())
    var next = moment
    if hasChanged && !terminal.isBehind { next = min(next ?? .max, lastPicture + Self.leastPause) }
    let count = loop.wait(until: next)
    lastLook = linux_monotonic_microseconds()
    for index in 0..<count {
      let descriptor = loop.descriptor(index)
      if descriptor == terminal.descriptor {
        for pressed in terminal.readKeys() { press(pressed, key) }
        followOutput()
      } else if loop.isSignals(descriptor) {
        while let signal = loop.nextSignal() { handle(signal) }
      } else {
        ready(descriptor)
      }
    }
    if let error = terminal.failure, end == nil { end = .lost(error) }
  }

  /// Whether it is time to check for keys again. For callers that are too late to wait.
  func isDue(at now: Int64) -> Bool { now - lastLook >= Self.leastPause }

  private func paintIfDue(at now: Int64) {
    guard hasChanged, !terminal.isBehind, now >= lastPicture + Self.leastPause else { return }
    hasChanged = false
    lastPicture = now
    let size = terminal.size
    let bytes = painter.paint(picture(size.columns, size.rows))
    guard !bytes.isEmpty else { return }
    terminal.write(bytes)
    if terminal.isBehind { loop.watch(terminal.descriptor, writing: true) }
  }

  /// Sends the rest of a picture to a terminal that could not take all of it at once.
  private func followOutput() {
    guard terminal.isBehind else { return }
    terminal.flush()
    if !terminal.isBehind { loop.watch(terminal.descriptor, writing: false) }
  }

  private func press(_ pressed: Key, _ key: (Key) -> Void) {
    switch pressed {
    case .character("q"), .control("c"), .control("\\"): end = .asked
    case .control("z"): stop()
    case .control("l"): repaint()
    default: key(pressed)
    }
  }

  private func handle(_ signal: Signal) {
    switch signal {
    case .stop: stop()
    case .continued: resume()
    case .windowResized: repaint()
    default: end = .asked
    }
  }

  private func repaint() {
    painter.forget()
    hasChanged = true
  }

  private func stop() {
    terminal.leave()
    _ = linux_stop_self()
    resume()
  }

  /// Takes the terminal over again, as the shell had it meanwhile.
  private func resume() {
    do throws(Terminal.Failure) {
      try enter()
    } catch {
      end = .lost(.inputOutput)
    }
  }
}
