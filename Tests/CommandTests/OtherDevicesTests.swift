import Foundation
import Testing

/// Devices that umockdev emulates: a panel, devices with keys and switches, and accelerometers.
@Suite("Devices that are not panels", .startsPrograms, .enabled(if: MockPanel.isAvailable, MockPanel.missing))
struct OtherDevicesTests {
  /// - Parameter words: descriptions of devices, beside those of Devices/inputs.umockdev.
  private func list(_ words: [String] = [], _ options: [String] = []) async throws -> Outcome {
    let wrapper = ["umockdev-run", "-d", "\(Files.devices)/inputs.umockdev"] + words + ["--"]
    return try await Program.tickle.start(["devices"] + options, wrapper: wrapper).ended()
  }

  private let panel = [
    "-d", "\(Files.devices)/panel.umockdev", "-i", "/dev/input/event1=\(Files.devices)/panel.ioctl",
  ]

  @Test func `Buttons and accelerometers are listed below the panels, whose lines are the same as without them`()
    async throws
  {
    let emulated = try MockPanel()
    let alone = try await emulated.start(.tickle, ["devices"]).ended()
    #expect(alone.output.hasPrefix("NODE "))
    let outcome = try await list(panel)
    #expect(outcome.end == .status(0))
    #expect(outcome.output.hasPrefix(alone.output + "\nNODE "))
    let rows = outcome.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    func row(_ node: String) -> [String] { rows.first { $0.first == node } ?? [] }
    #expect(row("/dev/input/event2").suffix(3) == ["buttons", "root", "power"])
    #expect(row("/dev/input/event3").suffix(7) == ["root", "not", "used:", "it", "is", "a", "keyboard"])
    #expect(row("/dev/input/event4").contains("remote"))
    #expect(row("/dev/input/event4").suffix(3) == ["and", "21", "more"])
    #expect(row("/dev/input/event5").suffix(4) == ["switches", "root", "lid", "tablet-mode"])
    // Neither a mouse nor what tickled made.
    #expect(row("/dev/input/event7") == [] && row("/dev/input/event8") == [])
    #expect(row("/dev/iio:device0").suffix(4) == ["root", "buffer", "125", "Hz"])
    // That of the display comes first; that of the base, and other sensors, do not come.
    #expect(
      rows.compactMap(\.first).suffix(5)
        == ["NODE", "/dev/iio:device2", "/dev/iio:device0", "/dev/iio:device1", "/dev/input/event9"])
  }

  @Test func `Buttons and accelerometers are listed as JSON`() async throws {
    let lines = try JSON.lines(try await list(panel, ["--format", "json"]).outputBytes)
    #expect(lines.count == 10)
    #expect(!lines[0]["kind"].exists)
    func line(_ node: String) throws -> JSON { try #require(lines.first { $0["node"].string == node }) }
    let remote = try line("/dev/input/event4")
    #expect(remote["kind"].string == "remote")
    #expect(!remote["objection"].exists)
    #expect(remote["keys"].array.contains { $0.string == "playpause" })
    let lid = try line("/dev/input/event5")
    #expect(lid["kind"].string == "switches")
    #expect(lid["switches"].array.compactMap(\.string) == ["lid", "tablet-mode"])
    let door = try line("/dev/input/event6")
    #expect(door["objection"].string == "not used: it has keys for letters or digits")
    let sensor = try line("/dev/iio:device0")
    #expect(sensor["kind"].string == "accelerometer")
    #expect(sensor["method"].string == "buffer")
    #expect(sensor["rate"].double == 125)
    #expect(sensor["access"]["mode"].exists)
    let taken = try line("/dev/iio:device1")
    #expect(taken["method"].string == "polled")
    #expect(taken["note"].string == "another program uses the buffer")
    #expect(try line("/dev/iio:device2")["note"].string == "the buffer is left to iio-sensor-proxy")
    #expect(try line("/dev/input/event9")["method"].string == "evdev")
  }

  @Test func `Without a panel the others are listed all the same, and the status says that there is none`() async throws
  {
    let outcome = try await list()
    #expect(outcome.end == .status(69))
    #expect(outcome.output.hasPrefix("NODE               NAME"))
    #expect(outcome.errors.contains("no touchscreen found"))
  }
}
