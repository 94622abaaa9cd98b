import Actions
import CLinux
import Foundation
import Synchronization
import Testing

@testable import Effects

extension EffectsTests {
  /// The keyboard of `key` actions, with a pipe in place of uinput.
  struct KeyboardTests {
    private let made = Messages()
    private let reading: Int32
    private let bench: Bench

    init() throws {
      var ends: [Int32] = [-1, -1]
      linux_pipe(&ends, O_NONBLOCK)
      reading = ends[0]
      let writing = ends[1]
      var surroundings = ActionSurroundings()
      surroundings.keyboardSettling = .milliseconds(20)
      surroundings.keyboardLinger = .milliseconds(1)
      surroundings.longestHold = .milliseconds(300)
      surroundings.makeKeyboard = { [made] _, codes in
        made.add("\(codes)")
        return fcntl(writing, F_DUPFD_CLOEXEC, 3)
      }
      bench = try Bench(surroundings: surroundings)
    }

    private func press(_ text: String, by gesture: String = "tap", isContinuing: Bool = false) throws {
      var context = ActionContext(gesture: gesture, view: "snake")
      context.isContinuing = isContinuing
      bench.runner.run(.key(try KeySequence(text)), for: context)
    }

    /// Returns the keys that were pressed and released, such as `+30 . -30 .`; a period ends a report.
    private func pressed() -> String {
      var bytes = [UInt8](repeating: 0, count: 24 * 4096)
      let count = max(0, read(reading, &bytes, bytes.count))
      #expect(count % 24 == 0)
      var words: [String] = []
      bytes.withUnsafeBytes { bytes in
        for start in stride(from: 0, to: count, by: 24) {
          let type = bytes.loadUnaligned(fromByteOffset: start + 16, as: UInt16.self)
          let code = bytes.loadUnaligned(fromByteOffset: start + 18, as: UInt16.self)
          let value = bytes.loadUnaligned(fromByteOffset: start + 20, as: Int32.self)
          switch (type, code, value) {
          case (1, _, 1): words.append("+\(code)")
          case (1, _, 0): words.append("-\(code)")
          case (0, 0, 0): words.append(".")
          default: words.append("type \(type) code \(code) value \(value)")
          }
        }
      }
      return words.joined(separator: " ")
    }

    @Test func `A chord is pressed in order and released in reverse order`() throws {
      bench.runner.prepare(for: [.key(try KeySequence("ctrl+alt+t"))])
      try press("ctrl+alt+t")
      bench.finish()
      #expect(pressed() == "+29 . +56 . +20 . -20 . -56 . -29 .")
      #expect(made.all == ["[20, 29, 42, 54, 56, 97, 100, 125, 126]"])
      bench.runner.shutdown()
    }

    @Test func `Keys that a gesture holds stay down beside others, until they are released`() throws {
      bench.runner.prepare(for: [.key(try KeySequence("+alt tab a b"))])
      try press("+alt tab", by: "pan", isContinuing: true)
      try press("tab", by: "pan", isContinuing: true)
      try press("alt+a", by: "tap")
      try press("-alt", by: "pan", isContinuing: true)
      try press("-alt b", by: "pan", isContinuing: true)
      bench.finish()
      #expect(pressed() == "+56 . +15 . -15 . +15 . -15 . +30 . -30 . -56 . +48 . -48 .")
    }

    @Test func `The end of a gesture releases the keys that it holds, and no others`() throws {
      try press("+alt+shift", by: "pan", isContinuing: true)
      try press("+ctrl", by: "pinch", isContinuing: true)
      try press("+meta", by: "pan")
      bench.runner.releaseKeys(of: ActionContext(gesture: "pan", view: "dragon"))
      bench.runner.releaseKeys(of: ActionContext(gesture: "pan", view: "snake"))
      bench.runner.releaseKeys(of: ActionContext(gesture: "pan", view: "snake"))
      try press("a")
      bench.finish()
      #expect(pressed() == "+56 . +42 . +29 . +125 . -56 . -42 . +30 . -30 .")
    }

    @Test func `A new configuration releases all keys`() throws {
      bench.runner.prepare(for: [.key(try KeySequence("+alt a"))])
      try press("+alt", by: "pan", isContinuing: true)
      bench.finish()
      bench.runner.prepare(for: [.key(try KeySequence("+alt a"))])
      bench.finish()
      #expect(pressed() == "+56 . -56 .")
      #expect(made.all.count == 1)
    }

    @Test func `Keys that a gesture without an end holds are released after a time`() throws {
      try press("+alt tab", by: "swipe")
      try press("+ctrl", by: "pan", isContinuing: true)
      bench.finish()
      var events = pressed()
      eventually("the release") {
        events += " " + pressed()
        return events.contains("-56")
      }
      #expect(events.split(separator: " ").joined(separator: " ") == "+56 . +15 . -15 . +29 . -56 .")
    }

    @Test func `Chords of a sequence follow one another, and sequences do not mix`() throws {
      bench.runner.prepare(for: [.key(try KeySequence("a b")), .key(try KeySequence("c"))])
      try press("a b")
      try press("c")
      bench.finish()
      #expect(pressed() == "+30 . -30 . +48 . -48 . +46 . -46 .")
      #expect(made.all.count == 1)
    }

    @Test func `The keyboard is made when the configuration is loaded, and only if it has key actions`() throws {
      bench.runner.prepare(for: [.log("x")])
      bench.finish()
      #expect(made.all == [])
      let a = Action.key(try KeySequence("a"))
      let b = Action.key(try KeySequence("b"))
      bench.runner.prepare(for: [a, b])
      bench.finish()
      #expect(made.all.count == 1)
      bench.runner.prepare(for: [a])
      bench.finish()
      #expect(made.all.count == 1, "it has what is needed")
      bench.runner.prepare(for: [.key(try KeySequence("f24"))])
      bench.finish()
      #expect(made.all.count == 2)
    }

    @Test func `Letters are pressed where the present layout has them`() throws {
      let german = try KeyboardLayout(["y": "zZ", "z": "yY", "minus": "ß?"])
      let text = Action.key(try KeySequence(typing: "Zß"))
      bench.runner.prepare(for: [.key(try KeySequence("ctrl+z")), text], german)
      bench.finish()
      #expect(made.all == ["[12, 21, 29, 42, 54, 56, 97, 100, 125, 126]"])
      try press("ctrl+z")
      bench.runner.run(text, for: ActionContext(gesture: "tap", view: "snake"))
      bench.finish()
      #expect(pressed() == "+29 . +21 . -21 . -29 . +42 . +21 . -21 . -42 . +12 . -12 .")
      #expect(bench.logged() == [])
      bench.runner.use(nil)
      try press("ctrl+z")
      bench.finish()
      #expect(pressed() == "+29 . +44 . -44 . -29 .")
      bench.runner.use(german)
      try press("z")
      bench.finish()
      #expect(pressed() == "+21 . -21 .")
    }

    @Test func `Without a layout one line says that letters are where a US keyboard has them`() throws {
      for keys in ["enter", "ctrl+c", "position:z"] { try press(keys) }
      bench.finish()
      #expect(bench.logged() == [])
      for _ in 0..<3 { try press("ctrl+z") }
      bench.finish()
      #expect(bench.logged().count == 1 && bench.logged()[0].contains("`tickle keys`"), "\(bench.logged())")
    }

    @Test func `A letter that the layout lacks presses nothing, and is reported once, without the text`() throws {
      bench.runner.prepare(for: [], try KeyboardLayout(["y": "zZ"]))
      let text = Action.key(try KeySequence(typing: "zzz9"))
      for _ in 0..<3 { bench.runner.run(text, for: ActionContext(gesture: "tap", view: "snake")) }
      bench.finish()
      #expect(pressed() == "")
      #expect(
        bench.logged() == [
          "warning: text: no key of the keyboard's layout types \"9\": nothing is pressed"
        ])
      bench.runner.use(.us)
      bench.runner.run(text, for: ActionContext(gesture: "tap", view: "snake"))
      bench.finish()
      #expect(pressed() == "+44 . -44 . +44 . -44 . +44 . -44 . +10 . -10 .")
    }

    @Test func `A burst is pressed at a limited rate, and chords beyond the limit are dropped`() throws {
      bench.runner.prepare(for: [.key(try KeySequence("b"))])
      for _ in 0..<1000 { try press("b") }
      bench.finish()
      let count = pressed().split(separator: " ").count { $0 == "+48" }
      #expect(count >= 200 && count < 1000)
      #expect(bench.logged().count == 1 && bench.logged()[0].contains("dropped, as at most 256 chords can wait"))
    }

    @Test func `Without uinput one warning gives the remedy, and other actions still run`() throws {
      for (path, remedy) in [("/nonexistent/uinput", "modprobe uinput"), ("/dev/null", "is this the uinput device?")] {
        var surroundings = ActionSurroundings()
        surroundings.uinput = path
        let bench = try Bench(surroundings: surroundings)
        let key = Action.key(try KeySequence("b"))
        bench.runner.prepare(for: [key])
        for _ in 0..<3 { bench.runner.run(key, for: ActionContext(gesture: "tap", view: "snake")) }
        bench.shell("echo done >done")
        bench.finish()
        #expect(bench.logged().count == 1)
        #expect(bench.logged()[0].hasPrefix("warning: key actions press nothing: open \(path): "))
        #expect(bench.logged()[0].contains(remedy), "\(bench.logged())")
        #expect(bench.text("done") == "done\n")
      }
    }

    @Test func `A keyboard that cannot be made stands as a trouble until it can`() throws {
      let isPermitted = Mutex(false)
      var surroundings = ActionSurroundings()
      surroundings.makeKeyboard = { _, _ in
        errno = EACCES
        return isPermitted.withLock { $0 } ? open("/dev/null", O_WRONLY) : -1
      }
      let bench = try Bench(surroundings: surroundings)
      let key = Action.key(try KeySequence("a"))
      bench.runner.prepare(for: [key])
      bench.finish()
      eventually("the trouble") { bench.log.troubles.all.map(\.about) == ["keys"] }
      #expect(bench.log.troubles.all[0].message.contains("the service needs its drop-in keys.conf"))
      isPermitted.withLock { $0 = true }
      bench.runner.run(key, for: ActionContext(gesture: "tap", view: "snake"))
      bench.finish()
      #expect(bench.log.troubles.all == [])
      // A configuration that needs no keys has no trouble with them, either.
      isPermitted.withLock { $0 = false }
      bench.runner.prepare(for: [])
      bench.runner.prepare(for: [key])
      eventually("the trouble") { bench.log.troubles.all.map(\.about) == ["keys"] }
      bench.runner.prepare(for: [])
      eventually("its end") { bench.log.troubles.all == [] }
    }
  }
}
