import Glibc
import Testing

@testable import TouchInput

@Suite struct `A node that is no touchscreen` {
  @Test(arguments: [
    (
      "/dev/input/event9999",
      "open /dev/input/event9999: No such file or directory (`tickle devices` lists the touchscreens that are there)"
    ),
    ("/dev/null", "/dev/null is no input device (`tickle devices` lists them)"),
    ("/tmp", "/tmp is no input device (`tickle devices` lists them)"),
  ]) func `is refused with the mend`(node: String, message: String) {
    do throws(DeviceError) {
      _ = try TouchDevice(node: node)
      Issue.record("\(node) was opened")
    } catch {
      #expect(error.description == message)
    }
  }

  @Test func `is told apart from one that may not be read`() {
    let error = DeviceError(call: "open", object: "/dev/input/event4", code: EACCES)
    #expect(error.isPermission)
    #expect(
      error.description == "open /dev/input/event4: Permission denied "
        + "(install systemd/70-tickled.rules and add the user to its group, \"touchscreen\")")
  }
}
