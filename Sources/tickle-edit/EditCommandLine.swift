import Configuration
import Editor
import Program
import TouchInput

/// Serves the editor of one configuration to one browser on this machine.
@main
enum EditCommandLine {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    switch words.first {
    case "--version": answer("tickle-edit \(Version.current)\n")
    case "--help", "-h": answer("\(EditOptions.usage)\n\n`tickle edit --help` says more.\n")
    default: run(words).exit()
    }
  }

  private static func answer(_ text: String) -> Never {
    (writeAll(Array(text.utf8), to: Descriptor.standardOutput) ? ExitStatus.done : .ioError).exit()
  }

  static func say(_ text: String) { _ = writeAll(Array("\(text)\n".utf8), to: Descriptor.standardError) }

  /// Says why the program ends, and returns its exit status.
  private static func failure(_ text: String, _ status: ExitStatus) -> ExitStatus {
    say("tickle edit: \(text)")
    return status
  }

  private static func run(_ words: [String]) -> ExitStatus {
    let options: EditOptions
    do throws(EditOptions.Mistake) {
      options = try EditOptions(words)
    } catch { return failure("\(error.sentence)\n\(EditOptions.usage)", .usage) }
    let path = Configuration.path(option: options.file)
    let files: EditedFiles
    do throws(ConfigurationError) {
      files = try EditedFiles(path: path)
    } catch { return failure("\(error)", error.exitStatus) }
    var material = Editor.Material()
    material.size = options.size
    var status: ExitStatus?
    RecordingFiles(options.recordings).readAll { result in
      switch result {
      case .success(let input): material.recordings.append((input.file, input))
      case .failure(let error):
        say("\(error)")
        status = status ?? error.exitStatus
      }
    }
    if let status { return status }
    let cases = CaseFile.path(forConfiguration: path)
    if Paths.exists(cases) { material.cases = cases }
    // Before any other thread is started, as they inherit the blocked signals.
    guard let loop = EventLoop(signals: [.interrupt, .terminate, .hangUp]) else {
      return failure("epoll: \(Errno.latest)", .ioError)
    }
    Signal.ignoreBrokenPipes()
    let editor = Editor(EditedDocument(files.text), material)
    let server: EditServer
    do throws(EditServer.Failure) {
      server = try EditServer(editor, files, loop, port: options.port)
    } catch { return failure(error.description, .unavailable) }
    return server.run()
  }
}
