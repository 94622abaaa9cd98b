import Gestures
import Program

/// The physical size of the only connected display, according to its EDID.
package enum DisplaySize {
  /// Returns the size in millimetres; `nil` if there is no connected display or more than one, or if its EDID has no size.
  package static func ofOnlyDisplay(sysfs: String = "/sys/class/drm") -> Size? {
    let connected = connectors(in: sysfs)
    guard connected.count == 1, let edid = SmallFiles.head(of: "\(sysfs)/\(connected[0])/edid", limit: 128) else {
      return nil
    }
    return size(edid: edid)
  }

  /// The names of the connected displays, as compositors call them: `HDMI-A-1` for `card0-HDMI-A-1`.
  package static func connected() -> [String] {
    connectors(in: "/sys/class/drm").map { String($0.drop { $0 != "-" }.dropFirst()) }
  }

  private static func connectors(in sysfs: String) -> [String] {
    Paths.names(in: sysfs).filter { entry in
      guard let status = SmallFiles.head(of: "\(sysfs)/\(entry)/status", limit: 64) else { return false }
      return status.starts(with: "connected".utf8)
    }
  }

  /// Returns the size in the first detailed timing, which is in millimetres, or else in bytes 21 and 22, in centimetres.
  static func size(edid: [UInt8]) -> Size? {
    guard edid.count >= 128, edid.prefix(8) == [0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0] else { return nil }
    let isTiming = edid[54] != 0 || edid[55] != 0
    let width = Int(edid[66]) | Int(edid[68] >> 4) << 8
    let height = Int(edid[67]) | Int(edid[68] & 0xF) << 8
    return (isTiming ? plausible(width, height) : nil) ?? plausible(Int(edid[21]) * 10, Int(edid[22]) * 10)
  }

  /// Returns the size if it is plausible. Projectors declare no size, or their aspect ratio instead: 16 × 9.
  private static func plausible(_ width: Int, _ height: Int) -> Size? {
    let sides = PanelGeometry.plausibleSides
    guard sides ~= Double(width), sides ~= Double(height) else { return nil }
    return Size(width: Double(width), height: Double(height))
  }
}
