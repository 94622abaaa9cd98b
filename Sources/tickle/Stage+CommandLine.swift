import Monitor
import Program
import Terminal

extension Stage {
  /// Runs `body` while the live view has the terminal, and says why if it cannot.
  static func run(_ abilities: TerminalAbilities, _ body: (Stage) -> Void) throws {
    let stage = try Stage(abilities)
    try stage.enter()
    body(stage)
    stage.leave()
    if case .lost(let error) = stage.end {
      throw Diagnostics.failure("tickle: write to the terminal: \(error)", .ioError)
    }
  }
}

extension TerminalAbilities {
  /// The abilities of the terminal on standard output; `nil` if it cannot move its cursor, or is none.
  static var ofStandardOutput: TerminalAbilities? {
    Descriptor.isTerminal(Descriptor.standardOutput) ? TerminalAbilities { environmentVariable($0) } : nil
  }
}

extension Terminal.Failure: EndingError {
  var exitStatus: ExitStatus {
    switch self {
    case .noTerminal: .usage
    case .system(_, let error): error.isPermission ? .noPermission : .ioError
    }
  }
}
