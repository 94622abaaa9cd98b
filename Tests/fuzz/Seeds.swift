import Glibc

/// What strangers write, and a program of ours reads.
enum Subject: String, CaseIterable {
  case recording, libinput, getevent, evtest, debugevents, frames, repair, lane, relay, configuration, quirks, panels,
    shape, control, bridge, edit, imports, words

  /// Reads an input as the program does. Traps if it is not read as it should be.
  func take(_ bytes: [UInt8]) {
    switch self {
    case .recording, .libinput, .getevent, .evtest, .debugevents: fuzzRecording(bytes)
    case .frames: fuzzFrames(bytes)
    case .repair: fuzzRepair(bytes)
    case .lane: fuzzLane(bytes)
    case .relay: fuzzRelay(bytes)
    case .configuration: fuzzConfiguration(bytes)
    case .quirks: fuzzQuirks(bytes)
    case .panels: fuzzPanels(bytes)
    case .shape: fuzzShape(bytes)
    case .control: fuzzControl(bytes)
    case .bridge: fuzzBridge(bytes)
    case .edit: fuzzEdits(bytes)
    case .imports: fuzzImports(bytes)
    case .words: fuzzWords(bytes)
    }
  }
}

extension Subject {
  /// Numbers at the limits of what readers convert them to.
  static let limits = [
    "9223372036854774784", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "1e308", "-1e308", "1e-308", "-0", "0.5", "NaN", "inf",
  ]

  /// The subject's own files, the lines of hexadecimal that stand for binary ones, and each limit in place of each @ of its templates.
  var seeds: [[UInt8]] {
    let binary = self == .lane || self == .relay ? "frames" : rawValue
    let names = Self.names(in: "\(Self.corpus)/\(rawValue)").filter { $0 != "seeds.hex" }
    let files = names.map { Self.bytes("\(rawValue)/\($0)") }
    let lines = Self.lines("\(binary)/seeds.hex").map { line in
      stride(from: 0, to: line.utf8.count - 1, by: 2).compactMap { UInt8(line.dropFirst($0).prefix(2), radix: 16) }
    }
    return files + lines + Self.lines("limits/\(rawValue)").flatMap { line in Self.limits.map { limited(line, $0) } }
  }

  /// A template of the bridge is a line of choices and, after a tab, what each step gets: the step's number and its text. One of a
  /// configuration to import begins with the number of its format. `\n` stands for the end of a line.
  private func limited(_ template: Substring, _ limit: String) -> [UInt8] {
    var text = template.split(separator: "@", omittingEmptySubsequences: false).joined(separator: limit)
    if self != .bridge { text = text.split(separator: "\\n", omittingEmptySubsequences: false).joined(separator: "\n") }
    switch self {
    case .bridge:
      let fields = text.split(separator: "\t").dropFirst()
      return fields.reduce(into: [0]) { bytes, field in
        let parts = field.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let payload = parts.count > 1 ? Array(parts[1].utf8) : []
        bytes += [UInt8(parts[0]) ?? 0, UInt8(payload.count >> 4), UInt8(payload.count & 15)] + payload
      }
    case .imports: return [UInt8(text.prefix(1)) ?? 0] + Array(text.dropFirst().utf8)
    default: return Array(text.utf8)
    }
  }

  private static let corpus = "\(#filePath.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" })/corpus"

  private static func lines(_ name: String) -> [Substring] {
    String(decoding: bytes(name), as: UTF8.self).split(separator: "\n")
  }

  /// The bytes of a file; none if there is no such file.
  private static func bytes(_ name: String) -> [UInt8] {
    let file = open("\(corpus)/\(name)", O_RDONLY | O_CLOEXEC)
    if file < 0 { return [] }
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    // Not in one expression, which would take the prefix of the bytes as they were before.
    let count = read(file, &bytes, bytes.count)
    return Array(bytes.prefix(max(0, count)))
  }

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}
