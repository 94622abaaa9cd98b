import Foundation
import Testing

/// The program in docs/examples that reads a panel with the library `Touchscreens`.
@Suite("Touchscreens for other programs", .startsPrograms)
struct PanelTapsTests {
  private static let twoTaps = Recording([
    (0.5, [.down(50, 40)]), (0.56, [.up()]), (1.5, [.down(150, 100)]), (1.56, [.up()]),
  ])

  @Test(.enabled(if: MockPanel.isAvailable, MockPanel.missing))
  func `A program of 35 lines prints the taps of a panel`() async throws {
    let panel = try MockPanel(Self.twoTaps)
    let program = try panel.start(.panelTaps, [], output: panel.folder.path("taps"))
    let expected = "tap at 50.0, 40.0 mm on Test Panel\ntap at 150.0, 100.0 mm on Test Panel\n"
    try await until("two taps; \(program.errors)") { panel.content("taps") == expected }
    try panel.signal(SIGTERM)
    _ = try await program.ended()
    let source = try String(
      contentsOfFile: "\(Files.checkout)/docs/examples/Sources/PanelTaps/main.swift", encoding: .utf8)
    #expect(source.split(separator: "\n", omittingEmptySubsequences: false).count <= 36)
  }

  @Test(.enabled(if: PluggablePanel.isAvailable, PluggablePanel.missing))
  func `It follows a panel that is unplugged under a finger and plugged in again`() async throws {
    let panel = try PluggablePanel()
    let program = try panel.start(.panelTaps, [])
    for round in 1...3 {
      // It does not say when it has opened the panel, so there is a tap every 50 ms. A pipe that nothing reads would be full some time.
      var looks = 0
      try await until("a tap in round \(round); \(program.errors)") {
        looks += 1
        if looks % 10 == 1 { try panel.take("down 0 \(round)0 40", "up 0") }
        return program.output.contains("tap at \(round)0.0, 40.0 mm on Test Panel\n")
      }
      try panel.take("down 0 150 100", round == 2 ? "report" : "unplug", "plug")
    }
    program.signal(SIGTERM)
    let output = try await program.ended().output
    #expect(!output.contains("tap at 150.0"), "a touch that was cut off is a tap: \(output)")
  }

  @Test func `The same program prints the taps of a recording`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.twoTaps.text, to: "hand.evemu")
    let outcome = try Program.panelTaps.run([path])
    #expect(outcome.output.split(separator: "\n").map { $0.prefix(17) } == ["tap at 50.0, 40.0", "tap at 150.0, 100"])
    let wrong = try Program.panelTaps.run(["/nowhere.evemu"])
    #expect(wrong.end == .status(1) && wrong.output.isEmpty)
    #expect(wrong.errors == "PanelTaps: /nowhere.evemu: cannot be read: No such file or directory\n", "\(wrong.errors)")
  }
}
