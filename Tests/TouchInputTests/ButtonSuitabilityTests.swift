import CTouchInput
import Foundation
import Testing

@testable import TouchInput

@Suite struct `Whether the buttons of a device are used` {
  private static let volumeKeys: Set<EventCode> = [.key(114), .key(115)]
  private static let typewriter = Set((1...31).map { EventCode.key($0) })

  private static let numbered = Set((0x100...0x109).map { EventCode.key($0) })

  private func objection(
    _ codes: Set<EventCode>, _ traits: DeviceTraits = [], phys: String = "", isNamed: Bool = false
  ) -> String? {
    var found = DiscoveredDevice(at: "/dev/input/event9")
    found.codes = codes
    found.traits = traits
    found.phys = phys
    return found.objectionToButtons(isNamed: isNamed)
  }

  @Test func `depends on its other keys`() {
    #expect(objection(Self.volumeKeys) == nil)
    #expect(objection([.switch(0)]) == nil)
    #expect(objection([.key(0x100), .key(0x120)]) == nil)
    #expect(objection([]) == "it has no keys or switches")
    #expect(objection(Self.volumeKeys.union(Self.typewriter)) == "it is a keyboard")
    #expect(objection(Self.volumeKeys, .keyboard) == "it is a keyboard")
    #expect(objection(Self.volumeKeys, .pointing) == "it is a mouse, touchpad, tablet or touchscreen")
    #expect(objection([.key(0x110), .key(0x113)]) == "it is a mouse, touchpad, tablet or touchscreen")
    #expect(objection([.key(0x14A)]) == "it is a mouse, touchpad, tablet or touchscreen")
    for key: UInt16 in [2, 11, 16, 25, 30, 38, 44, 50, 71, 73, 75, 77, 79, 82, 0x200, 0x209] {
      #expect(objection(Self.volumeKeys.union([.key(key)])) == "it has keys for letters or digits")
    }
    #expect(objection(Self.numbered) == "it has keys for letters or digits")
    #expect(objection(Self.numbered.subtracting([.key(0x105)])) == nil)
    // Enter, escape, space and the function keys say nothing secret.
    #expect(
      objection([1, 12, 28, 57, 59, 74, 78, 96, 0x20A].map { .key($0) }.reduce(into: []) { $0.insert($1) }) == nil)
  }

  @Test func `does not depend on the digits of a remote control`() {
    let digits = Set((2...11).map { EventCode.key($0) })
    #expect(objection(digits) == "it has keys for letters or digits")
    #expect(objection(digits, .remote) == nil)
    #expect(objection(Self.typewriter, .remote) == "it is a keyboard")
  }

  @Test func `does not depend on anything if the configuration names it`() {
    #expect(objection(Self.typewriter, .keyboard, isNamed: true) == nil)
    #expect(objection([.key(0x110), .key(0x113)], .pointing, isNamed: true) == nil)
    #expect(objection([], isNamed: true) == "it has no keys or switches")
    // A gesture that presses a key must not be triggered by that key.
    #expect(objection(Self.volumeKeys, phys: "tickled/keyboard", isNamed: true) == "tickled made it")
  }

  /// The files whose words follow: `capabilities/key` of real devices, and of made-up ones.
  @Test func `is the same for the rule that lets the service read it`() throws {
    var generator = SplitMix(state: 11)
    let typing = EventCode.typing
    var sets: [Set<EventCode>] = [
      [], Self.volumeKeys, Self.typewriter, typing,
      Set((0..<768).map { EventCode.key(UInt16($0)) }).subtracting(typing),
      Self.numbered, Self.numbered.union(Self.volumeKeys),
    ]
    sets += Self.numbered.map { Set((0..<768).map { EventCode.key(UInt16($0)) }).subtracting(typing).subtracting([$0]) }
    sets += typing.map { [$0] }
    sets += typing.map { Self.volumeKeys.union([$0, .key(0x244)]) }
    for _ in 0..<150 {
      let keys = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
        EventCode.key(UInt16.random(in: 0..<768, using: &generator))
      }
      sets.append(Set(keys))
      sets.append(Set(keys).subtracting(typing))
    }
    let expected = sets.map { $0.isDisjoint(with: typing) && !Self.numbered.isSubset(of: $0) ? "0" : "1" }
    #expect(Set(expected) == ["0", "1"])
    #expect(try answers(sets.map(capabilities)) == expected)
  }

  @Test func `is denied by the rule if the kernel's words are not understood`() throws {
    #expect(try answers(["", "x", "10 0x1", "10 G", "1 -1"]) == ["1", "1", "1", "1", "1"])
    // A media keyboard without its letters, and a button for the power supply.
    let media =
      "3f000301ff 0 0 483ffff17aff32d bfd4444600000000 1 130ff38b17d000 677bfad9415fed 19ed68000004400 10000002"
    #expect(try answers([media, "10000000000000 0"]) == ["0", "0"])
  }

  /// Words as sysfs has them on this machine.
  private func capabilities(_ codes: Set<EventCode>) -> String {
    var words = [UInt](repeating: 0, count: 768 / UInt.bitWidth)
    for case .key(let code) in codes { words[Int(code) / UInt.bitWidth] |= 1 << (UInt(code) % UInt(UInt.bitWidth)) }
    let used = words.lastIndex { $0 != 0 } ?? 0
    return words[...used].reversed().map { String($0, radix: 16) }.joined(separator: " ")
  }

  /// Returns the exit statuses of buttons-only for some words.
  private func answers(_ words: [String]) throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let script = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/systemd/buttons-only"
    let input = folder.appending(path: "input").path, output = folder.appending(path: "output").path
    try words.map { "\($0)\n" }.joined().write(toFile: input, atomically: true, encoding: .utf8)
    let loop = "while read -r line; do sh '\(script)' $line; echo $?; done <'\(input)' >'\(output)'"
    try #require(system(loop) == 0)
    return try String(contentsOfFile: output, encoding: .utf8).split(separator: "\n").map(String.init)
  }
}
