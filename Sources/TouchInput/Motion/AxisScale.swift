import Gestures

/// The conversion of an IIO accelerometer's raw values into metres per second squared along the axes of its device.
struct AxisScale {
  static let axes = ["x", "y", "z"]
  /// The largest scale: no sensor has units as large as 1 m/s². An error of a driver, or a file that was made up, is refused.
  private static let largestScale = 1000.0

  private let scales: [Double]
  private let offsets: [Double]
  private let matrix: MountMatrix

  /// - Parameter mountMatrix: udev's text, which comes before the driver's.
  /// - Returns: `nil` if the scale is not one that a sensor can have.
  init?(_ folder: SysfsFolder, mountMatrix: String) {
    /// Returns an axis's own value, that of all axes, or the kernel's default.
    func value(_ axis: String, _ what: String, default: Double) -> Double {
      folder.number("in_accel_\(axis)_\(what)") ?? folder.number("in_accel_\(what)") ?? `default`
    }
    scales = Self.axes.map { value($0, "scale", default: 1) }
    offsets = Self.axes.map { value($0, "offset", default: 0) }
    matrix =
      MountMatrix(parsing: mountMatrix)
      ?? ["in_accel_mount_matrix", "mount_matrix", "in_mount_matrix"].lazy
      .compactMap { folder.text($0).flatMap(MountMatrix.init(parsing:)) }.first ?? .identity
    guard scales.allSatisfy({ $0 > 0 && $0 <= Self.largestScale }) else { return nil }
  }

  func acceleration(_ raw: [Int64]) -> Acceleration {
    func component(_ axis: Int) -> Double { (Double(raw[axis]) + offsets[axis]) * scales[axis] }
    return matrix.apply(component(0), component(1), component(2))
  }
}
