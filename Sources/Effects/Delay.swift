@preconcurrency import Dispatch
import Gestures

extension DispatchQueue {
  /// Calls `body` once after `delay`, on this queue, which owns everything that `body` captures.
  func after(_ delay: Duration, _ body: @escaping () -> Void) {
    let timer = DispatchSource.makeTimerSource(queue: self)
    timer.setEventHandler {
      timer.cancel()
      body()
    }
    timer.schedule(deadline: .now() + .microseconds(Int(delay.microseconds)))
    timer.activate()
  }
}
