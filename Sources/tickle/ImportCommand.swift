import ArgumentParser
import Configuration
import Import
import Program
import Text
import Trials

struct ImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Translates the configuration of another gesture program.",
    discussion: """
      Prints a configuration for tickled, with a comment for each gesture that differs or cannot be carried, and a summary on \
      standard error. Commands are copied and never run. Exits with 65 if the file cannot be read as that program's.

      For lisgd, the file is a script with its command line, or its config.h; instead of a file, the options can follow --, as in \
      tickle import lisgd -- -g "1,LR,L,*,R,playerctl next".

      Examples:
        tickle import touchegg ~/.config/touchegg/touchegg.conf
        tickle import lisgd gestures.sh --output kiosk.toml
      """)

  @Argument(
    help: ArgumentHelp(
      "lisgd, touchegg, libinput-gestures, fusuma, inputactions or hyprgrass.", valueName: "program"))
  var program: ImportFormat
  @Argument(help: ArgumentHelp("The program's configuration; - is standard input.", valueName: "file"))
  var file: [String] = []
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write; - is standard output. A file that exists is not overwritten.", valueName: "file"))
  var output = "-"

  func validate() throws {
    if file.isEmpty { throw ValidationError("Missing expected argument '<file>'") }
    if file.count > 1, program != .lisgd || file.first?.hasPrefix("-") != true {
      throw ValidationError("Name one file, or - for standard input.")
    }
  }

  func run() throws {
    let name = isCommandLine ? "command line" : file[0] == "-" ? "standard input" : file[0].printable
    let imported: Import
    do {
      imported =
        isCommandLine ? try Import(lisgdArguments: file) : try Import(program, bytes: ImportedFile.bytes(of: file[0]))
    } catch let error as ImportError {
      throw Diagnostics.failure("\(name)\(error.line.map { ":\($0)" } ?? ""): \(error.reason.printable)", .dataError)
    }
    try NewFile(path: output).write(imported.toml)
    let place = output == "-" ? "standard output" : output
    let text = ConfigurationText(bytes: Array(imported.toml.utf8), path: place)
    let (configuration, remarks) = Configuration.inspect(text, on: Machine())
    // The place of the file says which service will run the commands, and so what they lack.
    for note in remarks where note.severity == .note { Diagnostics.say("tickle: \(note.summary)") }
    if let configuration {
      if !configuration.gestures.isEmpty && !configuration.screens.contains(where: \.intercept) {
        Diagnostics.say(
          "tickle: applications see the touches of these gestures, too, unless a [[screen]] has intercept = true")
      }
      for remark in Reach.remarks(besideConfiguration: output)(configuration, []) { Diagnostics.warn(remark.sentence) }
    }
    Diagnostics.say("tickle: \(imported.summary)")
  }

  /// Whether the words are options of lisgd, not a file.
  private var isCommandLine: Bool { program == .lisgd && file[0].hasPrefix("-") && file[0] != "-" }
}

extension ImportFormat: ExpressibleByArgument {}

/// Reads the file to import.
private enum ImportedFile {
  static func bytes(of path: String) throws -> [UInt8] {
    // One byte beyond the limit is enough to see that a file is too large.
    let limit = Import.sizeLimit + 1
    do throws(Errno) {
      return path == "-"
        ? try Descriptor.readToEnd(Descriptor.standardInput, limit: limit)
        : try OpenFile(path, .reading).readToEnd(limit: limit)
    } catch {
      throw Diagnostics.failure(
        "tickle: \(path.printable): \(error)",
        error.isMissing ? .noInput : error.isPermission ? .noPermission : .ioError)
    }
  }
}
