import Configuration

/// A card of the page: a gesture, or several that belong together, to add with a click.
package enum GestureCard: String, CaseIterable, Sendable {
  case tap, doubleTap = "double-tap", longPress = "long-press", twoFingerTap = "two-finger-tap"
  case swipeLeft = "swipe-left", swipeRight = "swipe-right", swipeUp = "swipe-up", swipeDown = "swipe-down"
  case pan, slider, edge, pinch, rotation, tickle, pages, corners

  package var title: String {
    switch self {
    case .tap: "Tap"
    case .doubleTap: "Double tap"
    case .longPress: "Long press"
    case .twoFingerTap: "Tap with two fingers"
    case .swipeLeft: "Swipe left"
    case .swipeRight: "Swipe right"
    case .swipeUp: "Swipe up"
    case .swipeDown: "Swipe down"
    case .pan: "Drag"
    case .slider: "Slider"
    case .edge: "Drag from an edge"
    case .pinch: "Pinch"
    case .rotation: "Turn"
    case .tickle: "Tickle"
    case .pages: "Turn pages"
    case .corners: "Exit by four corners"
    }
  }

  package var summary: String {
    switch self {
    case .tap: "A short touch."
    case .doubleTap: "Two short touches at the same place."
    case .longPress: "A finger that rests for half a second."
    case .twoFingerTap: "A short touch of two fingers at once."
    case .swipeLeft, .swipeRight, .swipeUp, .swipeDown: "A flick in one direction."
    case .pan: "A finger that moves, and everything that it does on its way."
    case .slider: "The height of the finger sets a value, such as the volume."
    case .edge: "A finger that comes in from the left edge."
    case .pinch: "Two fingers that move apart or together."
    case .rotation: "Two fingers that turn, like a knob."
    case .tickle: "A finger that goes back and forth."
    case .pages: "Two swipes that type Page Down and Page Up."
    case .corners: "Four taps, top left, top right, bottom right and bottom left, which nothing does by chance."
    }
  }

  /// The gestures of the card: the name of each, and the lines below it.
  private var gestures: [(name: String, lines: [String])] {
    switch self {
    case .tap: [("tap", ["kind = \"tap\""])]
    case .doubleTap: [("double-tap", ["kind = \"tap\"", "taps = 2"])]
    case .longPress: [("long-press", ["kind = \"long-press\""])]
    case .twoFingerTap: [("two-finger-tap", ["kind = \"tap\"", "fingers = 2"])]
    case .swipeLeft: [("swipe-left", ["kind = \"swipe\"", "direction = \"left\""])]
    case .swipeRight: [("swipe-right", ["kind = \"swipe\"", "direction = \"right\""])]
    case .swipeUp: [("swipe-up", ["kind = \"swipe\"", "direction = \"up\""])]
    case .swipeDown: [("swipe-down", ["kind = \"swipe\"", "direction = \"down\""])]
    case .pan: [("drag", ["kind = \"pan\""])]
    case .slider:
      [
        (
          "volume",
          [
            "kind = \"pan\"", "axis = \"vertical\"", "slider = true",
            "on.changed = { "
              + "shell = 'wpctl set-volume @DEFAULT_AUDIO_SINK@ \"$TICKLED_VALUE\"', every = \"2mm\", "
              + "overlap = \"skip\" }",
          ]
        )
      ]
    case .edge: [("from-left", ["kind = \"edge-pan\"", "edges = [\"left\"]"])]
    case .pinch: [("pinch", ["kind = \"pinch\""])]
    case .rotation: [("turn", ["kind = \"rotation\""])]
    case .tickle: [("tickle", ["kind = \"tickle\""])]
    case .pages:
      [
        ("next-page", ["kind = \"swipe\"", "direction = \"left\"", "action = { key = \"pagedown\" }"]),
        ("previous-page", ["kind = \"swipe\"", "direction = \"right\"", "action = { key = \"pageup\" }"]),
      ]
    case .corners:
      [
        ("first-corner", ["kind = \"tap\"", "starts_at = \"top-left\""]),
        ("second-corner", ["kind = \"tap\"", "starts_at = \"top-right\""]),
        ("third-corner", ["kind = \"tap\"", "starts_at = \"bottom-right\""]),
        ("fourth-corner", ["kind = \"tap\"", "starts_at = \"bottom-left\""]),
        ("exit", ["kind = \"sequence\"", "action = { unit = \"kiosk\", do = \"stop\" }"]),
      ]
    }
  }

  /// The tables of the card's gestures with names that are free, and those names.
  ///
  /// - Parameter view: the view of the gestures; `nil`: the whole screen. The corners are always those of the screen.
  func tables(in document: EditedDocument, named name: String?, view: String?) -> (tables: [String], names: [String]) {
    var names: [String] = []
    var tables: [String] = []
    for (standard, lines) in gestures {
      let wanted = name.map { gestures.count == 1 ? $0 : "\($0)-\(standard)" } ?? standard
      let free = document.freeName(wanted, besides: Set(names))
      var all = ["[[gesture]]", "name = \(free.tomlText)"] + lines
      if lines.contains("kind = \"sequence\"") {
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
