import Actions
import Foundation
import Program
import Testing

@testable import Effects

/// The tests that count this process's children and descriptors, or set its environment. They run one after the other.
@Suite(.serialized) struct EffectsTests {}

/// A runner, its log messages, and a temporary folder for files that its commands write.
final class Bench: Sendable {
  let runner: ActionRunner
  let messages = Messages()
  let folder: String
  let log: Log
  /// `nil`: the runner starts commands itself.
  let starter: StarterProcess?

  init(
    level: Log.Level = .debug, soundDevice: String = "default", surroundings: ActionSurroundings = ActionSurroundings(),
    by starting: Starting = .daemon
  ) throws {
    folder = NSTemporaryDirectory() + "tickled-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let messages = messages
    log = Log(level: level) { level, message in messages.add("\(level): \(message)") }
    starter = starting == .starter ? try StarterProcess(in: folder) : nil
    var surroundings = surroundings
    if let starter { surroundings.commandStarter = starter.path }
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
    // This is not within the expectation: if that fails, the testing library looks into the runner, and crashes at its `Mutex`.
    let isIdle = runner.waitUntilIdle(timeout: .seconds(60))
    #expect(isIdle, "not idle in time", sourceLocation: location)
  }

  func text(_ name: String) -> String {
    (FileManager.default.contents(atPath: folder + "/" + name)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  func write(_ name: String, _ text: String) {
    try! text.write(toFile: folder + "/" + name, atomically: true, encoding: .utf8)
  }

  /// Returns the messages at `level` or above.
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

/// Waits until the condition is true, for a minute at most, as the machine may be busy.
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

/// Returns the number of this process's descriptors whose target contains one of these words.
func descriptors(_ kinds: String...) -> Int {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
  return names.count { name in
    let target = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + name)) ?? ""
    return kinds.contains { target.contains($0) }
  }
}

/// Kills this process's children that run a program with that name.
func endChildren(running program: String) {
  let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
  for process in names.compactMap({ Int32($0) }) {
    guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      stat.contains(" (\(program)) "),
      Int32(stat[stat.lastIndex(of: ")")!...].split(separator: " ")[2]) == getpid()
    else { continue }
    kill(process, SIGKILL)
  }
}

/// Returns the states, as shown by `ps`, of this process's children that run a program with that name. Other tests have children too.
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
