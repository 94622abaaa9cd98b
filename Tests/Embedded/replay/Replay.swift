import Configuration
import Gestures
import Program
import Screen
import Text
import TouchInput

/// Says of a configuration and recordings what `tickle replay --format json --states all --touches --applications` says:
/// CONFIGURATION RECORDING…
@main
struct ReplayProgram {
  static func main() {
    let words = (1..<Int(CommandLine.argc)).map { String(cString: CommandLine.unsafeArgv[$0]!) }
    do throws(ConfigurationError) {
      let file = try ConfigurationFile(path: words[0])
      for warning in file.warnings { say("\(warning)") }
      play(file.configuration, Array(words.dropFirst()))
    } catch {
      for line in error.lines { say(line) }
    }
  }

  private static func play(_ configuration: Configuration, _ paths: [String]) {
    var options = ReplayOptions()
    options.format = .json
    options.showsApplications = true
    options.session.reportsAllStates = true
    options.session.reportsTouches = true
    RecordingFiles(paths, isNamed: configuration.means(deviceOf:)).readAll { result in
      switch result {
      case .success(let input):
        var lines: [UInt8] = []
        let closest = Replay(configuration, options: options, runner: nil).play(
          input, write: { lines += $0 }, warn: { say("tickle: warning: \($0)") },
          besides: { ClosestAttempt($0, origin: $1) })
        _ = writeAll(lines, to: Descriptor.standardOutput)
        if let sentence = closest?.sentence { say("tickle: \(input.file.printable): \(sentence)") }
      case .failure(let error): say("\(error)")
      }
    }
  }

  private static func say(_ line: String) { _ = writeAll(Array("\(line)\n".utf8), to: Descriptor.standardError) }
}
