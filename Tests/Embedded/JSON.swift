/// A JSON value whose properties are nil or empty where a value is absent or of another type: what the player of the cases needs, in
/// Embedded Swift.
struct JSON {
  private(set) var bool: Bool?
  private(set) var double: Double?
  private(set) var string: String?
  private(set) var array: [JSON] = []
  private var members: [(key: String, value: JSON)] = []
  private var isNull = false

  private init(isNull: Bool = false) { self.isNull = isNull }

  init(id: String) {
    var value = JSON()
    value.string = id
    members = [("id", value)]
  }

  /// Reads a file's text; nil if it is not JSON.
  init?(text: UnsafeBufferPointer<UInt8>) {
    var reader = Reader(text: text)
    guard let json = reader.readValue(), reader.isAtEnd else { return nil }
    self = json
  }

  subscript(key: String) -> JSON { members.first { $0.key == key }?.value ?? JSON(isNull: true) }
  subscript(index: Int) -> JSON { array[index] }
  /// Returns whether an object has the key, also with the value null.
  func has(_ key: String) -> Bool { members.contains { $0.key == key } }
  var exists: Bool { !isNull }
  var int: Int? { double.map { Int($0) } }
  var strings: [String] { string.map { [$0] } ?? array.compactMap { $0.string } }
  var object: [(key: String, value: JSON)] { members.sorted { $0.key < $1.key } }
}

extension JSON: CustomStringConvertible {
  var description: String { string ?? "a JSON value" }
}

extension JSON {
  private struct Reader {
    private let text: UnsafeBufferPointer<UInt8>
    private var place = 0

    init(text: UnsafeBufferPointer<UInt8>) { self.text = text }

    private var byte: UInt8 { place < text.count ? text[place] : 0 }

    var isAtEnd: Bool {
      mutating get {
        skipSpace()
        return place == text.count
      }
    }

    mutating func readValue() -> JSON? {
      skipSpace()
      var json = JSON()
      if skip("{") {
        guard readMembers(&json) else { return nil }
      } else if skip("[") {
        guard readElements(&json) else { return nil }
      } else if byte == UInt8(ascii: "\"") {
        json.string = readString()
      } else if skip("true") {
        json.bool = true
      } else if skip("false") {
        json.bool = false
      } else if skip("null") {
        json.isNull = true
      } else {
        guard let number = readNumber() else { return nil }
        json.double = number
      }
      return json
    }

    private mutating func readMembers(_ json: inout JSON) -> Bool {
      if skip("}") { return true }
      repeat {
        skipSpace()
        guard let key = readString(), skip(":"), let value = readValue() else { return false }
        json.members.append((key, value))
      } while skip(",")
      return skip("}")
    }

    private mutating func readElements(_ json: inout JSON) -> Bool {
      if skip("]") { return true }
      repeat {
        guard let element = readValue() else { return false }
        json.array.append(element)
      } while skip(",")
      return skip("]")
    }

    private mutating func readString() -> String? {
      var bytes: [UInt8] = []
      guard skip("\"") else { return nil }
      while byte != UInt8(ascii: "\"") {
        if place == text.count { return nil }
        // The texts of the cases need no other escape than a quote's.
        if byte == UInt8(ascii: "\\") { place += 1 }
        bytes.append(byte)
        place += 1
      }
      place += 1
      return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func readNumber() -> Double? {
      var end: UnsafeMutablePointer<CChar>?
      return text.baseAddress!.withMemoryRebound(to: CChar.self, capacity: text.count) { start in
        let number = strtod(start + place, &end)
        let length = end! - UnsafeMutablePointer(mutating: start + place)
        place += length
        return length > 0 ? number : nil
      }
    }

    private mutating func skip(_ word: StaticString) -> Bool {
      if word.utf8CodeUnitCount == 1 && word.utf8Start[0] != UInt8(ascii: "\"") { skipSpace() }
      for index in 0..<word.utf8CodeUnitCount
      where place + index >= text.count || text[place + index] != word.utf8Start[index] { return false }
      place += word.utf8CodeUnitCount
      return true
    }

    private mutating func skipSpace() {
      while [UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t")].contains(byte) {
        place += 1
      }
    }
  }
}
