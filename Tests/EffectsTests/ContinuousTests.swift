import Actions
import Foundation
import Testing

@testable import Effects

extension EffectsTests {
  /// Commands for values that change all the time: they run as often as they can keep up, and always for the last value.
  struct ContinuousTests {
    private static let script = "echo +$N >>order; while test ! -e gate$N; do sleep 0.01; done; echo -$N >>order"

    private let bench: Bench

    init() throws { bench = try Bench() }

    private func run(
      _ occasion: ActionContext.Occasion, _ value: String, view: String = "snake", script: String = Self.script,
      _ change: (inout CommandOptions) -> Void = { _ in }
    ) {
      bench.shell(script, occasion: occasion, view: view, environment: ["N=\(value)"], change)
    }

    private func open(_ values: String...) { for value in values { bench.write("gate\(value)", "") } }

    private func sees(_ order: String) {
      let expected = order.split(separator: " ").map { $0 + "\n" }.joined()
      eventually("\(order), not \(bench.text("order"))") { bench.text("order") == expected }
    }

    @Test func `While a command runs the newest one waits, and the last value is always delivered`() {
      run(.change, "1")
      sees("+1")
      for value in 2...50 { run(.change, "\(value)") }
      open("1")
      sees("+1 -1 +50")
      open("50")
      bench.finish()
      sees("+1 -1 +50 -50")
    }

    @Test func `The end comes after the last value`() {
      run(.change, "1")
      sees("+1")
      run(.change, "2")
      run(.change, "3")
      run(.end, "end", script: "echo end >>order")
      open("1", "3")
      bench.finish()
      sees("+1 -1 +3 -3 end")
    }

    @Test func `A gesture that begins again waits for an end that waits, and its changes replace none from before`() {
      run(.change, "1")
      sees("+1")
      run(.change, "2")
      run(.end, "end", script: "echo end >>order")
      run(.single, "began", script: "echo began >>order")
      run(.change, "3")
      run(.change, "4")
      open("1", "2", "4")
      bench.finish()
      let order = bench.text("order").split(separator: "\n").map(String.init)
      #expect(order.prefix(4) == ["+1", "-1", "+2", "-2"])
      #expect(order.filter { !$0.hasPrefix("-") }.sorted() == ["+1", "+2", "+4", "began", "end"])
    }

    @Test func `Beginnings and ends are never left out`() {
      for _ in 0..<10 {
        run(.single, "x", script: "echo single >>order")
        run(.end, "x", script: "echo end >>order")
      }
      bench.finish()
      #expect(bench.text("order").split(separator: "\n").count == 20)
    }

    @Test func `Each view has its own changes`() {
      run(.change, "1", view: "snake")
      run(.change, "2", view: "dragon")
      eventually("both run") { bench.text("order").count == 6 }
      open("1", "2")
      bench.finish()
    }

    @Test func `An end does not wait forever for a change that hangs`() throws {
      var surroundings = ActionSurroundings()
      surroundings.patience = .milliseconds(50)
      let bench = try Bench(surroundings: surroundings)
      func run(_ occasion: ActionContext.Occasion, _ value: String, _ script: String) {
        bench.shell(script, occasion: occasion, environment: ["N=\(value)"])
      }
      run(.change, "1", Self.script)
      eventually("the first one runs") { bench.text("order") == "+1\n" }
      run(.change, "2", Self.script)
      run(.end, "end", "echo end >>order")
      eventually("the last value and the end") {
        bench.text("order").split(separator: "\n").sorted() == ["+1", "+2", "end"]
      }
      #expect(bench.logged().count == 1 && bench.logged()[0].contains("started beside a command"), "\(bench.logged())")
      bench.write("gate1", "")
      bench.write("gate2", "")
      bench.finish()
    }

    @Test func `With overlap skip, changes that come while a command runs are skipped`() {
      run(.change, "1") { $0.overlap = .skip }
      sees("+1")
      run(.change, "2") { $0.overlap = .skip }
      open("1")
      bench.finish()
      sees("+1 -1")
    }
  }
}
