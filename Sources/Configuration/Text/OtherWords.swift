/// Words that other gesture programs use, and what they are called here.
enum OtherWords {
  /// By the words without `-`, `_` and spaces, in small letters.
  private static let words: [String: String] = [
    // Kinds.
    "press": "long-press", "hold": "long-press", "longtap": "long-press", "longtouch": "long-press",
    "click": "tap", "touch": "tap", "doubletap": "tap", "multitap": "tap", "drag": "pan", "move": "pan",
    "scroll": "pan",
    "flick": "swipe", "fling": "swipe", "edge": "edge-pan", "edgeswipe": "edge-pan", "zoom": "pinch", "scale": "pinch",
    "rotate": "rotation", "turn": "rotation", "circle": "stroke", "draw": "stroke", "shape": "stroke",
    "combo": "sequence",
    // Directions and edges. lisgd writes where a finger comes from and where it goes.
    "north": "up", "n": "up", "u": "up", "upward": "up", "upwards": "up", "du": "up",
    "south": "down", "s": "down", "d": "down", "downward": "down", "downwards": "down", "ud": "down",
    "east": "right", "e": "right", "r": "right", "lr": "right", "west": "left", "w": "left", "l": "left", "rl": "left",
    "t": "top", "b": "bottom",
    "northeast": "up-right", "ne": "up-right", "ur": "up-right", "dlur": "up-right", "rightup": "up-right",
    "northwest": "up-left", "nw": "up-left", "ul": "up-left", "drul": "up-left", "leftup": "up-left",
    "southeast": "down-right", "se": "down-right", "dr": "down-right", "uldr": "down-right", "rightdown": "down-right",
    "southwest": "down-left", "sw": "down-left", "dl": "down-left", "urdl": "down-left", "leftdown": "down-left",
    "tl": "top-left", "lefttop": "top-left", "upperleft": "top-left", "tr": "top-right", "righttop": "top-right",
    "upperright": "top-right", "bl": "bottom-left", "leftbottom": "bottom-left", "lowerleft": "bottom-left",
    "br": "bottom-right", "rightbottom": "bottom-right", "lowerright": "bottom-right",
    // Keys.
    "inertia": "momentum", "kinetic": "momentum", "deceleration": "momentum",
    // Where an edge is meant.
    "up": "top", "down": "bottom",
    // Turns and spans.
    "cw": "clockwise", "ccw": "counterclockwise", "anticlockwise": "counterclockwise", "shrink": "in", "close": "in",
    "grow": "out", "expand": "out", "spread": "out", "open": "out",
  ]

  /// Returns what a word is called here; `nil` if no other program has it.
  static func meaning(of word: String) -> String? {
    guard word.utf8.count <= 32 else { return nil }
    return words[word.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }]
  }
}

extension [String] {
  /// Returns the name that was probably meant by a word: a similar one, or what another program's word means.
  func meant(by word: String) -> String? {
    if let name = closest(to: word) { return name }
    guard let meaning = OtherWords.meaning(of: word) else { return nil }
    // North is up, or the upper edge.
    return [meaning, OtherWords.meaning(of: meaning)].compactMap { $0 }.first(where: contains)
  }
}
