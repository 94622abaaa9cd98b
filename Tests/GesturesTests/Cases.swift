import Foundation

/// The gesture cases of `Tests/Cases`: a folder for each kind, a JSON file for each case.
enum Cases {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Cases")

  /// The cases' names, such as `tap/apple-docs-extra-finger`, sorted.
  static let names: [String] = {
    guard let found = FileManager.default.enumerator(atPath: folder.path) else { return [] }
    return found.compactMap { ($0 as? String).flatMap { $0.hasSuffix(".json") ? String($0.dropLast(5)) : nil } }
      .sorted()
  }()

  static func load(_ name: String) throws -> JSON {
    JSON(try JSONSerialization.jsonObject(with: Data(contentsOf: folder.appending(path: "\(name).json"))))
  }
}

/// A JSON value whose properties are nil or empty where a value is absent or of another type. `Tests/Embedded` has another one, for the
/// player of the cases without Foundation.
struct JSON {
  let value: Any?

  init(_ value: Any?) { self.value = value is NSNull ? nil : value }

  init(id: String) { value = ["id": id] }

  subscript(key: String) -> JSON { JSON((value as? [String: Any])?[key]) }
  subscript(index: Int) -> JSON { JSON(array[index].value) }
  /// Returns whether an object has the key, also with the value null.
  func has(_ key: String) -> Bool { (value as? [String: Any])?[key] != nil }
  var exists: Bool { value != nil }
  var string: String? { value as? String }
  var double: Double? { (value as? NSNumber)?.doubleValue }
  var int: Int? { (value as? NSNumber)?.intValue }
  var bool: Bool? { (value as? NSNumber)?.boolValue }
  var array: [JSON] { (value as? [Any])?.map { JSON($0) } ?? [] }
  var strings: [String] { string.map { [$0] } ?? array.compactMap(\.string) }
  var object: [(key: String, value: JSON)] {
    (value as? [String: Any] ?? [:]).map { ($0.key, JSON($0.value)) }.sorted { $0.0 < $1.0 }
  }
}
