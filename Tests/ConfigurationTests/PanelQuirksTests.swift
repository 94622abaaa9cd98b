import Foundation
import Gestures
import Testing
import TouchInput

@testable import Configuration

@Suite struct `Files with what is known of panels` {
  private let folder: Folder
  private let own: Folder

  init() throws {
    (folder, own) = (try Folder(), try Folder())
    try write(
      """
      [[screen]]
      name = "Rosa 15"
      match = { vendor = 0x1234, product = 0x15 }
      bridge = "30ms"
      lifts = "pressure"
      range = { x = [0, 4095] }

      [[screen]]
      name = "all of Rosa"
      match = { vendor = 0x1234 }
      stale = "20s"
      lifts = "button"
      """, as: "rosa")
  }

  private func write(_ text: String, as name: String, isOwn: Bool = false) throws {
    try Data(text.utf8).write(to: URL(filePath: "\((isOwn ? own : folder).path)/\(name).toml"))
  }

  private func screen(_ text: String = "", vendor: UInt16 = 0x1234, product: UInt16 = 0x15) throws -> ScreenSettings? {
    var configuration = try configuration(text)
    configuration.quirks = PanelQuirks(in: [folder.path, own.path])
    let line = "I: 0003 \(String(vendor, radix: 16)) \(String(product, radix: 16)) 0001\n"
    let panel = "# EVEMU 1.3\nN: Panel\n\(line)P: 02\nA: 35 0 100 0 0 0\nA: 36 0 100 0 0 0\nE: 0.0 0 0 0\n"
    let description = try Recording(bytes: Array(panel.utf8), file: "panel").description
    return configuration.screen(for: description, DiscoveredDevice(at: "/dev/input/event9"))
  }

  @Test func `give a panel the keys of all rows that match it, later ones first`() throws {
    let screen = try #require(try screen())
    #expect(screen.bridge.given == .always(.milliseconds(30)) && screen.stale == .seconds(20))
    #expect(screen.lifts == .button, "the later row counts more")
    #expect(screen.ranges == .init(x: .init(first: 0, last: 4095)))
    #expect(screen.quirks == ["all of Rosa (lifts, stale)", "Rosa 15 (range, bridge)"])
    let other = try #require(try self.screen(product: 0x16))
    #expect(other.bridge.given == nil && other.quirks == ["all of Rosa (lifts, stale)"])
    #expect(try self.screen(vendor: 0x1235)?.quirks == [])
  }

  @Test func `leave a screen's own keys as they are, and the administrator's rows count more`() throws {
    let own = try #require(try screen("[[screen]]\nname = \"main\"\nlifts = \"panel\"\nstale = \"none\""))
    #expect(own.lifts == .panel && own.stale == nil && own.bridge.given != nil)
    try write(
      "[[screen]]\nname = \"mine\"\nmatch = { product = 0x15 }\nlifts = \"silence\"\n", as: "a", isOwn: true)
    #expect(try screen()?.lifts == .silence)
  }

  @Test func `give each key that is about a panel`() throws {
    try write(
      """
      [[screen]]
      name = "all"
      match = { product = 0x16 }
      size = ["100mm", "60mm"]
      calibration = [1, 0, 0, 0, 1, 0.5]
      steady = false
      settle = false
      dead = [{ x = "0mm", width = "5mm" }]
      outside = "ignore"
      pressure = 0.25
      palm = 40
      """, as: "z")
    let screen = try #require(try screen(product: 0x16)), usual = ScreenSettings()
    #expect(screen.size == Size(width: 100, height: 60) && screen.calibration == [1, 0, 0, 0, 1, 0.5])
    #expect(screen.steadies.given == false && screen.settles.given == false)
    #expect(screen.dead.count == 1 && screen.outside == .ignore && screen.leastPressure == 0.25)
    #expect(screen.palm == .units(40))
    #expect(screen.quirks[0] == "all (size, calibration, steady, settle, dead, outside, pressure, palm)")
    #expect(usual.dead.isEmpty && usual.outside == .edge && usual.palm == nil)
  }

  @Test func `are at most a hundred in a folder`() throws {
    for number in 0..<101 {
      try write("[[screen]]\nname = \"a\"\nmatch = { product = \(1000 + number) }\nsettle = false\n", as: "m\(number)")
    }
    #expect(PanelQuirks(in: [folder.path]).rows.count == 100)
  }

  @Test func `that are shipped have no mistake, and each row its source`() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../config/quirks").path
    let quirks = PanelQuirks(in: [folder])
    #expect(quirks.warnings == [] && quirks.rows.count >= 2)
    for name in namesOfTOMLFiles(in: folder) {
      let text = try String(contentsOfFile: "\(folder)/\(name).toml", encoding: .utf8)
      for row in text.components(separatedBy: "\n\n").dropFirst() {
        #expect(row.hasPrefix("# ") && row.contains("https://"), "\(row)")
      }
    }
  }

  @Test func `that are of no use are named, and the others count`() throws {
    try write("[[screen]\n", as: "broken")
    try write("[[screen]]\nname = \"any\"\nlifts = \"button\"\n", as: "nameless")
    try write("[[screen]]\nname = \"much\"\nmatch = { product = 1 }\nintercept = true\n", as: "much")
    try write(String(repeating: "#", count: 2 << 20), as: "long")
    try write("[[gesture]]\nname = \"tap\"\nkind = \"tap\"\n", as: "more")
    let warnings = PanelQuirks(in: [folder.path, "/nonexistent"]).warnings
    #expect(warnings.contains { $0.contains("broken.toml:1:") })
    #expect(warnings.contains { $0.contains("broken.toml: it has errors, and is not used") })
    #expect(warnings.contains { $0.contains("nameless.toml: the match of \"any\" names no model") })
    #expect(warnings.contains { $0.contains("much.toml: \"intercept\" of \"much\" is not about a panel") })
    #expect(warnings.contains { $0.contains("long.toml") && $0.hasSuffix("it is not used") })
    #expect(warnings.contains { $0.hasSuffix("more.toml: only its [[screen]] tables are used") })
    #expect(warnings.count { $0.contains("rosa.toml") } == 0)
    #expect(try screen()?.stale == .seconds(20))
  }
}

/// A folder that is removed with this object.
private final class Folder {
  let path = NSTemporaryDirectory() + "tickled-" + UUID().uuidString

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
