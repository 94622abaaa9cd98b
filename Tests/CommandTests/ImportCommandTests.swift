import Foundation
import Testing

@Suite("tickle import", .startsPrograms)
struct ImportCommandTests {
  @Test func `The configuration goes to standard output, the summary to standard error, and the check accepts it`()
    throws
  {
    let folder = try TemporaryFolder()
    let conf = try folder.write("gesture swipe up 3 notify-send \"hello\"\ngesture wave up b\n", to: "gestures.conf")
    let outcome = try Program.tickle.run(["import", "libinput-gestures", conf])
    #expect(outcome.end == .status(0))
    let errors = outcome.errors.split(separator: "\n")
    // What the command lacks in the system's service, what applications see, and the summary.
    try #require(errors.count == 3, "\(errors)")
    #expect(errors[0].contains("\"notify-send\" reaches no session"), "\(errors)")
    #expect(errors[1].contains("unless a [[screen]] has intercept = true"), "\(errors)")
    #expect(errors[2] == "tickle: 1 of 2 gestures carried, 0 with differences", "\(errors)")
    #expect(outcome.output.contains(#"action = { shell = "notify-send \"hello\"" }"#))
    let toml = try folder.write(outcome.outputBytes, to: "config.toml")
    #expect(try Program.tickle.run(["check", "--config", toml]).end == .status(0))
  }

  @Test func `The options of lisgd can follow on the command line, and nothing of them is run`() throws {
    let folder = try TemporaryFolder()
    let trace = folder.path("trace")
    let command = "touch \(trace); $(touch \(trace)) `touch \(trace)`"
    let outcome = try Program.tickle.run([
      "import", "lisgd", "--", "-d", "/dev/input/x", "-t", "60", "-g", "1,LR,*,*,R,\(command)",
    ])
    #expect(outcome.end == .status(0))
    #expect(outcome.output.contains("shell = \"\(command)\""))
    let script = try folder.write("A=$(touch \(trace))\nlisgd -g \"1,LR,*,*,$(touch \(trace)) $A\"\n", to: "start.sh")
    #expect(try Program.tickle.run(["import", "lisgd", script]).end == .status(0))
    #expect(access(trace, F_OK) != 0)
  }

  @Test func `Of three swipes in one direction, the distance decides, as in lisgd`() throws {
    let folder = try TemporaryFolder()
    let imported = try Program.tickle.run(
      ["import", "lisgd", "--", "-g", "1,LR,*,L,long", "-g", "1,LR,*,M,medium", "-g", "1,LR,*,*,any", "-t", "125"])
    let toml = try folder.write(imported.outputBytes, to: "config.toml")
    // The panel is 200 mm wide. The last swipe is slow.
    let swipes = [(30.0, 0.2), (80, 0.3), (150, 0.4), (30, 0.7), (10, 0.1)]
    var frames: [(Double, [Recording.Event])] = []
    for (index, (distance, seconds)) in swipes.enumerated() {
      let start = 0.5 + 2 * Double(index)
      frames.append((start, [.down(20, 60)]))
      for step in 1...40 {
        let share = Double(step) / 40
        frames.append((start + seconds * share, [.move(20 + distance * share, 60)]))
      }
      frames.append((start + seconds + 0.012, [.up()]))
    }
    let recording = try folder.write(Recording(frames).text, to: "swipes.evemu")
    let replay = try Program.tickle.run(["replay", "--config", toml, recording])
    let commands = replay.output.split(separator: "\n").filter { $0.contains("shell") }.compactMap {
      $0.split(separator: " ").last
    }
    #expect(commands == ["any", "medium", "long", "any"])
  }

  @Test func `Standard input is read for -, and --output writes a new file only`() throws {
    let folder = try TemporaryFolder()
    let output = folder.path("config.toml")
    let words = [
      "bash", "-c",
      "printf 'swipe:\\n  3:\\n    up: {command: a}\\n' | \(Program.tickle.path) import fusuma - -o \(output)",
    ]
    for status: Int32 in [0, 64] {
      let child = try Child(words, environment: [:], output: nil)
      let limit = ContinuousClock.now + .seconds(60)
      var outcome: Outcome?
      while outcome == nil, ContinuousClock.now < limit {
        outcome = try child.outcome()
        usleep(1000)
      }
      #expect(outcome?.end == .status(status))
      #expect(outcome?.output == "")
    }
    #expect(try String(contentsOfFile: output, encoding: .utf8).contains("name = \"3-swipe-up\""))
  }

  @Test(
    arguments: [
      ("touchegg", "<touchégg>\n<application", "is not XML"), ("fusuma", "swipe:\n  [", "is not valid YAML"),
      ("inputactions", "a: &a [*a]", "alias *a"), ("lisgd", "echo hello", "has no gestures of lisgd"),
      ("libinput-gestures", "nothing \u{0}", "NUL"), ("fusuma", "\u{1B}[2J: *\u{1B}", "is not valid YAML"),
    ])
  func `A file that cannot be imported causes one line of error`(program: String, text: String, word: String) throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(text, to: "file")
    let outcome = try Program.tickle.run(["import", program, path])
    #expect(outcome.end == .status(65))
    #expect(outcome.output == "")
    #expect(outcome.errorLines.count == 1, "\(outcome.errors)")
    #expect(outcome.errors.hasPrefix("\(path):"), "\(outcome.errors)")
    #expect(outcome.errors.contains(word), "\(outcome.errors)")
    #expect(!outcome.errors.contains("\u{1B}"))
  }

  @Test(
    arguments: [
      (["fusuma", "/nonexistent/config.yml"], 66), (["fusuma", "/"], 74), (["fusuma", "/dev/zero"], 65),
      (["fusuma"], 64),
      (["evemu", "x"], 64), (["fusuma", "a", "b"], 64), (["lisgd", "--", "-g"], 65),
    ] as [([String], Int32)])
  func `Other problems have their exit status`(arguments: [String], status: Int32) throws {
    let outcome = try Program.tickle.run(["import"] + arguments)
    #expect(outcome.end == .status(status), "\(outcome.errors)")
    #expect(outcome.output == "")
  }
}
