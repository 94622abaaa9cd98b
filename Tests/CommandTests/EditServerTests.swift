import Foundation
import Testing
import Text

@Suite("The editor's server", .startsPrograms)
struct EditServerTests {
  private static let text = "[[gesture]]\nname = \"next\"\nkind = \"swipe\"\n"

  @Test func `The address opens the page once, and the page its own files`() async throws {
    let folder = try TemporaryFolder()
    let server = try await EditServer([folder.write(Self.text, to: "c.toml")])
    let script = "\(server.folder)editor.js"
    #expect(try server.send("GET", script).status == 403)
    let page = try server.open()
    #expect(page.status == 200 && page.text.contains("<!doctype html>"))
    #expect(page.header("Content-Type") == "text/html; charset=utf-8" && page.header("X-Frame-Options") == "DENY")
    #expect(!server.cookie.isEmpty)
    let file = try server.send("GET", script)
    #expect(file.status == 200 && file.header("Content-Type") == "text/javascript; charset=utf-8")
    #expect(file.header("Set-Cookie") == nil)
    let none = try server.send("GET", "\(server.folder)other.js")
    #expect(none.status == 404 && none.text == "There is nothing at this address.\n")
    let cookie = server.cookie
    let again = try server.open()
    #expect(again.status == 403 && again.text.hasPrefix("This address was used already."))
    #expect(again.header("Content-Type") == "text/plain; charset=utf-8" && !cookie.isEmpty)
  }

  @Test func `A new file is made with its folder, saved again, and kept if another program writes to it`() async throws
  {
    let folder = try TemporaryFolder()
    let server = try await EditServer([folder.path("new/c.toml")])
    _ = try server.open()
    func save(_ text: String) throws -> JSONValue {
      let words = text.replacing("\n", with: "\\n")
      #expect(try server.ask("{\"do\":\"text\",\"part\":0,\"text\":\"\(words)\"}").status == 200)
      let shown = try #require(JSONValue(parsing: server.ask("{\"do\":\"difference\"}").body))
      let version = try #require(shown["version"]?.number)
      let reply = try server.ask("{\"do\":\"save\",\"version\":\(Int(version))}")
      #expect(reply.header("Content-Type") == "application/json")
      return try #require(JSONValue(parsing: reply.body))
    }
    #expect(try save("# 1\n")["changed"]?.bool == false)
    #expect(folder.text("new/c.toml") == "# 1\n")
    #expect(try save("# 2\n")["changed"]?.bool == false)
    #expect(folder.text("new/c.toml") == "# 2\n")
    try folder.write("# other\n", to: "new/c.toml")
    let error = try save("# 3\n")["error"]?.string ?? ""
    #expect(error.hasSuffix("by another program (copy your text, and start `tickle edit` again)"), "\(error)")
    #expect(folder.text("new/c.toml") == "# other\n")
    // The changes are lost, which it says.
    server.child.signal(SIGINT)
    let outcome = try await server.child.ended()
    #expect(outcome.end == .status(0))
    #expect(outcome.errors.hasSuffix("The editor ended. Changes that were not saved are lost.\n"), "\(outcome.errors)")
  }

  @Test func `The page ends the program, which then has nothing to say`() async throws {
    let folder = try TemporaryFolder()
    let server = try await EditServer([folder.write(Self.text, to: "c.toml")])
    _ = try server.open()
    #expect(try server.ask("{\"do\":\"stay\"}").text == "{\"version\":1}")
    #expect(try server.child.outcome() == nil)
    #expect(try server.ask("{\"do\":\"done\"}").text == "{\"version\":1}")
    let outcome = try await server.child.ended()
    #expect(outcome.end == .status(0))
    #expect(outcome.errors == "Open this address in a browser. It works once. Ctrl-C ends the editor.\n")
    let stopped = try await EditServer([folder.path("c.toml")])
    stopped.child.signal(SIGTERM)
    #expect(try await stopped.child.ended().errors == outcome.errors, "nothing was changed")
  }

  @Test func `A request of 2 MiB is read, and a larger one is refused`() async throws {
    let folder = try TemporaryFolder()
    let server = try await EditServer([folder.write(Self.text, to: "c.toml")])
    _ = try server.open()
    let most = [UInt8](repeating: UInt8(ascii: " "), count: 2 << 20)
    let full = try server.ask(most)
    #expect(full.status == 200 && full.text == "{\"error\":\"the request is not a JSON object\"}")
    let larger = try server.ask(most + [UInt8(ascii: " ")])
    #expect(larger.status == 413 && larger.text == "The request is too large.\n")
    // What comes after the part that was too much is not taken for the request.
    let hidden = try server.ask(most + Array("              {\"do\":\"done\"}".utf8))
    #expect(hidden.status == 413)
    #expect(try server.ask("{\"do\":\"stay\"}").status == 200)
  }

  @Test func `Of 33 connections without a request the oldest is ended, and no other`() async throws {
    let folder = try TemporaryFolder()
    let server = try await EditServer([folder.write(Self.text, to: "c.toml")])
    _ = try server.open()
    var strangers = try (0..<31).map { _ in try EditServer.Connection(to: server.port) }
    // A request that is admitted takes no room, again and again.
    for _ in 0..<3 { #expect(try server.ask("{\"do\":\"stay\"}").status == 200) }
    strangers.append(try EditServer.Connection(to: server.port))
    // It is the 33rd until it was read.
    #expect(try server.ask("{\"do\":\"stay\"}").status == 200)
    #expect(try strangers.removeFirst().readToEnd().isEmpty)
    #expect(strangers.filter { !$0.isOpen }.isEmpty)
    // Connections that left make room.
    strangers.removeLast(2)
    #expect(try server.ask("{\"do\":\"stay\"}").status == 200)
    for _ in 0..<2 { strangers.append(try EditServer.Connection(to: server.port)) }
    #expect(try server.ask("{\"do\":\"stay\"}").status == 200)
    #expect(strangers.filter { !$0.isOpen }.isEmpty)
  }

  @Test func `Recordings and the cases beside the file are played`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.text, to: "c.toml")
    try folder.write(
      "[[case]]\nname = \"a flick\"\nhand = \"swipe left\"\nexpect = \"next\"\n", to: "c.test.toml")
    let recording = "\(Files.checkout)/config/demo.evemu"
    let server = try await EditServer([path, "--recordings", recording, recording, "--panel", "100x50mm"])
    _ = try server.open()
    let answer = try #require(JSONValue(parsing: server.ask("{\"do\":\"outcomes\"}").body))
    #expect(answer["recordings"]?.array.count == 2)
    #expect(answer["cases"]?.array.first?["name"]?.string == "a flick", "\(answer["problem"]?.string ?? "")")
    let state = try #require(JSONValue(parsing: server.ask("{\"do\":\"open\"}").body))
    #expect(state["screens"]?.array.first?["width"]?.number == 100)
  }

  @Test func `Where no browser can be, the words for another machine are printed`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.text, to: "c.toml")
    func words(_ environment: [String: String]) async throws -> String {
      let server = try await EditServer([path], environment: environment)
      return server.child.errors
    }
    let ssh = ["SSH_CONNECTION": "192.0.2.1 5 192.0.2.7 22"]
    #expect(try await words(ssh.merging(["DISPLAY": ":0"]) { $1 }).contains("@192.0.2.7\n"))
    let host = ProcessInfo.processInfo.hostName.split(separator: ".")[0]
    let here = try await words(["SSH_CONNECTION": "192.0.2.1 5 192.0.2.7"])
    #expect(here.contains("    ssh -L ") && here.contains("@\(host)"), "\(here)")
    for display in [
      ["DISPLAY": ":0"], ["WAYLAND_DISPLAY": "wayland-0"], ["DISPLAY": "", "WAYLAND_DISPLAY": "wayland-0"],
      ["DISPLAY": ":0", "SSH_CONNECTION": ""],
    ] {
      #expect(try await !words(display).contains("ssh -L"), "\(display)")
    }
  }

  @Test(arguments: [
    (["--port", "65536"], 64, "--port must be a number up to 65535, or 0 for any that is free"),
    (["--port"], 64, "--port must be a number up to 65535, or 0 for any that is free"),
    (["--panel", "big"], 64, "--panel must be a size such as 217x136mm"),
    (["--recordings", "--new"], 64, "\"--new\" is not an option"),
    (["@", "other.toml"], 64, "\"other.toml\" is not an option"),
    (["@", "--recordings", "/nowhere/a.evemu"], 66, "/nowhere/a.evemu: cannot be read: No such file or directory"),
    (["/dev"], 74, "read /dev: Is a directory"),
  ])
  func `Words that cannot be used end the program with a reason`(words: [String], status: Int32, reason: String) throws
  {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.text, to: "c.toml")
    let outcome = try Program.edit.run(words.map { $0 == "@" ? path : $0 })
    #expect(outcome.end == .status(status) && outcome.output.isEmpty)
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    #expect(outcome.errors.contains("usage: tickle edit [FILE]") == (status == 64))
  }

  @Test func `The version and the usage are answers`() throws {
    #expect(try Program.edit.run(["--version"]).output.hasPrefix("tickle-edit "))
    for word in ["--help", "-h"] {
      let outcome = try Program.edit.run([word])
      #expect(outcome.output.hasPrefix("usage: tickle edit [FILE]") && outcome.errors.isEmpty)
    }
  }
}
