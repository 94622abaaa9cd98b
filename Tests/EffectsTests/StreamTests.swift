import Actions
import Foundation
import Program
import Testing

@testable import Effects

extension EffectsTests {
  /// Programs that keep running and receive lines, as real processes.
  struct StreamTests {
    private let bench: Bench

    init() throws { bench = try Bench(surroundings: Self.surroundings) }

    private static var surroundings: ActionSurroundings {
      var surroundings = ActionSurroundings()
      surroundings.firstPause = .milliseconds(20)
      surroundings.longestPause = .milliseconds(100)
      surroundings.streamGrace = .milliseconds(50)
      return surroundings
    }

    private func script(_ text: String) -> [String] { ["sh", "-c", "cd \(bench.folder); \(text)"] }

    private func feed(
      _ program: [String], _ line: String, _ occasion: ActionContext.Occasion = .single, gesture: String = "pan"
    ) {
      bench.runner.run(
        .stream(program),
        for: ActionContext(gesture: gesture, view: "snake", occasion: occasion, line: Array((line + "\n").utf8)))
    }

    private func sees(_ name: String, _ text: String) {
      eventually("\(name) with \(text.prefix(100)), not \(bench.text(name).prefix(100))") { bench.text(name) == text }
    }

    @Test func `One program gets every line of every gesture, in order`() {
      let program = script("echo $$ >>starts; exec cat >lines")
      for number in 0..<20 { feed(program, "{\"n\":\(number)}", gesture: number % 2 == 0 ? "pan" : "tap") }
      bench.finish()
      sees("lines", (0..<20).map { "{\"n\":\($0)}\n" }.joined())
      bench.runner.shutdown()
      #expect(bench.text("starts").split(separator: "\n").count == 1)
      #expect(bench.logged(.warning) == [])
    }

    @Test func `Lines stay in order when they fill the pipe of a program that reads slowly`() {
      let program = script("exec dd bs=7919 of=lines status=none")
      let lines = (0..<900).map { "{\"n\":\($0),\"rest\":\"\(String(repeating: "x", count: 200))\"}" }
      for (number, line) in lines.enumerated() {
        feed(program, line)
        // Now and then the program has read everything, and lines need not wait for the queue.
        if number % 300 == 0 { bench.finish() }
      }
      bench.runner.shutdown(grace: .seconds(30))
      #expect(bench.text("lines") == lines.map { $0 + "\n" }.joined())
      #expect(bench.logged(.warning) == [])
    }

    @Test func `At shutdown a program's input ends, and it may finish its work`() {
      let program = script("cat >lines; echo finished >>lines")
      feed(program, "last")
      bench.runner.shutdown(grace: .seconds(30))
      #expect(bench.text("lines") == "last\nfinished\n")
      #expect(bench.logged() == [])
    }

    @Test func `At shutdown a program that does not end is terminated, and killed if it ignores that`() throws {
      let pids = ["polite", "stubborn"]
      feed(script("echo $$ >polite; while :; do sleep 0.01; done"), "x")
      feed(script("trap '' TERM; echo $$ >stubborn; while :; do sleep 0.01; done"), "x")
      for name in pids { eventually("\(name) runs") { bench.text(name).hasSuffix("\n") } }
      bench.runner.shutdown(grace: .milliseconds(20))
      for name in pids {
        let process = try #require(Int32(bench.text(name).dropLast()))
        eventually("\(name) is gone") { !exists(process: process) }
      }
    }

    @Test func `A program that ends is started again, and continues with the line that it had not read`() {
      let program = script("read -r line && echo \"$line\" >>lines")
      for number in 1...5 { feed(program, "\(number)") }
      // Lines in the pipe are lost when its reader ends; later lines are not.
      eventually("it has read the first line") { bench.text("lines").hasPrefix("1\n") }
      for number in 6...9 {
        feed(program, "\(number)")
        eventually("\(number) is read") {
          if bench.text("lines").contains("\(number)\n") { return true }
          feed(program, "\(number)")
          usleep(20_000)
          return false
        }
      }
      #expect(bench.logged().contains { $0.hasPrefix("info: stream sh: ended, starts again in 0.02 seconds") })
      bench.runner.shutdown()
    }

    @Test func `A program that ends at once is started less and less often`() {
      feed(script("echo x >>starts; exit 7"), "x")
      eventually("it has started five times") { bench.text("starts").count >= 10 }
      bench.runner.shutdown()
      let pauses = bench.logged().filter { $0.hasPrefix("info:") }.map { $0.split(separator: " ").suffix(2).first! }
      #expect(pauses.prefix(4) == ["0.02", "0.04", "0.08", "0.1"])
      #expect(bench.logged().contains("warning: stream sh: exit status 7"))
    }

    @Test func `A missing program is reported, at growing intervals`() {
      feed(["no-such-program-here"], "x")
      eventually("a second try") { bench.logged(.warning).count >= 2 }
      #expect(bench.logged()[0] == "warning: stream no-such-program-here: No such file or directory")
      #expect(bench.log.troubles.all.map(\.about) == ["stream no-such-program-here"])
      bench.runner.shutdown()
      #expect(bench.log.troubles.all == [])
    }

    @Test func `If a program does not read, only changes are left out, but never the last one`() {
      let program = script("while ! test -e gate; do sleep 0.01; done; exec cat >lines")
      let padding = String(repeating: "x", count: 500)
      for gesture in 0..<20 {
        feed(program, "began \(gesture)")
        for change in 0..<100 { feed(program, "changed \(gesture) \(change) \(padding)", .change) }
        feed(program, "ended \(gesture)", .end)
      }
      // It must not read before all lines were fed: a line that is fed later to another program has then arrived.
      feed(script("exec cat >fed"), "all")
      sees("fed", "all\n")
      bench.write("gate", "")
      bench.finish()
      eventually("the last line") { bench.text("lines").hasSuffix("ended 19\n") }
      let lines = bench.text("lines").split(separator: "\n")
      for gesture in 0..<20 {
        #expect(lines.contains("began \(gesture)") && lines.contains("ended \(gesture)"))
        #expect(lines.contains { $0.hasPrefix("changed \(gesture) 99 ") })
      }
      #expect(lines.count < 2000, "more than the pipe and the backlog hold: \(lines.count)")
      eventually("it is counted") { bench.messages.all.contains { $0.contains("changes left out") } }
      bench.runner.shutdown()
    }

    @Test func `A program that never reads is ended with a warning when too much waits, and started again`() {
      let program = script("echo x >>starts; test -e gate && exec cat >lines; exec sleep 1000")
      let padding = String(repeating: "x", count: 1000)
      feed(program, "first")
      eventually("it runs") { bench.text("starts") == "x\n" }
      bench.write("gate", "")
      // The pipe takes 64 kB, the backlog 256 kB.
      for number in 0..<400 { feed(program, "\(number) \(padding)") }
      eventually("a warning") { bench.logged(.warning).contains { $0.contains("does not read") } }
      eventually("the next one") { bench.text("starts") == "x\nx\n" }
      feed(program, "late")
      eventually("the late line") { bench.text("lines").hasSuffix("late\n") }
      bench.runner.shutdown()
    }

    @Test func `A program that closes its input is ended and started again`() {
      let program = script("echo x >>starts; exec <&-; exec sleep 1000")
      feed(program, "x")
      eventually("it runs") { bench.text("starts") == "x\n" }
      eventually("it is started again") {
        feed(program, "x")
        usleep(10_000)
        return bench.text("starts") == "x\nx\n"
      }
      #expect(bench.logged(.warning).contains { $0.contains("has closed its standard input") })
      bench.runner.shutdown()
    }

    @Test func `A program that no action names any more is ended`() throws {
      let program = script("echo $$ >pid; exec sleep 1000")
      feed(program, "x")
      eventually("it runs") { bench.text("pid").hasSuffix("\n") }
      bench.runner.prepare(for: [.stream(program)])
      bench.finish()
      let process = try #require(Int32(bench.text("pid").dropLast()))
      #expect(exists(process: process))
      bench.runner.prepare(for: [])
      eventually("it is gone") { !exists(process: process) }
    }

    /// A bench whose streams wait for half a second before they start a program again.
    private func slowBench() throws -> Bench {
      var surroundings = Self.surroundings
      surroundings.firstPause = .milliseconds(500)
      return try Bench(surroundings: surroundings)
    }

    @Test func `A program that waits to be started again is not started when no action names it any more`() throws {
      let bench = try slowBench()
      let program = ["sh", "-c", "echo x >>\(bench.folder)/starts"]
      let context = ActionContext(gesture: "pan", view: "snake", line: Array("x\n".utf8))
      bench.runner.run(.stream(program), for: context)
      eventually("it has ended") { bench.logged().contains { $0.contains("starts again in 0.5 seconds") } }
      bench.runner.prepare(for: [])
      usleep(800_000)
      #expect(bench.text("starts") == "x\n")
    }

    @Test func `Changes that are replaced while a program waits to be started again are counted`() throws {
      let bench = try slowBench()
      let program = ["sh", "-c", "cd \(bench.folder); test -e gate || exit 0; exec cat >lines"]
      func feed(_ line: String, _ occasion: ActionContext.Occasion) {
        bench.runner.run(
          .stream(program),
          for: ActionContext(gesture: "pan", view: "snake", occasion: occasion, line: Array((line + "\n").utf8)))
        // Waits until the stream has the line.
        bench.runner.prepare(for: [.stream(program)])
      }
      feed("began", .single)
      eventually("it has ended") { bench.logged().contains { $0.contains("starts again in 0.5 seconds") } }
      for number in 1...5 { feed("\(number)", .change) }
      bench.write("gate", "")
      eventually("the last change") { bench.text("lines").hasSuffix("5\n") }
      #expect(!bench.text("lines").contains("4\n"))
      eventually("the number") { bench.messages.all.contains { $0.hasSuffix("did not keep up, 4 changes left out") } }
      bench.runner.shutdown()
    }

    @Test func `A program that has run for long enough is started again after the first, short pause`() throws {
      var surroundings = Self.surroundings
      surroundings.settledAfter = .milliseconds(300)
      let bench = try Bench(surroundings: surroundings)
      let program = [
        "sh", "-c", "cd \(bench.folder); echo x >>starts; test $(wc -l <starts) = 4 && exec sleep 0.5; exit 0",
      ]
      bench.runner.run(.stream(program), for: ActionContext(gesture: "pan", view: "snake", line: Array("x\n".utf8)))
      eventually("it has started six times") { bench.text("starts").count >= 12 }
      bench.runner.shutdown()
      let pauses = bench.logged().filter { $0.hasPrefix("info:") }.map { $0.split(separator: " ").suffix(2).first! }
      #expect(pauses.prefix(5) == ["0.02", "0.04", "0.08", "0.02", "0.04"])
    }

    @Test func `After the shutdown no program is started`() {
      bench.runner.shutdown()
      feed(script("echo x >>starts; exec cat"), "x")
      bench.finish()
      usleep(100_000)
      #expect(bench.text("starts") == "")
    }

    @Test func `A stream that has run is not started again after the shutdown`() {
      feed(script("echo x >>starts; exit"), "x")
      bench.finish()
      eventually("the first start") { bench.text("starts") != "" }
      bench.runner.shutdown()
      // It may have been started again before, and a shell that is ended may still write.
      usleep(100_000)
      let starts = bench.text("starts")
      feed(script("echo x >>starts; exit"), "x")
      bench.finish()
      usleep(300_000)
      #expect(bench.text("starts") == starts)
    }

    @Test func `Streams leave neither a descriptor nor a zombie`() {
      feed(script("exec cat >lines"), "x")
      bench.finish()
      bench.runner.shutdown()
      let before = descriptors("pipe:", "pidfd")
      for _ in 0..<20 {
        let bench = try! Bench(surroundings: Self.surroundings)
        let context = ActionContext(gesture: "pan", view: "snake", line: [10])
        bench.runner.run(.stream(["cat"]), for: context)
        bench.runner.run(.stream(["true"]), for: context)
        bench.runner.shutdown()
      }
      eventually("no more descriptors than before") { descriptors("pipe:", "pidfd") <= before }
      eventually("no zombie") { !children(running: "cat").contains("Z") && !children(running: "true").contains("Z") }
    }
  }
}
