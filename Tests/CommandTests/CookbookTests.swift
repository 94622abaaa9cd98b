import Foundation
import Testing

/// A configuration of the cookbook, hands on a panel of 200 mm × 120 mm, and the expected result.
private struct Recipe: CustomTestStringConvertible {
  /// The name of the file in config/cookbook, without its extension.
  let testDescription: String
  /// The panel's name.
  var panel = "Test Panel"
  var hands: [Hand] = []
  /// The recording of a device that is not a touchscreen, in the place of hands.
  var recording: String?
  /// Gestures that end or begin, actions and modes, in order.
  let says: String
}

/// The events of some fingers, from a time in seconds on.
private struct Hand {
  var start: Double
  var events: [(time: Double, event: Recording.Event)]

  /// Fingers that land, all move by `way` within `seconds`, in 20 frames, and lift.
  static func drag(
    at start: Double, _ places: [(Double, Double)], by way: (Double, Double), in seconds: Double = 0.2, first: Int = 0
  ) -> Hand {
    var events: [(Double, Recording.Event)] = []
    for (offset, place) in places.enumerated() {
      let finger = first + offset
      events.append((start, .down(place.0, place.1, finger: finger)))
      for step in 1...20 {
        let share = Double(step) / 20
        events.append(
          (start + seconds * share, .move(place.0 + way.0 * share, place.1 + way.1 * share, finger: finger)))
      }
      events.append((start + seconds + 0.01, .up(finger: finger)))
    }
    return Hand(start: start, events: events)
  }

  /// Fingers that land and lift without moving.
  static func hold(at start: Double, _ places: [(Double, Double)], for seconds: Double, first: Int = 0) -> Hand {
    let events = places.enumerated().flatMap { offset, place in
      [
        (start, Recording.Event.down(place.0, place.1, finger: first + offset)),
        (start + seconds, .up(finger: first + offset)),
      ]
    }
    return Hand(start: start, events: events)
  }

  static func tap(at start: Double, _ x: Double, _ y: Double) -> Hand { hold(at: start, [(x, y)], for: 0.06) }

  /// A finger that draws a circle of 40 mm in a second, clockwise from the top.
  static func circle(at start: Double, around x: Double, _ y: Double) -> Hand {
    func place(_ step: Int) -> (Double, Double) {
      let angle = Double(step) / 50 * 2 * .pi
      return (x + 20 * sin(angle), y - 20 * cos(angle))
    }
    var events: [(Double, Recording.Event)] = [(start, .down(place(0).0, place(0).1, finger: 0))]
    for step in 1...50 {
      events.append((start + Double(step) * 0.02, .move(place(step).0, place(step).1, finger: 0)))
    }
    return Hand(start: start, events: events + [(start + 1.02, .up(finger: 0))])
  }

  /// Two fingers, 40 mm apart, that change their distance by a factor, and turn by an angle in degrees.
  static func spread(at start: Double, around x: Double, _ y: Double, to factor: Double, turning degrees: Double = 0)
    -> Hand
  {
    var events: [(Double, Recording.Event)] = []
    for finger in 0...1 {
      func place(_ share: Double) -> (Double, Double) {
        let angle = (degrees * share + 180 * Double(finger)) * .pi / 180
        let radius = 20 * (1 + (factor - 1) * share)
        return (x + radius * cos(angle), y + radius * sin(angle))
      }
      events.append((start, .down(place(0).0, place(0).1, finger: finger)))
      for step in 1...40 {
        let (x, y) = place(Double(step) / 40)
        events.append((start + 0.4 * Double(step) / 40, .move(x, y, finger: finger)))
      }
      events.append((start + 0.42, .up(finger: finger)))
    }
    return Hand(start: start, events: events)
  }

  static func recording(of hands: [Hand]) -> Recording {
    let events = hands.flatMap(\.events)
    let times = Set(events.map(\.time)).sorted()
    return Recording(times.map { time in (time, events.filter { $0.time == time }.map(\.event)) })
  }
}

private let four = [(60.0, 60.0), (80.0, 55.0), (100.0, 55.0), (120.0, 60.0)]

private let recipes: [Recipe] = [
  Recipe(
    testDescription: "kiosk-exit",
    hands: [
      // The correct order.
      .tap(at: 0, 5, 5), .tap(at: 1, 195, 5), .tap(at: 2, 195, 115), .tap(at: 3, 5, 115),
      // A wrong order: the third corner before the second.
      .tap(at: 5, 5, 5), .tap(at: 6, 195, 115), .tap(at: 7, 195, 5),
      // The correct order, with a touch too many, and too slow.
      .tap(at: 9, 5, 5), .tap(at: 10, 195, 5), .tap(at: 11, 100, 60), .tap(at: 12, 195, 115), .tap(at: 13, 5, 115),
      .tap(at: 15, 5, 5), .tap(at: 18, 195, 5), .tap(at: 19, 195, 115), .tap(at: 20, 5, 115),
    ],
    says: #"""
      0.06 main first ended
      1.06 main second ended
      2.06 main third ended
      3.06 main fourth ended
      3.06 main exit ended
      3.06 → unit stop kiosk
      5.06 main first ended
      6.06 main third ended
      7.06 main second ended
      9.06 main first ended
      10.06 main second ended
      12.06 main third ended
      13.06 main fourth ended
      15.06 main first ended
      18.06 main second ended
      19.06 main third ended
      20.06 main fourth ended
      """#),
  Recipe(
    testDescription: "keyboard",
    hands: [
      .drag(at: 0, [(100, 117)], by: (0, -30)), .drag(at: 1, [(100, 117)], by: (0, -5)),
      .drag(at: 2, [(80, 30), (110, 30)], by: (0, 40)), .drag(at: 3, [(80, 30)], by: (0, 40)),
    ],
    says: #"""
      0.06 main show began
      0.06 → shell busctl --user call sm.puri.OSK0 /sm/puri/OSK0 sm.puri.OSK0 SetVisible b true
      0.21 main show ended
      2.21 main hide ended
      2.21 → shell busctl --user call sm.puri.OSK0 /sm/puri/OSK0 sm.puri.OSK0 SetVisible b false
      """#),
  Recipe(
    testDescription: "wall-panel",
    hands: [
      .drag(at: 0, [(120, 60)], by: (-50, 0)), .drag(at: 1, [(120, 60)], by: (-12, 0)),
      .hold(at: 2, [(60, 60), (90, 60), (120, 60)], for: 1.5),
      .drag(at: 4, [(120, 60)], by: (-50, 0)), .drag(at: 5, [(120, 60)], by: (-50, 0)), .tap(at: 70, 50, 50),
    ],
    says: #"""
      0.21 main scene ended
      0.21 → exec scene by-direction
      3.00 main dark began
      3.00 → backlight off
      3.50 main dark ended
      4.21 main scene ended
      4.21 → exec scene by-direction
      5.21 main scene ended
      5.21 → exec scene by-direction
      35.21 → backlight 20%
      65.21 → backlight off
      70.00 → backlight on
      """#),
  Recipe(
    testDescription: "point-of-sale", panel: "Elo TouchSystems",
    hands: [
      .tap(at: 0, 50, 50), .tap(at: 0.08, 50, 50), .tap(at: 0.3, 52, 50), .tap(at: 0.5, 50, 53),
      .drag(at: 2, [(120, 60)], by: (-50, 0)), .hold(at: 4, [(50, 50)], for: 5.5),
    ],
    says: #"""
      0.56 till drawer ended
      0.56 → exec open-drawer
      2.21 till next-receipt ended
      2.21 → key pagedown
      9.00 till service-menu began
      9.00 → key ctrl+alt+f12
      9.50 till service-menu ended
      """#),
  Recipe(
    testDescription: "mouse",
    hands: [
      .hold(at: 0, [(50, 50)], for: 0.7), .drag(at: 2, [(80, 50), (110, 50)], by: (0, 40)),
      .drag(at: 4, [(80, 50)], by: (0, 40)), .tap(at: 6, 50, 50), .hold(at: 6.2, [(50, 50)], for: 0.9),
    ],
    says: #"""
      0.50 main menu began
      0.50 → click right
      0.50 → haptic
      0.70 main menu ended
      2.01 main scroll began
      2.01 → scroll
      2.21 main scroll ended
      6.40 main drag began
      6.40 → drag left
      7.10 main drag ended
      """#),
  Recipe(
    testDescription: "phone",
    hands: [
      .drag(at: 0, [(1, 60)], by: (40, 0)), .drag(at: 1, [(199, 60)], by: (-40, 0)),
      .drag(at: 2, [(100, 119)], by: (0, -40)), .drag(at: 3, [(90, 119), (110, 119)], by: (0, -40)),
      .drag(at: 4, [(50, 60)], by: (40, 0)),
    ],
    says: #"""
      0.01 main back began
      0.21 main back ended
      0.21 → shell x=${TICKLED_TRANSLATION_X#-}; [ "${x%.*}" -lt 10 ] || wtype -M alt -k Left -m alt
      1.01 main back began
      1.21 main back ended
      1.21 → shell x=${TICKLED_TRANSLATION_X#-}; [ "${x%.*}" -lt 10 ] || wtype -M alt -k Left -m alt
      2.06 main home began
      2.06 → key leftmeta
      2.21 main home ended
      3.01 main applications began
      3.01 → key leftmeta+tab
      3.21 main applications ended
      """#),
  Recipe(
    testDescription: "two-screens", panel: "ILITEK Multi-Touch",
    hands: [.drag(at: 0, [(100, 20)], by: (0, 60)), .hold(at: 1, [(100, 60)], for: 1.2)],
    says: #"""
      0.21 window browse ended
      0.21 → exec window-page turn
      2.00 window call began
      2.00 → sound chomp
      2.00 → exec notify-send Somebody is at the window
      2.20 window call ended
      """#),
  Recipe(
    testDescription: "two-screens", panel: "Goodix Capacitive",
    hands: [.drag(at: 0, [(60, 20), (80, 20), (100, 20)], by: (0, 60)), .hold(at: 1, [(100, 60)], for: 1.2)],
    says: #"""
      0.21 counter clear ended
      0.21 → exec window-page home
      """#),
  Recipe(
    testDescription: "page-turn",
    hands: [
      .tap(at: 0, 180, 60), .tap(at: 1, 20, 60), .tap(at: 2, 100, 60), .hold(at: 3, [(180, 60)], for: 0.6),
      .drag(at: 4, [(180, 60)], by: (-40, 0)), .drag(at: 5, [(100, 60)], by: (40, 0)),
    ],
    says: #"""
      0.06 after tap-after ended
      0.06 → key pagedown
      1.06 before tap-before ended
      1.06 → key pageup
      4.21 main swipe-after ended
      4.21 → key pagedown
      5.21 main swipe-before ended
      5.21 → key pageup
      """#),
  Recipe(
    testDescription: "presentation",
    hands: [
      .drag(at: 0, [(120, 60)], by: (-40, 0), in: 0.8), .drag(at: 2, [(80, 60)], by: (40, 0)),
      .hold(at: 3, [(80, 60), (110, 60)], for: 0.1), .hold(at: 4, [(80, 60), (100, 60), (120, 60)], for: 1.2),
    ],
    says: #"""
      0.81 main next ended
      0.81 → key right
      2.21 main previous ended
      2.21 → key left
      3.10 main blank ended
      3.10 → key b
      5.00 main start began
      5.00 → key f5
      5.00 → haptic
      5.20 main start ended
      """#),
  Recipe(
    testDescription: "media-player",
    hands: [
      .tap(at: 0, 100, 60), .tap(at: 1, 180, 60), .tap(at: 2, 180, 60), .tap(at: 2.2, 180, 60),
      .tap(at: 3, 20, 60), .tap(at: 3.2, 20, 60), .drag(at: 4, [(100, 100)], by: (0, -18)),
      .drag(at: 5, [(80, 60)], by: (9, 0)),
    ],
    says: #"""
      0.06 main play ended
      0.06 → exec playerctl play-pause
      1.31 main play ended
      1.31 → exec playerctl play-pause
      2.26 right-side skip ended
      2.26 → exec playerctl position 10+
      3.26 left-side skip-back ended
      3.26 → exec playerctl position 10-
      4.02 main volume began
      4.08 → shell [ $TICKLED_STEP = -1 ] && s=+ || s=-; playerctl volume 0.05$s × 3
      4.21 main volume ended
      5.04 main seek began
      5.05 → shell seek-to $TICKLED_X_PERCENT × 16
      5.21 main seek ended
      """#),
  Recipe(
    testDescription: "cleaning",
    hands: [
      .tap(at: 0, 50, 50), .hold(at: 1, four, for: 2.5), .tap(at: 5, 50, 50), .drag(at: 6, [(50, 50)], by: (30, 0)),
      .tap(at: 40, 50, 50),
    ],
    says: #"""
      0.06 main order ended
      0.06 → exec kiosk order
      3.00 main clean began
      3.00 → mode cleaning
      3.00 → led status
      3.00 = cleaning
      3.00 main clean cancelled
      33.00 = default
      40.06 main order ended
      40.06 → exec kiosk order
      """#),
  Recipe(
    testDescription: "photo-frame",
    hands: [
      .drag(at: 0, [(120, 60)], by: (-40, 0)), .drag(at: 1, [(120, 60)], by: (-10, 0), in: 1),
      .spread(at: 3, around: 100, 60, to: 1.5), .spread(at: 4, around: 100, 60, to: 1, turning: 40),
      .tap(at: 5, 50, 50), .tap(at: 5.2, 50, 50),
    ],
    says: #"""
      0.21 main leaf ended
      0.21 → exec frame leaf
      1.20 main move began
      1.20 → stream frame follow
      2.01 main move ended
      3.03 main zoom began
      3.03 → stream frame follow
      3.42 main zoom ended
      4.15 main turn began
      4.15 → stream frame follow
      4.42 main turn ended
      5.26 main whole ended
      5.26 → exec frame whole
      """#),
  Recipe(
    testDescription: "home-automation",
    hands: [
      .tap(at: 0, 50, 50), .drag(at: 1, [(50, 90)], by: (0, -40)),
      .drag(at: 2, [(60, 90), (90, 90)], by: (0, -12), in: 0.8), .circle(at: 4, around: 100, 60),
    ],
    says: #"""
      0.06 main light ended
      0.06 → stream mosquitto_pub -h house -t panel/hall -l
      1.21 main scene ended
      1.21 → stream mosquitto_pub -h house -t panel/hall -l
      2.12 main dim began
      2.12 → stream mosquitto_pub -h house -t panel/hall -l
      2.81 main dim ended
      5.02 main call ended
      5.02 → stream mosquitto_pub -h house -t panel/hall -l
      """#),
  Recipe(
    testDescription: "accessibility",
    hands: [
      .drag(at: 0, [(50, 50)], by: (8, 6), in: 2), .drag(at: 4, [(50, 50)], by: (60, 45), in: 2),
      .drag(at: 8, four, by: (5, 5), in: 1.8),
    ],
    says: #"""
      2.01 main choose ended
      2.01 → key enter
      2.01 → sound chomp
      4.80 main step ended
      4.80 → shell step-focus $TICKLED_DIRECTION
      4.80 → sound chomp
      9.50 main help began
      9.50 → exec call-for-help
      9.50 → sound hehe
      9.81 main help ended
      """#),
  Recipe(
    testDescription: "museum-table",
    hands: [
      .drag(at: 0, [(100, 10)], by: (20, 0), in: 0.4), .drag(at: 0.1, [(10, 60)], by: (0, 20), in: 0.4, first: 1),
      .spread(at: 2, around: 100, 103, to: 1.4),
      .drag(at: 4, [(90, 60)], by: (15, 0)), .drag(at: 5, [(90, 60), (100, 60)], by: (15, 0)),
    ],
    says: #"""
      0.04 north drag began
      0.04 → stream exhibit --touch
      0.16 west drag began
      0.16 → stream exhibit --touch
      0.41 north drag ended
      0.51 west drag ended
      2.04 south zoom began
      2.04 → stream exhibit --touch
      2.42 south zoom ended
      """#),
  Recipe(
    testDescription: "convertible",
    hands: [
      .drag(at: 0, four, by: (0, 30)), .drag(at: 1, four, by: (0, 30)), .drag(at: 2, four, by: (-30, 0)),
      .drag(at: 3, four, by: (-30, 0)), .drag(at: 4, Array(four.prefix(3)), by: (0, 30)),
    ],
    says: #"""
      0.21 main tent ended
      0.21 → shell turn-picture over && tickle rotate main inverted
      0.21 → mode turned
      0.21 = turned
      1.21 main back ended
      1.21 → shell turn-picture back && tickle rotate main normal
      1.21 → mode default
      1.21 = default
      2.21 main book ended
      2.21 → shell turn-picture left && tickle rotate main right
      2.21 → mode turned
      2.21 = turned
      3.21 main back ended
      3.21 → shell turn-picture back && tickle rotate main normal
      3.21 → mode default
      3.21 = default
      """#),
  Recipe(
    testDescription: "tablet-mode", recording: keys("5:01 0 5000"),
    says: #"""
      0.00 main tablet began
      0.00 → mode tablet
      0.00 = tablet
      5.00 main tablet ended
      5.00 → mode default
      5.00 → shell busctl --user call sm.puri.OSK0 /sm/puri/OSK0 sm.puri.OSK0 SetVisible b false
      5.00 = default
      """#),
]

/// A recording of keys or switches, each as `TYPE:CODE DOWN UP`: the numbers of evdev in hexadecimal, the times in milliseconds.
private func keys(_ presses: String...) -> String {
  var text = "N: Buttons\nI: 0019 0000 0000 0000\nP: 00 00 00 00 00 00 00 00\n"
  for press in presses {
    let words = press.split(separator: " ")
    let code = words[0].split(separator: ":")
    for (time, value) in zip(words.dropFirst(), [1, 0]) {
      let at = String(format: "%.6f", Double(time)! / 1000)
      text += "E: \(at) 000\(code[0]) 00\(code[1]) \(value)\nE: \(at) 0000 0000 0\n"
    }
  }
  return text
}

@Suite("Cookbook")
struct CookbookTests {
  private static let folder = "\(Files.checkout)/config/cookbook"

  /// The lines of the output, each with its time; repeated lines are merged, with their count.
  private static func lines(of outcome: Outcome) throws -> String {
    var lines: [(time: String, text: String, count: Int)] = []
    for line in try JSON.lines(outcome.outputBytes) {
      guard let text = text(of: line) else { continue }
      if lines.last?.text == text {
        lines[lines.count - 1].count += 1
      } else {
        lines.append((String(format: "%.2f", line["time"].double ?? -1), text, 1))
      }
    }
    return lines.map { "\($0.time) \($0.text)" + ($0.count == 1 ? "" : " × \($0.count)") }.joined(separator: "\n")
  }

  private static func text(of line: JSON) -> String? {
    switch line["type"].string {
    case "mode": return "= \(line["mode"].string ?? "")"
    case "action":
      // An action without a value has only its name.
      let words = line["value"].strings.filter { !$0.isEmpty }
      return (["→ \(line["action"].string ?? "")"] + words).joined(separator: " ")
    case "gesture" where line["state"].string != "changed":
      return ["view", "gesture", "state"].compactMap { line[$0].string }.joined(separator: " ")
    default: return nil
    }
  }

  @Test(arguments: recipes)
  private func `Each recipe does what it describes`(recipe: Recipe) throws {
    let folder = try TemporaryFolder()
    let hands = Hand.recording(of: recipe.hands).text.replacingOccurrences(of: "Test Panel", with: recipe.panel)
    let text = recipe.recording ?? hands
    let outcome = try Program.tickle.run([
      "replay", "--format", "json", "--config", "\(Self.folder)/\(recipe.testDescription).toml",
      folder.write(text, to: "hand.evemu"),
    ])
    #expect(outcome.end == .status(0))
    #expect(outcome.errors == "")
    let said = try Self.lines(of: outcome)
    #expect(said == recipe.says)
  }

  /// The names of the configurations in the folder.
  private static let names: [String] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".toml") && !$0.hasSuffix(".test.toml") }.map { String($0.dropLast(5)) }.sorted()
  }()

  private static func text(_ path: String) throws -> String {
    try String(contentsOfFile: "\(Files.checkout)/\(path)", encoding: .utf8)
  }

  @Test func `Every recipe is tested`() {
    #expect(Self.names.count >= 15)
    let files = (try? FileManager.default.contentsOfDirectory(atPath: Self.folder)) ?? []
    let ending = ".test.toml"
    let cases = files.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
    // `TestCommandTests` plays the cases.
    #expect(cases == Self.names)
    #expect(Set(Self.names).isSuperset(of: recipes.map(\.testDescription)))
  }

  @Test func `The page shows each recipe exactly as shipped`() throws {
    let page = try Self.text("docs/cookbook.md")
    let sections = page.components(separatedBy: "\n## ").dropFirst()
    for name in Self.names {
      let section = sections.filter { $0.contains("[config/cookbook/\(name).toml](../config/cookbook/\(name).toml)") }
      #expect(section.count == 1, "\(name)")
      let fences = section.first?.components(separatedBy: "```") ?? []
      #expect(fences.count == 3, "\(name)")
      let shipped = try Self.text("config/cookbook/\(name).toml")
      #expect(fences.dropFirst().first == "toml\n\(shipped)", "\(name)")
    }
    #expect(sections.count == Self.names.count, "a section for each recipe, and no others")
  }

  @Test(arguments: names)
  func `tickle check reports nothing about a recipe except programs that are not installed`(name: String) throws {
    let outcome = try Program.tickle.run(["check", "--format", "json", "--config", "\(Self.folder)/\(name).toml"])
    #expect(outcome.end == .status(0))
    for line in try JSON.lines(outcome.outputBytes) where line["severity"].string != "note" {
      #expect(line["message"].string?.contains("is on the PATH") == true, "\(line["message"].string ?? "")")
    }
  }
}
