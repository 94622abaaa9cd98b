import Gestures
import Text

/// What the page asks for. A request never names a file: parts of the configuration have numbers.
package enum EditRequest: Equatable, Sendable {
  case open
  case move(view: String, screen: String, frame: Rect)
  case addView(name: String, screen: String, frame: Rect)
  case addCard(GestureCard, name: String?, view: String?)
  /// The value is a text as a person writes it; `nil` removes the key.
  case set(gesture: String, key: String, value: String?)
  case act(gesture: String, verb: String, object: String)
  case remove(array: String, name: String)
  case text(part: Int, String)
  case undo, redo
  case draw(screen: String, DrawnHand)
  case outcomes
  case difference
  /// The version must be that of the difference that was shown.
  case save(version: Int)
  /// The page is still open.
  case stay
  case done

  package static let mostBytes = 2 << 20
  private static let mostName = 200

  /// Why a request is not one.
  package struct Mistake: Error, CustomStringConvertible {
    package let description: String
  }

  package init(_ bytes: [UInt8]) throws(Mistake) {
    guard bytes.count <= Self.mostBytes else { throw Mistake(description: "the request is too large") }
    guard let json = JSONValue(parsing: bytes), case .object = json else {
      throw Mistake(description: "the request is not a JSON object")
    }
    switch json["do"]?.string {
    case "open": self = .open
    case "move":
      self = .move(
        view: try Self.name("view", json), screen: try Self.name("screen", json), frame: try Self.frame(json))
    case "add-view":
      self = .addView(
        name: try Self.name("name", json), screen: try Self.name("screen", json), frame: try Self.frame(json))
    case "add-card":
      guard let card = json["card"]?.string.flatMap(GestureCard.init) else {
        throw Mistake(description: "the request names no card")
      }
      self = .addCard(card, name: try Self.optionalName("name", json), view: try Self.optionalName("view", json))
    case "set":
      let value = json["value"]?.string
      guard value != nil || json["value"] == .null else { throw Mistake(description: "a value is a text or null") }
      self = .set(gesture: try Self.name("gesture", json), key: try Self.name("key", json), value: value)
    case "act":
      guard let object = json["object"]?.string else { throw Mistake(description: "an action needs an object") }
      self = .act(gesture: try Self.name("gesture", json), verb: try Self.name("verb", json), object: object)
    case "remove":
      guard let array = json["array"]?.string, ["view", "gesture"].contains(array) else {
        throw Mistake(description: "only views and gestures are removed")
      }
      self = .remove(array: array, name: try Self.name("name", json))
    case "text":
      guard let part = Self.whole("part", json), let text = json["text"]?.string else {
        throw Mistake(description: "a text needs its part")
      }
      self = .text(part: part, text)
    case "undo": self = .undo
    case "redo": self = .redo
    case "draw": self = .draw(screen: try Self.name("screen", json), try Self.hand(json))
    case "outcomes": self = .outcomes
    case "difference": self = .difference
    case "save":
      guard let version = Self.whole("version", json) else { throw Mistake(description: "the request has no version") }
      self = .save(version: version)
    case "stay": self = .stay
    case "done": self = .done
    default: throw Mistake(description: "the request is not known")
    }
  }

  private static func name(_ key: String, _ json: JSONValue) throws(Mistake) -> String {
    guard let name = try optionalName(key, json) else { throw Mistake(description: "the request has no \(key)") }
    return name
  }

  private static func optionalName(_ key: String, _ json: JSONValue) throws(Mistake) -> String? {
    guard let value = json[key], value != .null else { return nil }
    guard let name = value.string, !name.isEmpty, name.utf8.count <= mostName else {
      throw Mistake(description: "a \(key) has 1 to \(mostName) bytes")
    }
    return name
  }

  private static func whole(_ key: String, _ json: JSONValue) -> Int? { json[key]?.count?.number }

  private static func frame(_ json: JSONValue) throws(Mistake) -> Rect {
    let numbers = json["frame"]?.array.compactMap(\.number) ?? []
    guard numbers.count == 4, numbers.allSatisfy({ abs($0) <= 10_000 }), numbers[2] >= 1, numbers[3] >= 1 else {
      throw Mistake(description: "a frame has four numbers, and at least 1 mm on each side")
    }
    return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  private static func hand(_ json: JSONValue) throws(Mistake) -> DrawnHand {
    var strokes: [[DrawnHand.Point]] = []
    for stroke in json["strokes"]?.array ?? [] {
      var points: [DrawnHand.Point] = []
      for point in stroke.array {
        let numbers = point.array.compactMap(\.number)
        guard numbers.count == 3 else { throw Mistake(description: "a point has a place and a time") }
        points.append(DrawnHand.Point(x: numbers[0], y: numbers[1], time: numbers[2]))
      }
      strokes.append(points)
    }
    do throws(DrawnHand.Problem) {
      return try DrawnHand(strokes)
    } catch { throw Mistake(description: "\(error)") }
  }
}
