import Gestures
import Screen
import TouchInput

// Presses, remote commands and motion have no place on a screen. They go to one screen, and there to its first responder.

extension PanelKeeper {
  /// The panel whose screen gets these events: the one with a view that has the focus, else the one that was opened first.
  private var focused: Panel? { all.first { $0.session.hasFocus } ?? all.first }

  /// Passes presses of one time on, and the remote commands that they are. What follows a press goes to the screen that got its
  /// beginning; others ignore it (PRE-1). Without a panel, nothing gets them.
  func deliver(_ presses: [Press]) {
    let focused = focused
    for panel in all {
      let part = panel === focused ? presses : presses.filter { $0.phase == .ended || $0.phase == .cancelled }
      panel.session.handle(presses: part)
    }
    for command in presses.compactMap(RemoteKeys.command) { focused?.session.handle(command: command) }
  }

  /// Gives a view the focus. The other screens lose it.
  func focus(_ view: String?, at time: Timestamp) {
    for panel in all { panel.session.focus(view, at: time) }
  }

  func deliver(_ sample: MotionSample) { focused?.session.handle(sample: sample) }

  /// Cancels the motion in progress: the sensor is gone, or the device has slept.
  func cancelMotion(at time: Timestamp) {
    for panel in all { panel.session.cancelMotion(at: time) }
  }
}
