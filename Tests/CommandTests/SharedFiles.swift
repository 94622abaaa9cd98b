import Foundation
import Testing

/// What lies in the checkout, and beside it where it is at hand.
enum Files {
  static let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  static let shippedConfiguration = "\(checkout)/config/tickled.toml"
  static let demo = "\(checkout)/config/demo.evemu"
  static let devices = "\(checkout)/Tests/CommandTests/Devices"
}

/// Recordings of real panels. Absent, their tests are skipped.
enum SharedRecordings {
  static let folder = "\(Files.checkout)/../shared/recordings"

  /// Without the ending.
  static let names: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".evemu") }.map { String($0.dropLast(6)) }.sorted()
  }()

  static let exist = !names.isEmpty
  static let missing: Comment = "no recordings beside the checkout: skipped"

  static func path(_ name: String) -> String { "\(folder)/\(name).evemu" }

  /// What its header says that it contains.
  static func truth(_ name: String) throws -> String {
    let text = try String(contentsOfFile: path(name), encoding: .utf8)
    let mark = "# ground truth: "
    let line = text.split(separator: "\n").first { $0.hasPrefix(mark) }
    return line.map { String($0.dropFirst(mark.count)) } ?? "(no ground truth)"
  }
}
