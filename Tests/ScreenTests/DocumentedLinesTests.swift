import Configuration
import Foundation
import Screen
import Testing
import TouchInput

// docs/: the lines and variables in it are those that the program makes.

private let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// A page of the documentation, by its path in the checkout.
private func page(_ path: String) throws -> String {
  try String(contentsOf: root.appending(path: path), encoding: .utf8)
}

@Test func `The reference has each variable that a command gets`() throws {
  let source = try page("Sources/Screen/Records/GestureEnvironment.swift")
  let names = source.components(separatedBy: "set(\"").dropFirst().map { String($0.prefix { $0 != "\"" }) }
  #expect(names.count > 20)
  let text = try page("docs/configuration.md")
  for name in names { #expect(text.contains("`TICKLED_\(name)`"), "\(name)") }
}

/// What `tickle replay` prints of the demo.
private func demo(_ format: OutputFormat, touches: Bool) throws -> Set<String> {
  var options = Replay.Options()
  options.format = format
  options.session.reportsTouches = touches
  let configuration = try configuration(page("config/tickled.toml"))
  let recording = try Recording(file: root.appending(path: "config/demo.evemu").path)
  var lines: Set<String> = []
  Replay(configuration, options: options, runner: nil)
    .play(recording, write: { lines.insert(String(decoding: $0.dropLast(), as: UTF8.self)) }, warn: { _ in })
  return lines
}

/// The lines between a fence's first line and its end.
private func lines(after opening: String, in text: String) -> [String] {
  text.components(separatedBy: "\n\(opening)\n").dropFirst().flatMap {
    $0.components(separatedBy: "\n```")[0].components(separatedBy: "\n")
  }
}

@Test func `The lines of the demo in the documentation are those that it prints`() throws {
  let text = try page("docs/commands.md")
  let objects = lines(after: "```jsonl", in: text)
  #expect(objects.count > 5)
  let printed = try demo(.json, touches: true)
  for line in objects { #expect(printed.contains(line), "\(line)") }
  let rows = lines(after: "$ tickle replay --config config/tickled.toml config/demo.evemu", in: text)
  #expect(rows.count > 3)
  let shown = try demo(.text, touches: false)
  for line in rows { #expect(shown.contains(line), "\(line)") }
}
