import Foundation
import Testing

/// Checks statements of CONTRIBUTING.md, docs/architecture.md and docs/fast-path.md about the code.
@Suite struct `The house` {
  private static let sources = "\(Files.checkout)/Sources"

  /// Returns the paths below a folder of the checkout. The folder may be a link: older compilers test a copy that has links.
  private static func paths(in folder: String) throws -> [String] {
    let folder = URL(fileURLWithPath: "\(Files.checkout)/\(folder)").resolvingSymlinksInPath().path
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
    #expect(!paths.isEmpty, "\(folder)")
    return paths
  }

  /// Returns the paths of the Swift files in Sources.
  private static func sourceFiles() throws -> [String] {
    try paths(in: "Sources").filter { $0.hasSuffix(".swift") }
  }

  @Test func `has every file that its pages and the mutants' areas name`() throws {
    let page = try ["CONTRIBUTING.md", "docs/architecture.md", "docs/fast-path.md", "Tests/mutants/areas.py"].map {
      try String(contentsOfFile: "\(Files.checkout)/\($0)", encoding: .utf8)
    }.joined()
    let paths = try ["Sources", "Tests", "Benchmarks", "docs"].flatMap { folder in
      try Self.paths(in: folder).map { "\(folder)/\($0)" }
    }
    let words = page.split(whereSeparator: { " `,;:()\"\n".contains($0) }).map(String.init)
    let named = words.filter { word in
      [".swift", ".c", ".h"].contains { word.hasSuffix($0) } && !word.contains("…")
    }
    #expect(named.count > 30)
    for name in Set(named).sorted() { #expect(paths.contains { "/\($0)".hasSuffix("/\(name)") }, "\(name)") }
  }

  @Test func `has a comment for every folder, which its page on the site shows`() throws {
    let map = Process()
    map.executableURL = URL(fileURLWithPath: "\(Files.checkout)/docs/make-map")
    map.arguments = ["--check"]
    let errors = Pipe()
    map.standardError = errors
    try map.run()
    let message = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    map.waitUntilExit()
    #expect(map.terminationStatus == 0, "\(message)")
  }

  @Test func `lets only the daemon's program import the daemon`() throws {
    for file in try Self.sourceFiles() where !file.hasPrefix("tickled/") {
      let text = try String(contentsOfFile: "\(Self.sources)/\(file)", encoding: .utf8)
      #expect(!text.contains("import TickledDaemon"), "\(file)")
    }
  }

  /// Without a description, a value is printed by reflection. Embedded Swift has none, and prints "(cannot print value …)".
  @Test func `prints only values with a description in the daemon`() throws {
    let list = try String(contentsOfFile: "\(Program.folder)/tickled.product/Objects.LinkFileList", encoding: .utf8)
    let objects = list.split(separator: "\n").filter { $0.hasSuffix(".swift.o") }
    #expect(objects.count > 300)
    // The standard library's functions for values of any type: interpolation, String(describing:) and String(reflecting:).
    let symbols = [
      "$ss26DefaultStringInterpolationV06appendC0yyxlF", "$sSS10describingSSx_tclufC", "$sSS10reflectingSSx_tclufC",
    ]
    for object in objects {
      let bytes = try Data(contentsOf: URL(filePath: String(object)), options: .alwaysMapped)
      #expect(!symbols.contains { bytes.range(of: Data("\($0)\0".utf8)) != nil }, "\(object)")
    }
  }

  /// Static takes the place of parts of the standard library.
  @Test func `imports libc in one module`() throws {
    for file in try Self.sourceFiles() where !file.hasPrefix("Program/") && !file.hasPrefix("Static/") {
      let text = try String(contentsOfFile: "\(Self.sources)/\(file)", encoding: .utf8)
      #expect(!text.contains("import Glibc") && !text.contains("import Foundation"), "\(file)")
    }
  }

  @Test func `keeps the engine free of imports`() throws {
    for file in try Self.sourceFiles() where file.hasPrefix("Gestures/") {
      let text = try String(contentsOfFile: "\(Self.sources)/\(file)", encoding: .utf8)
      #expect(!text.split(separator: "\n").contains { $0.hasPrefix("import ") }, "\(file)")
    }
  }
}
