import Actions
import Foundation
import Program
import Testing

@testable import Effects

extension EffectsTests {
  /// Commands that take long, and gestures that are recognized again meanwhile.
  ///
  /// `gate` is a file that a command waits for, so that the test controls the order of events.
  struct CommandLimitTests {
    private static let waitForGate = "while test ! -e gate; do sleep 0.1; done"

    @Test(arguments: Starting.allCases)
    func `A command that exceeds its limit is terminated with its whole group`(by starting: Starting) throws {
      let bench = try Bench(by: starting)
      bench.shell("sleep 1000 & echo $! >child; wait") { $0.timeout = .seconds(1) }
      bench.finish()
      let child = try #require(Int32(bench.text("child").dropLast()))
      eventually("its child is gone") { !exists(process: child) }
      #expect(
        bench.logged() == [
          "warning: tap on snake: shell sleep 1000 & echo $! >child; wait: still running after 1.0 seconds, terminated"
        ])
    }

    @Test(arguments: Starting.allCases)
    func `A command that ignores SIGTERM is killed 2 s later`(by starting: Starting) throws {
      let bench = try Bench(by: starting)
      let start = ContinuousClock.now
      bench.shell("trap '' TERM; echo $$ >self; while :; do sleep 0.05; done") { $0.timeout = .seconds(1) }
      bench.finish()
      #expect(ContinuousClock.now - start >= .seconds(2))
      let process = try #require(Int32(bench.text("self").dropLast()))
      eventually("it is gone") { !exists(process: process) }
      #expect(bench.logged().count == 1)
    }

    @Test(arguments: Starting.allCases)
    func `Processes left in a terminated group are killed too`(by starting: Starting) throws {
      let bench = try Bench(by: starting)
      let script = "sh -c 'trap \"\" TERM; echo $$ >stubborn; while :; do sleep 0.05; done' & wait"
      bench.shell(script) { $0.timeout = .seconds(1) }
      bench.finish()
      let stubborn = try #require(Int32(bench.text("stubborn").dropLast()))
      eventually("it is gone") { !exists(process: stubborn) }
    }

    @Test(arguments: Starting.allCases)
    func `A command that something else has killed takes along what it has started`(by starting: Starting) throws {
      let bench = try Bench(by: starting)
      bench.shell("sleep 1000 & echo $! >pid; kill -KILL $$")
      bench.finish()
      #expect(bench.logged().contains { $0.hasSuffix("killed by SIGKILL") })
      let child = try #require(Int32(bench.text("pid").dropLast()))
      eventually("it is gone") { !exists(process: child) }
    }

    @Test func `A command that is done in time is left alone`() throws {
      let bench = try Bench()
      bench.shell("echo done >done") { $0.timeout = .seconds(50) }
      bench.finish()
      #expect(bench.text("done") == "done\n")
      #expect(bench.logged() == [])
    }

    @Test func `Overlap allow runs commands side by side`() throws {
      let bench = try Bench()
      for _ in 0..<3 { bench.shell("echo x >>started; \(Self.waitForGate)") }
      eventually("all three run") { bench.text("started") == "x\nx\nx\n" }
      bench.write("gate", "")
      bench.finish()
    }

    @Test func `Overlap skip leaves out commands while one of the same gesture is running`() throws {
      let bench = try Bench()
      let script = "echo $TICKLED_GESTURE >>started; \(Self.waitForGate)"
      for name in ["a", "a", "b", "a"] {
        bench.shell(script, gesture: name, environment: ["TICKLED_GESTURE=\(name)"]) { $0.overlap = .skip }
      }
      eventually("one of each runs") { bench.text("started").count == 4 }
      bench.write("gate", "")
      bench.finish()
      #expect(bench.text("started").split(separator: "\n").sorted() == ["a", "b"])
    }

    @Test(arguments: Starting.allCases)
    func `Overlap queue runs commands one after the other, in order`(by starting: Starting) throws {
      let bench = try Bench(by: starting)
      let script = "echo +$N >>order; \(Self.waitForGate); echo -$N >>order"
      for number in 1...4 { bench.shell(script, environment: ["N=\(number)"]) { $0.overlap = .queue } }
      eventually("the first one runs") { bench.text("order") == "+1\n" }
      bench.write("gate", "")
      bench.finish()
      #expect(bench.text("order") == "+1\n-1\n+2\n-2\n+3\n-3\n+4\n-4\n")
    }

    @Test(arguments: Starting.allCases)
    func `Overlap restart ends the running command, and only the newest follows`(by starting: Starting) throws {
      let bench = try Bench(by: starting)
      // A terminated command ends only when the test lets it, so that 4 comes while 2 still runs, even on a busy machine.
      let ending = "until [ -e end-$N ]; do sleep 0.01; done; echo -$N >>order; exit"
      let script = "trap '\(ending)' TERM; echo +$N >>order; \(Self.waitForGate); echo =$N >>order"
      bench.write("end-1", "")
      func begin(_ number: Int) { bench.shell(script, environment: ["N=\(number)"]) { $0.overlap = .restart } }
      begin(1)
      eventually("the first one runs") { bench.text("order") == "+1\n" }
      begin(2)
      eventually("the second one runs") { bench.text("order") == "+1\n-1\n+2\n" }
      begin(3)
      begin(4)
      bench.write("end-2", "")
      eventually("the last one runs") { bench.text("order").hasSuffix("+4\n") }
      bench.write("gate", "")
      bench.finish()
      #expect(bench.text("order") == "+1\n-1\n+2\n-2\n+4\n=4\n")
      #expect(bench.logged(.warning) == [])
    }

    @Test(arguments: Starting.allCases)
    func `Of one action 8 commands run, 64 wait, and dropped ones are reported with the gesture's name`(
      by starting: Starting
    ) throws {
      let bench = try Bench(by: starting)
      for _ in 0..<100 { bench.shell("echo x >>started; \(Self.waitForGate)") }
      eventually("8 run") { bench.text("started").count == 16 }
      eventually("the others are dropped") { bench.runner.droppedCommands == 28 }
      #expect(bench.logged().count == 1)
      #expect(bench.logged()[0].contains("tap on snake: shell echo x"))
      #expect(bench.logged()[0].contains("dropped: 8 of its commands are running and 64 are waiting"))
      bench.write("gate", "")
      bench.finish()
      #expect(bench.text("started").count == 2 * 72)
    }

    @Test
    func `After the first dropped command, the number of more dropped ones is reported at intervals, if there are any`()
      throws
    {
      var surroundings = ActionSurroundings()
      surroundings.dropReportInterval = .milliseconds(300)
      let bench = try Bench(surroundings: surroundings)
      func drop(_ count: Int) {
        for _ in 0..<count { bench.shell(Self.waitForGate) }
      }
      func reports() -> [String] { bench.logged().compactMap { $0.split(separator: ": ").last.map(String.init) } }
      drop(72 + 1)
      eventually("a report") { reports().count == 1 }
      drop(3)
      eventually("the number") { reports().dropFirst() == ["3 more dropped"] }
      drop(1)
      eventually("the next number") { reports().dropFirst() == ["3 more dropped", "1 more dropped"] }
      usleep(700_000)
      #expect(reports().count == 3, "nothing more was dropped")
      drop(1)
      eventually("a first report again") { reports().count == 4 && reports()[3].hasPrefix("8 of its commands") }
      bench.write("gate", "")
      bench.finish()
    }

    @Test func `Actions whose commands hang take no place from the others`() throws {
      let bench = try Bench()
      // More than there are places in all.
      for number in 0..<20 {
        for _ in 0..<16 { bench.shell("echo x >>hung; \(Self.waitForGate)", gesture: "hung \(number)") }
      }
      eventually("all places are taken") { bench.text("hung").count >= 2 * Commands.mostRunning }
      for number in 0..<10 { bench.shell("echo x >>free", gesture: "free \(number)") }
      eventually("the others run") { bench.text("free").count == 20 }
      for number in 0..<10 { bench.shell("echo x >>free", gesture: "free \(number)") }
      eventually("and run again") { bench.text("free").count == 40 }
      bench.write("gate", "")
      bench.finish()
    }

    @Test(arguments: Starting.allCases)
    func `A command is ended after a while if its place is needed, and only then`(by starting: Starting) throws {
      var surroundings = ActionSurroundings()
      surroundings.placeLimit = .milliseconds(300)
      let bench = try Bench(surroundings: surroundings, by: starting)
      for _ in 0..<8 { bench.shell("echo x >>started; exec sleep 100000") }
      eventually("8 run") { bench.text("started").count == 16 }
      usleep(500_000)
      #expect(bench.logged() == [], "no place is needed yet")
      bench.shell("echo x >>started; exec sleep 100000")
      eventually("the ninth runs") { bench.text("started").count == 18 }
      #expect(bench.logged().count == 1)
      #expect(bench.logged()[0].contains("another command of its action is waiting: ended"))
      for _ in 0..<20 { bench.shell("echo x >>started; exec sleep 100000") }
      eventually("all have run") { bench.text("started").count == 2 * 29 }
      bench.runner.shutdown()
      for child in children(running: "sleep") { #expect(child != "Z") }
      endChildren(running: "sleep")
    }

    @Test func `In a queue, a command is ended only when no more may wait`() throws {
      var surroundings = ActionSurroundings()
      surroundings.placeLimit = .milliseconds(100)
      let bench = try Bench(surroundings: surroundings)
      let script = "echo x >>started; \(Self.waitForGate)"
      for _ in 0..<10 { bench.shell(script) { $0.overlap = .queue } }
      eventually("the first one runs") { bench.text("started").count == 2 }
      usleep(400_000)
      #expect(bench.text("started").count == 2 && bench.logged() == [], "the others wait for their turn")
      for _ in 0..<60 { bench.shell(script) { $0.overlap = .queue } }
      eventually("the second one runs") { bench.text("started").count >= 4 }
      bench.write("gate", "")
      bench.finish()
    }

    @Test func `A command without a time limit keeps its place`() throws {
      var surroundings = ActionSurroundings()
      surroundings.placeLimit = .milliseconds(50)
      let bench = try Bench(surroundings: surroundings)
      for _ in 0..<9 { bench.shell("echo x >>started; \(Self.waitForGate)") { $0.timeout = nil } }
      eventually("8 run") { bench.text("started").count == 16 }
      usleep(300_000)
      #expect(bench.text("started").count == 16)
      #expect(bench.logged() == [])
      bench.write("gate", "")
      bench.finish()
    }

    @Test func `Shutting down starts nothing more, and what runs is ended`() throws {
      let bench = try Bench()
      bench.shell("trap 'echo term >>polite; exit' TERM; echo $$ >>polite; while :; do sleep 0.01; done")
      bench.shell("trap '' TERM; echo $$ >>stubborn; while :; do sleep 0.01; done")
      for _ in 0..<2 { bench.shell("echo no >>next; \(Self.waitForGate)") { $0.overlap = .queue } }
      eventually("all run") {
        ["polite", "stubborn"].allSatisfy { bench.text($0).contains("\n") } && bench.text("next") == "no\n"
      }
      bench.runner.shutdown()
      let stubborn = try #require(Int32(bench.text("stubborn").dropLast()))
      eventually("it was killed") { !exists(process: stubborn) }
      #expect(bench.text("polite").hasSuffix("term\n"))
      bench.write("gate", "")
      usleep(300_000)
      #expect(bench.text("next") == "no\n")
    }

    @Test func `Shutting down starts nothing more, and commands may continue`() throws {
      let bench = try Bench()
      let script = "echo +$N >>order; \(Self.waitForGate); echo -$N >>order"
      for number in 1...2 { bench.shell(script, environment: ["N=\(number)"]) { $0.overlap = .queue } }
      eventually("the first one runs") { bench.text("order") == "+1\n" }
      bench.runner.shutdown(endsCommands: false)
      bench.shell("echo no >>order")
      bench.write("gate", "")
      bench.finish()
      #expect(bench.text("order") == "+1\n-1\n")
    }

    @Test func `Waiting ends after its timeout`() throws {
      let bench = try Bench()
      bench.shell(Self.waitForGate)
      #expect(!bench.runner.waitUntilIdle(timeout: .milliseconds(50)))
      bench.write("gate", "")
      bench.finish()
    }
  }
}
