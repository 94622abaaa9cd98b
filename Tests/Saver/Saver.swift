// Tests/Saver: a program that saves files as one change, and a library that makes its calls of the system fail.
import Program

/// Saver FILE OLD NEW…: saves files. OLD is what was read, `-` for no file and `*` for anything.
///
/// Prints each file on a line. If it fails, it prints a file that is saved nevertheless on a line, and the reason on standard error.
@main struct Saver {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    var change = FileChange()
    do throws(SaveFailure) {
      for start in stride(from: 0, to: words.count - 2, by: 3) {
        let old = words[start + 1]
        let origin: FileChange.Origin = old == "-" ? .nothing : old == "*" ? .anything : .text(Array(old.utf8))
        change.add(try FilePlace(words[start]), Array(words[start + 2].utf8), from: origin)
      }
      for line in try change.save() { print(line) }
    } catch {
      for path in error.saved { print(path) }
      _ = writeAll(Array("\(error)\n".utf8), to: Descriptor.standardError)
      ExitStatus.ioError.exit()
    }
  }
}
