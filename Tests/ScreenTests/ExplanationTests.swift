import Configuration
import Foundation
import Gestures
import Screen
import Testing
import TouchInput

@Suite("Why a gesture was not recognized")
struct ExplanationTests {
  /// The reasons that only custom recognizers, or a panel that is unplugged, can cause; the library's tests cover them.
  private static let ofPrograms: Set<Reason.Kind> = [.refusedToBegin, .nothingLeft, .unstated, .panelLost]

  @Test(arguments: ReasonExample.all.indices)
  func `Each reason is explained with its rule, its numbers and its keys`(index: Int) throws {
    let example = ReasonExample.all[index]
    let witness = try #require(try example.play())
    #expect(witness.kinds.contains(example.kind), "\(witness.kinds)")
    #expect(
      witness.account.text.contains { $0.contains(example.says) }, "\(witness.account.text.joined(separator: "\n"))")
  }

  @Test func `A pan that goes on while its panel is unplugged is explained as that`() throws {
    let settings = try configuration("[[gesture]]\nname = \"it\"\nkind = \"pan\"\nmomentum = true\n").gestures[0]
    #expect(
      Explanation(Reason(.panelLost), of: settings, other: nil).text
        == "the panel was unplugged or reset while it went on after the lift; rule PAN-15")
  }

  @Test func `There is an example of each reason that a configuration can cause`() {
    let shown = Set(ReasonExample.all.map(\.kind)).union(Self.ofPrograms).union(Self.ofDevices.map(\.kind))
    #expect(Set(Reason.Kind.allCases).subtracting(shown).isEmpty)
  }

  /// Reasons of gestures without touches, which a recording of touches cannot cause.
  private static let ofDevices: [(kind: Reason.Kind, measured: Double, limit: Double, gesture: String, says: String)] =
    [
      (
        .releasedEarly, 0.2, 0.5, "kind = \"press\"\nkey = \"volumeup\"\nhold = \"500ms\"",
        "released after 0.200 s, it needs 0.500 s; key `hold`, rule KEY-2"
      ),
      (
        .releasedLate, 0.5, 0.5, "kind = \"press\"\nkey = \"volumeup\"",
        "held longer than 0.500 s; key `max_duration`, rule KEY-3"
      ),
      (
        .noNextPress, 1, 2, "kind = \"press\"\nkey = \"volumeup\"\ncount = 2",
        "1 of 2 presses, the next one did not come in time; key `interval`, rule KEY-4"
      ),
      (
        .pressCancelled, 0, 0, "kind = \"switch\"\nswitch = \"lid\"",
        "the press was cancelled: its device was removed; rule KEY-5"
      ),
      (.leftScreen, 0, 0, "kind = \"remote\"\ncommand = \"play\"", "its view left the screen; rule FR-6"),
      (
        .tooFewStrokes, 3, 4, "kind = \"shake\"",
        "3 of 4 strokes; keys `strokes`, `interval`, rule SHK-3"
      ),
      (
        .shakenTooLong, 5.1, 5, "kind = \"shake\"",
        "shaken longer than 5.000 s; key `max_duration`, rule SHK-4"
      ),
      (.sensorLost, 0, 0, "kind = \"shake\"", "the sensor was removed or gave no samples; rule SHK-5"),
      (.movedOn, 0.12, 0.1, "kind = \"knock\"", "moved longer than 0.100 s; rule KNO-2"),
      (
        .notQuiet, 3, 1, "kind = \"knock\"",
        "a force of 3.000 m/s² where it needs quiet, at most 1.000 m/s²; rule KNO-3"
      ),
      (
        .noNextKnock, 1, 2, "kind = \"knock\"\ncount = 2",
        "1 of 2 knocks, the next one did not come in time; keys `count`, `interval`, rule KNO-4"
      ),
      (.tooManyKnocks, 2, 1, "kind = \"knock\"", "2 knocks, it needs 1; key `count`, rule KNO-4"),
      (.screenTouched, 1, 0, "kind = \"knock\"", "a finger touched the screen; rule KNO-5"),
      (
        .restedTooShort, 0.3, 0.5, "kind = \"turn\"",
        "rested for 0.300 s, it needs 0.500 s; rule TRN-2"
      ),
      (
        .otherOrientation, 0, 0, "kind = \"turn\"\nto = \"face-down\"",
        "came to rest in another orientation; key `to`, rule TRN-3"
      ),
    ]

  @Test(arguments: ofDevices.indices)
  func `Each reason of a gesture without touches has its rule and its keys`(index: Int) throws {
    let example = Self.ofDevices[index]
    let reason = Reason(example.kind, example.measured, limit: example.limit)
    let settings = try configuration("[[gesture]]\nname = \"it\"\n\(example.gesture)\n").gestures[0]
    #expect(Explanation(reason, of: settings, other: nil).text == example.says)
  }

  @Test func `The attempts that nearly succeeded come first, and the successful ones last`() throws {
    let example = ReasonExample(
      .moved, "[[gesture]]\nname = \"it\"\nkind = \"tap\"\n",
      "0 a50,50 | 20 a90,50 | 40 a- | 500 a50,50 | 540 a- | 1000 a50,50 | 1020 a55.1,50 | 1040 a-", says: "")
    let lines = try #require(try example.play()).account.text
    #expect(
      lines == [
        "it (tap): 3 attempts, 1 recognized",
        "  failed at 1.020 s: moved 5.1 mm, it allows 5.0 mm; key `movement`, rule TAP-3 [main, from 1.000 s]",
        "  failed at 0.020 s: moved 40.0 mm, it allows 5.0 mm; key `movement`, rule TAP-3 [main, from 0.000 s]",
        "  recognized at 0.540 s [main, from 0.500 s]",
      ])
  }

  @Test func `A finger that missed the view is reported`() throws {
    let example = ReasonExample(
      .moved,
      """
      [[view]]
      name = "box"
      frame = { x = "0mm", y = "0mm", width = "50mm", height = "50mm" }
      [[gesture]]
      name = "it"
      kind = "tap"
      view = "box"
      """, "0 a90,50 | 40 a-", says: "")
    let lines = try #require(try example.play()).account.text
    #expect(
      lines == [
        "it (tap): no attempt",
        "  1 touch landed outside of its views: 1 in main; it landed 40.0 mm outside of view box; key `view`, rule RS-5",
      ])
  }

  @Test func `A gesture of another screen is not on this one`() throws {
    let text =
      "[[screen]]\nname = \"main\"\n[[screen]]\nname = \"wall\"\n[[view]]\nname = \"box\"\nscreen = \"wall\"\n"
      + "[[gesture]]\nname = \"it\"\nkind = \"tap\"\nview = \"box\"\n"
    let configuration = try #require(Configuration.parse(text: text, path: "config.toml").0)
    let scene = Scene(configuration, screen: configuration.screens[0], size: Size(width: 200, height: 120))
    let account = Account(of: configuration.gestures[0], on: scene, origin: Timestamp(microseconds: 0))
    #expect(account.text == ["it (tap): it is not on screen \"main\""])
  }
}

extension ReasonExample {
  /// Keeps the account of `it` and the kinds of reasons that occurred.
  final class Witness: ReplayAudience {
    private(set) var account: Account
    private(set) var kinds: Set<Reason.Kind> = []

    init(_ account: Account) { self.account = account }

    func willHandle(_ frame: TouchFrame) { account.countLandings(in: frame) }

    func follow(_ record: SessionRecord) {
      account.follow(record)
      if case .attempt(let event, let gesture) = record, gesture.settings.name == "it", let reason = event.change.reason
      {
        kinds.insert(reason.kind)
      }
    }
  }

  func play() throws -> Witness? {
    let folder = FileManager.default.temporaryDirectory.appending(path: "tickled-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "config.toml").path
    try "[[screen]]\nname = \"main\"\nsteady = false\n\(configuration)".write(
      toFile: file, atomically: true, encoding: .utf8)
    let loaded = try Configuration.load(path: file).0
    var options = ReplayOptions()
    options.session.reportsAllStates = true
    options.session.reportsAttempts = true
    let gesture = try #require(loaded.gestures.first { $0.name == "it" })
    let recording = try TouchInput.Recording(bytes: Array(evemu.utf8), file: "example.evemu")
    return Replay(loaded, options: options, runner: nil).play(recording, warn: { Issue.record("\($0)") }) {
      Witness(Account(of: gesture, on: $0, origin: $1))
    }
  }

  /// Whether the panel measures force: a place has a third number.
  private var hasForce: Bool { frames.split(separator: " ").contains { $0.count { $0 == "," } == 2 } }

  /// The recording, of a panel of 200 mm × 120 mm with 100 units per millimetre that distinguishes fingers, pens and palms.
  private var evemu: String {
    var text = """
      N: Example
      I: 0003 0001 0001 0001
      P: 02 00 00 00 00 00 00 00
      A: 2f 0 9 0 0 0
      A: 35 0 20000 0 0 100
      A: 36 0 12000 0 0 100
      A: 37 0 2 0 0 0
      A: 39 0 65535 0 0 0
      \(hasForce ? "A: 3a 0 100 0 0 0" : "")

      """
    var slots: [Character: Int] = [:]
    var nextID = 1
    for frame in frames.split(separator: " | ") {
      let words = frame.split(separator: " ")
      let milliseconds = Int(words[0])!
      let time = "\(milliseconds / 1000).\(String(1000 + milliseconds % 1000).dropFirst())000"
      func add(_ code: String, _ value: Int) { text += "E: \(time) 0003 \(code) \(value)\n" }
      for word in words.dropFirst() {
        let finger = word.first!
        let isNew = slots[finger] == nil
        let slot = slots[finger] ?? (0...).first { !slots.values.contains($0) }!
        slots[finger] = slot
        add("002f", slot)
        switch word.dropFirst() {
        case "-":
          add("0039", -1)
          slots[finger] = nil
        case "!": add("0037", 2)
        case let place:
          if isNew {
            add("0039", nextID)
            add("0037", finger.isUppercase ? 1 : 0)
            nextID += 1
          }
          let numbers = place.split(separator: ",").map { Int((Double($0)! * 100).rounded()) }
          add("0035", numbers[0])
          add("0036", numbers[1])
          if numbers.count > 2 { add("003a", numbers[2] / 100) }
        }
      }
      text += "E: \(time) 0000 0000 0\n"
    }
    return text
  }
}
