import CLinux

/// Where actions find what they need, and how long they wait for it. Tests have their own.
package struct ActionSurroundings: Sendable {
  /// How long the `ended` of a gesture waits for what its changes still have to do.
  package var patience: Duration = .seconds(10)
  /// How long a stream's program that died stays away: at first, and doubled each time up to the longest.
  package var firstPause: Duration = .milliseconds(100)
  package var longestPause: Duration = .seconds(30)
  /// How long a stream's program that no action names any more may go on after its standard input has ended.
  package var streamGrace: Duration = .seconds(2)
  package var uinput = "/dev/uinput"
  /// A keyboard with these keys; -1, and errno, if it cannot be.
  package var makeKeyboard: @Sendable (_ path: String, _ codes: [UInt16]) -> Int32 = { path, codes in
    linux_keyboard_create(path, "tickled keyboard", codes, Int32(codes.count))
  }
  /// How long a system needs to see a new keyboard.
  package var keyboardSettling: Duration = .milliseconds(300)
  /// How long a keyboard stays after its last press, for who has not read it yet.
  package var keyboardLinger: Duration = .milliseconds(100)
  package var leds = "/sys/class/leds"
  package var inputDevices = "/sys/class/input"
  package var inputNodes = "/dev/input"

  package init() {}
}
