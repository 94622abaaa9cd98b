/// The kernel's interface for virtual input devices.
enum Uinput {
  static let path = "/dev/uinput"
}
