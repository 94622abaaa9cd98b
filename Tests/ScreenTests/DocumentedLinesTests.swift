import Configuration
import Foundation
import Program
import Testing
import TouchInput

@testable import Gestures
@testable import Screen

// Tests that the lines and variables shown in docs/ are those that the program produces.

private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// A page of the documentation, by its path in the checkout.
private func page(_ path: String) throws -> String {
  try String(contentsOf: root.appending(path: path), encoding: .utf8)
}

/// Example values of each kind of gesture.
private let measured: [GestureValues] = [
  .none, .tap(taps: 2), .longPress(duration: .seconds(1)), .longPress(duration: .seconds(1), force: 0.5),
  .pan(translation: .zero, velocity: .zero),
  .edgePan(translation: .zero, velocity: .zero, edge: .left), .swipe(direction: .up), .pinch(scale: 1, velocity: 0),
  .rotation(rotation: 1, velocity: 0),
  .transform(translation: .zero, scale: 2, rotation: 1, velocity: .zero), .tickle(tickles: 3),
  .stroke(StrokeMatch(template: "z", score: 0.9, runnerUp: "s", runnerUpScore: 0.5)),
]

@Test(arguments: measured)
func `The reference has each variable that a command receives`(values: GestureValues) throws {
  let configuration = try configuration("[[gesture]]\nname = \"g\"\nkind = \"tap\"")
  let scene = Scene(configuration, screen: ScreenSettings(), size: Size(width: 100, height: 100))
  let event = GestureEvent(
    recognizer: scene.gestures[0].recognizer, state: .ended, time: Timestamp(microseconds: 0), numberOfTouches: 1,
    location: .zero, locationInView: .zero, values: values)
  var environment = GestureEnvironment.variables(
    event, scene.gestures[0], on: scene, step: 1, since: Timestamp(microseconds: 0))
  let names = environment.withPointers { $0.map { String(String(cString: $0).prefix { $0 != "=" }) } }
  #expect(names.count >= 12)
  let text = try page("docs/configuration.md")
  for name in names { #expect(text.contains("`\(name)`"), "\(name)") }
}

@Test func `A command of a press by force gets the force`() throws {
  let configuration = try configuration("[[gesture]]\nname = \"g\"\nkind = \"long-press\"\nforce = 0.5")
  let scene = Scene(configuration, screen: ScreenSettings(), size: Size(width: 100, height: 100))
  let origin = Timestamp(microseconds: 0)
  func variables(_ force: Double?) -> [String] {
    let event = GestureEvent(
      recognizer: scene.gestures[0].recognizer, state: .began, time: origin, numberOfTouches: 1, location: .zero,
      locationInView: .zero, values: .longPress(duration: .zero, force: force))
    var environment = GestureEnvironment.variables(event, scene.gestures[0], on: scene, step: 0, since: origin)
    return environment.withPointers { $0.map { String(cString: $0) } }.filter { $0.hasPrefix("TICKLED_FORCE") }
  }
  #expect(variables(0.6254) == ["TICKLED_FORCE=0.625"])
  #expect(variables(nil) == [])
}

@Test func `The line of an attempt has its reason in numbers and in words`() throws {
  let configuration = try configuration("[[gesture]]\nname = \"g\"\nkind = \"tap\"")
  let scene = Scene(configuration, screen: ScreenSettings(), size: Size(width: 200, height: 100))
  let gesture = scene.gestures[0]
  func line(_ change: AttemptEvent.Change) -> String {
    let event = AttemptEvent(recognizer: gesture.recognizer, change: change, time: Timestamp(microseconds: 1_500_000))
    var json = RecordJSON(screen: "wall")
    let bytes = json.line(.attempt(event, gesture), since: Timestamp(microseconds: 500_000))
    return String(decoding: bytes, as: UTF8.self)
  }
  let head = #"{"type":"attempt","time":1.0,"screen":"wall","view":"main","gesture":"g","kind":"tap","change":"#
  #expect(line(.began) == head + "\"began\"}\n")
  #expect(
    line(.failed(Reason(.moved, 6.5, limit: 5))) == head
      + #""failed","reason":"moved","measured":6.5,"limit":5.0,"rule":"TAP-3","keys":["movement"],"#
      + #""text":"moved 6.5 mm, g allows 5.0 mm (TAP-3; `movement`)"}"# + "\n")
}

/// The lines that `tickle replay --format json --touches` prints for the demo.
private func demo() throws -> Set<String> {
  var options = ReplayOptions()
  options.format = .json
  options.session.reportsTouches = true
  let configuration = try configuration(page("config/tickled.toml"))
  let recording = try Recording(file: root.appending(path: "config/demo.evemu").path)
  var lines: Set<String> = []
  _ = Replay(configuration, options: options, runner: nil)
    .play(
      .panel(recording), write: { lines.insert(String(decoding: $0.dropLast(), as: UTF8.self)) }, warn: { _ in },
      besides: { ClosestAttempt($0, origin: $1) })
  return lines
}

/// The lines between a fence's first line and its end.
private func lines(after opening: String, in text: String) -> [String] {
  text.components(separatedBy: "\n\(opening)\n").dropFirst().flatMap {
    $0.components(separatedBy: "\n```")[0].components(separatedBy: "\n")
  }
}

@Test func `The demo's lines in the documentation are those that are printed`() throws {
  let objects = lines(after: "```jsonl", in: try page("docs/for-programs.md"))
  #expect(objects.count > 5)
  let printed = try demo()
  for line in objects { #expect(printed.contains(line), "\(line)") }
}

@Test(arguments: [
  ("axis = \"vertical\"", 20.0, 25.0, "0.75"), ("axis = \"horizontal\"", 20, 25, "0.1"), ("", 20, 25, "0.1"),
  ("axis = \"vertical\"", 20, -3, "1.0"), ("axis = \"vertical\"", 20, 103, "0.0"),
])
func `A slider has the place of the finger along its view, in lines and variables`(
  axis: String, x: Double, y: Double, value: String
) throws {
  let configuration = try configuration("[[gesture]]\nname = \"g\"\nkind = \"pan\"\nslider = true\n\(axis)")
  let scene = Scene(configuration, screen: ScreenSettings(), size: Size(width: 200, height: 100))
  let gesture = scene.gestures[0]
  let origin = Timestamp(microseconds: 0)
  let event = GestureEvent(
    recognizer: gesture.recognizer, state: .changed, time: origin, numberOfTouches: 1,
    location: .zero, locationInView: Point(x: x, y: y), values: .pan(translation: .zero, velocity: .zero))
  var json = RecordJSON(screen: "main")
  let line = String(decoding: json.line(.gesture(event, gesture), since: origin), as: UTF8.self)
  #expect(line.hasSuffix(",\"value\":\(value)}\n"), "\(line)")
  let step = String(decoding: json.line(.gesture(event, gesture), since: origin, step: -1), as: UTF8.self)
  #expect(step.hasSuffix(",\"value\":\(value),\"step\":-1}\n"), "\(step)")
  var environment = GestureEnvironment.variables(event, gesture, on: scene, step: 0, since: origin)
  let number = try #require(Double(value))
  let variables = environment.withPointers { $0.map { String(cString: $0) } }
  let given = variables.first { $0.hasPrefix("TICKLED_VALUE=") }.flatMap { Double($0.dropFirst(14)) }
  #expect(given == number, "\(variables)")
  #expect(try page("docs/configuration.md").contains("`TICKLED_VALUE`"))
}
