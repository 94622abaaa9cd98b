import Configuration
import Effects
import Program
import Report
import Screen
import TouchInput

/// Plays recordings as `Player` does, and finally writes a page that reports on all of them.
struct ReplayReporter {
  private let place: FilePlace
  /// The permissions that the recordings have in common.
  private var permissions: UInt32 = 0o777
  private var page: ReportPage

  init(path: String, _ configuration: Configuration, isAnonymous: Bool) throws {
    place = try FilePlace(path)
    // The rules are optional: the page cites their numbers, which can be looked up elsewhere.
    let book = try? RuleBook.shipped()
    let rules = (book?.rules ?? []).map {
      ReportPage.Rule(number: $0.number, title: $0.title, paragraphs: $0.paragraphs)
    }
    page = ReportPage(configuration: configuration.path, sections: [], rules: rules, isAnonymous: isAnonymous)
  }

  mutating func play(
    _ input: RecordedInput, _ configuration: Configuration, _ options: ReplayOptions, _ runner: ActionRunner?
  ) throws {
    var output = BufferedOutput(isImmediate: options.isRealTime)
    var warnings: [String] = []
    let pair = Replay(configuration, options: options, runner: runner).play(
      input, write: { output.write($0) },
      warn: {
        warnings.append($0)
        Diagnostics.warn($0)
      }, besides: { AudiencePair(ReportCollector($0, origin: $1), ClosestAttempt($0, origin: $1)) })
    output.flush()
    if output.hasFailed { throw Answer.failure() }
    Player.say(pair?.second, of: input.file)
    let report = pair?.first.finished()
    let device: DeviceFacts
    switch input {
    case .panel(let recording):
      let screen = configuration.screen(forRecordingOf: recording.description).screen
      device = DeviceFacts(
        recording.description, screen.geometry(of: recording.description), filtered: report?.filtered,
        measured: report?.measured)
    case .other(let recording): device = DeviceFacts(recording)
    }
    permissions &= InputFile(input.file).permissions
    page.sections.append(ReportedRecording(recording: input.file, report: report, device: device, warnings: warnings))
  }

  mutating func note(_ error: RecordingError) { page.failures.append((file: error.file, text: "\(error)")) }

  /// Writes the page, unless no recording could be read.
  func write() throws {
    guard !page.sections.isEmpty else { return }
    try FileChange.save(page.bytes, to: place, limit: permissions)
  }
}
