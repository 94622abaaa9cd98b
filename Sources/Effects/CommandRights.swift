import Actions
import CLinux
import Program

/// What commands may do less than this process. Used only on one queue.
///
/// Commands are the first to be ended when memory runs out. Where this process may raise its limit of processes, they keep the lower one.
/// And they cannot open the files in `hidden`, unless their action allows it (`CommandOptions.mayOpenInputDevices`).
final class CommandRights {
  /// How much sooner than an ordinary process a command is ended when memory runs out (oom_score_adj): a tenth of the memory counts as if
  /// the command used it, too.
  static let oomScore: Int32 = 100

  private let mostProcesses: UInt64
  private let barrier: FileBarrier?

  init(_ surroundings: ActionSurroundings, log: Log) {
    mostProcesses = surroundings.mostCommandProcesses
    let hidden = surroundings.hiddenFromCommands
    barrier = hidden.isEmpty ? nil : FileBarrier(hidden: hidden, log: log)
  }

  /// The rights of a command, without a user.
  func rights(for options: CommandOptions) -> linux_rights {
    var rights = linux_rights()
    rights.most_processes = mostProcesses
    rights.oom_score_above = Self.oomScore
    rights.ruleset = options.mayOpenInputDevices ? -1 : barrier?.ruleset() ?? -1
    return rights
  }
}

/// A Landlock ruleset with which a program can open all files but some.
///
/// Landlock knows only what is allowed. So the ruleset names everything beside the hidden files and beside the folders above them; it is
/// made again when one of these folders has changed, as when a device is plugged in.
private final class FileBarrier {
  private struct Folder {
    let path: String
    /// `nil` if it can't be found.
    let changed: Int64?
  }

  private let hidden: [String]
  private let log: Log
  private var descriptor: Int32 = -1
  private var folders: [Folder] = []
  private var isUnavailable = false

  init(hidden: [String], log: Log) {
    self.hidden = hidden
    self.log = log
  }

  deinit {
    if descriptor >= 0 { Descriptor.close(descriptor) }
  }

  /// A descriptor that this object keeps; -1 if the kernel has no Landlock.
  func ruleset() -> Int32 {
    if isUnavailable { return -1 }
    if descriptor >= 0, folders.allSatisfy({ Self.changed($0.path) == $0.changed }) { return descriptor }
    if descriptor >= 0 { Descriptor.close(descriptor) }
    folders = []
    descriptor = linux_ruleset_create()
    guard descriptor >= 0 else {
      isUnavailable = true
      log.info("commands can open input devices, as this kernel has no Landlock (\(Errno.latest))")
      return -1
    }
    allowFiles(in: "/")
    return descriptor
  }

  private func allowFiles(in folder: String) {
    folders.append(Folder(path: folder, changed: Self.changed(folder)))
    for name in (try? Paths.names(in: folder, where: { $0 != "." && $0 != ".." })) ?? [] {
      let path = folder == "/" ? "/" + name : "\(folder)/\(name)"
      if hidden.contains(where: { path.matches(pattern: $0, isPath: true) }) { continue }
      if hidden.contains(where: { $0.hasPrefix(path + "/") }) {
        allowFiles(in: path)
      } else {
        linux_ruleset_allow(descriptor, path)
      }
    }
  }

  private static func changed(_ folder: String) -> Int64? { (try? FileStatus(of: folder))?.changed }
}
