import Actions
import Configuration
import Testing

@testable import Import

@Suite("Files that cannot be imported")
struct HostileImportTests {
  @Test(arguments: ImportFormat.allCases)
  func `Bytes that are not text are refused in every format`(format: ImportFormat) {
    #expect(refusal(format, Array("lisgd\n\0".utf8)) == ImportError("is not text: it has a NUL byte", line: 2))
    #expect(refusal(format, [0x61, 0xC3, 0x28])?.reason == "is not UTF-8 text")
    #expect(refusal(format, [0xED, 0xA0, 0x80])?.reason == "is not UTF-8 text")
    #expect(
      refusal(format, [UInt8](repeating: 0x20, count: 4 << 20 + 1))?.reason == "is larger than the limit of 4 MiB")
    #expect(refusal(format, []) != nil)
  }

  @Test(arguments: [
    ("<touchégg><application>", "no element found"),
    ("<touchégg></application>", "mismatched tag"),
    ("<touchégg name></touchégg>", "not well-formed"),
    ("<touchégg name=\"", "unclosed token"),
    ("<touchégg><!-- ", "unclosed token"), ("<touchégg/>x", "junk after document element"),
    ("<touchégg/><touchégg/>", "junk after document element"), ("hello", "syntax error"),
    ("<!DOCTYPE a [<!ENTITY b \"c\">]><touchégg/>", "declarations in its document type"),
  ])
  func `XML with errors is refused with its line`(text: String, problem: String) {
    let refusal = refusal(.touchegg, Array("\n\(text)".utf8))
    #expect(refusal?.reason.contains(problem) == true, "\(refusal?.reason ?? "nothing")")
    #expect(refusal?.line == 2)
  }

  @Test func `XML that is nested too deeply is refused`() {
    let depth = 100_000
    let text = "<touchégg>" + String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    #expect(refusal(.touchegg, Array(text.utf8))?.reason.contains("more than 64 elements") == true)
  }

  @Test(arguments: [ImportFormat.fusuma, .inputActions])
  func `YAML with errors is refused with its line`(format: ImportFormat) {
    for text in [
      "swipe:\n  - [", "swipe:\n\t3:", "a: b: c", "swipe: *nothing", "swipe: &a [*a]", "? [a]\n: b", "a: \"\\uD800",
    ] {
      #expect(refusal(format, Array(text.utf8)) != nil, "\(text)")
    }
    #expect(refusal(format, Array("a:\n  b: *nothing".utf8))?.line == 2)
  }

  @Test(arguments: [ImportFormat.fusuma, .inputActions])
  func `Aliases that multiply are refused`(format: ImportFormat) {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n"
    for level in 1...30 {
      text += "a\(level): &a\(level) [\(Array(repeating: "*a\(level - 1)", count: 9).joined(separator: ", "))]\n"
    }
    #expect(refusal(format, Array(text.utf8))?.reason.contains("more than 100000 values") == true)
    let merged = "a: &a {b: 1, c: 2}\n" + (1...50_000).map { "d\($0): {<<: *a}\n" }.joined()
    #expect(refusal(format, Array(merged.utf8))?.reason.contains("more than 100000 values") == true)
  }

  @Test(arguments: [ImportFormat.fusuma, .inputActions])
  func `YAML that is nested too deeply is refused`(format: ImportFormat) {
    #expect(refusal(format, Array(String(repeating: "[", count: 100_000).utf8)) != nil)
    #expect(
      refusal(format, Array(("a: " + String(repeating: "{b: ", count: 80)).utf8))?.reason.contains("64 values") == true)
    var chain = "a0: &a0 {x: y}\n"
    for level in 1...200 { chain += "a\(level): &a\(level) {x: *a\(level - 1)}\n" }
    #expect(refusal(format, Array(chain.utf8))?.reason.contains("64 values") == true)
  }

  @Test(arguments: ["cat <<a\n", "cat <<b\na\n", "<<a\n<<b\na\n"])
  func `Documents without end, or inside one another, are read in a short time`(start: String) {
    let text = String(repeating: start, count: (4 << 20) / start.utf8.count - 10) + "\nb\n"
    #expect(refusal(.lisgd, Array(text.utf8)) != nil)
  }

  @Test func `Variables that multiply stay as they are written`() throws {
    var script = "A0=0123456789\n"
    for level in 1...60 { script += "A\(level)=$A\(level - 1)$A\(level - 1)\n" }
    let imported = try imported(.lisgd, script + "lisgd -g 1,LR,*,*,$A60")
    #expect(imported.carried == 1)
    #expect(imported.toml.utf8.count < 3 << 20)
  }

  @Test func `A long text that is repeated by aliases is refused`() {
    var text = "a: &a \(String(repeating: "x", count: 1 << 20))\ntouchpad:\n  gestures:\n"
    for fingers in 1...9 {
      for direction in ["up", "down", "left", "right"] {
        text += "    - {type: swipe, fingers: \(fingers), direction: \(direction), actions: [{command: *a}]}\n"
      }
    }
    #expect(refusal(.inputActions, Array(text.utf8)) != nil)
  }

  @Test func `More gestures than a person writes are refused`() {
    let text = "lisgd " + String(repeating: "-g 1,XX,a ", count: 1_001)
    #expect(refusal(.lisgd, Array(text.utf8))?.reason == "has 1001 gestures; at most 1000 can be imported")
  }

  /// Commands that would break out of a TOML string or a comment.
  static let commands = [
    #"a " b"#, #"a \ b"#, "a \"\"\" b", "a ''' b", #"a \" }"#, "a # b", "tab\there", "bell\u{7}", "delete\u{7F}",
    "next\u{85}line",
    "line\u{2028}separator", "é 🎉", "} [[gesture]]", "\u{202E}desrever",
  ]

  @Test(arguments: commands)
  func `A command arrives unchanged, whatever characters it has`(command: String) throws {
    let imported = try Import(lisgdArguments: ["-g", "1,LR,*,*,R,\(command)", "-g", "1,\(command),*,*,R,a"])
    #expect(imported.carried == 1)
    let configuration = try valid(imported)
    #expect(configuration.gestures.first?.actions.map(\.action) == [.shell(command, CommandOptions())])
  }

  @Test func `Commands of several lines stay one command`() throws {
    let imported = try imported(
      .fusuma, "swipe:\n  3:\n    left:\n      command: |\n        first\n        second \"x\"\n")
    #expect(imported.tables.contains(#"shell = "first\nsecond \"x\"""#))
    try valid(imported)
  }

  @Test func `Gestures of the same name get names of their own`() throws {
    let imported = try Import(lisgdArguments: [
      "-g", "1,LR,*,L,a", "-g", "1,LR,*,M,b", "-g", "2,LR,*,*,P,c", "-g", "2,LR,N,*,P,c",
    ])
    let names = try valid(imported).gestures.map(\.name)
    #expect(Set(names).count == names.count)
  }

  /// Parts of files, in an order that no person would write.
  @Test(arguments: ImportFormat.allCases)
  func `No mixture of the format's own words traps, and all results are valid`(format: ImportFormat) {
    let words = [
      "lisgd", " -g ", "1,LR,", "*,*,", "P,", "\n", "  ", "swipe", ":", " 3", "left", "- ", "type", "{", "}", "[", "]",
      "<", ">",
      "</", "gesture", "touchégg", "=\"", "\"", "'", "$(", "${", "&a ", "*a ", "<<: ", "#", "\\", "begin", "update",
      "pinch in",
      "sendkey", "command", "application", "actions", "direction", "\t", "|\n", ",", "touchpad", "gestures",
      "9999999999999999",
    ]
    var state: UInt64 = 42
    for _ in 0..<2_000 {
      var text = ""
      for _ in 0..<40 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        text += words[Int(state >> 33) % words.count]
      }
      guard let imported = try? Import(format, bytes: Array(text.utf8)) else { continue }
      let isFinal = placesAreKnown && pointerIsKnown
      if isFinal || !["starts_at", "ends_at", "click", "scroll"].contains(where: imported.toml.contains) {
        _ = try? valid(imported)
      }
    }
  }
}
