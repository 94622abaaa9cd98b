import Foundation
import Testing

@Suite("Invalid configurations", .startsPrograms)
struct BadConfigurationTests {
  @Test(arguments: BadConfiguration.table)
  func `A defect is reported with its position, and nothing else happens`(defect: BadConfiguration) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(defect.text, to: "bad.toml")
    let outcome = try Program.tickle.run(["replay", "--format", "json", "--config", path, Files.demo])
    #expect(outcome.end == .status(78))
    #expect(outcome.output == "")
    let lines = outcome.errorLines
    let first = lines.first ?? ""
    #expect(first.hasPrefix("\(path):\(defect.place): error: "), "\(outcome.errors)")
    #expect(first.contains(defect.word))
    // The message, the line, and a caret under the position.
    #expect(lines.count { $0.contains(": error: ") } == 1, "\(outcome.errors)")
    #expect(lines.count == 3 && lines.last?.contains("^") == true, "\(outcome.errors)")
  }

  @Test func `All defects are reported, not only the first`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "[daemon]\nlog_levle = \"info\"\n[[gesture]]\nname = \"tap\"\nkind = \"tap\"\ntaps = 0\nfingers = 0\n",
      to: "bad.toml")
    let outcome = try Program.tickle.run(["check", "--config", path])
    #expect(outcome.end == .status(78))
    #expect(outcome.output == "")
    for place in ["2:1", "6:8", "7:11"] { #expect(outcome.errors.contains("\(path):\(place): error: ")) }
  }

  @Test func `Bytes that are not UTF-8 are a defect like any other`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      Data("[daemon]\nsocket = \"/run/".utf8) + Data([0xFF, 0xFE]) + Data("\"\n".utf8), to: "bad.toml")
    let outcome = try Program.tickle.run(["check", "--config", path])
    #expect(outcome.end == .status(78))
    #expect(outcome.errors.hasPrefix("\(path):2:"), "\(outcome.errors)")
    #expect(!outcome.errorBytes.contains(0xFF))
  }

  @Test func `A warning is reported with its position, and the configuration is used`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "[[gesture]]\nname = \"tap\"\nkind = \"tap\"\n[gesture.on]\nchanged = { log = \"never\" }\n", to: "odd.toml")
    let outcome = try Program.tickle.run(["check", "--config", path])
    #expect(outcome.end == .status(0))
    #expect(outcome.errors.hasPrefix("\(path):5:1: warning: "), "\(outcome.errors)")
  }

  @Test func `check --format json prints each defect as an object`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("[[gesture]]\nname = \"x\"\nkind = \"tpa\"\n", to: "bad.toml")
    let outcome = try Program.tickle.run(["check", "--format", "json", "--config", path])
    #expect(outcome.end == .status(78))
    let lines = try JSON.lines(outcome.outputBytes)
    #expect(lines.count == 1)
    #expect(lines.first?["file"].string == path)
    #expect(lines.first?["line"].int == 3)
    #expect(lines.first?["column"].int == 8)
    #expect(lines.first?["severity"].string == "error")
    #expect(lines.first?["suggestion"].string == "tap")
  }

  @Test func `check --format json also prints warnings and notes as objects, with or without errors`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      "[[gesture]]\nname = \"x\"\nkind = \"tap\"\naction = [{ exec = [\"no-such-program-here\"] }, { key = \"b\" }]\n"
        + "[mode.idle]\n", to: "odd.toml")
    let outcome = try Program.tickle.run(["check", "--format", "json", "--config", path])
    #expect(outcome.end == .status(0))
    let lines = try JSON.lines(outcome.outputBytes)
    #expect(lines.map { $0["severity"].string } == ["warning", "note", "note", "warning"])
    #expect(lines.map { $0["line"].int } == [4, 4, 4, 5])
    #expect(lines[0]["message"].string == "no program \"no-such-program-here\" is on the PATH")
    #expect(lines[2]["message"].string?.contains("keys.conf") == true)

    try folder.write(
      "[mode.idle]\n[daemon]\nwacth = true\n[[gesture]]\nname = \"x\"\nkind = \"tap\"\non.began = \"y\"", to: "bad.toml"
    )
    let refused = try Program.tickle.run(["check", "--format", "json", "--config", folder.path("bad.toml")])
    #expect(refused.end == .status(78))
    #expect(try JSON.lines(refused.outputBytes).map { $0["severity"].string } == ["error", "warning", "error"])
  }

  @Test func `The shipped configuration is valid and causes no warnings`() throws {
    let outcome = try Program.tickle.run(["check", "--config", Files.shippedConfiguration])
    #expect(outcome.end == .status(0))
    #expect(!outcome.errors.contains("warning: ") && !outcome.errors.contains("error: "), "\(outcome.errors)")
    #expect(outcome.errors.contains("note: as a service, this needs the drop-in sound.conf"))
    #expect(outcome.output.hasPrefix("\(Files.shippedConfiguration): valid ("))
  }
}
