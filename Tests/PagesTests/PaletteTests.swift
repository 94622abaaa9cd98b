import Foundation
import Pages
import Testing

@Suite("Colours")
struct PaletteTests {
  private static let texts = ["text", "muted", "link", "limit", "failed", "cancelled"]
  private static let marks = ["edge", "waiting", "active", "ended", "cancelled", "failed"] + fingers
  private static let fingers = (0..<Palette.fingers).map { "finger-\($0)" }

  /// The contrast, as defined in WCAG 2.
  private func contrast(_ a: UInt32, _ b: UInt32) -> Double {
    func luminance(_ colour: UInt32) -> Double {
      let parts = [16, 8, 0].map { shift -> Double in
        let part = Double(colour >> UInt32(shift) & 0xFF) / 255
        return part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    let (bright, dim) = (max(luminance(a), luminance(b)), min(luminance(a), luminance(b)))
    return (bright + 0.05) / (dim + 0.05)
  }

  @Test(arguments: [Palette.light, Palette.dark])
  func `Text is readable on its background`(palette: Palette) {
    for ground in ["page", "card", "view"] {
      for text in Self.texts where ground != "view" || text == "muted" {
        #expect(contrast(palette[text], palette[ground]) >= 4.5, "\(text) on \(ground)")
      }
    }
    for bar in ["active"] + Self.fingers { #expect(contrast(palette["on"], palette[bar]) >= 4.5, "on \(bar)") }
    #expect(contrast(palette["on-possible"], palette["possible"]) >= 4.5)
  }

  @Test(arguments: [Palette.light, Palette.dark])
  func `Lines and marks are visible on their background`(palette: Palette) {
    for mark in Self.marks { #expect(contrast(palette[mark], palette["card"]) >= 3, "\(mark)") }
  }
}
