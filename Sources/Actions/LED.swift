/// What an `led` action does to an LED of sysfs.
package struct LED: Hashable, Sendable {
  package enum State: String, CaseIterable, Hashable, Sendable { case on, off, blink }

  /// The LED's folder in /sys/class/leds, without a slash.
  package var name: String
  package var state: State
  /// How long a blink lasts; after it the LED is restored.
  package var time: Duration

  package init(_ name: String, state: State = .blink, time: Duration = .milliseconds(200)) {
    self.name = name
    self.state = state
    self.time = time
  }

  package static func isName(_ text: String) -> Bool {
    !text.isEmpty && text != "." && text != ".." && !text.utf8.contains(UInt8(ascii: "/")) && !text.utf8.contains(0)
  }
}
