import Foundation
import Testing

@Suite("Actions of whole programs", .startsPrograms)
struct ActionTests {
  /// Runs 500 commands, and 10,000 with `TICKLED_STRESS=1`.
  @Test(.enabled(if: !Sanitizer.isUsed, "a sanitizer needs memory of its own"))
  func `Hundreds of commands, some of which hang, leave nothing behind`() async throws {
    let isWhole = ProcessInfo.processInfo.environment["TICKLED_STRESS"] != nil
    let stress = try Program.actionStress.start(isWhole ? ["10000", "100"] : ["500", "10"])
    let outcome = try await stress.ended(within: .seconds(isWhole ? 600 : 60))
    #expect(outcome.end == .status(0), "\(outcome.output)\(outcome.errors)")
  }

  @Test func `A command finds the session's compositor unless the environment names it`() throws {
    let folder = try TemporaryFolder()
    let configuration = try folder.write(
      """
      [[gesture]]
      name = "tap"
      kind = "tap"
      action = { shell = 'echo "${WAYLAND_DISPLAY-none}" > display', cwd = "." }
      """, to: "tickled.toml")
    let recording = try folder.write(Recording.taps((50, 40)).text, to: "tap.evemu")
    func display(_ variables: [String: String] = [:]) throws -> String {
      let outcome = try Program.tickle.run(
        ["replay", "--actions", "run", "--config", configuration, recording],
        environment: ["XDG_RUNTIME_DIR": folder.path].merging(variables) { $1 })
      #expect(outcome.end == .status(0), "\(outcome.errors)")
      return folder.text("display")
    }
    #expect(try display(["XDG_RUNTIME_DIR": ""]) == "none\n")
    #expect(try display() == "none\n")
    _ = try folder.write("", to: "wayland-3.lock")
    #expect(try display() == "none\n")
    _ = try folder.write("", to: "wayland-3")
    #expect(try display() == "wayland-3\n")
    _ = try folder.write("", to: "wayland-1")
    #expect(try display() == "wayland-1\n")
    #expect(try display(["WAYLAND_DISPLAY": "wayland-7"]) == "wayland-7\n")
    #expect(try display(["WAYLAND_SOCKET": "5"]) == "none\n")
  }

  /// Names that are harmless only as long as nothing interprets them.
  @Test(arguments: [
    #"$(touch pwned)"#, "`touch pwned`", #""; touch pwned; ""#, "'; touch pwned; '", "& touch pwned &", "%s%n", "-n",
    #"\n\$(touch pwned)"#, "a=b TICKLED_VIEW=c", "../../pwned", "ä🐍",
  ])
  func `A name is never interpreted as anything else`(name: String) throws {
    let folder = try TemporaryFolder()
    let escaped = name.replacingOccurrences(of: "\\", with: "\\\\").replacingOccurrences(of: "\"", with: "\\\"")
    let configuration = try folder.write(
      """
      [[screen]]
      name = "\(escaped)"
      [[view]]
      name = "v\(escaped)"
      [[gesture]]
      name = "g\(escaped)"
      kind = "tap"
      view = "v\(escaped)"
      [gesture.on]
      ended = [
        { shell = 'printf "%s|%s|%s" "$TICKLED_SCREEN" "$TICKLED_VIEW" "$TICKLED_GESTURE" > shell', cwd = "." },
        { exec = ["sh", "-c", 'env > env'], cwd = "." },
        { stream = ["tee", "\(folder.path)/lines"] },
        { log = "\(escaped)" },
      ]
      """, to: "hostile.toml")
    let recording = try folder.write(
      Recording.taps((50, 40)).text.replacingOccurrences(of: "N: Test Panel", with: "N: \(name)"), to: "tap.evemu")
    let outcome = try Program.tickle.run([
      "replay", "--format", "json", "--actions", "run", "--config", configuration, recording,
    ])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    #expect(folder.text("shell") == "\(name)|v\(name)|g\(name)")
    let variables = folder.text("env").split(separator: "\n")
    #expect(variables.contains("TICKLED_VIEW=v\(name)"[...]))
    #expect(variables.count { $0.hasPrefix("TICKLED_VIEW=") } == 1)
    let fed = try JSON.lines(Data(folder.text("lines").utf8))
    #expect(fed.map { $0["view"].string } == ["v\(name)"])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["env", "hostile.toml", "lines", "shell", "tap.evemu"])
  }

  @Test func `A line of the log has the gesture's variables, which no shell sees`() throws {
    let folder = try TemporaryFolder()
    let configuration = try folder.write(
      """
      [[view]]
      name = "$(id) $TICKLED_X"
      [[gesture]]
      name = "g"
      kind = "tap"
      view = "$(id) $TICKLED_X"
      action = { log = "${TICKLED_X}mm in $TICKLED_VIEW, $HOME, $TICKLED_EDGE." }
      """, to: "log.toml")
    let recording = try folder.write(Recording.taps((50, 40)).text, to: "tap.evemu")
    let outcome = try Program.tickle.run(["replay", "--actions", "run", "--config", configuration, recording])
    #expect(outcome.errors.contains(": 50.0mm in $(id) $TICKLED_X, $HOME, ."), "\(outcome.errors)")
  }
}
