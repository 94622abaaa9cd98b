import Text

/// The colours of a page in one of its two schemes. Text has a contrast of at least 4.5 to its background, as WCAG's AA requires;
/// lines and marks have at least 3.
package struct Palette: Sendable {
  package static let fingers = 5

  /// The colours, with the names of their variables in the style sheet.
  package let colours: [(name: String, value: UInt32)]

  package static let light = Palette(colours: [
    ("page", 0xFBFBF9), ("card", 0xFFFFFF), ("line", 0xDDE0E4), ("edge", 0x7A828D), ("text", 0x1B2026),
    ("muted", 0x565E69), ("link", 0x1A5599), ("view", 0xF1F3F6), ("on", 0xFFFFFF), ("limit", 0x9A3D6B),
    ("possible", 0xC9CFD8), ("on-possible", 0x1B2026), ("waiting", 0x5F6875), ("active", 0x2466AE),
    ("ended", 0x1B7546), ("cancelled", 0x8F5B00), ("failed", 0xB0352A),
    ("finger-0", 0x2B5FA3), ("finger-1", 0x87479B), ("finger-2", 0x0B6F67), ("finger-3", 0x9E4719),
    ("finger-4", 0x566070),
  ])

  package static let dark = Palette(colours: [
    ("page", 0x14171B), ("card", 0x1B1F25), ("line", 0x31373F), ("edge", 0x7D8693), ("text", 0xE7E9EC),
    ("muted", 0xA5ADB8), ("link", 0x86B7F2), ("view", 0x242A32), ("on", 0x0E1114), ("limit", 0xE58FBB),
    ("possible", 0x49515D), ("on-possible", 0xE7E9EC), ("waiting", 0xAAB2BE), ("active", 0x62A6EE),
    ("ended", 0x52C48C), ("cancelled", 0xE0A544), ("failed", 0xF27D70),
    ("finger-0", 0x7FB0F0), ("finger-1", 0xCF9CE6), ("finger-2", 0x5CC8B8), ("finger-3", 0xF0A275),
    ("finger-4", 0xB4BDC9),
  ])

  package subscript(name: String) -> UInt32 { colours.first { $0.name == name }!.value }

  package var declarations: String {
    colours.map { "--\($0):#\(hexadecimal($1, digits: 6))" }.joined(separator: ";")
  }
}
