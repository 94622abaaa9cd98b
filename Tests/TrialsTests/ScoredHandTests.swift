import Configuration
import Hands
import Testing
import TouchInput

@testable import Trials

/// What is printed about labelled recordings.
struct ScoredHandTests {
  private static let text = """
    [[gesture]]
    name = "tap"
    kind = "tap"
    [[gesture]]
    name = "next"
    kind = "swipe"
    direction = "left"
    [[gesture]]
    name = "pan"
    kind = "pan"
    requires_failure_of = "next"
    """

  private func configuration(_ text: String = text) throws -> Configuration {
    let (configuration, remarks) = Configuration.parse(text: text, path: "c.toml")
    return try #require(configuration, "\(remarks)")
  }

  private func recording(_ name: String, _ words: String, _ labels: String) throws -> LabelledRecording {
    let hand = try Hand(try HandSentence(words), on: HandPanel()) { _ in nil }
    let recording = try hand.recording(on: hand.panel.device(.slots, resolution: 40), name: name)
    return LabelledRecording(
      recording, try Labels(Array(labels.utf8), file: "\(name).labels", gestures: ["tap", "next", "pan"]))
  }

  private func sheet(_ recordings: [LabelledRecording]) throws -> ScoreSheet {
    var sheet = ScoreSheet(gestures: ["tap", "next", "pan"])
    let scoring = Scoring(try configuration())
    for recording in recordings {
      let (movements, seconds) = scoring.play(recording) { Issue.record("\($0)") }
      sheet.add(movements, seconds: seconds)
    }
    return sheet
  }

  @Test func `A score has the matrix, the figures and the faults`() throws {
    let sheet = try sheet([
      recording("a", "tap; swipe left 60mm; tap; pause 2s; tap", "all tap\n"),
      recording("b", "swipe left 60mm; swipe left 60mm", "0 0.1 next\n"),
      recording("c", "pan right 40mm; tap; tap; press for 3s", "0 0 -\n1 1.3 tap next\n1.4 9 pan -\n"),
    ])
    #expect(
      sheet.text.joined(separator: "\n") == """
        meant           movements  tap  next  pan  nothing  found
        tap                     4    3     1    0        0  3 of 4 (75 %, 30 to 95)
        next                    1    0     1    0        0  1 of 1 (100 %, 21 to 100)
        nothing                 1    0     0    1        0  -
        tap or next             1    1     0    0        0  1 of 1 (100 %, 21 to 100)
        pan or nothing          2    1     0    0        1  1 of 2 (50 %, 9 to 91)

        3 recordings, 0.2 min of use
        found    6 of 8 (75 %, 41 to 93), missed 2
        unmeant  3, 1121.1 per hour (231.2 to 3276.4)
          tap  1, 373.7 per hour (9.5 to 2082.1)
          next  1, 373.7 per hour (9.5 to 2082.1)
          pan  1, 373.7 per hour (9.5 to 2082.1)

        not as meant:
          a at 0.583 s: meant tap, got next
          c at 0.000 s: meant nothing, got pan
          c at 1.650 s: meant pan or nothing, got tap
        """)
    #expect(
      sheet.json == #"{"type":"score","recordings":3,"hours":0.002676,"meant":8,"found":6,"found_interval":[0.409275,"#
        + #"0.928521],"missed":2,"unmeant":3,"unmeant_per_hour":1121.107305,"#
        + #""unmeant_per_hour_interval":[231.199279,3276.351295],"matrix":[{"meant":["tap"],"#
        + #""optional":false,"movements":4,"found":3,"found_interval":[0.300642,0.954413],"nothing":0,"#
        + #""recognized":[{"gesture":"tap","movements":3},{"gesture":"next","movements":1}]},"#
        + #"{"meant":["next"],"optional":false,"movements":1,"found":1,"found_interval":[0.206549,1.0],"#
        + #""nothing":0,"recognized":[{"gesture":"next","movements":1}]},{"meant":[],"optional":true,"#
        + #""movements":1,"found":0,"nothing":0,"recognized":[{"gesture":"pan","movements":1}]},"#
        + #"{"meant":["tap","next"],"optional":false,"movements":1,"found":1,"found_interval":[0.206549,"#
        + #"1.0],"nothing":0,"recognized":[{"gesture":"tap","movements":1}]},{"meant":["pan"],"#
        + #""optional":true,"movements":2,"found":1,"found_interval":[0.094531,0.905469],"nothing":1,"#
        + #""recognized":[{"gesture":"tap","movements":1}]}],"faults":[{"recording":"a","start":0.583333,"#
        + #""end":0.8,"meant":["tap"],"optional":false,"recognized":["next"]},{"recording":"c","start":0.0,"#
        + #""end":0.566667,"meant":[],"optional":true,"recognized":["pan"]},{"recording":"c","start":1.65,"#
        + #""end":1.733333,"meant":["pan"],"optional":true,"recognized":["tap"]}]}"#)
    #expect(sheet.recordings == 3 && sheet.meant == 8 && sheet.found == 6 && sheet.fired == 3)
  }

  @Test func `A score without a label that means a gesture has no share`() throws {
    let sheet = try sheet([recording("c", "pan right 40mm", "all -\n")])
    #expect(sheet.foundPercent == nil && sheet.fired == 1)
    #expect(
      sheet.text.joined(separator: "\n") == """
        meant    movements  pan  nothing  found
        nothing          1    1        0  -

        1 recording, 0.0 min of use
        unmeant  1, 6352.9 per hour (160.8 to 35396.3)
          pan  1, 6352.9 per hour (160.8 to 35396.3)

        not as meant:
          c at 0.000 s: meant nothing, got pan
        """)
    #expect(ScoreSheet(gestures: []).firedPerHour == nil)
  }

  private func proposal(
    _ gesture: String, _ recordings: [LabelledRecording], by text: String = text
  ) throws -> Tuning.Proposal {
    let configuration = try configuration(text)
    let tuning = try #require(Tuning(gesture, configuration, written: ["movement": "\"5mm\""], recordings))
    return try #require(tuning.proposal())
  }

  @Test func `A proposal has the values, what they do, and what becomes of other gestures`() throws {
    let recordings =
      try (1...3).map { try recording("shaky\($0)", "tap for 300ms shaky \(4 + $0)mm 4Hz", "all tap\n") }
      + [recording("drag", "swipe left 60mm", "all next\n"), recording("still", "tap", "all tap\n")]
    let text = """
      [[gesture]]
      name = "tap"
      kind = "tap"
      [[gesture]]
      name = "next"
      kind = "swipe"
      direction = "left"
      """
    let proposal = try proposal("tap", recordings, by: text)
    #expect(
      proposal.text("tap", "tap").joined(separator: "\n") == """
        tap (tap): 4 meant, 1 not meant
          before:   1 of 4 recognized, 0 unmeant
          after:    4 of 4 recognized, 0 unmeant
          left out: 4 of 4 recognized, 0 unmeant, each judged with values that were found without it

          movement = "20mm"  # was "5mm"

        other gestures: recognized as often as before
        """)
    #expect(
      proposal.json("tap")
        == #"{"type":"tuning","gesture":"tap","meant":4,"not_meant":1,"before":{"found":1,"unmeant":0},"#
        + #""after":{"found":4,"unmeant":0},"left_out":{"found":4,"unmeant":0},"changes":[{"key":"movement","#
        + #""old":"\"5mm\"","new":"\"20mm\""}],"others":[{"gesture":"next","before":1,"after":1}],"#
        + #""contradictions":[]}"#)
  }

  // For 2 mm, the middle is between two values, and the higher one is proposed.
  @Test(arguments: [2.5, 2])
  func `A value is lowered to the middle between what is meant and what is not`(wild: Double) throws {
    let recordings = try (1...3).flatMap { number in
      [
        try recording("calm\(number)", "tap for 300ms shaky 1mm 4Hz", "all tap\n"),
        try recording("wild\(number)", "tap for 300ms shaky \(wild)mm 4Hz", "all -\n"),
      ]
    }
    let proposal = try proposal("tap", recordings, by: "[[gesture]]\nname = \"tap\"\nkind = \"tap\"\n")
    #expect(proposal.before == Tuning.Count(found: 3, unmeant: 3))
    #expect(proposal.after == Tuning.Count(found: 3, unmeant: 0))
    #expect(proposal.changes.map { "\($0.key) \($0.old) \($0.new)" } == [#"movement "5mm" "3mm""#])
  }

  @Test func `What contradicts itself, and what other gestures prevent, is said`() throws {
    let same = try proposal("tap", [recording("yes", "tap", "all tap\n"), recording("no", "tap", "all -\n")])
    #expect(
      same.text("tap", "tap").joined(separator: "\n") == """
        tap (tap): 1 meant, 1 not meant
          before:   1 of 1 recognized, 1 unmeant
          no value does better
        contradiction: yes at 0.000 s is meant, and is recognized only with values with which no at \
        0.000 s is recognized, too, which is not meant
        """)
    #expect(
      same.json("tap") == #"{"type":"tuning","gesture":"tap","meant":1,"not_meant":1,"before":{"found":1,"unmeant":1},"#
        + #""after":{"found":1,"unmeant":1},"changes":[],"others":[],"contradictions":[{"meant":"yes at "#
        + #"0.000 s","unmeant":"no at 0.000 s"}]}"#)
    let prevented = try proposal("pan", [recording("flick", "swipe left 60mm", "all pan\n")])
    #expect(
      prevented.text("pan", "pan").joined(separator: "\n") == """
        pan (pan): 1 meant, 0 not meant
          before:   0 of 1 recognized, 0 unmeant
          no value does better
        missed 1 times, such as: taken back for next; key `yields_to`, rule REQ-10
        """)
    let fine = try proposal("tap", [recording("yes", "tap; tap", "all tap\n")])
    #expect(
      fine.text("tap", "tap").joined(separator: "\n") == """
        tap (tap): 2 meant, 0 not meant
          before:   2 of 2 recognized, 0 unmeant
          nothing to change
        """)
    #expect(Tuning("none", try configuration(), written: [:], []) == nil)
    let empty = try #require(Tuning("tap", try configuration(), written: [:], []))
    #expect(empty.proposal() == nil)
  }

  @Test func `Many contradictions are counted`() throws {
    let proposal = try proposal(
      "tap",
      (1...4).flatMap { [try recording("yes\($0)", "tap", "all tap\n"), try recording("no\($0)", "tap", "all -\n")] })
    let lines = proposal.text("tap", "tap")
    #expect(lines.filter { $0.hasPrefix("contradiction: ") }.count == 10)
    #expect(lines.last == "and 6 more contradictions")
  }
}
