// Screen/Records: what a session reports, as JSON Lines, as text, and as variables for commands.
import Actions
import Configuration
import Gestures

/// An event on a screen, with everything that a line of output or an action's environment needs.
package enum SessionRecord {
  case gesture(GestureEvent, Scene.Gesture)
  case touch(TouchEvent)
  /// An action that was triggered, whether or not it runs.
  case action(Action, GestureEvent, Scene.Gesture)
  /// An action of a mode or an idle step, whether or not it runs.
  case stateAction(StateAction)
  /// A change of an attempt, and its reason.
  case attempt(AttemptEvent, Scene.Gesture)

  package var isTouch: Bool { if case .touch = self { true } else { false } }

  /// Whether this is an action, whose value only some readers may see.
  package var isAction: Bool {
    switch self {
    case .action, .stateAction: true
    case .gesture, .touch, .attempt: false
    }
  }

  /// Whether it is for all readers, not only for those of attempts.
  package var isForAll: Bool {
    switch self {
    case .attempt: false
    case .gesture(let event, _): event.state != .possible && event.state != .failed
    case .touch, .action, .stateAction: true
    }
  }

  /// The words of the action that it is about; `nil` if it is about none.
  package var actionWords: String? {
    switch self {
    case .action(let action, _, _): action.words
    case .stateAction(let event): event.action.words
    case .gesture, .touch, .attempt: nil
    }
  }
}

/// A change of a panel. The names are safe to print.
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

// The names used in output. Swift's own conversion of a case to a string is a slow lookup at run time.

extension AttemptEvent.Change {
  package var word: String {
    switch self {
    case .began: "began"
    case .refused: "refused"
    case .waits: "waits"
    case .failed: "failed"
    case .cancelled: "cancelled"
    case .stopped: "stopped"
    }
  }

  package var reason: Reason? {
    switch self {
    case .began: nil
    case .refused(_, let reason), .waits(let reason), .failed(let reason), .cancelled(let reason), .stopped(let reason):
      reason
    }
  }
}

extension Scene.Gesture {
  /// Returns the name of the other gesture or the closest shape that is involved in a reason of this gesture.
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
    case .key(let keys): keys.isTyped ? "text" : "key"
    case .pointer(.click): "click"
    case .pointer(.scroll): "scroll"
    case .pointer(.drag): "drag"
    case .pointer(.move): "pointer"
    case .stream: "stream"
    case .log: "log"
    case .mode: "mode"
    case .focus: "focus"
    case .led: "led"
    case .haptic: "haptic"
    case .backlight: "backlight"
    case .unit: "unit"
    }
  }

  /// The action's value: several words for a program with arguments, none for `haptic`, `scroll` and `pointer`.
  package var arguments: [String] {
    switch self {
    case .shell(let command, _): [command]
    case .exec(let arguments, _), .stream(let arguments): arguments
    case .sound(.chomp, _): ["chomp"]
    case .sound(.hehe, _): ["hehe"]
    case .sound(.file(let path), _): [path]
    case .key(let keys): [keys.text]
    case .log(let text), .mode(let text): [text]
    case .focus(let view): [view ?? "none"]
    case .led(let led): [led.name]
    case .pointer(.click(let click)): [click.button.rawValue + (click.count > 1 ? " x\(click.count)" : "")]
    case .pointer(.drag(let drag)): [drag.button.rawValue]
    case .backlight(let backlight): [backlight.text]
    case .unit(let job): [job.description]
    case .haptic, .pointer: []
    }
  }

  /// The action's name and value, as output shows them.
  package var words: String { ([keyword] + arguments).filter { !$0.isEmpty }.joined(separator: " ") }

  var isList: Bool {
    switch self {
    case .exec, .stream: true
    default: false
    }
  }
}

extension GestureValues {
  /// Returns a word among the values as configurations write it. The library has Swift's names for commands and orientations.
  func written(_ word: String) -> String {
    switch self {
    case .remote(let command): Dashed(command).rawValue
    case .turn(let orientation): Dashed(orientation).rawValue
    default: word
    }
  }
}
