import CLinux
import Foundation
import Testing

@testable import Actions

@Suite("Key sequences")
struct KeySequenceTests {
  @Test(arguments: [
    ("a", [[30]]), ("ctrl+alt+t", [[29, 56, 20]]), ("Ctrl+Alt+Delete", [[29, 56, 111]]), ("super", [[125]]),
    ("volumeup", [[115]]), ("ctrl+c  ctrl+v", [[29, 46], [29, 47]]), ("rightctrl+f12", [[97, 88]]),
    (" enter ", [[28]]),
  ])
  func `Keys have the names of the kernel's header, and the usual ones`(text: String, chords: [[UInt16]]) throws {
    #expect(try KeySequence(text).chords == chords)
  }

  @Test(arguments: [
    ("", "names no key"), ("  ", "names no key"), ("ctrl+", "+ without a key"), ("+", "+ without a key"),
    ("ctrl + c", "+ without a key"), ("volumup", "no key is named \"volumup\""), ("a+a", "twice"),
    ("ctrl+leftctrl", "twice"), ("a+b+c+d+e+f+g+h+i", "9 keys"), (String(repeating: "a ", count: 33), "33 chords"),
    ("ctrl+é", "no key is named"),
  ])
  func `What is no key is told`(text: String, reason: String) {
    do throws(KeyError) {
      _ = try KeySequence(text)
      Issue.record("taken: \(text)")
    } catch {
      #expect(error.reason.contains(reason), "\(error.reason)")
    }
  }

  @Test func `Every other name means a key, and hides none`() {
    for (alias, name) in KeySequence.aliases {
      #expect(linux_key_code(name) >= 0, "\(name)")
      #expect(linux_key_code(alias) == -1, "\(alias)")
    }
  }
}

extension ActionsTests {
  /// The keyboard that `key` presses on; a pipe stands for uinput.
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
      surroundings.makeKeyboard = { [made] _, codes in
        made.add("\(codes)")
        return fcntl(writing, F_DUPFD_CLOEXEC, 3)
      }
      bench = try Bench(surroundings: surroundings)
    }

    private func press(_ text: String) throws {
      bench.runner.run(.key(try KeySequence(text)), for: ActionContext(gesture: "tap", view: "snake"))
    }

    /// `+30 -30`: keys that went down and up; each has to be a report of its own.
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

    @Test func `A chord goes down in order and up in the reverse`() throws {
      bench.runner.prepare(for: [.key(try KeySequence("ctrl+alt+t"))])
      try press("ctrl+alt+t")
      bench.finish()
      #expect(pressed() == "+29 . +56 . +20 . -20 . -56 . -29 .")
      #expect(made.all == ["[20, 29, 42, 54, 56, 97, 100, 125, 126]"])
      bench.runner.shutdown()
    }

    @Test func `Chords of a sequence follow one another, and no sequence breaks into another`() throws {
      bench.runner.prepare(for: [.key(try KeySequence("a b")), .key(try KeySequence("c"))])
      try press("a b")
      try press("c")
      bench.finish()
      #expect(pressed() == "+30 . -30 . +48 . -48 . +46 . -46 .")
      #expect(made.all.count == 1)
    }

    @Test func `The keyboard is made when the configuration is loaded, and only where it uses one`() throws {
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

    @Test func `A burst is pressed in its time, and bounded`() throws {
      bench.runner.prepare(for: [.key(try KeySequence("a"))])
      for _ in 0..<1000 { try press("a") }
      bench.finish()
      let count = pressed().split(separator: " ").count { $0 == "+30" }
      #expect(count >= 200 && count < 1000)
      #expect(bench.logged().count == 1 && bench.logged()[0].contains("dropped, 256 chords wait"))
    }

    @Test func `Without uinput one warning tells the mend, and everything else goes on`() throws {
      for (path, mend) in [("/nonexistent/uinput", "modprobe uinput"), ("/dev/null", "is it uinput's?")] {
        var surroundings = ActionSurroundings()
        surroundings.uinput = path
        let bench = try Bench(surroundings: surroundings)
        let key = Action.key(try KeySequence("a"))
        bench.runner.prepare(for: [key])
        for _ in 0..<3 { bench.runner.run(key, for: ActionContext(gesture: "tap", view: "snake")) }
        bench.shell("echo done >done")
        bench.finish()
        #expect(bench.logged().count == 1)
        #expect(bench.logged()[0].hasPrefix("warning: key actions press nothing: open \(path): "))
        #expect(bench.logged()[0].contains(mend), "\(bench.logged())")
        #expect(bench.text("done") == "done\n")
      }
    }
  }
}
