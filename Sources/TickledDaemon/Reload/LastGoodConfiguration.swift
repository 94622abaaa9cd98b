import Configuration
import Program
import Text

/// A copy of the configuration that was active last, in the service's state directory: the daemon starts with it when the file has errors,
/// so that a kiosk keeps its gestures.
package struct LastGoodConfiguration: Sendable {
  private let path: String
  /// The path of the configuration's own file.
  private let original: String

  /// - Returns: `nil` if the service manager provides no state directory (`StateDirectory=`).
  package init?(of original: String) {
    guard let folder = Self.stateFolder else { return nil }
    self.init(of: original, in: folder)
  }

  /// The service's state directory; `nil` if there is none, or several.
  static var stateFolder: String? {
    environmentVariable("STATE_DIRECTORY").flatMap { $0.hasPrefix("/") && !$0.contains(":") ? $0 : nil }
  }

  init(of original: String, in folder: String) {
    path = "\(folder)/last-good.toml"
    self.original = original
  }

  private var head: [UInt8] {
    Array("# tickled's copy of \(original.printable), which was active last. Don't edit.\n".utf8)
  }

  /// The line before each of the configuration's files: the length and the path of the file.
  private static func headline(_ part: ConfigurationText.Part) -> [UInt8] {
    Array("# \(part.bytes.count) bytes of \(part.path)\n".utf8)
  }

  /// Replaces the copy as a whole, so that a power failure leaves the old one or the new one.
  func save(_ text: ConfigurationText) throws(SaveFailure) {
    let bytes = text.parts.reduce(into: head) { $0 += Self.headline($1) + $1.bytes + [UInt8(ascii: "\n")] }
    try FileChange.save(bytes, to: FilePlace(path), limit: 0o600)
  }

  /// - Returns: `nil` if this file has no copy, or one that this version can't use.
  package func load() -> ConfigurationFile? {
    // The headlines take some room beside the files.
    guard let bytes = try? contents(path: path, limit: 2 * ConfigurationText.sizeLimit), bytes.starts(with: head),
      let text = Self.text(in: bytes.dropFirst(head.count)), text.path == original
    else { return nil }
    var file = try? ConfigurationFile(text)
    file?.learnQuirks()
    return file
  }

  /// Returns the files in a copy; `nil` if it is damaged.
  private static func text(in bytes: ArraySlice<UInt8>) -> ConfigurationText? {
    var rest = bytes
    var parts: [ConfigurationText.Part] = []
    while !rest.isEmpty {
      guard let end = rest.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      let words = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ", maxSplits: 4)
      guard words.count == 5, let length = Int(words[1]), length >= 0, length < rest.endIndex - end - 1 else {
        return nil
      }
      let start = end + 1
      parts.append(ConfigurationText.Part(path: String(words[4]), bytes: Array(rest[start..<(start + length)])))
      rest = rest[(start + length + 1)...]
    }
    return ConfigurationText(parts: parts)
  }
}
