/// A kind of movement of the whole device.
///
/// Later versions may have further kinds, so this is not an enumeration.
public struct MotionKind: Hashable, Sendable {
  /// The kind's name.
  public let name: String

  /// The device is moved to and fro (SHK-3).
  public static let shake = MotionKind(name: "shake")
}

/// A movement of the whole device, as the first responder receives it.
public struct MotionEvent: Hashable, Sendable {
  /// The kind of the movement.
  public let motion: MotionKind
  /// The time of the sample with which the movement began, ended or was cancelled.
  public let time: Timestamp
  /// The number of strokes up to now (SHK-2).
  public let strokes: Int
}

/// What an accelerometer measures at one time.
public struct MotionSample: Hashable, Sendable {
  /// The time of the measurement, on the clock of the frames.
  public var time: Timestamp
  /// The acceleration along the device's axes, in metres per second squared. It includes gravity: a device that lies on a table
  /// measures 9.8 in one direction. Any three perpendicular axes will do, as long as they stay the same.
  public var acceleration: Acceleration

  /// Creates a sample.
  public init(time: Timestamp, acceleration: Acceleration) {
    self.time = time
    self.acceleration = acceleration
  }
}

/// An acceleration in space, in metres per second squared.
public struct Acceleration: Hashable, Sendable {
  /// The component along the device's first axis.
  public var x: Double
  /// The component along the second axis.
  public var y: Double
  /// The component along the third axis.
  public var z: Double

  /// Creates an acceleration from its components, in metres per second squared.
  public init(x: Double, y: Double, z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  var length: Double { dot(self).squareRoot() }

  func dot(_ other: Acceleration) -> Double { x * other.x + y * other.y + z * other.z }

  static func + (a: Acceleration, b: Acceleration) -> Acceleration {
    Acceleration(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z)
  }

  static func - (a: Acceleration, b: Acceleration) -> Acceleration { a + b * -1 }

  static func * (a: Acceleration, factor: Double) -> Acceleration {
    Acceleration(x: a.x * factor, y: a.y * factor, z: a.z * factor)
  }
}
