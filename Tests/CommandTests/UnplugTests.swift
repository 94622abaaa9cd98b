import Foundation
import Testing

/// A panel that a test touches, unplugs, and plugs in again, step by step: Devices/plug lists the steps.
struct PluggablePanel {
  private static let python = "/usr/bin/python3"
  static let isAvailable = MockPanel.isAvailable && access(python, X_OK) == 0
  static let missing: Comment = "umockdev or python3 is not installed: skipped"

  let folder: TemporaryFolder
  private let steps: FileHandle

  init() throws {
    folder = try TemporaryFolder()
    try #require(mkfifo(folder.path("steps"), 0o600) == 0)
    // For both directions, so that this does not wait for a reader.
    steps = FileHandle(fileDescriptor: open(folder.path("steps"), O_RDWR | O_CLOEXEC), closeOnDealloc: true)
  }

  func startDaemon(_ configuration: String) throws -> Child {
    try start(.tickled, ["--config", folder.write(configuration, to: "config.toml"), "--format", "json"])
  }

  func start(_ program: Program, _ arguments: [String]) throws -> Child {
    let script = ["umockdev-wrapper", Self.python, "-B", "\(Files.devices)/plug", folder.path("steps"), "--"]
    return try program.start(arguments, wrapper: script)
  }

  func take(_ steps: String...) throws {
    try self.steps.write(contentsOf: Data(steps.map { $0 + "\n" }.joined().utf8))
  }
}

@Suite("A panel that is unplugged", .startsPrograms, .enabled(if: PluggablePanel.isAvailable, PluggablePanel.missing))
struct UnplugTests {
  /// The fingers are a machine's, which land again at once and jump.
  private static let gestures = """
    [[screen]]
    name = "main"
    settle = false
    bridge = "off"
    [[gesture]]
    name = "drag"
    kind = "pan"
    min_fingers = 2
    [[gesture]]
    name = "hold"
    kind = "long-press"
    min_duration = "600s"
    [[gesture]]
    name = "bite"
    kind = "tap"
    max_duration = "none"
    """

  private func count(_ text: String, in daemon: Child) -> Int { daemon.output.components(separatedBy: text).count - 1 }

  @Test(arguments: ["unplug", "report"])
  func `in the middle of a gesture cancels it, and works when it is plugged in again`(unplug: String) async throws {
    let panel = try PluggablePanel()
    let daemon = try panel.startDaemon(Self.gestures)
    try await daemon.says("is screen \"main\"")
    for round in 1...3 {
      try panel.take("down 0 50 40", "down 1 90 40")
      var y = 40
      try await until("a drag; \(daemon.errors)") {
        y = y % 80 + 1
        try panel.take("move 0 50 \(y)", "move 1 90 \(y)")
        return count(#""state":"began""#, in: daemon) == round
      }
      // The last frames and the end may be read at once.
      try panel.take("move 0 51 60", "move 1 91 60", "move 0 52 61", "down 3 20 20", unplug)
      try await until("its removal; \(daemon.errors)") { count(#""change":"removed""#, in: daemon) == round }
      #expect(count(#""state":"cancelled""#, in: daemon) == round)
      try panel.take("plug")
      try await until("its return; \(daemon.errors)") { count(#""change":"added""#, in: daemon) == round + 1 }
      try panel.take("down 0 50 40", "up 0")
      try await until("a tap; \(daemon.errors)") { count(#""gesture":"bite""#, in: daemon) == round }
    }
    daemon.signal(SIGTERM)
    #expect(try await daemon.ended().end == .status(0), "\(daemon.errors)")
  }
}
