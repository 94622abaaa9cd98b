import Program

/// A program of another package that does the work of one of this tool's commands.
struct NeighbourProgram {
  private let name: String
  private let package: String

  init(_ name: String, package: String) { (self.name, self.package) = (name, package) }

  /// Becomes the program: the one that was installed with this tool, or else the first one on the path.
  ///
  /// - Returns: the exit status if that fails, after saying why.
  func execute(_ words: [String]) -> ExitStatus {
    if let beside { _ = Processes.become(beside, words) }
    let error = Processes.become(name, words)
    let remedy = error == .noSuchFile ? " (install the package \(package))" : ""
    Diagnostics.say("tickle: \(name): \(error)\(remedy)")
    return error == .permissionDenied ? .noPermission : .unavailable
  }

  private var beside: String? {
    guard let own = Paths.resolved("/proc/self/exe"), let slash = own.lastIndex(of: "/") else { return nil }
    return "\(own[...slash])\(name)"
  }
}
