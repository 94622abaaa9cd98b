import Gestures
import Testing

@testable import TickledDaemon

/// A display at night. In its frames a finger lands as `1` and lifts as `-1`; the result is the rest of the frame, with `wakes` if the
/// frame wakes the display.
private final class Night {
  var isOff: Bool
  var timesSwitchedOff = 3
  private(set) var asked = 0
  private var wakeGuard: WakeGuard!

  init(isOff: Bool = true) {
    self.isOff = isOff
    wakeGuard = WakeGuard(
      grace: .milliseconds(300), timesSwitchedOff: { [unowned self] in self.timesSwitchedOff }
    ) { [unowned self] in
      asked += 1
      return self.isOff
    }
  }

  func rearm() { wakeGuard.rearm() }

  func frame(_ milliseconds: Int64, _ fingers: Int...) -> String {
    let contacts = fingers.map { finger in
      TouchFrame.Contact(
        id: UInt64(abs(finger)), phase: finger > 0 ? .began : .ended, location: Point(x: 1, y: 1))
    }
    var frame = TouchFrame(time: Timestamp(microseconds: milliseconds * 1000), contacts: contacts)
    let wakes = wakeGuard.strain(&frame)
    let left = frame.contacts.map { "\($0.phase == .began ? "+" : "-")\($0.id)" }
    return (left + (wakes ? ["wakes"] : [])).joined(separator: " ")
  }
}

@Suite struct `A touch on a dark display` {
  @Test func `is hidden, and wakes it once`() {
    let night = Night()
    #expect(night.frame(0, 1) == "wakes")
    #expect(night.frame(50, 2) == "")
    #expect(night.frame(100, -1) == "")
    #expect(night.frame(200, -2) == "")
    #expect(night.frame(400, 3) == "")  // During the grace, which it does not extend.
    #expect(night.frame(600, 4) == "+4")
    #expect(night.frame(700, -3, -4) == "-4")
  }

  @Test func `is a normal touch if the display turns out to be on`() {
    let night = Night(isOff: false)
    #expect(night.frame(0, 1) == "+1")
    #expect(night.frame(50, -1) == "-1")
  }

  @Test func `is lost only after each rest, if the display is always reported as off`() {
    let night = Night()
    #expect(night.frame(0, 1) == "wakes")
    #expect(night.frame(100, -1) == "")
    #expect(night.frame(1000, 2) == "+2")
    #expect(night.frame(1100, -2) == "-2")
    #expect(night.asked == 1)
    #expect(night.frame(11_100, 3) == "wakes")
  }

  @Test func `hides later ones for three seconds at most, even if it lasts longer`() {
    let night = Night()
    #expect(night.frame(0, 1) == "wakes")
    #expect(night.frame(2900, 2) == "")
    #expect(night.frame(3100, 3) == "+3")
    #expect(night.frame(3200, -1, -2, -3) == "-3")
  }

  @Test func `is the next one if a client has just reported that the display is off`() {
    let night = Night(isOff: false)
    #expect(night.frame(0, 1) == "+1")
    #expect(night.frame(50, -1) == "-1")
    night.isOff = true
    #expect(night.frame(1000, 2) == "+2")
    #expect(night.frame(1050, -2) == "-2")
    night.rearm()
    #expect(night.frame(2000, 3) == "wakes")
  }

  @Test func `is the next one, and only that, if an action has just switched the display off`() {
    let night = Night(isOff: false)
    #expect(night.frame(0, 1) == "+1")
    #expect(night.frame(50, -1) == "-1")
    night.isOff = true
    night.timesSwitchedOff += 1
    #expect(night.frame(1000, 2) == "wakes")
    #expect(night.frame(1050, -2) == "")
    #expect(night.frame(5000, 3) == "+3")
  }
}
