import Actions
import Program

/// The programs and files of the machine on which actions run.
package struct Machine {
  /// The absolute folders of the search path; relative ones are ignored.
  private let folders: [String]
  /// The folder of the FIFOs for `unit` actions.
  private let units: String
  private let unitFolders: [String]
  /// The server behind ALSA's default device.
  let soundServer: SoundServer?

  /// - Parameter searchPath: folders separated by colons, like `$PATH`.
  package init(
    searchPath: String, units: String = UnitJob.folder,
    unitFolders: [String] = ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"].map { $0 + "/systemd/system" },
    soundServer: SoundServer? = nil
  ) {
    self.soundServer = soundServer
    self.units = units
    self.unitFolders = unitFolders
    folders = searchPath.split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
  }

  /// The machine with the search path of the current process.
  package init() {
    self.init(
      searchPath: environmentVariable("PATH") ?? "/usr/local/bin:/usr/bin:/bin", soundServer: .ofDefaultDevice())
  }

  func hasProgram(_ name: String) -> Bool { folders.contains { Self.isProgram("\($0)/\(name)") } }

  /// The names of all files on the search path.
  var programs: [String] { folders.flatMap(Self.names) }

  /// Whether the administrator has allowed gestures to do this.
  func allows(_ job: UnitJob) -> Bool { Paths.kind(of: "\(units)/\(job.fifo)") == .pipe }

  /// Whether systemd has a unit with this file, as far as files say.
  func hasUnit(_ file: String) -> Bool { unitFolders.contains { Self.exists("\($0)/\(file)") } }

  /// The names of all services, without `.service`.
  var serviceNames: [String] {
    unitFolders.flatMap(Self.names).filter { $0.hasSuffix(".service") }.map { String($0.dropLast(8)) }
  }

  static func isProgram(_ path: String) -> Bool { Paths.kind(of: path) == .file && Paths.isExecutable(path) }
  static func isFolder(_ path: String) -> Bool { Paths.kind(of: path) == .folder }
  static func exists(_ path: String) -> Bool { Paths.kind(of: path) != nil }

  /// The names in a folder, without hidden files; empty if the folder cannot be read.
  static func names(in folder: String) -> [String] {
    Paths.names(in: folder, limit: 20_000)
  }
}
