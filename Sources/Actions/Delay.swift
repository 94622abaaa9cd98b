@preconcurrency import Dispatch
import Gestures

extension DispatchQueue {
  /// Once, on this queue, which owns what `body` keeps.
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
