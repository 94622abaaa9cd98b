import Foundation

/// A JSON value that can be queried for any type.
struct JSON {
  let value: Any?

  init(_ value: Any?) { self.value = value is NSNull ? nil : value }

  init(file: URL) throws { self.init(try JSONSerialization.jsonObject(with: Data(contentsOf: file))) }

  /// Returns the objects of JSON Lines.
  static func lines(_ bytes: Data) throws -> [JSON] {
    try bytes.split(separator: UInt8(ascii: "\n")).map { JSON(try JSONSerialization.jsonObject(with: Data($0))) }
  }

  subscript(key: String) -> JSON { JSON((value as? [String: Any])?[key]) }
  subscript(index: Int) -> JSON { array.indices.contains(index) ? array[index] : JSON(nil) }
  var exists: Bool { value != nil }
  var string: String? { value as? String }
  var double: Double? { (value as? NSNumber)?.doubleValue }
  var int: Int? { (value as? NSNumber)?.intValue }
  var bool: Bool? { (value as? NSNumber)?.boolValue }
  var array: [JSON] { (value as? [Any])?.map { JSON($0) } ?? [] }
  /// The strings of a list, or a single string as a list.
  var strings: [String] { string.map { [$0] } ?? array.compactMap(\.string) }
  var keys: [String] { (value as? [String: Any])?.keys.sorted() ?? [] }
}
