import Foundation
import Program
import Testing

@testable import TickledDaemon
@testable import TouchInput

@Suite struct `What was measured of panels` {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private var file: URL { URL(filePath: "\(folder.path)/panels.jsonl") }

  private func panel(
    vendor: Int = 0x1234, product: Int = 0x15, version: Int = 1, path: String = "usb-1", name: String = "Panel"
  ) throws -> PanelSource {
    let numbers = [3, vendor, product, version].map { String($0, radix: 16) }.joined(separator: " ")
    let text =
      "# EVEMU 1.3\nN: \(name)\nI: \(numbers)\nP: 02\nA: 35 0 99 0 0 0\nA: 36 0 99 0 0 0\nE: 0.0 0 0 0\n"
    let description = try Recording(bytes: Array(text.utf8), file: "panel").description
    let device = try #require(TouchDevice(adopting: -1, description))
    var found = DiscoveredDevice(at: "/dev/input/event9")
    found.path = path
    return PanelSource(device, found)
  }

  private func model(touches: Int = 9, breaks: Bool = false, noise: Double? = 0.25) -> PanelModel.Summary {
    var model = PanelModel.Summary()
    (model.touches, model.breaks, model.noise, model.unit) = (touches, breaks, noise, 0.5)
    return model
  }

  private func known() throws -> KnownPanels { try #require(KnownPanels(in: folder.path, log: Log { _, _ in })) }

  @Test func `is there after the next start, for the same panel at the same place`() throws {
    let first = try known()
    first.keep(model(), of: try panel(), inUse: false)
    first.keep(model(breaks: true), of: try panel(path: "usb-2"), inUse: false)
    first.close()
    let next = try known()
    #expect(next.model(of: try panel()) == model())
    #expect(next.model(of: try panel(path: "usb-2")).breaks)
    for other in [
      try panel(vendor: 0x1235), try panel(product: 0x16), try panel(version: 2), try panel(path: "usb-3"),
    ] {
      #expect(next.model(of: other) == .init())
    }
  }

  @Test func `is that of a panel of this name if its place is not known`() throws {
    let first = try known()
    first.keep(model(), of: try panel(path: ""), inUse: false)
    first.close()
    #expect(try known().model(of: try panel(path: "")) == model())
    #expect(try known().model(of: try panel(path: "", name: "Other")) == .init())
  }

  @Test func `replaces what was known, and is not written again if it is the same`() throws {
    let panels = try known()
    for touches in 1...3 { panels.keep(model(touches: touches), of: try panel(), inUse: false) }
    panels.close()
    #expect(try lines().count == 1)
    #expect(try known().model(of: try panel()) == model(touches: 3))
    try FileManager.default.removeItem(at: file)
    panels.keep(model(touches: 3), of: try panel(), inUse: false)
    panels.close()
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  private func lines() throws -> [Substring] { try String(contentsOf: file, encoding: .utf8).split(separator: "\n") }

  @Test func `is written in use only if it changes what touches are`() throws {
    let known = try known()
    known.keep(model(), of: try panel(), inUse: true)
    known.close()
    #expect(!FileManager.default.fileExists(atPath: file.path))
    known.keep(model(breaks: true), of: try panel(), inUse: true)
    known.keep(model(touches: 0), of: try panel(path: "usb-3"), inUse: false)
    known.close()
    #expect(try lines().count == 1)
    var noisy = model(breaks: true)
    noisy.steadied = 0.25
    known.keep(noisy, of: try panel(), inUse: true)
    known.close()
    #expect(try self.known().model(of: try panel()).steadied == 0.25)
  }

  @Test func `is bounded, and what is damaged is left out`() throws {
    let known = try known()
    for number in 0..<40 { known.keep(model(), of: try panel(path: "usb-\(number)"), inUse: false) }
    known.close()
    var lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 32)
    lines[31] = "{\"vendor\":1e99,\"product\":-1,\"model\":{\"noise\":1e308}}"
    lines[30] = "{"
    try Data((lines.joined(separator: "\n") + "\n\u{0}").utf8).write(to: file)
    let next = try self.known()
    #expect(next.model(of: try panel(path: "usb-37")) == model())
    #expect(next.model(of: try panel(path: "usb-39")) == .init())
    #expect(next.model(of: try panel(path: "usb-0")) == .init())
  }

  @Test(arguments: [
    "[]", "{\"touches\":-1}", "{\"touches\":1.5}", "{\"touches\":9223372036854775808}", "{\"touches\":1e308}",
    "{\"touches\":NaN}", "{\"touches\":\"9\"}", "{\"touches\":2,\"ghosts\":3}", "{\"touches\":2,\"ghosts\":0.5}",
    "{\"touches\":1,\"unit\":-0.1}", "{\"touches\":1,\"rate\":0}", "{\"touches\":1,\"noise\":1e9}",
    "{\"touches\":1,\"noise\":1,\"steadied\":900}", "{\"touches\":1,\"noise\":inf}",
    "{\"touches\":1,\"landing_skew\":{\"typical\":0.1,\"largest\":0.01}}",
  ])
  func `is left out if no panel is like that`(model: String) throws {
    func read(_ model: String) throws -> PanelModel.Summary {
      let line = "{\"vendor\":4660,\"product\":21,\"version\":1,\"path\":\"usb-1\",\"model\":\(model)}\n"
      try Data(line.utf8).write(to: file)
      return try known().model(of: try panel())
    }
    #expect(try read(model) == .init())
    #expect(try read("{\"touches\":1,\"ghosts\":-0,\"landing_skew\":{\"typical\":0,\"largest\":1}}").touches == 1)
  }

  @Test func `is the last of several lines, of 32 at most, in a file that is not too large`() throws {
    func line(_ path: String, _ touches: Int) -> String {
      "{\"vendor\":4660,\"product\":21,\"version\":1,\"path\":\"\(path)\",\"model\":{\"touches\":\(touches)}}\n"
    }
    let text = (0..<33).map { line("usb-\($0)", 7) }.joined() + line("usb-9", 8)
    try Data(text.utf8).write(to: file)
    let first = try known()
    #expect(first.model(of: try panel(path: "usb-9")).touches == 8)
    #expect(first.model(of: try panel(path: "usb-1")).touches == 0)
    #expect(first.model(of: try panel(path: "usb-2")).touches == 7)
    try Data((String(repeating: " ", count: 64 << 10) + text).utf8).write(to: file)
    #expect(try known().model(of: try panel(path: "usb-9")) == .init())
  }

  @Test func `is not kept without a folder`() { #expect(KnownPanels(in: nil, log: Log { _, _ in }) == nil) }
}

/// A folder that is removed with this object.
private final class Folder {
  let path = NSTemporaryDirectory() + "tickled-" + UUID().uuidString

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
