import Actions
import Glibc

/// The programs and files of the machine on which actions run.
package struct Machine {
  /// The absolute folders of the search path; relative ones are ignored.
  private let folders: [String]
  /// The folder of the FIFOs for `unit` actions.
  private let units: String

  /// - Parameter searchPath: folders separated by colons, like `$PATH`.
  package init(searchPath: String, units: String = UnitJob.folder) {
    self.units = units
    folders = searchPath.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
  }

  /// The machine with the search path of the current process.
  package init() { self.init(searchPath: getenv("PATH").map { String(cString: $0) } ?? "/usr/local/bin:/usr/bin:/bin") }

  func hasProgram(_ name: String) -> Bool { folders.contains { Self.isProgram("\($0)/\(name)") } }

  /// The names of all files on the search path.
  var programs: [String] { folders.flatMap(Self.names) }

  /// Whether the administrator has allowed gestures to do this.
  func allows(_ job: UnitJob) -> Bool { Self.kind(of: "\(units)/\(job.fifo)") == S_IFIFO }

  static func isProgram(_ path: String) -> Bool { kind(of: path) == S_IFREG && access(path, X_OK) == 0 }
  static func isFolder(_ path: String) -> Bool { kind(of: path) == S_IFDIR }
  static func exists(_ path: String) -> Bool { kind(of: path) != nil }

  /// The names in a folder, without hidden files; empty if the folder cannot be read.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream), names.count < 20_000 {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names
  }

  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}
