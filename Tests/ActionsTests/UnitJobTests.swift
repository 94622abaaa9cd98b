import Testing

@testable import Actions

@Test(arguments: [
  ("kiosk", true), ("getty@tty1", true), ("a\\x2db.mount", true), ("reboot.target", true), ("", false), ("a/b", false),
  (".service", false), ("..", false), ("--help", false), ("a b", false), ("a\u{e4}", false),
])
func `The name of a unit is one that systemd accepts for an instance`(name: String, isName: Bool) {
  #expect(UnitJob.isName(name) == isName)
  #expect(UnitJob.isName(String(repeating: "a", count: 231)) == false)
}
