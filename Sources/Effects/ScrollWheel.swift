import Actions
import CLinux
import Gestures

/// A wheel for both axes that turns with a finger.
///
/// The kernel's high-resolution axes count 1/120 of a step. Its older axes get a step for each whole 120, for readers that know only them.
struct ScrollWheel {
  /// An axis of the wheel.
  private struct Axis {
    /// In 1/120 of a step.
    private var position = 0
    /// What has been turned since the last whole step, in the same unit.
    private var rest = 0

    /// Returns the turn to a position, in 1/120 of a step and in whole steps.
    mutating func turn(to target: Double) -> (fine: Int32, whole: Int32) {
      let target = Int(max(-1e9, min(1e9, target)).rounded())
      let fine = target - position
      position = target
      rest += fine
      let whole = rest / 120
      rest -= whole * 120
      return (Int32(clamping: fine), Int32(clamping: whole))
    }
  }

  /// The position in 1/120 of a step for each millimetre; up is forwards.
  private let scale: Double
  private var horizontal = Axis()
  private var vertical = Axis()

  init(_ scroll: PointerAction.Scroll) {
    // A wheel that is turned forwards moves the content down, and one that is tilted to the right moves it to the left.
    scale = (scroll.isNatural ? 120 : -120) / scroll.distance
  }

  /// Turns the wheel with a finger.
  ///
  /// - Parameter travel: the finger's displacement since the scroll began, in millimetres.
  /// - Returns: the report; empty if the wheel does not turn.
  mutating func turn(to travel: Vector) -> [linux_input_event] {
    let x = horizontal.turn(to: -travel.x * scale)
    let y = vertical.turn(to: travel.y * scale)
    let values = [
      (LINUX_REL_WHEEL_HI_RES, y.fine), (LINUX_REL_WHEEL, y.whole), (LINUX_REL_HWHEEL_HI_RES, x.fine),
      (LINUX_REL_HWHEEL, x.whole),
    ]
    return values.filter { $0.1 != 0 }.map { linux_input_event(type: LINUX_EV_REL, code: $0.0, value: $0.1) }
  }
}
