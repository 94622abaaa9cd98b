import Text

/// Words that other gesture programs use, and what they are called here.
enum OtherWords {
  /// The meanings, by the words without `-`, `_`, `.` and spaces, in small letters. Of several meanings the first one counts that fits.
  private static let words: [String: [String]] = {
    var words = kinds
    for (word, meanings) in values { words[word, default: []] += meanings }
    for (word, meanings) in keys { words[word, default: []] += meanings }
    return words
  }()

  private static let kinds: [String: [String]] = [
    "hold": ["long-press"], "longtap": ["long-press"], "longtouch": ["long-press"],
    "taphold": ["long-press"], "click": ["tap"], "touch": ["tap"], "doubletap": ["tap"], "multitap": ["tap"],
    "singletap": ["tap"], "twofingertap": ["tap"], "drag": ["pan"], "move": ["pan"], "scroll": ["pan"],
    "flick": ["swipe"], "fling": ["swipe"], "swipeleft": ["swipe"], "swiperight": ["swipe"], "swipeup": ["swipe"],
    "swipedown": ["swipe"], "edge": ["edge-pan"], "edgeswipe": ["edge-pan"], "screenedgepan": ["edge-pan"],
    "zoom": ["pinch"], "scale": ["pinch"], "pinchin": ["pinch"], "pinchout": ["pinch"], "rotate": ["rotation"],
    "similarity": ["transform"], "manipulation": ["transform"], "pinchzoom": ["transform"],
    "circle": ["stroke"], "draw": ["stroke"], "shape": ["stroke"], "combo": ["sequence"],
    "button": ["press"], "key": ["press"], "keypress": ["press"], "headset": ["remote"], "media": ["remote"],
    "lid": ["switch"], "orientation": ["turn"], "flip": ["turn"], "pickup": ["turn"],
    "uitapgesturerecognizer": ["tap"], "uilongpressgesturerecognizer": ["long-press"],
    "uipangesturerecognizer": ["pan"], "uiswipegesturerecognizer": ["swipe"], "uipinchgesturerecognizer": ["pinch"],
    "uirotationgesturerecognizer": ["rotation"], "uiscreenedgepangesturerecognizer": ["edge-pan"],
  ]

  private static let values: [String: [String]] = [
    // Directions and edges. lisgd writes where a finger comes from and where it goes.
    "north": ["up", "top"], "n": ["up", "top"], "u": ["up", "top"], "upward": ["up"], "upwards": ["up"], "du": ["up"],
    "south": ["down", "bottom"], "s": ["down", "bottom"], "d": ["down", "bottom"], "downward": ["down"],
    "downwards": ["down"], "ud": ["down"], "east": ["right"], "e": ["right"], "r": ["right"], "lr": ["right"],
    "west": ["left"], "w": ["width", "left"], "l": ["left"], "rl": ["left"], "t": ["top"], "b": ["bottom"],
    "northeast": ["up-right", "top-right"], "ne": ["up-right", "top-right"], "ur": ["up-right"],
    "dlur": ["up-right"], "rightup": ["up-right"], "northwest": ["up-left", "top-left"],
    "nw": ["up-left", "top-left"], "ul": ["up-left"], "drul": ["up-left"], "leftup": ["up-left"],
    "southeast": ["down-right", "bottom-right"], "se": ["down-right", "bottom-right"],
    "dr": ["down-right"], "uldr": ["down-right"], "rightdown": ["down-right"],
    "southwest": ["down-left", "bottom-left"], "sw": ["down-left", "bottom-left"], "dl": ["down-left"],
    "urdl": ["down-left"], "leftdown": ["down-left"],
    "tl": ["top-left"], "lefttop": ["top-left"], "upperleft": ["top-left"], "tr": ["top-right"],
    "righttop": ["top-right"], "upperright": ["top-right"], "bl": ["bottom-left"], "leftbottom": ["bottom-left"],
    "lowerleft": ["bottom-left"], "br": ["bottom-right"], "rightbottom": ["bottom-right"],
    "lowerright": ["bottom-right"],
    "directionleft": ["left"], "directionright": ["right"], "directionup": ["up"], "directiondown": ["down"],
    "fromleft": ["left"], "fromright": ["right"], "fromtop": ["top"], "frombottom": ["bottom"],
    "leftedge": ["left"], "rightedge": ["right"], "topedge": ["top"], "bottomedge": ["bottom"],
    // Where an edge, a side, an axis or an orientation is meant, and the other way round.
    "up": ["top", "above", "face-up"], "down": ["bottom", "below", "face-down"], "top": ["up", "above"],
    "bottom": ["down", "below"], "x": ["horizontal"], "y": ["vertical"], "both": ["any"], "all": ["any"],
    "left": ["landscape-left"], "right": ["landscape-right"], "upright": ["portrait", "normal"],
    "normal": ["portrait"], "inverted": ["portrait-upside-down"],
    // Turns and spans.
    "cw": ["clockwise"], "ccw": ["counterclockwise"], "anticlockwise": ["counterclockwise"], "shrink": ["in"],
    "close": ["in"], "grow": ["out"], "expand": ["out"], "spread": ["out"], "open": ["out"],
    // Screens and logs.
    "upsidedown": ["inverted", "portrait-upside-down"], "flipped": ["inverted"], "180": ["inverted"], "0": ["normal"],
    "warn": ["warning"], "err": ["error"], "verbose": ["debug"], "trace": ["debug"], "notice": ["info"],
    // Commands of players, and tools.
    "playpause": ["toggle-play-pause"], "toggle": ["toggle-play-pause"], "next": ["next-track"],
    "nextsong": ["next-track"], "previous": ["previous-track"], "prev": ["previous-track"],
    "previoussong": ["previous-track"], "rewind": ["begin-seeking-backward"],
    "fastforward": ["begin-seeking-forward"], "stylus": ["pen"], "hand": ["palm"],
    // Mouse buttons by their numbers in X.
    "1": ["left"], "2": ["middle"], "3": ["right"],
  ]

  private static let keys: [String: [String]] = [
    "inertia": ["momentum"], "kinetic": ["momentum"], "deceleration": ["momentum"],
    "type": ["kind"], "gesture": ["kind"], "event": ["kind"], "recognizer": ["kind"], "id": ["name"],
    "label": ["name"], "title": ["name"],
    "tapcount": ["taps"], "numberoftapsrequired": ["taps"], "clicks": ["taps"], "count": ["taps", "fingers"],
    "numberoftouchesrequired": ["fingers"], "numberoftouches": ["fingers"], "fingercount": ["fingers"],
    "nfingers": ["fingers"], "pointers": ["fingers", "min_fingers"], "touches": ["fingers", "min_fingers"],
    "fingers": ["min_fingers"], "minimumnumberoftouches": ["min_fingers"], "maximumnumberoftouches": ["max_fingers"],
    "minimumpressduration": ["min_duration"], "holdtime": ["min_duration"], "presstime": ["min_duration"],
    "duration": ["min_duration", "max_duration"], "time": ["min_duration", "max_duration"],
    "allowablemovement": ["movement"], "distance": ["min_distance", "threshold", "movement"],
    "threshold": ["min_distance", "movement"], "length": ["min_distance"], "minlength": ["min_distance"],
    "velocity": ["min_velocity"], "speed": ["min_velocity"], "angle": ["max_angle"], "interval": ["max_interval"],
    "edge": ["edges", "starts_at"], "edges": ["starts_at"], "corner": ["starts_at"], "from": ["starts_at"],
    "fingerdistance": ["max_spread"], "maxfingerdistance": ["max_spread"],
    "to": ["ends_at"], "area": ["view"], "region": ["view"], "zone": ["view"], "target": ["view"],
    "requiregesturerecognizertofail": ["requires_failure_of"], "requiretofail": ["requires_failure_of"],
    "requirefailure": ["requires_failure_of"], "requirefail": ["requires_failure_of"],
    "waitfor": ["requires_failure_of"], "waitsfor": ["requires_failure_of"],
    "recognizewith": ["simultaneous_with"], "recognizesimultaneously": ["simultaneous_with"],
    "shouldrecognizesimultaneously": ["simultaneous_with"], "simultaneous": ["simultaneous_with"],
    "cancelstouchesinview": ["cancels_touches"], "isenabled": ["enabled"], "disabled": ["enabled"],
    "active": ["enabled"], "ishidden": ["hidden"], "opacity": ["alpha"],
    "rotation": ["orientation"], "rotate": ["orientation"], "transform": ["orientation"], "resolution": ["pixels"],
    "grab": ["intercept"], "exclusivegrab": ["intercept"], "h": ["height"], "vendorid": ["vendor"],
    "productid": ["product"], "idvendor": ["vendor"], "idproduct": ["product"], "node": ["path"],
    "command": ["shell"], "cmd": ["shell"], "run": ["shell"], "bash": ["shell"], "sh": ["shell"], "spawn": ["exec"],
    "program": ["exec"], "play": ["sound"], "audio": ["sound"], "beep": ["sound"], "keys": ["key"],
    "sendkeys": ["key"], "keypress": ["key"], "hotkey": ["key"], "shortcut": ["key"], "message": ["log"],
    "write": ["text"], "typetext": ["text"],
    "print": ["log"], "vibrate": ["haptic"], "rumble": ["haptic"], "mouse": ["click"], "button": ["click"],
    "start": ["began"], "begin": ["began"], "started": ["began"], "touchstart": ["began"], "update": ["changed"],
    "move": ["changed"], "moved": ["changed"], "change": ["changed"], "end": ["ended"], "stop": ["ended"],
    "finish": ["ended"], "finished": ["ended"], "touchend": ["ended"], "release": ["ended"], "cancel": ["cancelled"],
    "canceled": ["cancelled"], "loglevel": ["log_level"], "autoreload": ["watch"], "reload": ["watch"],
  ]

  /// Words for several values at once.
  private static let groups: [String: [[String]]] = [
    "horizontal": [["left", "right"]], "x": [["left", "right"]], "vertical": [["up", "down"], ["top", "bottom"]],
    "y": [["up", "down"], ["top", "bottom"]], "landscape": [["landscape-left", "landscape-right"]],
    "diagonal": [["up-left", "up-right", "down-left", "down-right"]],
  ]

  /// Returns the names that one text stands for: a word such as "any" or "horizontal", or names such as "left,right"; `nil` if it does not
  /// stand for several.
  static func several(_ text: String, of names: [String]) -> [String]? {
    if ["any", "all", "both", "every", "*"].contains(text) { return names.count > 1 ? names : nil }
    if meanings(of: text).contains(where: names.contains) { return nil }
    if let group = groups[text]?.first(where: { $0.allSatisfy(names.contains) }) { return group }
    let parts = text.split { ",|/+- ".contains($0) }.map(String.init)
    guard parts.count > 1, parts.allSatisfy(names.contains) else { return nil }
    return names.contains(parts.reversed().joined(separator: "-")) ? nil : parts
  }

  /// Returns what a word may be called here; empty if no other program has it.
  static func meanings(of word: String) -> [String] {
    guard word.utf8.count <= 48 else { return [] }
    return words[word.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " && $0 != "." }] ?? []
  }
}

extension [String] {
  /// Returns the name that was probably meant by a word: what another program's word means, or a similar name.
  func meant(by word: String) -> String? {
    OtherWords.meanings(of: word).first { $0 != word && contains($0) } ?? closest(to: word)
  }
}
