import Configuration

/// A card of the page: a gesture, or several that belong together, to add with a click.
package enum GestureCard: String, CaseIterable, Sendable {
  case tap, doubleTap = "double-tap", longPress = "long-press", twoFingerTap = "two-finger-tap"
  case swipeLeft = "swipe-left", swipeRight = "swipe-right", swipeUp = "swipe-up", swipeDown = "swipe-down"
  case pan, slider, edge, pinch, rotation, transform, tickle, pages, corners

  package var title: String { content.title }
  package var summary: String { content.summary }

  /// What the card shows, and its gestures: the name of each, and the lines below it.
  private var content: (title: String, summary: String, gestures: [(name: String, lines: [String])]) {
    let tap = #"kind = "tap""#, swipe = #"kind = "swipe""#, pan = #"kind = "pan""#
    let flick = "A flick in one direction."
    return switch self {
    case .tap: ("Tap", "A short touch.", [("tap", [tap])])
    case .doubleTap: ("Double tap", "Two short touches at the same place.", [("double-tap", [tap, "taps = 2"])])
    case .longPress:
      ("Long press", "A finger that rests for half a second.", [("long-press", [#"kind = "long-press""#])])
    case .twoFingerTap:
      ("Tap with two fingers", "A short touch of two fingers at once.", [("two-finger-tap", [tap, "fingers = 2"])])
    case .swipeLeft: ("Swipe left", flick, [("swipe-left", [swipe, #"direction = "left""#])])
    case .swipeRight: ("Swipe right", flick, [("swipe-right", [swipe, #"direction = "right""#])])
    case .swipeUp: ("Swipe up", flick, [("swipe-up", [swipe, #"direction = "up""#])])
    case .swipeDown: ("Swipe down", flick, [("swipe-down", [swipe, #"direction = "down""#])])
    case .pan: ("Drag", "A finger that moves, and everything that it does on its way.", [("drag", [pan])])
    case .slider:
      ("Slider", "The height of the finger sets a value, such as the volume.", [("volume", [pan] + Self.volumeLines)])
    case .edge:
      (
        "Drag from an edge", "A finger that comes in from the left edge.",
        [("from-left", [#"kind = "edge-pan""#, #"edges = ["left"]"#])]
      )
    case .pinch: ("Pinch", "Two fingers that move apart or together.", [("pinch", [#"kind = "pinch""#])])
    case .rotation: ("Turn", "Two fingers that turn, like a knob.", [("turn", [#"kind = "rotation""#])])
    case .transform:
      (
        "Move, zoom and turn", "Fingers that move, spread and turn a picture at once.",
        [("hold", [#"kind = "transform""#])]
      )
    case .tickle: ("Tickle", "A finger that goes back and forth.", [("tickle", [#"kind = "tickle""#])])
    case .pages:
      (
        "Turn pages", "Two swipes that type Page Down and Page Up.",
        [
          ("next-page", [swipe, #"direction = "left""#, #"action = { key = "pagedown" }"#]),
          ("previous-page", [swipe, #"direction = "right""#, #"action = { key = "pageup" }"#]),
        ]
      )
    case .corners:
      (
        "Exit by four corners",
        "Four taps, top left, top right, bottom right and bottom left, which nothing does by chance.",
        [
          ("first-corner", [tap, #"starts_at = "top-left""#]), ("second-corner", [tap, #"starts_at = "top-right""#]),
          ("third-corner", [tap, #"starts_at = "bottom-right""#]),
          ("fourth-corner", [tap, #"starts_at = "bottom-left""#]),
          ("exit", [#"kind = "sequence""#, #"action = { unit = "kiosk", do = "stop" }"#]),
        ]
      )
    }
  }

  private static let volumeLines = [
    #"axis = "vertical""#, "slider = true",
    #"on.changed = { shell = 'wpctl set-volume @DEFAULT_AUDIO_SINK@ "$TICKLED_VALUE"', every = "2mm", overlap = "skip" }"#,
  ]

  /// The tables of the card's gestures with names that are free, and those names.
  ///
  /// - Parameter view: the view of the gestures; `nil`: the whole screen. The corners are always those of the screen.
  func tables(in document: EditedDocument, named name: String?, view: String?) -> (tables: [String], names: [String]) {
    var names: [String] = []
    var tables: [String] = []
    let gestures = content.gestures
    for (standard, lines) in gestures {
      let wanted = name.map { gestures.count == 1 ? $0 : "\($0)-\(standard)" } ?? standard
      let free = document.freeName(wanted, besides: Set(names))
      var all = ["[[gesture]]", "name = \(free.tomlText)"] + lines
      if lines.contains(#"kind = "sequence""#) {
        all.insert("steps = [\(names.map(\.tomlText).joined(separator: ", "))]", at: 3)
      } else if self != .corners, let view {
        all.insert("view = \(view.tomlText)", at: 3)
      }
      names.append(free)
      tables.append(all.joined(separator: "\n"))
    }
    return (tables, names)
  }
}
