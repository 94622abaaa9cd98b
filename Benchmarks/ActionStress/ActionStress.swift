import Actions
import CLinux
import Effects
import Glibc
import Program
import Synchronization

/// Runs a command for each of many gestures, some of which hang, and reports leaks.
///
///     ActionStress GESTURES HANGING
///     ActionStress --latency CLOCK [STARTER]
///
/// Gestures come as fast as their commands end. Fails if a child, a descriptor or more than 1 MiB of memory is left.
///
/// With --latency, says how long it takes from a gesture to the first instruction of its command: CLOCK is a program that prints
/// CLOCK_MONOTONIC in microseconds, and STARTER the socket of a process that starts the commands (`tickled --start-commands`).
@main
enum ActionStress {
  private static let warmUp = 500
  /// The number of commands that may run and wait at the same time.
  private static let batch = 64

  static func main() {
    if CommandLine.arguments.dropFirst().first == "--latency" {
      return measure(Array(CommandLine.arguments.dropFirst(2)))
    }
    let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    guard numbers.count == 2, numbers[1] <= numbers[0] else {
      print("usage: ActionStress GESTURES HANGING")
      exit(64)
    }
    let log = Log(level: .error) { _, message in print(message) }
    let runner = ActionRunner(log: log, soundDevice: "default")
    run(runner, gestures: warmUp, hanging: warmUp / 20)
    let before = State()
    let start = linux_monotonic_microseconds()
    run(runner, gestures: numbers[0], hanging: numbers[1])
    let seconds = Double(linux_monotonic_microseconds() - start) / 1e6
    let after = State()
    let children = waitpid(-1, nil, WNOHANG) < 0 && errno == ECHILD ? 0 : 1
    print(
      "\(numbers[0]) commands, \(numbers[1]) of them hanging, in \(Int(seconds * 10) / 10).\(Int(seconds * 10) % 10) s:",
      children == 0 ? "no child left," : "children left,",
      "descriptors \(before.descriptors) → \(after.descriptors),",
      "private memory \(before.kilobytes) → \(after.kilobytes) kB")
    let isClean =
      children == 0 && after.descriptors <= before.descriptors && after.kilobytes - before.kilobytes <= 1024
    exit(isClean ? 0 : 1)
  }

  private static func run(_ runner: ActionRunner, gestures: Int, hanging: Int) {
    var patient = CommandOptions()
    patient.timeout = .milliseconds(100)
    for index in 0..<gestures {
      let hangs = hanging > 0 && index % (gestures / hanging) == 0
      let context = ActionContext(
        gesture: "tap", view: "snake", environment: ["TICKLED_GESTURE=tap", "TICKLED_TIME=\(index)"])
      runner.run(hangs ? .exec(["sleep", "1000"], patient) : .exec(["true"], CommandOptions()), for: context)
      if index % batch == batch - 1 { wait(runner) }
    }
    wait(runner)
  }

  /// - Parameter words: the program that prints the time, and the starter's socket if there is one.
  private static func measure(_ words: [String]) {
    var surroundings = ActionSurroundings()
    surroundings.commandStarter = words.count > 1 ? words[1] : nil
    let printed = Mutex<Int64>(0)
    let log = Log(level: .info) { _, message in
      printed.withLock { $0 = Int64(message.split(separator: " ").last ?? "") ?? 0 }
    }
    let runner = ActionRunner(log: log, soundDevice: "default", surroundings: surroundings)
    let times = (0..<210).map { _ in
      usleep(20_000)  // Gestures are rare: threads sleep in between.
      let start = linux_monotonic_microseconds()
      runner.run(.exec([words[0]], CommandOptions()), for: ActionContext(gesture: "tap", view: "snake"))
      wait(runner)
      return printed.withLock { $0 } - start
    }.dropFirst(10).sorted()
    print("from a gesture to its command: median \(times[100]) µs, 90 % within \(times[180]) µs")
  }

  private static func wait(_ runner: ActionRunner) {
    guard runner.waitUntilIdle(timeout: .seconds(60)) else {
      print("commands do not end")
      exit(1)
    }
  }

  /// The resources that the process holds.
  private struct State {
    var descriptors = 0
    /// RssAnon of /proc/self/status.
    var kilobytes = 0

    init() {
      // Lets the last command's queue free what it holds.
      usleep(100_000)
      for descriptor in 0..<Int32(1024) where fcntl(descriptor, F_GETFD) >= 0 { descriptors += 1 }
      guard let file = fopen("/proc/self/status", "r") else { return }
      defer { fclose(file) }
      var line = [CChar](repeating: 0, count: 256)
      while fgets(&line, Int32(line.count), file) != nil {
        let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
          .split(whereSeparator: \.isWhitespace)
        if words.first == "RssAnon:" { kilobytes = Int(words[1]) ?? 0 }
      }
    }
  }
}
