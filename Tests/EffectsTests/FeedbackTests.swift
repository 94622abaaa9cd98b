import Actions
import Foundation
import Testing

@testable import Effects

extension EffectsTests {
  /// LEDs and vibration motors, with folders in place of the kernel's.
  struct FeedbackTests {
    private let bench: Bench
    private let ownFolder = OwnFolder()
    private var folder: String { ownFolder.path }
    private let context = ActionContext(gesture: "tap", view: "snake")

    init() throws {
      let folder = ownFolder.path
      var surroundings = ActionSurroundings()
      surroundings.leds = folder + "/leds"
      surroundings.inputDevices = folder + "/input"
      surroundings.inputNodes = folder + "/dev"
      bench = try Bench(surroundings: surroundings)
    }

    private func write(_ path: String, _ text: String) throws {
      let file = URL(filePath: folder + "/" + path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: false, encoding: .utf8)
    }

    private func addLED(_ name: String, brightness: Int = 0) throws {
      try write("leds/\(name)/brightness", "\(brightness)\n")
      try write("leds/\(name)/max_brightness", "255\n")
    }

    private func brightness(_ name: String) -> String {
      (try? String(contentsOfFile: folder + "/leds/\(name)/brightness", encoding: .utf8)) ?? ""
    }

    private func run(_ action: Action) { bench.runner.run(action, for: context) }

    @Test func `An LED is switched on and off`() throws {
      try addLED("input3::scrolllock")
      run(.led(LED("input3::scrolllock", state: .on)))
      eventually("it is on") { brightness("input3::scrolllock") == "255\n" }
      run(.led(LED("input3::scrolllock", state: .off)))
      eventually("it is off") { brightness("input3::scrolllock") == "0\n" }
      #expect(bench.logged() == [])
    }

    @Test func `An LED is restored after it has blinked, even after several blinks at once`() throws {
      try addLED("status", brightness: 7)
      for _ in 0..<5 { run(.led(LED("status", time: .milliseconds(50)))) }
      eventually("it is on") { brightness("status") == "255\n" }
      eventually("it is as before") { brightness("status") == "7\n" }
    }

    @Test func `An LED that is missing stands as a trouble until it is there`() throws {
      let led = Action.led(LED("status", state: .on))
      bench.runner.prepare(for: [led])
      eventually("the trouble") { bench.log.troubles.all.map(\.about) == ["led status"] }
      try addLED("status")
      run(led)
      eventually("its end") { bench.log.troubles.all == [] }
    }

    @Test func `At shutdown an LED that blinks is restored`() throws {
      try addLED("status", brightness: 7)
      let led = Action.led(LED("status", time: .seconds(1000)))
      bench.runner.prepare(for: [led])
      run(led)
      eventually("it is on") { brightness("status") == "255\n" }
      bench.runner.shutdown()
      #expect(brightness("status") == "7\n")
    }

    @Test func `A missing LED is reported once, with the names of existing ones`() throws {
      try addLED("status")
      let led = Action.led(LED("stauts"))
      bench.runner.prepare(for: [led])
      for _ in 0..<3 { run(led) }
      bench.finish()
      #expect(
        bench.logged() == [
          "warning: led stauts: open \(folder)/leds/stauts/max_brightness: No such file or directory (the LEDs are status)"
        ])
    }

    @Test func `Without a device that can rumble there is one warning`() throws {
      try write("input/event0/device/name", "AT Keyboard\n")
      try write("input/event0/device/capabilities/ff", "0\n")
      let haptic = Action.haptic(Haptic())
      bench.runner.prepare(for: [haptic])
      for _ in 0..<3 { run(haptic) }
      bench.finish()
      eventually("the warning") {
        bench.logged() == ["warning: haptic actions are not felt: no input device can rumble"]
      }
    }

    @Test func `The device that can rumble is found by the kernel's description, or by name`() throws {
      for (number, name, capabilities) in [(0, "Keyboard", "0"), (1, "Vibrator", "107030000 0"), (2, "Pad", "10000 0")]
      {
        try write("input/event\(number)/device/name", name + "\n")
        try write("input/event\(number)/device/capabilities/ff", capabilities + "\n")
        try write("dev/event\(number)", "")
      }
      // A file accepts no effects; the message names the one that was tried.
      for (device, node) in [(nil, "event1"), ("Pa*", "event2"), (folder + "/dev/event2", "event2")] {
        bench.runner.prepare(for: [.haptic(Haptic(device: device))])
        run(.haptic(Haptic(device: device)))
        eventually("\(node) is tried: \(bench.logged())") {
          bench.logged().last?.contains("EVIOCSFF \(folder)/dev/\(node): ") == true
        }
      }
      bench.runner.prepare(for: [.haptic(Haptic(device: "Keyboard"))])
      eventually("the warning") { bench.logged().last?.hasSuffix("no device \"Keyboard\" that can rumble") == true }
    }
  }
}

/// A temporary folder that is removed with this object.
final class OwnFolder {
  let path = NSTemporaryDirectory() + "tickled-" + UUID().uuidString
  deinit { try? FileManager.default.removeItem(atPath: path) }
}
