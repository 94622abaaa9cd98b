import Control
import Testing
import Text

@testable import Bridge

/// Numbers at the limits of what they are converted to, in everything that the bridge and a fleet read.
@Suite struct LimitTests {
  static let numbers = [
    "9223372036854775808", "9223372036854775807", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551616",
    "-0", "-1", "1e308", "-1e308", "1e-308", "0.5", "1e12", "-1e12",
  ]

  private func bytes(_ template: String, _ number: String) -> [UInt8] {
    Array(template.replacing("@", with: number).utf8)
  }

  /// A status whose every number is the same.
  private static let status = """
    {"type":"reply","request":"status","ok":true,"version":"1","pid":@,"uptime":@,"config":"c","guardian":@,"mode":"default",\
    "last_touch":@,"lost":{"output":@,"log":@,"watchers":@,"commands":@},"views":@,"gestures":@,"watchers":@,"panels":[\
    {"node":"n","name":"p","screen":"main","size":{"width":@,"height":@,"source":"x"},"touches":@,"frames":@,"dropped":@,\
    "filtered":{"repeated_taps":@,"bursts":@,"stale":@,"ghosts":@,"samples":@,"breaks":@},\
    "kernel_bugs":{"time_backwards":@,"undeclared_axis":@},"panel_model":{"noise":@,"touches":@,"ghosts":@,"rate":@},\
    "last_gesture":{"gesture":"g","ago":@},"movements_without":@,"near_misses":[{"gesture":"g","kind":"tap",\
    "key":"movement","recognized":@,"missed":@,"least":@,"largest":@,"limit":@,"value":"9mm"}]},\
    {"name":"q","screen":"b","frames":@,"dropped":@,"filtered":{"repeated_taps":@,"bursts":@}}],\
    "attempts":[{"ago":@,"fingers":@}]}
    """

  @Test(arguments: numbers)
  func `A status with any number is reported, and events find their time`(number: String) throws {
    var stage = Stage()
    stage.connect(at: 10)
    let reply = try #require(ControlReply(line: bytes(Self.status, number)))
    stage.at(20) { $0.reply(reply, to: .status, at: $1) }
    let state = try #require(stage.text("tickled/hall/state").last.flatMap { JSONValue(parsing: Array($0.utf8)) })
    #expect(try #require(state["lost"]?.number) >= 0)
    #expect(try #require(state["filtered"]?.number) >= 0)
    stage.at(21) { $0.line(bytes(#"{"type":"lost","lines":@}"#, number), at: $1) }
    stage.at(21) { $0.line(bytes(#"{"type":"lost","lines":@}"#, number), at: $1) }
    #expect(stage.bridge.counts.missed.number >= 0)
    stage.at(22) { $0.line(Stage.line("light", "ended", at: 21.9), at: $1) }
    for time in Self.numbers {
      let line = #"{"type":"gesture","time":@,"screen":"s","view":"v","gesture":"light","state":"changed"}"#
      stage.at(23) { $0.line(bytes(line, time), at: $1) }
    }
    stage.at(40) { _, _ in }
    #expect(stage.bridge.nextDeadline.map { $0 > 40_000_000 } ?? true)
  }

  @Test func `Counts that are too large end at the largest one`() throws {
    var stage = Stage()
    stage.connect(at: 10)
    let reply = try #require(ControlReply(line: bytes(Self.status, "9223372036854774784")))
    stage.at(20) { $0.reply(reply, to: .status, at: $1) }
    let state = try #require(stage.text("tickled/hall/state").last)
    #expect(state.contains("\"lost\":9223372036854775807,\"filtered\":9223372036854775807"), "\(state)")
    for _ in 0..<3 {
      stage.at(21) { $0.line(bytes(#"{"type":"lost","lines":@}"#, "9223372036854774784"), at: $1) }
    }
    #expect(stage.bridge.counts.missed == .most)
  }

  @Test(arguments: numbers)
  func `A fleet has a table of panels with any number`(number: String) throws {
    var fleet = Fleet(topic: "tickled")
    let state = #"{"version":"1","lost":@,"filtered":@,"dropped":@,"missed":@,"unconfirmed":@,"reconnects":@}"#
    for panel in ["hall", "kitchen"] { fleet.take("tickled/\(panel)/state", bytes(state, number)) }
    let large = number.hasPrefix("9") || number.hasPrefix("18") || number == "1e308"
    #expect(fleet.panels.allSatisfy { $0.dropped == (large ? .most : number == "1e12" ? 3_000_000_000_000 : 0) })
    #expect(fleet.text(at: 0, silentAfter: 1).contains("kitchen"))
    let lines = fleet.json(at: 0, silentAfter: 1).split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == 2 && lines.allSatisfy { JSONValue(parsing: $0) != nil })
  }
}
