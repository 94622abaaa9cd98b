import Gestures
import Glibc
import Testing

@testable import TouchInput

private let checkout = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

/// The files of the recordings that tests play: those of the project itself, then those of real panels.
enum Recordings {
  static let all =
    OwnRecordings.panels.flatMap { panel in OwnRecordings.formats.map { OwnRecordings.path(panel, $0) } }
    + SharedRecordings.names.map(SharedRecordings.path)
}

/// The recordings of made-up panels, each in five formats, that Tests/Recordings/make-recordings writes.
enum OwnRecordings {
  static let panels = ["slots", "tracked", "anonymous", "single", "dropped", "pen-palm", "no-resolution", "hover"]
  /// The extensions of the formats of evemu-record, `tickle record`, `libinput record`, `getevent` and `evtest`.
  static let formats = ["evemu", "tickle", "yml", "log", "evtest"]

  static func path(_ panel: String, _ format: String) -> String { "\(checkout)/Tests/Recordings/\(panel).\(format)" }

  static func load(_ panel: String, _ format: String = "evemu") throws -> Recording {
    try Recording(file: path(panel, format))
  }
}

/// The recordings of real panels, in a folder beside the checkout. Without it their tests are skipped.
enum SharedRecordings {
  static let folder = "\(checkout)/../shared/recordings"

  /// The recordings' names without extensions; none if the folder is missing.
  static let names = recordings(in: folder)

  /// The names of a folder's recordings without extensions; none if the folder is missing.
  fileprivate static func recordings(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.hasSuffix(".evemu") { names.append(String(name.dropLast(6))) }
    }
    return names.sorted()
  }

  static let exist = !names.isEmpty
  static let missing: Comment = "no recordings beside the checkout: skipped"

  static func path(_ name: String) -> String { "\(folder)/\(name).evemu" }

  static func load(_ name: String) throws -> Recording { try Recording(file: path(name)) }
}

extension Recording {
  /// The frames that its decoder makes of the recording's events, those after a loss included.
  func frames(_ wishes: ContactWishes) throws -> [TouchFrame] {
    let decoder = try #require(FrameDecoder(description))
    let geometry = PanelGeometry(description)
    decoder.follow(ContactMeasures(wishes, of: description, geometry))
    var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
    var position = 0
    var all: [TouchFrame] = []
    while decoder.nextFrame(from: events, at: &position, into: &frame, geometry: geometry) != nil { all.append(frame) }
    return all
  }
}

/// Recordings of more hands and panels, in a folder beside the checkout. Without it their tests are skipped.
enum HandRecordings {
  static let folder = "\(checkout)/../shared/hands/recordings"
  static let files = SharedRecordings.recordings(in: folder).map { "\(folder)/\($0).evemu" }
}
