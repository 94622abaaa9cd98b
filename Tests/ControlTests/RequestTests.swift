import Actions
import Control
import Foundation
import Testing
import TouchInput

@Test(
  arguments: [
    .status, .describe, .reload, .pause, .resume, .watch(touches: false), .watch(touches: true),
    .watch(touches: true, values: true), .watch(touches: false, values: false, asText: true),
    .watch(touches: false, attempts: true),
    .rotate(screen: "main \"1\"", orientation: .left), .setView("snake", isEnabled: true),
    .setView("snake", isEnabled: false),
    .setGesture("bite", isEnabled: true), .setGesture("bite", isEnabled: false), .setMode("locked"),
    .setDisplay(isOn: true), .setDisplay(isOn: false), .use(true), .use(false),
    .setBacklight(Backlight("on")!), .setBacklight(Backlight("off")!), .setBacklight(Backlight("12.5%")!),
    .layout(.us), .trigger(action: "light \"1\""),
  ] as [ControlRequest])
func `A request that a client writes is read back the same`(request: ControlRequest) throws {
  #expect(request.line.last == UInt8(ascii: "\n"))
  #expect(try ControlRequest(line: request.line.dropLast()) == request)
}

@Test(arguments: [
  (#""keys":{"leftctrl":"z"}"#, "\"leftctrl\" does not type characters"),
  (#""keys":{"z":"zZzZz"}"#, "1 to 4 characters"),
  (#""keys":{"z":""}"#, "1 to 4 characters"), (#""keys":{"z":7}"#, "1 to 4 characters"),
  (#""keys":["z"]"#, "an object"),
  (#""keys":"z""#, "an object"), (#""rows":{}"#, "an object"),
  (#""keys":{\#((0..<60).map { "\"k\($0)\":\"z\"" }.joined(separator: ","))}"#, "at most 50 keys"),
])
func `A layout from outside presses nothing but keys that type`(members: String, mistake: String) {
  do throws(ControlRequest.Mistake) {
    _ = try ControlRequest(line: Array("{\"request\":\"layout\",\(members)}".utf8))
    Issue.record("accepted")
  } catch { #expect(error.description.contains(mistake), "\(error)") }
}

@Test func `A layout with four characters of four bytes on every key fits into a request`() throws {
  let rows = Dictionary(uniqueKeysWithValues: KeyboardLayout.keys.map { ($0, "😀😁😂😃") })
  #expect(ControlRequest.layout(try KeyboardLayout(rows)).line.count < ControlRequest.longest)
}

@Suite(.serialized) struct SocketPathTests {
  private static let standard = "/run/tickled/tickled.sock"

  /// Calls `body` with these variables instead of the process's own.
  private func with(_ variables: [String: String], _ body: () -> Void) {
    let names = ["RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"]
    let before = names.map { ($0, getenv($0).map { String(cString: $0) }) }
    for name in names { unsetenv(name) }
    for (name, value) in variables { setenv(name, value, 1) }
    body()
    for (name, value) in before {
      if let value { setenv(name, value, 1) } else { unsetenv(name) }
    }
  }

  @Test func `A service's socket is in the folder that its manager made, whether a daemon listens there or not`() {
    with(["RUNTIME_DIRECTORY": "/nowhere/service", "XDG_RUNTIME_DIR": "/nowhere/session"]) {
      #expect(ControlSocket.path(configured: Self.standard) == "/nowhere/service/tickled.sock")
      #expect(ControlSocket.pathToDaemon(configured: Self.standard) == "/nowhere/service/tickled.sock")
    }
  }

  @Test(arguments: ["service", "/a:/b"])
  func `A folder that is not an absolute path, or several, is not used`(folder: String) {
    with(["RUNTIME_DIRECTORY": folder]) {
      #expect(ControlSocket.path(configured: Self.standard) == Self.standard)
    }
  }

  @Test func `A configured socket is used as it is`() {
    with(["RUNTIME_DIRECTORY": "/nowhere/service"]) {
      #expect(ControlSocket.path(configured: "/x/s") == "/x/s")
      #expect(ControlSocket.pathToDaemon(configured: "/x/s") == "/x/s")
    }
  }

  @Test(.enabled(if: geteuid() == 0, "root is no user of a session"))
  func `The tool of a session without a daemon of its own addresses the system's`() {
    with(["RUNTIME_DIRECTORY": "/nowhere/session", "XDG_RUNTIME_DIR": "/nowhere/session"]) {
      #expect(ControlSocket.pathToDaemon(configured: Self.standard) == Self.standard)
    }
  }
}
