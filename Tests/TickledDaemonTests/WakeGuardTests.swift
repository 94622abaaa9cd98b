import Gestures
import Testing

@testable import TickledDaemon

/// Fingers land `+1` and lift `-1`; what is left of a frame, and `wakes` where it does.
private final class Night {
  var isOff: Bool
  private(set) var asked = 0
  private var wakeGuard: WakeGuard!

  init(isOff: Bool = true) {
    self.isOff = isOff
    wakeGuard = WakeGuard(grace: .milliseconds(300)) { [unowned self] in
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
  @Test func `is nobody's, and wakes it once`() {
    let night = Night()
    #expect(night.frame(0, 1) == "wakes")
    #expect(night.frame(50, 2) == "")
    #expect(night.frame(100, -1) == "")
    #expect(night.frame(200, -2) == "")
    #expect(night.frame(400, 3) == "")  // In the grace, which it does not renew.
    #expect(night.frame(600, 4) == "+4")
    #expect(night.frame(700, -3, -4) == "-4")
  }

  @Test func `is a touch as any where the display is on`() {
    let night = Night(isOff: false)
    #expect(night.frame(0, 1) == "+1")
    #expect(night.frame(50, -1) == "-1")
  }

  @Test func `costs one touch after each rest, if the display is said to be off for ever`() {
    let night = Night()
    #expect(night.frame(0, 1) == "wakes")
    #expect(night.frame(100, -1) == "")
    #expect(night.frame(1000, 2) == "+2")
    #expect(night.frame(1100, -2) == "-2")
    #expect(night.asked == 1)
    #expect(night.frame(11_100, 3) == "wakes")
  }

  @Test func `holds up those after it for three seconds at most, however long it lasts`() {
    let night = Night()
    #expect(night.frame(0, 1) == "wakes")
    #expect(night.frame(2900, 2) == "")
    #expect(night.frame(3100, 3) == "+3")
    #expect(night.frame(3200, -1, -2, -3) == "-3")
  }

  @Test func `is the next one where somebody has just said that the display is off`() {
    let night = Night(isOff: false)
    #expect(night.frame(0, 1) == "+1")
    #expect(night.frame(50, -1) == "-1")
    night.isOff = true
    #expect(night.frame(1000, 2) == "+2")
    #expect(night.frame(1050, -2) == "-2")
    night.rearm()
    #expect(night.frame(2000, 3) == "wakes")
  }
}
