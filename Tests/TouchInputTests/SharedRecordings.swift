import Glibc
import Testing

@testable import TouchInput

/// The recordings of real panels, which lie beside the package where they are at hand.
enum SharedRecordings {
  static let folder: String = {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(root)/../shared/recordings"
  }()

  /// Their names without the ending; none where the folder is missing.
  static let names: [String] = {
    guard let stream = opendir(folder) else {
      print("tests of recordings are skipped: there is no \(folder)")
      return []
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasSuffix(".evemu") { names.append(String(name.dropLast(6))) }
    }
    return names.sorted()
  }()

  static func load(_ name: String) throws -> Recording { try Recording(file: "\(folder)/\(name).evemu") }
}
