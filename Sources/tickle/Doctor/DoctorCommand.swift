// tickle/Doctor: `tickle doctor`.
import ArgumentParser
import Configuration
import Doctor
import Program
import Screen
import TouchInput

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Finds out why touches do nothing, and says what to do.",
    discussion: """
      Asks ten questions, from the daemon to the last attempts, and answers each with a line: ✓ it is well, ✗ it is not, with the \
      command to run or the line to write, – it does not apply or cannot be known. It starts nothing and changes nothing, and \
      works without a daemon and without rights. With a recording it names the panel's faults and the keys that repair them. \
      Exits with 1 if something is not well.

      Examples:
        tickle doctor
        tickle doctor --format json --touch 10
        tickle doctor swipe.evemu
      """)

  @OptionGroup var file: ConfigurationOption
  @Option(name: .shortAndLong, help: "text, or json: one object per line for each question.")
  var format = OutputFormat.text
  @Option(
    help: ArgumentHelp("Waits for a touch, 1 to 60 s; on a terminal, 5 s is the default.", valueName: "seconds"))
  var touch: Int?
  @Flag(help: "Prints what a bug report needs instead, without names of people and places.")
  var report = false
  @Argument(
    help: ArgumentHelp(
      "A recording of a panel. \(ConfigurationOption.argumentNote)", valueName: "recording"), completion: .file())
  var recording: String?

  mutating func validate() throws {
    recording = try file.take(from: [recording].compactMap { $0 }).first
    if let touch, !(1...60).contains(touch) { throw ValidationError("--touch must be from 1 to 60 seconds") }
  }

  func run() throws {
    if report { return try Answer.say(DoctorReport.text(config: file.config, try recording.map(Recording.init))) }
    let findings = try recording.map { PanelFaults(try Recording(file: $0)).findings } ?? examination
    for finding in findings {
      for line in format == .json ? [finding.json] : finding.lines { try Answer.say(line) }
    }
    if findings.contains(where: { $0.isWell == false }) { throw ExitCode(.failed) }
  }

  private var examination: [Finding] {
    let ends = [Descriptor.standardInput, Descriptor.standardOutput]
    let isAttended = format == .text && ends.allSatisfy(Descriptor.isTerminal)
    return Facts.gathered(config: file.config, waitingForTouch: touch ?? (isAttended ? 5 : nil)).findings
  }
}
