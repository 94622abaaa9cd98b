/// The kernel's way to devices of our own.
enum Uinput {
  static let path = "/dev/uinput"
}
