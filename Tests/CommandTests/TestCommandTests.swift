import Foundation
import Testing

@Suite("tickle test and tickle hand", .startsPrograms)
struct TestCommandTests {
  private static let cases = "\(Files.checkout)/config/tickled.test.toml"

  /// The files of cases that are shipped.
  private static let files: [String] = {
    let folder = "\(Files.checkout)/config/cookbook"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return [cases] + names.filter { $0.hasSuffix(".test.toml") }.sorted().map { "\(folder)/\($0)" }
  }()

  @Test(arguments: files)
  func `Every shipped configuration keeps its promises`(file: String) throws {
    let outcome = try Program.tickle.run(["test", file])
    #expect(outcome.end == .status(0), "\(outcome.output)\(outcome.errors)")
    #expect(outcome.errors == "")
  }

  @Test func `A changed threshold fails a case, with the rule, the number and the key`() throws {
    let folder = try TemporaryFolder()
    let shipped = try String(contentsOfFile: "\(Files.checkout)/config/tickled.toml", encoding: .utf8)
    let changed = shipped.replacingOccurrences(of: "kind = \"tickle\"", with: "kind = \"tickle\"\ntickles = 5")
    let path = try folder.write(changed, to: "changed.toml")
    let outcome = try Program.tickle.run(["test", "--config", path, Self.cases])
    #expect(outcome.end == .status(1))
    #expect(outcome.output.contains("4 of 5 strokes; keys `tickles`, `distance`, rule TIC-2"), "\(outcome.output)")
    let tap = try Program.tickle.run(["test", "--config", path, "--format", "tap", Self.cases])
    #expect(tap.output.hasPrefix("TAP version 13\n1..5\nok 1 - "))
    #expect(tap.output.contains("\nnot ok 4 - "))
  }

  @Test func `The same cases give the same bytes, and so do the same words`() throws {
    for arguments in [
      ["test", "--format", "json", Self.cases], ["hand", "tap shaky 2mm 8Hz; swipe left with 3 fingers skew 40ms"],
    ] {
      let first = try Program.tickle.run(arguments)
      #expect(first.end == .status(0))
      #expect(try Program.tickle.run(arguments).outputBytes == first.outputBytes)
    }
  }

  @Test func `Files that cannot be used have statuses of their own`() throws {
    let folder = try TemporaryFolder()
    let good = try folder.write("[[gesture]]\nname = 'tap'\nkind = 'tap'\n", to: "good.toml")
    let bad = try folder.write("[[gesture]]\n", to: "bad.toml")
    let cases = try folder.write("[[case]]\nhand = 'tap'\nexpect = 'tap'\n", to: "good.test.toml")
    let wrong = try folder.write("[[case]]\nhand = 'tpa'\nexpect = 'tap'\n", to: "wrong.test.toml")
    let lost = try folder.write("[[case]]\nrecording = 'none.evemu'\nexpect = 'tap'\n", to: "lost.test.toml")
    func status(_ arguments: [String]) throws -> Outcome.End { try Program.tickle.run(["test"] + arguments).end }
    #expect(try status([cases]) == .status(0))
    #expect(try status(["--config", good]) == .status(0))
    #expect(try status(["--config", bad, cases]) == .status(78))
    #expect(try status(["--config", good, wrong]) == .status(65))
    #expect(try status(["--config", good, lost]) == .status(66))
    #expect(try status(["\(cases).none"]) == .status(66))
    let tap = try Program.tickle.run(["test", "--config", good, "--format", "tap", wrong])
    #expect(tap.output.hasPrefix("Bail out! "))
  }

  @Test func `A hand that leaves the panel fails its case, and the others are played`() throws {
    let folder = try TemporaryFolder()
    let good = try folder.write("[[gesture]]\nname = 'tap'\nkind = 'tap'\n", to: "good.toml")
    let text = "[[case]]\nhand = 'pan right 400mm from 10,10'\nexpect = 'tap'\n[[case]]\nhand = 'tap'\nexpect = 'tap'\n"
    let outcome = try Program.tickle.run(["test", "--config", good, folder.write(text, to: "c.test.toml")])
    #expect(outcome.end == .status(1) && outcome.errors == "")
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 4 && lines[0].hasPrefix("FAIL ") && lines[2].hasPrefix("ok "), "\(outcome.output)")
    #expect(
      lines[1].hasPrefix("      not played: the hand") && lines[1].contains("outside of the panel"), "\(lines[1])")
  }

  @Test(arguments: [["replay"], ["explain", "--gesture", "tap"]])
  func `A hand takes the place of a recording`(command: [String]) throws {
    let config = ["--config", "\(Files.checkout)/config/tickled.toml"]
    let spoken = try Program.tickle.run(command + config + ["--hand", "tap at 50,60"])
    #expect(spoken.end == .status(0))
    let folder = try TemporaryFolder()
    for format in ["evemu", "libinput"] {
      let written = try Program.tickle.run(["hand", "--format", format, "tap at 50,60"])
      let path = try folder.write(written.output, to: "hand.\(format)")
      let outcome = try Program.tickle.run(command + config + [path])
      #expect(outcome.outputBytes == spoken.outputBytes, "\(format)")
      #expect(outcome.errors == "")
    }
    #expect(try Program.tickle.run(command + config + ["--hand", "tpa"]).end == .status(64))
    #expect(try Program.tickle.run(command + config + ["--hand", "tap", Files.demo]).end == .status(64))
  }
}
