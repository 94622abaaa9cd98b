import Actions
import Configuration
import Gestures
import Pages

struct ActionWords {
  /// The words, and the text from the configuration that follows them as code; empty if there is none.
  let words: String
  let code: String

  private init(_ words: String, _ code: String = "") {
    self.words = words
    self.code = code
  }

  init(_ action: Action) {
    switch action {
    case .shell(let command, _): self.init("runs", command)
    case .exec(let words, _): self.init("runs", words.joined(separator: " "))
    case .sound(.chomp, _): self.init("plays the sound", "chomp")
    case .sound(.hehe, _): self.init("plays the sound", "hehe")
    case .sound(.file(let path), _): self.init("plays the sound", fileName(path))
    case .key(let keys) where keys.isTyped: self.init("types", keys.text)
    case .key(let keys): self.init(keys.holdsKeys ? "presses and holds" : "presses", keys.text)
    case .pointer(let pointer): self.init(Self.words(pointer))
    case .stream(let words): self.init("reports each change to", words.joined(separator: " "))
    case .log(let text): self.init("writes to the log:", text)
    case .mode("default"): self.init("returns to the default mode")
    case .mode(let name): self.init("switches to the mode", name)
    case .focus(nil): self.init("makes the screen the first responder")
    case .focus(let view?): self.init("makes this view the first responder:", view)
    case .led(let led):
      switch led.state {
      case .on: self.init("turns on the LED", led.name)
      case .off: self.init("turns off the LED", led.name)
      case .blink: self.init("blinks for \(Phrases.time(led.time)) the LED", led.name)
      }
    case .haptic(let haptic): self.init("vibrates for \(Phrases.time(haptic.time))")
    case .backlight(let light):
      let time = light.time > .zero ? " within \(Phrases.time(light.time))" : ""
      switch light.change {
      case .on: self.init("turns the display on\(time)")
      case .off: self.init("turns the display off\(time)")
      case .level: self.init("sets the display to \(light.text)\(time)")
      }
    case .unit(let job):
      self.init(job.verb == .stop ? "stops the unit" : "\(job.verb.rawValue)s the unit", job.unit)
    }
  }

  private static func words(_ pointer: PointerAction) -> String {
    switch pointer {
    case .click(let click): "clicks the \(click.button.rawValue) mouse button\(Phrases.times(click.count))"
    case .scroll(let scroll): scroll.isNatural ? "scrolls with the fingers" : "scrolls against the fingers"
    case .drag(let drag): "drags with the \(drag.button.rawValue) mouse button held"
    case .move: "moves the pointer"
    }
  }

}

extension ActionBinding {
  /// When the action runs, as the beginning of a sentence; empty if that goes without saying. A gesture that ends does so when its fingers
  /// lift.
  func moment(of kind: GestureKind) -> String {
    if let every {
      return "each \(every.words)\(direction.map { " \(kind.words(for: $0))" } ?? "")"
    }
    switch state {
    case .recognized: return kind.isDiscrete || action.followsGesture ? "" : "as soon as it begins"
    case .began: return "as soon as it begins"
    case .changed: return direction.map { "at each change \(kind.words(for: $0))" } ?? "at each change"
    case .ended: return kind.isDiscrete ? "" : "when the fingers lift"
    case .cancelled: return "if it is cancelled"
    }
  }
}

extension ActionBinding.Step {
  fileprivate var words: String {
    switch self {
    case .millimetres(let length): Phrases.length(length)
    case .radians(let angle): Phrases.angle(angle)
    case .ratio(let ratio): "\(compact(ratio, decimals: 2))× of the distance"
    case .seconds(let time): "\(compact(time, decimals: 3)) s"
    }
  }
}

extension GestureKind {
  /// A direction of steps: "clockwise".
  fileprivate func words(for direction: ActionBinding.Direction) -> String {
    let isForwards = direction == .forwards
    switch self {
    case .rotation: return isForwards ? "clockwise" : "counterclockwise"
    case .pinch: return isForwards ? "apart" : "together"
    case .edgePan: return isForwards ? "inwards" : "back to the edge"
    case .pan(let pan):
      switch pan.axis {
      case .horizontal: return isForwards ? "to the right" : "to the left"
      case .vertical: return isForwards ? "down" : "up"
      case .any: return isForwards ? "right or down" : "left or up"
      }
    default: return direction.rawValue
    }
  }
}
