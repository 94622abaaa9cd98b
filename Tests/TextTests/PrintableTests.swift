import Testing
import Text

@Suite struct `A device's name in print` {
  @Test(arguments: [
    ("Goodix Capacitive TouchScreen", "Goodix Capacitive TouchScreen"),
    ("", ""),
    ("CoolTouch® System", "CoolTouch® System"),
    ("タッチパネル 👩‍🚀", "タッチパネル 👩\\u{200D}🚀"),
    ("a\nb\tc\r", "a\\nb\\tc\\r"),
    ("\u{1B}[2Jx\u{7F}", "\\u{1B}[2Jx\\u{7F}"),
    ("C1 \u{9B}31m", "C1 \\u{9B}31m"),
    ("abc\u{202E}cba\u{2066}", "abc\\u{202E}cba\\u{2066}"),
    ("\u{FEFF}\u{200B}\u{2028}\u{E0001}", "\\u{FEFF}\\u{200B}\\u{2028}\\u{E0001}"),
    ("C:\\n", "C:\\\\n"),
    ("\"quoted\"", "\"quoted\""),
  ]) func `is harmless`(name: String, expected: String) {
    #expect(name.printable == expected)
    #expect(String(printable: name.utf8) == expected)
  }

  @Test(
    arguments: [
      ([0xFF, 0x41], "\\xFFA"),
      ([0x41, 0xC3], "A\\xC3"),
      ([0xC3, 0x41, 0x42], "\\xC3AB"),
      ([0xE2, 0x82, 0xC3, 0xBC], "\\xE2\\x82ü"),
      ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"),
      ([0xC0, 0x80], "\\xC0\\x80"),
      ([0xF0, 0x9F, 0x91], "\\xF0\\x9F\\x91"),
      ([0xF0, 0x9F, 0xF0, 0x9F, 0x98, 0x80], "\\xF0\\x9F😀"),
    ] as [([UInt8], String)]) func `shows bytes that are not text`(bytes: [UInt8], expected: String)
  {
    #expect(String(printable: bytes) == expected)
  }
}
