import CLinux
import Program

/// What the process of a command is started with, here or by the session's starter.
struct Launch {
  /// The longest message, in bytes: a socket takes this much in one piece, whatever the system's defaults are.
  static let longestMessage = 128 << 10
  private static let version: UInt8 = 1

  let arguments: CStrings
  /// What is added to the environment of the process that starts it.
  let environment: CStrings
  let directory: String?

  /// Starts the program as a child of this process.
  /// - Parameters:
  ///   - input: its standard input; -1: none.
  ///   - output: its standard output and error.
  func spawn(
    _ inherited: Environment, _ rights: linux_rights, _ user: User?, input: Int32, output: Int32
  ) throws(ProcessEnd) -> Int32 {
    var added = CStrings(WaylandSocket.unnamed().map { ["WAYLAND_DISPLAY=\($0)"] } ?? [])
    added.append(contentsOf: environment)
    var process: Int32 = 0
    var step = LINUX_SPAWN_PREPARE
    var vector = arguments
    var directories = CStrings(directory.map { [$0] } ?? [])
    let error = vector.withArgumentVector { arguments in
      inherited.withPointers(adding: &added) { environment in
        directories.withArgumentVector { directory in
          let start = { (rights: linux_rights) in
            var spawn = linux_spawn(
              program: arguments[0], arguments: arguments, environment: environment, directory: directory[0],
              input: input, output: output, rights: rights)
            return linux_spawn(&process, &spawn, &step)
          }
          return user?.with(rights, start) ?? start(rights)
        }
      }
    }
    guard error == 0 else { throw ProcessEnd(kind: .notStarted, number: error, detail: Int32(step.rawValue)) }
    return process
  }
}

// MARK: - As a message

extension Launch {
  /// The version, the number of arguments in two bytes; the working directory, the arguments and the variables, with a NUL after each.
  var message: [UInt8] {
    let count = arguments.strings.count
    return [Self.version, UInt8(truncatingIfNeeded: count), UInt8(truncatingIfNeeded: count >> 8)]
      + CStrings([directory ?? ""]).bytes + arguments.bytes + environment.bytes
  }

  /// Reads a message that may be anything; `nil`: it is not one of these.
  init?(message: ArraySlice<UInt8>) {
    let head = Array(message.prefix(3))
    guard head.first == Self.version, message.count > 3, message.last == 0 else { return nil }
    let strings = message.dropFirst(3).dropLast().split(separator: 0, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    let count = Int(head[1]) | Int(head[2]) << 8
    guard count > 0, count < strings.count else { return nil }
    directory = strings[0].isEmpty ? nil : strings[0]
    arguments = CStrings(Array(strings[1...count]))
    environment = CStrings(Array(strings[(count + 1)...]))
  }
}
