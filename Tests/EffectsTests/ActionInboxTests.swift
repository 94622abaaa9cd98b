import Actions
import Program
import Testing

@testable import Effects

@Suite struct ActionInboxTests {
  private let inbox = ActionInbox()
  private let cat = StreamGate(["cat"])

  private func command(
    _ text: String, _ occasion: ActionContext.Occasion = .change, gesture: String = "pan", number: String = ""
  ) -> ActionInbox.Entry {
    let context = ActionContext(
      gesture: gesture, view: "snake", occasion: occasion, environment: CStrings(["N=\(number)"]))
    return .command(CommandRequest(command: .shell(text), options: CommandOptions(), context: context))
  }

  private func line(
    _ text: String, _ occasion: ActionContext.Occasion = .change, to gate: StreamGate? = nil, written: Int = 0
  ) -> ActionInbox.Entry {
    let context = ActionContext(gesture: "pan", view: "snake", occasion: occasion, line: Array(text.utf8))
    return .line(gate ?? cat, context, written: written)
  }

  @Test func `Only the first entry that waits must be announced, and again after all were taken`() {
    #expect(inbox.add(command("a", .single)) == .first)
    #expect(inbox.add(command("b", .single)) == .added)
    #expect(inbox.takeAll().count == 2)
    #expect(inbox.takeAll().isEmpty)
    #expect(inbox.add(command("c", .single)) == .first)
  }

  @Test func `A change replaces the change that waits, at its place`() {
    #expect(inbox.add(command("a", number: "1")) == .first)
    #expect(inbox.add(command("other", .single, gesture: "tap")) == .added)
    #expect(inbox.add(command("a", number: "2")) == .replacedOlder)
    let entries = inbox.takeAll()
    #expect(entries.map(\.context.gesture) == ["pan", "tap"])
    #expect(entries[0].context.environment == CStrings(["N=2"]))
  }

  @Test func `A change does not replace one of another command, nor one from before another event of its gesture`() {
    _ = inbox.add(command("a"))
    #expect(inbox.add(command("b")) == .added)
    #expect(inbox.add(command("a")) == .replacedOlder, "past the change of the other command")
    _ = inbox.add(command("a", .end))
    #expect(inbox.add(command("a")) == .added)
    #expect(inbox.takeAll().count == 4)
  }

  @Test func `Lines for a stream count the changes that they replaced`() {
    _ = inbox.add(line("began", .single))
    _ = inbox.add(line("1"))
    #expect(inbox.add(line("2")) == .replacedOlder)
    #expect(inbox.add(line("3")) == .replacedOlder)
    #expect(inbox.add(line("3", to: StreamGate(["tee"]))) == .added)
    let entries = inbox.takeAll()
    guard entries.count == 3, case .line(_, let context, _, let replaced) = entries[1] else {
      Issue.record("\(entries)")
      return
    }
    #expect(context.line == Array("3".utf8))
    #expect(replaced == 2)
  }

  @Test func `A line that the program has in part is not replaced`() {
    _ = inbox.add(line("began", .single))
    #expect(inbox.add(line("1", written: 1)) == .added)
    #expect(inbox.add(line("2")) == .added)
    #expect(inbox.add(line("3")) == .replacedOlder)
    #expect(inbox.takeAll().map(\.context.line) == ["began", "1", "3"].map { Array($0.utf8) })
  }

  @Test func `1024 entries wait at most, and a change still replaces one of them then`() {
    for number in 0..<1023 { _ = inbox.add(command("a", .single, gesture: "tap \(number)")) }
    #expect(inbox.add(command("a")) == .added)
    #expect(inbox.add(command("a", .single)) == .full)
    #expect(inbox.add(command("a")) == .replacedOlder)
    #expect(inbox.takeAll().count == 1024)
  }
}
