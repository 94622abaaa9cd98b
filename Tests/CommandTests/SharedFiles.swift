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

/// The recordings that tests play, each by its file: the demo, those of made-up panels, then those of real panels.
enum Recordings {
  static let all = [Files.demo] + OwnRecordings.all + SharedRecordings.names.map(SharedRecordings.path)
}

/// The recordings of made-up panels, each in four formats, that Tests/Recordings/make-recordings writes.
enum OwnRecordings {
  static let panels = ["slots", "tracked", "anonymous", "single", "dropped", "pen-palm", "no-resolution", "hover"]
  /// As evemu-record, `tickle record`, `libinput record` and `getevent` write them.
  static let formats = ["evemu", "tickle", "yml", "log"]

  static let all = panels.flatMap { panel in formats.map { path(panel, $0) } }

  static func path(_ panel: String, _ format: String) -> String {
    "\(Files.checkout)/Tests/Recordings/\(panel).\(format)"
  }
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
