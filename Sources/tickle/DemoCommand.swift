import ArgumentParser
import Configuration
import Effects
import Monitor
import Program
import Screen
import Terminal
import TouchInput

struct DemoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Plays the demo recording through the demo configuration, with its sounds, and shows what happens.",
    discussion: """
      On a terminal it is the live view of `tickle monitor`, with its keys; it quits some seconds after the end. Elsewhere, and \
      with --text, each change of a gesture is a line.

      Examples:
        tickle demo
        tickle demo --text
      """)

  @Flag(help: "Prints lines, also on a terminal.")
  var text = false

  func run() throws {
    guard let folder = ShippedFiles.demo.find() else {
      throw Diagnostics.failure("tickle: \(ShippedFiles.demo.missing)", .noInput)
    }
    let configuration = try Configuration.load(path: "\(folder)/tickled.toml").configuration
    let recording = try Recording(file: "\(folder)/demo.evemu")
    let runner = Player.runner(for: configuration)
    let (hasSound, sound): (Bool, String) =
      switch runner.soundAvailability() {
      case .available: (true, "Taps go chomp, tickles go hehe.")
      case .unavailable(let why): (false, "No sound device (\(why)): taps would go chomp, tickles hehe.")
      }
    if !text, let abilities = TerminalAbilities.ofStandardOutput {
      let files = MonitorFiles([], configuration: { () throws(MonitorFiles.Failure) in configuration })
      try Stage.run(abilities) { stage in
        // Without sound, the runner would only report that, in the middle of the picture.
        _ = RecordingMonitor(
          stage, recording, configuration, files, atEnd: .quits, runner: hasSound ? runner : nil,
          notes: abilities.wants + [sound]
        ).run()
      }
      try Answer.say("This was a recording; `tickle monitor` shows your own touchscreen in the same way.")
    } else {
      introduce(folder, sound)
      var options = ReplayOptions()
      options.isRealTime = true
      options.changesPerSecond = 3
      try Player.play(.panel(recording), configuration, options, runner)
    }
    runner.finish()
  }

  private func introduce(_ folder: String, _ sound: String) {
    let text = """
      Playing \(folder)/demo.evemu through \(folder)/tickled.toml.
      \(sound)
      Only some of the lines of gestures that change continuously are shown.

          time    view      gesture     state

      """
    _ = writeAll(Array(text.utf8), to: Descriptor.standardOutput)
  }
}
