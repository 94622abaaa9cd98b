import Foundation
import Testing

@testable import Actions

extension ActionsTests {
  /// Commands that take long, and gestures that come again meanwhile.
  ///
  /// `gate` is a file that a command waits for, so that the order of events is the test's.
  struct CommandLimitTests {
    private static let waitForGate = "while test ! -e gate; do sleep 0.01; done"

    @Test func `A command that overstays is terminated with its whole group`() throws {
      let bench = try Bench()
      bench.shell("sleep 1000 & echo $! >child; wait") { $0.timeout = .seconds(1) }
      bench.finish()
      let child = try #require(Int32(bench.text("child").dropLast()))
      eventually("its child is gone") { !exists(process: child) }
      #expect(
        bench.logged() == [
          "warning: tap on snake: shell sleep 1000 & echo $! >child; wait: still running after 1.0 seconds, terminated"
        ])
    }

    @Test func `Who ignores SIGTERM is killed 2 s later`() throws {
      let bench = try Bench()
      let start = ContinuousClock.now
      bench.shell("trap '' TERM; echo $$ >self; while :; do sleep 0.05; done") { $0.timeout = .seconds(1) }
      bench.finish()
      #expect(ContinuousClock.now - start >= .seconds(2))
      let process = try #require(Int32(bench.text("self").dropLast()))
      eventually("it is gone") { !exists(process: process) }
      #expect(bench.logged().count == 1)
    }

    @Test func `What is left of a terminated group is killed too`() throws {
      let bench = try Bench()
      let script = "sh -c 'trap \"\" TERM; echo $$ >stubborn; while :; do sleep 0.05; done' & wait"
      bench.shell(script) { $0.timeout = .seconds(1) }
      bench.finish()
      let stubborn = try #require(Int32(bench.text("stubborn").dropLast()))
      eventually("it is gone") { !exists(process: stubborn) }
    }

    @Test func `A command that is done in time is left alone`() throws {
      let bench = try Bench()
      bench.shell("echo done >done") { $0.timeout = .seconds(50) }
      bench.finish()
      #expect(bench.text("done") == "done\n")
      #expect(bench.logged() == [])
    }

    @Test func `Overlap allow runs them side by side`() throws {
      let bench = try Bench()
      for _ in 0..<3 { bench.shell("echo x >>started; \(Self.waitForGate)") }
      eventually("all three run") { bench.text("started") == "x\nx\nx\n" }
      bench.write("gate", "")
      bench.finish()
    }

    @Test func `Overlap skip leaves out what comes meanwhile, per gesture`() throws {
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

    @Test func `Overlap queue runs them one after the other, in order`() throws {
      let bench = try Bench()
      let script = "echo +$N >>order; \(Self.waitForGate); echo -$N >>order"
      for number in 1...4 { bench.shell(script, environment: ["N=\(number)"]) { $0.overlap = .queue } }
      eventually("the first one runs") { bench.text("order") == "+1\n" }
      bench.write("gate", "")
      bench.finish()
      #expect(bench.text("order") == "+1\n-1\n+2\n-2\n+3\n-3\n+4\n-4\n")
    }

    @Test func `Overlap restart ends the old one, and only the newest follows`() throws {
      let bench = try Bench()
      // A command that is terminated ends only when it may, so that 4 comes while 2 still runs, however busy the machine is.
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

    @Test func `16 run, 64 wait, and the rest is dropped with a word`() throws {
      let bench = try Bench()
      for _ in 0..<100 { bench.shell("echo x >>started; \(Self.waitForGate)") }
      eventually("16 run") { bench.text("started").count == 32 }
      eventually("the others are dropped") { bench.logged().count == 1 }
      #expect(bench.logged()[0].contains("dropped, 16 commands run and 64 wait"))
      bench.write("gate", "")
      bench.finish()
      #expect(bench.text("started").count == 2 * 80)
    }

    @Test func `Shutting down starts nothing more and leaves alone what runs`() throws {
      let bench = try Bench()
      let script = "echo +$N >>order; \(Self.waitForGate); echo -$N >>order"
      for number in 1...2 { bench.shell(script, environment: ["N=\(number)"]) { $0.overlap = .queue } }
      eventually("the first one runs") { bench.text("order") == "+1\n" }
      bench.runner.shutdown()
      bench.shell("echo no >>order")
      bench.write("gate", "")
      bench.finish()
      #expect(bench.text("order") == "+1\n-1\n")
    }

    @Test func `Waiting gives up in time`() throws {
      let bench = try Bench()
      bench.shell(Self.waitForGate)
      #expect(!bench.runner.waitUntilIdle(timeout: .milliseconds(50)))
      bench.write("gate", "")
      bench.finish()
    }
  }
}
