import Program

/// Finds out whether the screen is dark, from the kernel's files on displays and backlights.
package enum DisplayPower {
  /// Returns true if all connected displays or all backlights are off; false if there are neither, or their files can't be read.
  package static func isOff(sysfs: String = "/sys") -> Bool {
    areOff(displays(of: "\(sysfs)/class/drm")) || areOff(backlights(of: "\(sysfs)/class/backlight"))
  }

  private static func areOff(_ states: [Bool]) -> Bool { !states.isEmpty && !states.contains(true) }

  /// Returns for each connected display whether it is on.
  private static func displays(of folder: String) -> [Bool] {
    Paths.names(in: folder).compactMap { name in
      let connector = "\(folder)/\(name)"
      guard text(of: "\(connector)/status") == "connected", let dpms = text(of: "\(connector)/dpms") else { return nil }
      return dpms == "On"
    }
  }

  /// Returns for each backlight whether it is on: level 0 is on, all higher levels of power saving are off.
  private static func backlights(of folder: String) -> [Bool] {
    Paths.names(in: folder).compactMap { text(of: "\(folder)/\($0)/bl_power").map { $0 == "0" } }
  }

  private static func text(of path: String) -> String? {
    SmallFiles.head(of: path, limit: 64).map { bytes in
      String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
  }
}
