import Synchronization
import Testing

@testable import Program

@Suite struct `A log's troubles` {
  private final class Lines: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
  }

  private let lines = Lines()
  private let log: Log

  init() {
    let lines = lines
    log = Log { _, message in lines.add(message) }
  }

  @Test func `are logged once, and stand until they are fixed`() {
    for _ in 0..<3 { log.trouble(about: "keys", "no uinput") }
    #expect(lines.all == ["no uinput"] && log.troubles.all == [Trouble(about: "keys", "no uinput")])
    log.trouble(about: "keys", "no permission")
    #expect(lines.all == ["no uinput"] && log.troubles.all == [Trouble(about: "keys", "no permission")])
    log.fixed("keys")
    #expect(log.troubles.all == [])
    log.trouble(about: "keys", "no permission")
    #expect(lines.all == ["no uinput", "no permission"])
  }

  @Test func `of one kind are fixed together, and others stay`() {
    for about in ["led a", "led b", "ledger", "keys", "led"] { log.trouble(about: about, about) }
    log.fixed(all: "led")
    #expect(log.troubles.all.map(\.about) == ["ledger", "keys"])
  }

  @Test func `about one subject may be several`() {
    log.troubles(["one", "two"], about: "configuration")
    log.troubles(["two", "three"], about: "configuration")
    #expect(log.troubles.all.map(\.message) == ["two", "three"] && lines.all == ["one", "two", "three"])
  }

  @Test func `are the same for all copies of the log, also for one with a ration`() {
    let ration = LogRation(about: "plugs") { 0 }
    for number in 0..<20 { log.within(ration).trouble(about: "plug \(number)", "\(number)") }
    #expect(log.troubles.all.count == 20 && lines.all.count == 16)
    log.within(ration).fixed(all: "plug")
    #expect(log.troubles.all.isEmpty)
  }

  @Test func `are bounded, and safe to print`() {
    for number in 0..<100 { log.trouble(about: "led \(number)", "\u{1b}[31m" + String(repeating: "x", count: 10_000)) }
    #expect(log.troubles.all.count == Troubles.most && log.troubles.all.last?.about == "led 99")
    #expect(log.troubles.all.allSatisfy { $0.message.utf8.count < 3200 && $0.message.hasPrefix("\\u{1b}") })
  }
}
