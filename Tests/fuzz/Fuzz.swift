import Glibc

// libFuzzer's entry points. The environment variable FUZZ selects the subject. A fuzzer fails if it traps.

private let chosen: Subject = {
  guard let subject = getenv("FUZZ").flatMap({ Subject(rawValue: String(cString: $0)) }) else {
    fatalError("FUZZ is one of \(Subject.allCases.map(\.rawValue).joined(separator: ", "))")
  }
  return subject
}()

/// The package manager provides the entry point itself, so this calls libFuzzer's driver instead of linking its `main`. With `--seeds FOLDER`
/// it writes the subject's seeds.
@main
private enum Fuzz {
  static func main() {
    if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--seeds" {
      return chosen.writeSeeds(to: CommandLine.arguments[2])
    }
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(runDriver(&count, &arguments, testOneInput))
  }
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

private func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  chosen.take(Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}

extension Subject {
  fileprivate func writeSeeds(to folder: String) {
    for (number, seed) in seeds.enumerated() {
      let file = open("\(folder)/seed-\(number)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
      guard file >= 0, write(file, seed, seed.count) == seed.count else { fatalError("write \(folder)/seed-\(number)") }
      close(file)
    }
  }
}
