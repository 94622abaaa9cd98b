import Glibc
import Testing

@testable import TouchInput

@Suite struct `A node that is not a touchscreen` {
  @Test(arguments: [
    (
      "/dev/input/event9999",
      "open /dev/input/event9999: No such file or directory (`tickle devices` lists the touchscreens)"
    ),
    ("/dev/null", "/dev/null is not an input device (`tickle devices` lists them)"),
    ("/tmp", "/tmp is not an input device (`tickle devices` lists them)"),
  ]) func `is rejected with a remedy`(node: String, message: String) {
    do throws(DeviceError) {
      _ = try TouchDevice(node: node)
      Issue.record("\(node) was opened")
    } catch {
      #expect(error.description == message)
    }
  }

  @Test func `is distinguished from one that may not be read`() {
    let error = DeviceError(call: "open", object: "/dev/input/event4", code: EACCES)
    #expect(error.isPermission)
    #expect(
      error.description == "open /dev/input/event4: Permission denied "
        + "(add the user to the group \"touchscreen\": `adduser USER touchscreen`, then log in again)")
  }
}
