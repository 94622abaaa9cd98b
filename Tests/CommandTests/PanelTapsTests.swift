import Foundation
import Testing

/// The program in docs/examples that reads a panel with the library `Touchscreens`.
@Suite("Touchscreens for other programs")
struct PanelTapsTests {
  private static let twoTaps = Recording([
    (0.5, [.down(50, 40)]), (0.56, [.up()]), (1.5, [.down(150, 100)]), (1.56, [.up()]),
  ])

  @Test(.enabled(if: MockPanel.isAvailable, MockPanel.missing))
  func `A program of 30 lines prints the taps of a panel`() async throws {
    let panel = try MockPanel(Self.twoTaps)
    let program = try panel.start(.panelTaps, [], output: panel.folder.path("taps"))
    let expected = "tap at 50.0, 40.0 mm on Test Panel\ntap at 150.0, 100.0 mm on Test Panel\n"
    try await until("two taps; \(program.errors)") { panel.content("taps") == expected }
    try panel.signal(SIGTERM)
    _ = try await program.ended()
    let source = try String(
      contentsOfFile: "\(Files.checkout)/docs/examples/Sources/PanelTaps/main.swift", encoding: .utf8)
    #expect(source.split(separator: "\n", omittingEmptySubsequences: false).count <= 31)
  }

  @Test func `The same program prints the taps of a recording`() async throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.twoTaps.text, to: "hand.evemu")
    let outcome = try Program.panelTaps.run([path])
    #expect(outcome.output.split(separator: "\n").map { $0.prefix(17) } == ["tap at 50.0, 40.0", "tap at 150.0, 100"])
    let wrong = try Program.panelTaps.run(["/nowhere.evemu"])
    #expect(wrong.end != .status(0) && wrong.errors.contains("/nowhere.evemu"))
  }
}
