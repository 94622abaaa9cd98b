import Gestures

/// The rotation from an accelerometer's axes to those of its device, as the kernel and udev's hwdb write it: `0, -1, 0; 1, 0, 0; 0, 0, 1`.
struct MountMatrix: Hashable {
  /// The limits of the determinant, which is 1 or -1 for a rotation with or without a reflection. A matrix that is far from both is an
  /// error: it would lose an axis, or all sense of the unit.
  private static let determinants = 0.5...2.0

  private let rows: [[Double]]

  static let identity = MountMatrix(rows: [[1, 0, 0], [0, 1, 0], [0, 0, 1]])

  private init(rows: [[Double]]) { self.rows = rows }

  /// `nil` if the text is not a matrix, or cannot be the rotation of a sensor.
  init?(parsing text: String) {
    let rows = text.split(separator: ";", omittingEmptySubsequences: false).map { row in
      row.split(separator: ",", omittingEmptySubsequences: false).map { Double($0.trimmingSpaces()) ?? .nan }
    }
    guard rows.count == 3, rows.allSatisfy({ $0.count == 3 }) else { return nil }
    self.init(rows: rows)
    // A number that is not finite has no such determinant, either.
    guard Self.determinants.contains(abs(determinant)) else { return nil }
  }

  private var determinant: Double {
    func minor(_ a: Int, _ b: Int) -> Double { rows[1][a] * rows[2][b] - rows[1][b] * rows[2][a] }
    return rows[0][0] * minor(1, 2) - rows[0][1] * minor(0, 2) + rows[0][2] * minor(0, 1)
  }

  /// Returns the acceleration along the device's axes.
  func apply(_ x: Double, _ y: Double, _ z: Double) -> Acceleration {
    func component(_ row: [Double]) -> Double { row[0] * x + row[1] * y + row[2] * z }
    return Acceleration(x: component(rows[0]), y: component(rows[1]), z: component(rows[2]))
  }
}
