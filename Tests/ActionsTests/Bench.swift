@preconcurrency import Dispatch
import Foundation
import Testing

@testable import Actions

/// Everything that counts this process's children and descriptors, or sets its environment, runs one after the other.
@Suite(.serialized) struct ActionsTests {}

/// A runner, what it logs, and a folder of its own for what its commands write.
final class Bench: Sendable {
  let runner: ActionRunner
  let messages = Messages()
  let folder: String
  let log: Log

  init(
    level: Log.Level = .debug, soundDevice: String = "default", surroundings: ActionSurroundings = ActionSurroundings()
  ) throws {
    folder = NSTemporaryDirectory() + "tickled-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let messages = messages
    log = Log(level: level) { level, message in messages.add("\(level): \(message)") }
    runner = ActionRunner(log: log, soundDevice: soundDevice, surroundings: surroundings)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func shell(
    _ text: String, gesture: String = "tap", occasion: ActionContext.Occasion = .single, view: String = "snake",
    environment: CStrings = [], _ change: (inout CommandOptions) -> Void = { _ in }
  ) {
    var options = CommandOptions()
    options.directory = folder
    change(&options)
    runner.run(
      .shell(text, options),
      for: ActionContext(gesture: gesture, view: view, occasion: occasion, environment: environment))
  }

  func finish(_ location: SourceLocation = #_sourceLocation) {
    #expect(runner.waitUntilIdle(timeout: .seconds(60)), "not idle in time", sourceLocation: location)
  }

  func text(_ name: String) -> String {
    (FileManager.default.contents(atPath: folder + "/" + name)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  func write(_ name: String, _ text: String) {
    try! text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
  }

  /// What was logged at `info` or above, or as told.
  func logged(_ level: Log.Level = .info) -> [String] {
    messages.all.filter { line in Log.Level.allCases.contains { $0 <= level && line.hasPrefix("\($0): ") } }
  }
}

/// Lines that any thread may add.
final class Messages: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []

  func add(_ line: String) { lock.withLock { lines.append(line) } }
  var all: [String] { lock.withLock { lines } }
}

/// Looks until it is so, for a minute at most: commands run on machines that have other things to do.
func eventually(
  _ what: String, _ location: SourceLocation = #_sourceLocation, _ condition: () -> Bool
) {
  let deadline = Date().addingTimeInterval(60)
  while !condition() {
    guard Date() < deadline else {
      Issue.record("never: \(what)", sourceLocation: location)
      return
    }
    usleep(2000)
  }
}

func exists(process: Int32) -> Bool { kill(process, 0) == 0 || errno == EPERM }

/// Descriptors of this process, by what they are.
func descriptors(_ kinds: String...) -> Int {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
  return names.count { name in
    let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name)) ?? ""
    return kinds.contains { target.contains($0) }
  }
}

/// States of this process's children that run a program of that name, as `ps` shows them: other tests have children too.
func children(running program: String) -> [Character] {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  return names.compactMap { name in
    guard Int32(name) != nil, let stat = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
      stat.contains(" (\(program)) ")
    else { return nil }
    let fields = stat[stat.lastIndex(of: ")")!...].split(separator: " ")
    return Int32(fields[2]) == getpid() ? fields[1].first : nil
  }
}
