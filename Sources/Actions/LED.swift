/// What `led` does to a LED of sysfs.
package struct LED: Hashable, Sendable {
  package enum State: String, CaseIterable, Hashable, Sendable { case on, off, blink }

  /// Its folder in /sys/class/leds: no slash in it.
  package var name: String
  package var state: State
  /// How long a blink lasts; then it is as it was before.
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
