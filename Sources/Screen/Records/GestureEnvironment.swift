import Configuration
import Gestures
import Program
import Text

/// The environment variables with which a command gets the data of its gesture. The data is never interpolated into command lines.
enum GestureEnvironment {
  /// Returns the variables as `TICKLED_NAME=value`, without those that the gesture's kind does not have.
  static func variables(
    _ event: GestureEvent, _ gesture: Scene.Gesture, on scene: Scene, step: Int, since origin: Timestamp
  ) -> CStrings {
    var text = TextBuffer()
    var starts: [Int] = []
    starts.reserveCapacity(16)
    func begin(_ name: StaticString, _ suffix: StaticString = "") {
      starts.append(text.count)
      text.append("TICKLED_")
      // Names of measures are in lower case.
      for byte in UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount) {
        text.append(UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte ? byte & ~0x20 : byte)
      }
      text.append(suffix)
      text.append(UInt8(ascii: "="))
    }
    func set(_ name: StaticString, _ value: String, suffix: StaticString = "") {
      begin(name, suffix)
      var value = value
      value.withUTF8 { utf8 in
        if utf8.contains(0) {
          for byte in utf8 where byte != 0 { text.append(byte) }
        } else {
          text.append(utf8)
        }
      }
      text.append(0)
    }
    func set(_ name: StaticString, _ value: Double, decimals: Int = 3, suffix: StaticString = "") {
      guard value.isFinite else { return set(name, "\(value)", suffix: suffix) }
      begin(name, suffix)
      Decimal.withBytes(value, decimals: decimals) { text.append($0) }
      text.append(0)
    }
    set("GESTURE", gesture.settings.name)
    set("KIND", gesture.kind)
    set("STATE", event.state.description)
    set("VIEW", gesture.view)
    set("SCREEN", scene.screen)
    set("TIME", Double(event.time - origin) / 1e6, decimals: 6)
    if gesture.isOnScreen {
      set("TOUCHES", "\(event.numberOfTouches)")
      set("X", event.location.x)
      set("Y", event.location.y)
      set("X_PERCENT", event.location.x / scene.size.width * 100)
      set("Y_PERCENT", event.location.y / scene.size.height * 100)
    }
    if let value = gesture.sliderValue(of: event) { set("VALUE", value) }
    if step != 0 { set("STEP", step > 0 ? "+1" : "-1") }
    event.values.forEachMeasure { name, measure in
      switch measure {
      case .count(let count): set(name, "\(count)")
      case .duration: break
      case .displacement(let vector), .velocity(let vector):
        set(name, vector.x, suffix: "_X")
        set(name, vector.y, suffix: "_Y")
      case .ratio(let value), .radians(let value): set(name, value, decimals: 6)
      case .rate(let value), .share(let value): set(name, value)
      case .word(let word): set(name, event.values.written(word))
      }
    }
    return CStrings(text.bytes, starts: starts)
  }
}
