import Foundation
import Testing

/// A movement of fingers around the middle of a panel of 200 mm × 120 mm.
private enum ImportedHand: CustomTestStringConvertible, Sendable {
  case swipe(_ fingers: Int, _ direction: String)
  case pinch(_ fingers: Int, out: Bool)
  case rotation(_ fingers: Int, clockwise: Bool)
  case tap(_ fingers: Int)
  case press(_ fingers: Int)

  var testDescription: String { "\(self)" }

  private var fingers: Int {
    switch self {
    case .swipe(let fingers, _), .pinch(let fingers, _), .rotation(let fingers, _): fingers
    case .tap(let fingers), .press(let fingers): fingers
    }
  }

  /// The frames, of which the first one has this time. There is one every 10 ms.
  func frames(from time: Double) -> [(Double, [Recording.Event])] {
    let count =
      switch self {
      case .tap: 8
      case .press: 150
      default: 30
      }
    var frames: [(Double, [Recording.Event])] = []
    for step in 0...count {
      let events = (0..<fingers).map { finger in
        let (x, y) = place(of: finger, after: Double(step) / Double(count))
        return step == 0 ? Recording.Event.down(x, y, finger: finger) : .move(x, y, finger: finger)
      }
      frames.append((time + 0.01 * Double(step), events))
    }
    frames.append((time + 0.01 * Double(count + 1), (0..<fingers).map { .up(finger: $0) }))
    return frames
  }

  /// The place of a finger after a share of the movement. Fingers that swipe are in a row, the others on a circle.
  private func place(of finger: Int, after share: Double) -> (Double, Double) {
    func onCircle(_ radius: Double, _ turn: Double = 0) -> (Double, Double) {
      let angle = 2 * Double.pi * Double(finger) / Double(fingers) + turn
      return (100 + radius * cos(angle), 60 + radius * sin(angle))
    }
    switch self {
    case .swipe(_, let direction):
      let length = 40 * (share - 0.5)
      let x = direction.contains("left") ? -length : direction.contains("right") ? length : 0
      let y = direction.contains("up") ? -length : direction.contains("down") ? length : 0
      let side = 15 * (Double(finger) - Double(fingers - 1) / 2)
      let isRow = ["up", "down"].contains(direction)
      return (100 + x + (isRow ? side : 0), 60 + y + (isRow ? 0 : side))
    case .pinch(_, let isOut): return onCircle(isOut ? 15 + 25 * share : 40 - 25 * share)
    case .rotation(_, let isClockwise): return onCircle(30, (isClockwise ? 1 : -1) * share)
    case .tap, .press: return onCircle(15)
    }
  }
}

/// A configuration of another program, and the action of each hand: `key f11`, or more than one.
private struct ForeignConfiguration: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let format: String
  let text: String
  let hands: [(ImportedHand, [String])]

  init(_ format: String, _ name: String, _ text: String, _ hands: [(ImportedHand, [String])]) {
    (testDescription, self.format, self.text, self.hands) = ("\(format), \(name)", format, text, hands)
  }

  private static func touchegg(_ type: String, _ fingers: Int, _ direction: String, _ action: String) -> String {
    """
    <gesture type="\(type)" fingers="\(fingers)" direction="\(direction)">\(action)</gesture>
    """
  }

  private static func action(_ type: String, _ settings: String = "") -> String {
    "<action type=\"\(type)\"><repeat>false</repeat><animate>true</animate>\(settings)</action>"
  }

  /// The gestures that Touchégg has without a configuration of one's own.
  private static let ofTouchegg = ForeignConfiguration(
    "touchegg", "its own gestures",
    """
    <touchégg><settings><property name="action_execute_threshold">20</property></settings><application name="All">
    \(touchegg("SWIPE", 3, "UP", action("MAXIMIZE_RESTORE_WINDOW")))
    \(touchegg("SWIPE", 3, "DOWN", action("MINIMIZE_WINDOW")))
    \(touchegg("SWIPE", 3, "LEFT", action("TILE_WINDOW", "<direction>left</direction>")))
    \(touchegg("SWIPE", 3, "RIGHT", action("TILE_WINDOW", "<direction>right</direction>")))
    \(touchegg("PINCH", 3, "IN", action("CLOSE_WINDOW")))
    \(touchegg("SWIPE", 4, "UP", action("CHANGE_DESKTOP", "<direction>auto</direction>")))
    \(touchegg("SWIPE", 4, "DOWN", action("CHANGE_DESKTOP", "<direction>auto</direction>")))
    \(touchegg("SWIPE", 4, "LEFT", action("CHANGE_DESKTOP", "<direction>auto</direction>")))
    \(touchegg("SWIPE", 4, "RIGHT", action("CHANGE_DESKTOP", "<direction>auto</direction>")))
    \(touchegg("PINCH", 4, "IN", action("SHOW_DESKTOP")))
    \(touchegg("TAP", 2, "", action("MOUSE_CLICK", "<button>3</button><on>begin</on>")))
    \(touchegg("TAP", 3, "", action("MOUSE_CLICK", "<button>2</button><on>begin</on>")))
    </application><application name="Firefox,Chromium">
    \(touchegg("PINCH", 2, "IN", action("SEND_KEYS", "<modifiers>Control_L</modifiers><keys>KP_Subtract</keys>")))
    \(touchegg("PINCH", 2, "OUT", action("SEND_KEYS", "<modifiers>Control_L</modifiers><keys>KP_Add</keys>")))
    </application></touchégg>
    """,
    [
      (.swipe(3, "up"), ["key super+up"]), (.swipe(3, "down"), ["key super+h"]),
      (.swipe(3, "left"), ["key super+left"]), (.swipe(3, "right"), ["key super+right"]),
      (.pinch(3, out: false), ["key alt+f4"]), (.pinch(3, out: true), []),
      (.swipe(4, "up"), ["key super+pagedown"]), (.swipe(4, "down"), ["key super+pageup"]),
      (.swipe(4, "left"), ["key super+pagedown"]), (.swipe(4, "right"), ["key super+pageup"]),
      (.pinch(4, out: false), ["key super+d"]), (.tap(2), ["click right"]), (.tap(3), ["click middle"]),
      // Pinches of two are for some applications only.
      (.pinch(2, out: false), []), (.pinch(2, out: true), []),
      (.swipe(2, "up"), []), (.tap(4), []),
    ])

  static let table = [
    ofTouchegg,
    ForeignConfiguration(
      "touchegg", "version 1",
      """
      <touchégg><application name="All">
      \(touchegg("DRAG", 4, "UP", "<action type=\"RUN_COMMAND\">overview</action>"))
      \(touchegg("ROTATE", 2, "RIGHT", "<action type=\"RUN_COMMAND\">turn</action>"))
      \(touchegg("DOUBLE_TAP", 3, "", "<action type=\"SEND_KEYS\">Super</action>"))
      </application></touchégg>
      """,
      [(.swipe(4, "up"), ["shell overview"]), (.rotation(2, clockwise: true), ["shell turn"]), (.tap(3), [])]),
    ForeignConfiguration(
      "libinput-gestures", "each kind",
      """
      gesture swipe up 3 up
      gesture swipe left_up 3 left up
      gesture swipe right_down 4 right down
      gesture swipe left any
      gesture pinch in 2 in
      gesture pinch out 2 out
      gesture pinch clockwise 3 clockwise
      gesture pinch anticlockwise 3 anticlockwise
      gesture hold on 4 hold
      """,
      [
        (.swipe(3, "up"), ["shell up"]), (.swipe(3, "up-left"), ["shell left up"]),
        (.swipe(4, "down-right"), ["shell right down"]), (.swipe(4, "up"), []), (.swipe(3, "left"), ["shell any"]),
        (.swipe(4, "left"), ["shell any"]), (.pinch(2, out: false), ["shell in"]),
        (.pinch(2, out: true), ["shell out"]), (.rotation(3, clockwise: true), ["shell clockwise"]),
        (.rotation(3, clockwise: false), ["shell anticlockwise"]), (.press(4), ["shell hold"]),
      ]),
    ForeignConfiguration(
      "fusuma", "each kind",
      """
      swipe:
        3:
          left: {sendkey: "LEFTALT+RIGHT"}
          right: {command: "right"}
          up: {command: "up"}
        4:
          down: {command: "down"}
      pinch:
        2:
          in: {command: "in"}
          out: {command: "out"}
      rotate:
        3:
          clockwise: {command: "clockwise"}
          counterclockwise: {command: "counterclockwise"}
      hold:
        4: {command: "hold"}
      """,
      [
        (.swipe(3, "left"), ["key alt+right"]), (.swipe(3, "right"), ["shell right"]), (.swipe(3, "up"), ["shell up"]),
        (.swipe(4, "down"), ["shell down"]), (.swipe(4, "up"), []), (.pinch(2, out: false), ["shell in"]),
        (.pinch(2, out: true), ["shell out"]), (.rotation(3, clockwise: true), ["shell clockwise"]),
        (.rotation(3, clockwise: false), ["shell counterclockwise"]), (.press(4), ["shell hold"]),
      ]),
    ForeignConfiguration(
      "inputactions", "each kind",
      """
      touchscreen:
        gestures:
          - {type: swipe, fingers: 3, direction: left_up, actions: [{on: end, command: left up}]}
          - {type: swipe, fingers: 3, direction: down, actions: [{on: begin, command: down}]}
          - {type: pinch, fingers: 2, direction: in, actions: [{on: end, command: in}]}
          - {type: rotate, fingers: 2, direction: clockwise, actions: [{on: end, command: clockwise}]}
          - {type: hold, fingers: 2, threshold: 600, actions: [{on: begin, command: hold}]}
          - {type: tap, fingers: 4, actions: [{on: begin, input: [{keyboard: [leftctrl+n]}]}]}
      """,
      [
        (.swipe(3, "up-left"), ["shell left up"]), (.swipe(3, "down"), ["shell down"]), (.swipe(3, "up"), []),
        (.pinch(2, out: false), ["shell in"]), (.pinch(2, out: true), []),
        (.rotation(2, clockwise: true), ["shell clockwise"]), (.press(2), ["shell hold"]), (.tap(4), ["key ctrl+n"]),
      ]),
    ForeignConfiguration(
      "fusuma", "beginnings of one direction",
      """
      swipe:
        4:
          up: {begin: {command: "first up"}, update: {command: "up", threshold: 3}, end: {command: "last up"}}
          down: {begin: {command: "first down"}, update: {command: "down", threshold: 3}}
        3:
          left: {begin: {sendkey: {keydown: LEFTALT}}, update: {sendkey: TAB, threshold: 6}}
      """,
      [
        (.swipe(4, "up"), ["shell first up", "shell up", "shell up", "shell last up"]),
        (.swipe(4, "down"), ["shell first down", "shell down", "shell down"]),
        (.swipe(3, "left"), ["key +alt", "key tab", "key -alt"]), (.swipe(3, "right"), ["key -alt"]),
      ]),
    ForeignConfiguration(
      "inputactions", "beginnings of one direction",
      """
      touchscreen:
        gestures:
          - type: swipe
            fingers: 4
            direction: up
            actions: [{on: begin, command: first up}, {on: update, interval: 300, command: up}]
          - type: swipe
            fingers: 4
            direction: down
            actions: [{on: begin, command: first down}, {on: update, interval: 300, command: down}]
          - {type: swipe, fingers: 3, direction: up, actions: [{on: update, interval: 300, command: up}]}
          - {type: swipe, fingers: 3, direction: down, actions: [{command: down}]}
      """,
      [
        (.swipe(4, "up"), ["shell first up", "shell up"]), (.swipe(4, "down"), ["shell first down", "shell down"]),
        (.swipe(3, "up"), ["shell up"]), (.swipe(3, "down"), ["shell down"]),
      ]),
  ]
}

@Suite("Imported gestures", .startsPrograms)
struct ImportedHandTests {
  @Test(arguments: ForeignConfiguration.table)
  fileprivate func `run the action of the gesture that the fingers make`(foreign: ForeignConfiguration) throws {
    let folder = try TemporaryFolder()
    let imported = try Program.tickle.run(["import", foreign.format, try folder.write(foreign.text, to: "gestures")])
    #expect(imported.end == .status(0), "\(imported.errors)")
    let toml = try folder.write(imported.outputBytes, to: "config.toml")
    let frames = foreign.hands.enumerated().flatMap { $1.0.frames(from: 1 + 4 * Double($0)) }
    let replay = try Program.tickle.run([
      "replay", "--config", toml, "--format", "json", try folder.write(Recording(frames).text, to: "hands.evemu"),
    ])
    #expect(replay.end == .status(0), "\(replay.errors)")
    var actions = foreign.hands.map { _ in [String]() }
    for line in try JSON.lines(replay.outputBytes) where line["type"].string == "action" {
      let time = try #require(line["time"].double)
      actions[Int((time + 0.5) / 4)].append("\(line["action"].string ?? "") \(line["value"].string ?? "")")
    }
    for (index, (hand, expected)) in foreign.hands.enumerated() {
      #expect(actions[index] == expected, "\(hand)")
    }
  }
}
