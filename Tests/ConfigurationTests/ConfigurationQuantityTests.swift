import Testing
import Text

@testable import Configuration

private func gesture(_ kind: String, _ line: String) -> GestureKind? {
  Configuration.parse(
    text: "[[screen]]\nname = 'main'\npixels = [1, 1]\n[[gesture]]\nname = 'g'\nkind = '\(kind)'\n\(line)",
    path: "c.toml"
  ).0?.gestures[0].kind
}

@Test func `A length is a number and mm, pt, percent or px`() {
  let lengths: [(String, Length?)] = [
    ("12mm", .millimetres(12)), ("0mm", .millimetres(0)), (".5mm", .millimetres(0.5)), ("5.mm", .millimetres(5)),
    ("+1mm", .millimetres(1)), ("1e2mm", .millimetres(100)), ("-0mm", .millimetres(0)), ("163pt", .millimetres(25.4)),
    ("10%", .percent(10)), ("80px", .pixels(80)), ("", nil), ("mm", nil), ("12", nil), ("12 mm", nil), ("12MM", nil),
    ("12cm", nil), ("1e999mm", nil), ("-1mm", nil), ("nanmm", nil), ("infmm", nil), ("0x1mm", nil), ("1,5mm", nil),
    ("1e10mm", nil), ("1.2.3mm", nil), ("１２mm", nil), ("12mm ", nil), ("--1mm", nil), ("1emm", nil), ("1e+mm", nil),
  ]
  for (text, length) in lengths {
    guard case .pan(let pan) = gesture("pan", "threshold = '\(text)'") else {
      #expect(length == nil, "\(text)")
      continue
    }
    #expect(pan.threshold == length, "\(text)")
  }
}

@Test func `A time is a number and ms, s, min or h, to the microsecond`() {
  let times: [(String, Duration?)] = [
    ("500ms", .milliseconds(500)), ("0.5s", .milliseconds(500)), ("0s", .zero), ("1.5ms", .microseconds(1500)),
    ("0.0000004s", .zero), ("0.1s", .milliseconds(100)), ("1e9s", .seconds(1_000_000_000)), ("1e10s", nil),
    ("500", nil),
    ("5min", .seconds(300)), ("1.5h", .seconds(5400)), ("1e9h", nil), ("1e9min", nil), ("5m", nil), ("500us", nil),
    ("-1s", nil), ("none", nil),
  ]
  for (text, time) in times {
    guard case .longPress(let press) = gesture("long-press", "min_duration = '\(text)'") else {
      #expect(time == nil, "\(text)")
      continue
    }
    #expect(press.minDuration == time, "\(text)")
  }
}

@Test func `An angle is a number and deg or rad`() {
  let angles: [(String, Double?)] = [
    ("180deg", .pi), ("0.26rad", 0.26), ("0deg", 0), ("15", nil), ("15°", nil), ("-1deg", nil),
  ]
  for (text, angle) in angles {
    guard case .rotation(let rotation) = gesture("rotation", "threshold = '\(text)'") else {
      #expect(angle == nil, "\(text)")
      continue
    }
    #expect(rotation.threshold == angle, "\(text)")
  }
}

@Test func `Lengths resolve against the parent and the screen`() {
  #expect(Length.millimetres(5).millimetres(of: 200, pixelsPerMillimetre: nil) == 5)
  #expect(Length.percent(25).millimetres(of: 200, pixelsPerMillimetre: nil) == 50)
  #expect(Length.pixels(80).millimetres(of: 200, pixelsPerMillimetre: 4) == 20)
  #expect(Length.pixels(80).millimetres(of: 200, pixelsPerMillimetre: nil) == nil)
  #expect(Length.pixels(80).millimetres(of: 200, pixelsPerMillimetre: 0) == nil)
}

@Test func `Typing errors are recognized by swapped letters, case and dashes`() {
  #expect(editDistance(Array("finger"), Array("fingers")) == 1)
  #expect(editDistance(Array("wtach"), Array("watch")) == 1)
  #expect(editDistance(Array(""), Array("abc")) == 3)
  #expect(["tap", "long-press", "pan"].closest(to: "Long_Press") == "long-press")
  #expect(["tap", "pan"].closest(to: "swipe") == nil)
  #expect(["a"].closest(to: "b") == nil)
}

@Test(arguments: [
  ("kind = \"hold\"", "long-press"), ("kind = \"zoom\"", "pinch"), ("kind = \"rotate\"", "rotation"),
  ("kind = \"swipe\"\ndirection = \"northeast\"", "up-right"), ("kind = \"swipe\"\ndirection = \"DRUL\"", "up-left"),
  ("kind = \"swipe\"\ndirection = \"north\"", "up"), ("kind = \"edge-pan\"\nedges = \"north\"", "top"),
  ("kind = \"tap\"\nstarts_at = \"tl\"", "top-left"), ("kind = \"pinch\"\ndirection = \"grow\"", "out"),
  ("kind = \"rotation\"\ndirection = \"cw\"", "clockwise"), ("kind = \"pan\"\ninertia = true", "momentum"),
  ("kind = \"edge-pan\"\nkinetic = true", "momentum"),
])
func `A word of another program is answered with ours`(lines: String, meant: String) {
  let (configuration, diagnostics) = Configuration.parse(text: "[[gesture]]\nname = \"g\"\n\(lines)", path: "c.toml")
  #expect(configuration == nil)
  #expect(diagnostics.first?.description.contains("; did you mean \"\(meant)\"?") == true, "\(diagnostics)")
}
