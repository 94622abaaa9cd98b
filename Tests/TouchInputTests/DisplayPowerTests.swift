import Foundation
import Testing

@testable import TouchInput

@Suite struct `Whether the display is off` {
  @Test(arguments: [
    ([:], false),
    (["drm/card0-DSI-1/status": "connected", "drm/card0-DSI-1/dpms": "Off"], true),
    (["drm/card0-DSI-1/status": "connected", "drm/card0-DSI-1/dpms": "On"], false),
    // A display that is not connected does not count, and the display is not off if one of two is on.
    (["drm/card0-HDMI-A-1/status": "disconnected", "drm/card0-HDMI-A-1/dpms": "Off"], false),
    (
      [
        "drm/card0-DSI-1/status": "connected", "drm/card0-DSI-1/dpms": "Off",
        "drm/card0-HDMI-A-1/status": "connected", "drm/card0-HDMI-A-1/dpms": "On",
      ], false
    ),
    (["backlight/panel/bl_power": "4"], true),
    (["backlight/panel/bl_power": "0"], false),
    (["backlight/panel/brightness": "7"], false),
  ]) func `is read from displays and backlights`(files: [String: String], isOff: Bool) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: root) }
    for (name, text) in files {
      let file = root.appending(path: "class/\(name)")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try "\(text)\n".write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(DisplayPower.isOff(sysfs: root.path) == isOff)
  }
}
