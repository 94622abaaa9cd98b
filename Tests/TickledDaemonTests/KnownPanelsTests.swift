import Foundation
import Program
import Testing

@testable import TickledDaemon
@testable import TouchInput

@Suite struct `What was measured of panels` {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private var file: URL { URL(filePath: "\(folder.path)/panels.jsonl") }

  private func panel(vendor: Int = 0x1234, path: String = "usb-1") throws -> PanelSource {
    let text =
      "I: 0003 \(String(vendor, radix: 16)) 0015 0001\nP: 02\nA: 35 0 99 0 0 0\nA: 36 0 99 0 0 0\nE: 0.0 0 0 0\n"
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
    #expect(next.model(of: try panel(vendor: 0x1235)) == .init())
  }

  @Test func `is written in use only if it changes what touches are`() throws {
    let known = try known()
    known.keep(model(), of: try panel(), inUse: true)
    known.close()
    #expect(!FileManager.default.fileExists(atPath: file.path))
    known.keep(model(breaks: true), of: try panel(), inUse: true)
    known.keep(model(touches: 0), of: try panel(path: "usb-3"), inUse: false)
    known.close()
    #expect(try String(contentsOf: file, encoding: .utf8).split(separator: "\n").count == 1)
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

  @Test func `is not kept without a folder`() { #expect(KnownPanels(in: nil, log: Log { _, _ in }) == nil) }
}

/// A folder that is removed with this object.
private final class Folder {
  let path = NSTemporaryDirectory() + "tickled-" + UUID().uuidString

  init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
