import Foundation
import Testing

@Suite("Cases played by the tool", .startsPrograms)
struct CaseTests {
  /// The cases that no recording and configuration can express, with the reasons. Cases that document another system's semantics
  /// are not listed.
  static let inexpressible: [String: String] = [
    "arbitration/apple-docs-should-begin-no": "a configuration cannot refuse to begin",
    "pan/apple-docs-set-translation-resets-velocity": "a program sets the translation",
    "pan/flowkey-set-translation": "a program sets the translation",
    "pan/flowkey-translate-and-reset": "a program sets the translation",
    "pinch/apple-docs-set-scale": "a program sets the scale",
    "pinch/flutter-pointer-count": "one of two fingers that lifts prints no line",
    "rotation/apple-docs-set-rotation": "a program sets the rotation",
    "tap/hammer-toggle-enabled": "a program turns the recognizer off and on",
    "velocity/aosp-resampled-ignored": "no panel marks samples that it has made up",
    "velocity/chromium-no-direction-reversal": "the kernel does not send a position that stayed",
    "velocity/flutter-synthesized-ignored": "no panel marks samples that it has made up",
  ]

  @Test(arguments: Cases.names)
  func `A case holds when it is played as a recording with a configuration`(name: String) throws {
    let json = try Cases.load(name)
    if json["peer_specific"].bool == true || Self.inexpressible[name] != nil { return }
    let folder = try TemporaryFolder()
    let converter = CaseConverter(json)
    let outcome = try Program.tickle.run([
      "replay", "--format", "json", "--states", "all", "--touches",
      "--config", folder.write(converter.configuration, to: "case.toml"),
      folder.write(converter.recording, to: "case.evemu"),
    ])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    let checker = CaseChecker(json, lines: try JSON.lines(outcome.outputBytes))
    checker.check()
    #expect(checker.failures.isEmpty, "\(json["title"].string ?? ""): \(checker.failures.joined(separator: "; "))")
  }

  @Test func `The cases that cannot be expressed are listed, with the reasons`() throws {
    let peers = try Cases.names.filter { try Cases.load($0)["peer_specific"].bool == true }
    #expect(Set(Self.inexpressible.keys).isSubset(of: Cases.names))
    for (name, reason) in Self.inexpressible.sorted(by: { $0.key < $1.key }) {
      print("not expressed: \(name): \(reason)")
    }
    let played = Cases.names.count - peers.count - Self.inexpressible.count
    print(
      "cases: \(played) played, \(Self.inexpressible.count) cannot be expressed, \(peers.count) are of another system")
    #expect(played > 100)
  }
}

/// The gesture cases of `Tests/Cases`, which has a folder for each kind and a JSON file for each case.
enum Cases {
  static let folder = URL(filePath: "\(Files.checkout)/Tests/Cases")

  /// Names such as `tap/apple-docs-extra-finger`, in order.
  static let names: [String] = {
    guard let found = FileManager.default.enumerator(atPath: folder.path) else { return [] }
    return found.compactMap { ($0 as? String).flatMap { $0.hasSuffix(".json") ? String($0.dropLast(5)) : nil } }
      .sorted()
  }()

  static func load(_ name: String) throws -> JSON { try JSON(file: folder.appending(path: "\(name).json")) }
}
