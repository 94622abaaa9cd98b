import CTouchInput
import Program
import Text

/// A device could not be opened or read. Describes the call, its object, the system's error, and the remedy.
package struct DeviceError: Error, Hashable, CustomStringConvertible {
  package enum Reason: Hashable, Sendable {
    case system(Errno)
    case notEvdev
    /// The reason follows "is not a touchscreen: ".
    case notTouchscreen(String)
    /// Like `notTouchscreen`, for a device that counts as a touchscreen if the user names it.
    case looksLikeMouse(String)
    /// Like `looksLikeMouse`, for a device that claims to be something else: a name that other devices have, too, is not enough.
    case claimsOther(String)
    /// The device's keys and switches are not used. The reason follows "is not used for buttons: ".
    case notButtons(String)
    /// The device's measurements are not used. The reason follows "is not used as a motion sensor: ".
    case notSensor(String)
    /// The guardian has no place for another panel.
    case tooManyGuarded(most: Int)
  }

  package let call: String
  package let object: String
  package let reason: Reason
  /// The group whose members may open the object.
  package var group = "touchscreen"

  package var isPermission: Bool {
    if case .system(let error) = reason { error.isPermission } else { false }
  }
  package var isMissing: Bool {
    [.noSuchFile, .noSuchDevice, .noSuchDeviceOrAddress].contains { reason == .system($0) }
  }
  /// Whether another attempt may succeed without a change that udev would report.
  package var mayPass: Bool {
    guard case .system = reason else { return false }
    return !isPermission && !isMissing
  }

  package var description: String {
    switch reason {
    case .notEvdev: "\(object.printable) is not an input device (`tickle devices` lists them)"
    case .notTouchscreen(let why): "\(object.printable) is not a touchscreen: \(why)"
    case .looksLikeMouse(let why), .claimsOther(let why):
      "\(object.printable) is not a touchscreen: \(why) (\(DeviceDescription.remedy), or with --device)"
    case .notButtons(let why): "\(object.printable) is not used for buttons: \(why)"
    case .notSensor(let why): "\(object.printable) is not used as a motion sensor: \(why)"
    case .tooManyGuarded(let most): "at most \(most) panels can be intercepted at a time"
    case .system(let error): "\(call) \(object.printable): \(error)\(remedy(error))"
    }
  }

  private func remedy(_ error: Errno) -> String {
    switch error {
    case .permissionDenied where object == Uinput.path, .notPermitted where object == Uinput.path:
      " (run as root, or add the user to the group \"tickled-outputs\": `adduser USER tickled-outputs`, then log in again; "
        + "the service needs its drop-in intercept.conf)"
    case .noSuchFile where object == Uinput.path, .noSuchDevice where object == Uinput.path:
      " (load the module: `modprobe uinput`; a container gets it from its host)"
    case .invalidArgument where object == Uinput.path: " (the kernel rejects a device with these axes)"
    case .permissionDenied, .notPermitted:
      " (add the user to the group \"\(group)\": `adduser USER \(group)`, then log in again)"
    case .deviceBusy where call.contains("EVIOCGRAB"): " (another program has grabbed it)"
    case .noSuchFile where call == "open": " (`tickle devices` lists the touchscreens)"
    case .tooManyOpenFiles: " (raise LimitNOFILE=, or `ulimit -n`)"
    default: ""
    }
  }
}

extension DeviceError.Reason {
  /// The reason why a device is refused that is not a touchscreen.
  init(refusing description: DeviceDescription) {
    let objection = description.objection ?? ""
    self =
      description.looksLikeMouse
      ? .looksLikeMouse(objection) : description.mayBeNamed ? .claimsOther(objection) : .notTouchscreen(objection)
  }
}

extension DeviceError {
  package init(call: String, object: String, _ error: Errno) {
    self.init(call: call, object: object, reason: .system(error))
  }

  /// - Parameter code: the error's number, as C functions return it.
  package init(call: String, object: String, code: Int32) {
    self.init(call: call, object: object, Errno(rawValue: code))
  }

  init(opening node: String, _ failure: ti_failure, _ description: DeviceDescription) {
    let call = String(cString: failure.call)
    let reason: Reason =
      switch (call, Errno(rawValue: failure.error)) {
      case ("classify", _): Reason(refusing: description)
      case ("ioctl EVIOCGVERSION", .inappropriateCall), ("ioctl EVIOCGVERSION", .invalidArgument): .notEvdev
      case (_, let error): .system(error)
      }
    self.init(call: call, object: node, reason: reason)
  }

  /// The reason why a device is not a touchscreen, if it would be one when named; `nil` otherwise, and for other errors.
  package var claim: String? {
    switch reason {
    case .looksLikeMouse(let why), .claimsOther(let why): why
    default: nil
    }
  }

  package var exitStatus: ExitStatus {
    isPermission ? .noPermission : isMissing ? .unavailable : .ioError
  }
}
