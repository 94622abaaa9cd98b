import Gestures

/// Whether anybody can see what is touched, by what the kernel says of displays and backlights.
package enum DisplayPower {
  /// True where every connected display is off, or every backlight. False where there is neither, or nothing can be read.
  package static func isOff(sysfs: String = "/sys") -> Bool {
    areOff(displays(of: "\(sysfs)/class/drm")) || areOff(backlights(of: "\(sysfs)/class/backlight"))
  }

  private static func areOff(_ states: [Bool]) -> Bool { !states.isEmpty && !states.contains(true) }

  /// Of each connected display, whether it is on.
  private static func displays(of folder: String) -> [Bool] {
    SmallFiles.names(in: folder).compactMap { name in
      let connector = "\(folder)/\(name)"
      guard text(of: "\(connector)/status") == "connected", let dpms = text(of: "\(connector)/dpms") else { return nil }
      return dpms == "On"
    }
  }

  /// Of each backlight, whether it is on: 0 is, every higher level of power saving is not.
  private static func backlights(of folder: String) -> [Bool] {
    SmallFiles.names(in: folder).compactMap { text(of: "\(folder)/\($0)/bl_power").map { $0 == "0" } }
  }

  private static func text(of path: String) -> String? {
    SmallFiles.head(of: path, limit: 64).map { bytes in
      String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
  }
}
