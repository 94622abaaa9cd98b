import Actions
import ArgumentParser
import Configuration
import Glibc
import Program
import Screen
import TouchInput

struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Plays the demo recording through the demo configuration, runs its actions and prints what happens."
  )

  func run() throws {
    guard let folder = ShippedFiles.demo.find() else {
      Diagnostics.say("tickle: \(ShippedFiles.demo.missing)")
      throw ExitCode(.noInput)
    }
    let configuration: Configuration
    let recording: Recording
    do {
      configuration = try Configuration.load(path: "\(folder)/tickled.toml").configuration
      recording = try Recording(file: "\(folder)/demo.evemu")
    } catch let error as ConfigurationError {
      Diagnostics.say("\(error)")
      throw ExitCode(error.exitStatus)
    } catch let error as RecordingError {
      Diagnostics.say("\(error)")
      throw ExitCode(error.exitStatus)
    }
    let runner = Player.runner(for: configuration)
    introduce(folder, runner)
    var options = ReplayOptions()
    options.isRealTime = true
    options.changesPerSecond = 3
    try Player.play(.panel(recording), configuration, options, runner)
    runner.finish()
  }

  private func introduce(_ folder: String, _ runner: ActionRunner) {
    let sound =
      switch runner.soundAvailability() {
      case .available: "Taps go chomp, tickles go hehe."
      case .unavailable(let why): "No sound device (\(why)): taps would go chomp, tickles hehe."
      }
    let text = """
      Playing \(folder)/demo.evemu through \(folder)/tickled.toml.
      \(sound)
      Only some of the lines of gestures that change continuously are shown.

          time    view      gesture     state

      """
    _ = writeAll(Array(text.utf8), to: STDOUT_FILENO)
  }
}
