import Glibc
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
    let arguments = words.map { strdup($0) } + [nil]
    if let beside { execv(beside, arguments) }
    execvp(name, arguments)
    let code = errno
    let remedy = code == ENOENT ? " (install the package \(package))" : ""
    Diagnostics.say("tickle: \(name): \(systemError(code))\(remedy)")
    return code == EACCES ? .noPermission : .unavailable
  }

  private var beside: String? {
    guard let path = realpath("/proc/self/exe", nil) else { return nil }
    defer { free(path) }
    let own = String(cString: path)
    guard let slash = own.lastIndex(of: "/") else { return nil }
    return "\(own[...slash])\(name)"
  }
}
