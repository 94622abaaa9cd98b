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

  private static func run(_ words: [String]) -> ExitStatus {
    let options: EditOptions
    do throws(EditOptions.Mistake) {
      options = try EditOptions(words)
    } catch {
      say("tickle edit: \(error.sentence)\n\(EditOptions.usage)")
      return .usage
    }
    let path = Configuration.path(option: options.file)
    let files: EditedFiles
    do throws(ConfigurationError) {
      files = try EditedFiles(path: path)
    } catch {
      say("tickle edit: \(error)")
      return error.exitStatus
    }
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
      say("tickle edit: epoll: \(Errno.latest)")
      return .ioError
    }
    Signal.ignoreBrokenPipes()
    let editor = Editor(EditedDocument(files.text), material)
    let server: EditServer
    do throws(EditServer.Failure) {
      server = try EditServer(editor, files, loop, port: options.port)
    } catch {
      say("tickle edit: \(error.description)")
      return .unavailable
    }
    return server.run()
  }
}
