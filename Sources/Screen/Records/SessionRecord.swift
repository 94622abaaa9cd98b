import Actions
import Gestures

/// Something that happened on a screen, with all that a line of output or an action's environment says of it.
package enum SessionRecord {
  case gesture(GestureEvent, Scene.Gesture)
  case touch(TouchEvent)
  /// Set off, whether it is run or not.
  case action(Action, GestureEvent, Scene.Gesture)
  /// What became of an attempt, and why.
  case attempt(AttemptEvent, Scene.Gesture)

  package var isTouch: Bool { if case .touch = self { true } else { false } }
}

/// What becomes of a panel. Its names are safe to print.
package enum DeviceChange {
  case added(node: String, name: String)
  case removed(node: String, name: String)
  /// The kernel dropped frames.
  case dropped

  var word: String {
    switch self {
    case .added: "added"
    case .removed: "removed"
    case .dropped: "dropped"
    }
  }
}

extension AttemptEvent.Change {
  package var word: String {
    switch self {
    case .began: "began"
    case .refused: "refused"
    case .waits: "waits"
    case .failed: "failed"
    case .cancelled: "cancelled"
    }
  }

  package var reason: Reason? {
    switch self {
    case .began: nil
    case .refused(_, let reason), .waits(let reason), .failed(let reason), .cancelled(let reason): reason
    }
  }
}

extension Scene.Gesture {
  /// What a reason of this gesture's names: another gesture, or the shape that comes nearest.
  package func partner(in reason: Reason) -> String? {
    if reason.kind == .unlike { return (recognizer as? StrokeGestureRecognizer)?.match?.template }
    return reason.other?.name
  }

  var kind: String { settings.kind.name.rawValue }
}

extension Action {
  /// The action's name in configurations.
  package var keyword: String {
    switch self {
    case .shell: "shell"
    case .exec: "exec"
    case .sound: "sound"
    case .key: "key"
    case .stream: "stream"
    case .log: "log"
    case .mode: "mode"
    case .led: "led"
    case .haptic: "haptic"
    }
  }

  /// What it is given: several words for a program with arguments, none for `haptic`.
  package var arguments: [String] {
    switch self {
    case .shell(let command, _): [command]
    case .exec(let arguments, _), .stream(let arguments): arguments
    case .sound(.chomp, _): ["chomp"]
    case .sound(.hehe, _): ["hehe"]
    case .sound(.file(let path), _): [path]
    case .key(let keys): [keys.text]
    case .log(let text), .mode(let text): [text]
    case .led(let led): [led.name]
    case .haptic: []
    }
  }

  var isList: Bool {
    switch self {
    case .exec, .stream: true
    default: false
    }
  }
}

// Their names as everybody is told them. What Swift makes of a case in a string it looks up at run time, slowly.

extension GestureRecognizer.State {
  var word: String {
    switch self {
    case .possible: "possible"
    case .began: "began"
    case .changed: "changed"
    case .ended: "ended"
    case .cancelled: "cancelled"
    case .failed: "failed"
    }
  }
}

extension Touch.Phase {
  var word: String {
    switch self {
    case .began: "began"
    case .moved: "moved"
    case .stationary: "stationary"
    case .ended: "ended"
    case .cancelled: "cancelled"
    }
  }
}
