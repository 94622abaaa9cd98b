import Actions
import Foundation
import Testing

@testable import Effects

extension EffectsTests {
  /// Backlights and framebuffers, with folders in place of the kernel's.
  struct BacklightTests {
    private let bench: Bench
    private let ownFolder = OwnFolder()
    private var folder: String { ownFolder.path }
    private let context = ActionContext(gesture: "tap", view: "snake")

    init() throws {
      var surroundings = ActionSurroundings()
      surroundings.backlights = ownFolder.path + "/backlight"
      surroundings.framebuffers = ownFolder.path + "/graphics"
      bench = try Bench(surroundings: surroundings)
    }

    private func write(_ path: String, _ text: String) throws {
      let file = URL(filePath: folder + "/" + path)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: false, encoding: .utf8)
    }

    private func read(_ path: String) -> String {
      let text = (try? String(contentsOfFile: folder + "/" + path, encoding: .utf8)) ?? "none"
      return text.trimmingCharacters(in: .newlines)
    }

    private func addBacklight(_ name: String, brightness: Int = 80, most: Int = 200) throws {
      try write("backlight/\(name)/brightness", "\(brightness)\n")
      try write("backlight/\(name)/max_brightness", "\(most)\n")
      try write("backlight/\(name)/bl_power", "0\n")
    }

    /// "80" of a backlight that is on, "80 off" of one that is off.
    private func state(_ name: String = "panel") -> String {
      let power = read("backlight/\(name)/bl_power")
      return read("backlight/\(name)/brightness") + (power == "0" ? "" : power == "4" ? " off" : " \(power)")
    }

    private func run(_ changes: Backlight...) {
      for change in changes { bench.runner.run(.backlight(change), for: context) }
      bench.finish()
    }

    @Test func `A percentage is a share of the highest brightness, and never 0`() throws {
      try addBacklight("panel")
      run(Backlight(.level(0.2)))
      #expect(state() == "40")
      run(Backlight(.level(0.001)))
      #expect(state() == "1")
      run(Backlight(.level(1)))
      #expect(state() == "200")
    }

    @Test func `After dimming and switching off, a display comes on as bright as it was`() throws {
      try addBacklight("panel")
      run(Backlight(.level(0.2)), Backlight(.level(0.1)))
      #expect(state() == "20")
      run(Backlight(.off))
      #expect(state() == "20 off")
      run(Backlight(.on))
      #expect(state() == "80")
      #expect(bench.logged() == [])
    }

    @Test func `A percentage switches a display on`() throws {
      try addBacklight("panel")
      run(Backlight(.off), Backlight(.level(0.5)))
      #expect(state() == "100")
      run(Backlight(.on))
      #expect(state() == "80")
    }

    @Test func `A brightness that another program has chosen stays`() throws {
      try addBacklight("panel")
      run(Backlight(.level(0.2)))
      try write("backlight/panel/brightness", "150\n")
      run(Backlight(.on))
      #expect(state() == "150")
      run(Backlight(.level(0.2)), Backlight(.on))
      #expect(state() == "150")
    }

    @Test func `At the daemon's end the displays are as before`() throws {
      try addBacklight("panel")
      try addBacklight("lid", brightness: 3, most: 10)
      bench.runner.prepare(for: [.backlight(Backlight(.off))])
      run(Backlight(.level(0.1)), Backlight(.off, device: "lid"))
      #expect(state() == "20")
      #expect(state("lid") == "1 off")
      bench.runner.shutdown()
      #expect(state() == "80")
      #expect(state("lid") == "3")
    }

    @Test func `A configuration without backlights leaves no display dark`() throws {
      try addBacklight("panel")
      bench.runner.prepare(for: [.backlight(Backlight(.off))])
      run(Backlight(.off))
      #expect(state() == "80 off")
      bench.runner.prepare(for: [])
      bench.finish()
      #expect(state() == "80")
    }

    @Test func `A device is chosen by a pattern`() throws {
      try addBacklight("panel")
      try addBacklight("lid")
      run(Backlight(.off, device: "l*"))
      #expect(state("lid") == "80 off")
      #expect(state() == "80")
    }

    @Test func `A fade passes brightnesses in between, and the display goes off at its end`() throws {
      try addBacklight("panel")
      bench.runner.run(.backlight(Backlight(.off, time: .milliseconds(600))), for: context)
      eventually("it is darker") { (1..<80).contains(Int(state()) ?? 80) }
      // Off, with a brightness at which it can be read, for other programs that only switch the power on.
      eventually("it is off") { state() == "80 off" }
      bench.runner.run(.backlight(Backlight(.on)), for: context)
      eventually("it is on") { state() == "80" }
    }

    @Test func `Another change ends a fade`() throws {
      try addBacklight("panel")
      bench.runner.run(.backlight(Backlight(.off, time: .seconds(50))), for: context)
      eventually("it is darker") { (1..<80).contains(Int(state()) ?? 80) }
      run(Backlight(.level(0.5)))
      #expect(state() == "100")
      // A step of the old fade would come within its pause of 0.6 s.
      usleep(800_000)
      #expect(state() == "100")
      run(Backlight(.on))
      #expect(state() == "80")
      let times = bench.runner.timesSwitchedOff
      #expect(times == 0)
    }

    @Test func `Each time that a display goes off is counted, at the end of a fade`() throws {
      try addBacklight("panel")
      run(Backlight(.off), Backlight(.on), Backlight(.level(0.5)))
      var times = bench.runner.timesSwitchedOff
      #expect(times == 1)
      run(Backlight(.off, time: .milliseconds(50)))
      eventually("it is off") { state() == "80 off" }
      eventually("it is counted") {
        times = bench.runner.timesSwitchedOff
        return times == 2
      }
    }

    @Test func `Without a backlight, framebuffers are switched off and on`() throws {
      try write("graphics/fb0/blank", "")
      try write("graphics/fbcon/rotate", "0\n")
      bench.runner.prepare(for: [.backlight(Backlight(.off))])
      run(Backlight(.off))
      #expect(read("graphics/fb0/blank") == "4")
      run(Backlight(.level(0.2)))
      #expect(read("graphics/fb0/blank") == "0")
      run(Backlight(.off))
      bench.runner.shutdown()
      #expect(read("graphics/fb0/blank") == "0")
      #expect(bench.logged() == [])
    }

    @Test func `A display that stays on, as a compositor owns it, is reported`() throws {
      try write("graphics/fb0/blank", "")
      try write("graphics/fb0/device/drm/card0/card0-HDMI-A-1/status", "connected\n")
      try write("graphics/fb0/device/drm/card0/card0-HDMI-A-1/dpms", "Off\n")
      try write("graphics/fb0/device/drm/card0/card0-HDMI-A-2/status", "disconnected\n")
      try write("graphics/fb0/device/drm/card0/card0-HDMI-A-2/dpms", "On\n")
      run(Backlight(.off))
      #expect(bench.logged() == [])
      try write("graphics/fb0/device/drm/card0/card0-HDMI-A-1/dpms", "On\n")
      run(Backlight(.off))
      #expect(
        bench.logged() == [
          "warning: backlight: fb0 stays on, as a compositor owns the display: use a command of the compositor"
        ])
    }

    @Test func `A missing backlight is reported once, with the names of existing ones`() throws {
      let anything = Backlight(.off)
      bench.runner.prepare(for: [.backlight(anything)])
      run(anything, anything)
      #expect(
        bench.logged() == ["warning: backlight: this machine has neither a backlight nor a framebuffer: use a command"])
      try addBacklight("panel")
      run(Backlight(.off, device: "lid"))
      #expect(
        bench.logged().last
          == "warning: backlight: no backlight or framebuffer is named \"lid\" (the backlights are panel)")
    }

    @Test func `A file that cannot be written is reported with its path`() throws {
      try addBacklight("panel")
      try FileManager.default.removeItem(atPath: folder + "/backlight/panel/bl_power")
      run(Backlight(.off))
      #expect(
        bench.logged() == [
          "warning: backlight: open \(folder)/backlight/panel/bl_power: No such file or directory "
            + "(the display or its driver rejects it)"
        ])
    }
  }
}

@Suite struct `A fade` {
  private func steps(_ fade: Fade) -> [Int] {
    var fade = fade
    var steps: [Int] = []
    while let step = fade.next() { steps.append(step) }
    return steps
  }

  @Test func `changes the brightness in each step, and ends where it was asked to`() {
    let slow = Fade(from: 10, to: 6, time: 4_000_000)
    #expect(steps(slow) == [9, 8, 7, 6])
    #expect(slow.pause == .seconds(1))
    let fast = Fade(from: 0, to: 60_000, time: 99_000)
    #expect(steps(fast) == [20_000, 40_000, 60_000])
    #expect(fast.pause == .milliseconds(33))
  }

  @Test func `without a time or a distance is one step`() {
    #expect(steps(Fade(from: 80, to: 0, time: 0)) == [0])
    #expect(steps(Fade(from: 80, to: 80, time: 1_000_000)) == [80])
  }
}
