import Foundation
import Testing

/// Files in the checkout, and optional ones beside it.
enum Files {
  static let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  static let shippedConfiguration = "\(checkout)/config/tickled.toml"
  static let demo = "\(checkout)/config/demo.evemu"
  static let devices = "\(checkout)/Tests/CommandTests/Devices"
}

/// The files of the recordings that tests play: the demo, those of synthetic panels, then those of real panels.
enum Recordings {
  static let all = [Files.demo] + OwnRecordings.all + SharedRecordings.names.map(SharedRecordings.path)
}

/// The recordings of synthetic panels, each in four formats, that Tests/Recordings/make-recordings writes.
enum OwnRecordings {
  static let panels = ["slots", "tracked", "anonymous", "single", "dropped", "pen-palm", "no-resolution", "hover"]
  /// The formats of evemu-record, `tickle record`, `libinput record` and `getevent`.
  static let formats = ["evemu", "tickle", "yml", "log"]

  static let all = panels.flatMap { panel in formats.map { path(panel, $0) } }

  static func path(_ panel: String, _ format: String) -> String {
    "\(Files.checkout)/Tests/Recordings/\(panel).\(format)"
  }
}

/// Recordings of real panels. If they are missing, their tests are skipped.
enum SharedRecordings {
  static let folder = "\(Files.checkout)/../shared/recordings"

  /// The names of the recordings, without their extension.
  static let names: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".evemu") }.map { String($0.dropLast(6)) }.sorted()
  }()

  static let exist = !names.isEmpty
  static let missing: Comment = "no recordings beside the checkout: skipped"

  static func path(_ name: String) -> String { "\(folder)/\(name).evemu" }

  /// Returns the gestures that the recording contains, according to its header.
  static func truth(_ name: String) throws -> String {
    let text = try String(contentsOfFile: path(name), encoding: .utf8)
    let mark = "# ground truth: "
    let line = text.split(separator: "\n").first { $0.hasPrefix(mark) }
    return line.map { String($0.dropFirst(mark.count)) } ?? "(no ground truth)"
  }
}
