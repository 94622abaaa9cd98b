import CLinux
import Configuration
import Program
import Screen
import TouchInput
import Trials

/// Records attempts on a panel, and says after each movement what was recognized.
struct LiveAttempts {
  /// How long the panel rests before a movement is over and judged, in microseconds: long enough for gestures that wait for a second tap.
  private static let rest: Int64 = 700_000

  private let panel: RawDevice
  private let interruption: Interruption
  private let configuration: Configuration
  private let gesture: String

  init(_ panel: RawDevice, _ interruption: Interruption, _ configuration: Configuration, gesture: String) {
    self.panel = panel
    self.interruption = interruption
    self.configuration = configuration
    self.gesture = gesture
  }

  /// Records until a signal arrives, the movements were made, or the time is over.
  ///
  /// - Parameters:
  ///   - meaning: what each movement means.
  ///   - movements: the number of movements; `nil`: no limit.
  ///   - seconds: the time; `nil`: no limit.
  ///   - output: the file to keep the recording in.
  /// - Returns: the recording; `nil` if nothing was done.
  func record(
    _ meaning: Labels.Meaning, movements: Int?, seconds: Int?, to output: RecordingOutput?
  ) throws -> LabelledRecording? {
    // What the panel reported before is not an attempt.
    _ = try read()
    var live = LiveRecording(panel)
    try output?.write(live.bytes)
    let end = seconds.map { Self.now + Int64($0) * 1_000_000 }
    var judged = 0
    while true {
      let isOpen = live.isTouched || live.movements > judged
      let wait = isOpen && !live.isTouched ? Self.rest : (end.map { max(0, $0 - Self.now) } ?? -1)
      switch interruption.wait(microseconds: wait) {
      case .interrupted: return try live.labelled(meaning)
      case .readable:
        guard let events = try read() else { return try live.labelled(meaning) }
        try output?.write(live.add(events))
      case .elapsed:
        if live.movements > judged && !live.isTouched {
          judged = live.movements
          try judge(live, meaning, judged, of: movements)
          if let movements, judged >= movements { return try live.labelled(meaning) }
        }
        if let end, Self.now >= end, !live.isTouched { return try live.labelled(meaning) }
      }
    }
  }

  private static var now: Int64 { linux_monotonic_microseconds() }

  /// - Returns: the events, of which there may be none; `nil` if the panel is gone.
  private func read() throws -> Recording.Events? {
    do {
      return try panel.read()
    } catch { throw Diagnostics.failure("tickle: \(error)", error.exitStatus) }
  }

  /// Says what was recognized in the latest movement.
  private func judge(_ live: LiveRecording, _ meaning: Labels.Meaning, _ number: Int, of count: Int?) throws {
    guard let labelled = try live.labelled(meaning) else { return }
    guard let movement = Scoring(configuration).play(labelled, warn: { _ in }).movements.last else { return }
    let head = count.map { "\(number) of \($0)" } ?? "\(number)"
    let others = movement.recognized.filter { $0 != gesture }
    let besides = others.isEmpty ? "" : " (\(others.joined(separator: ", ")) was recognized)"
    switch (movement.recognized.contains(gesture), meaning.gestures.isEmpty) {
    case (true, false): Diagnostics.say("\(head): recognized")
    case (true, true): Diagnostics.say("\(head): recognized, although it was not meant")
    case (false, true): break
    case (false, false):
      let reason = movement.failures[gesture].map { ": \($0.text)" } ?? ""
      Diagnostics.say("\(head): missed\(reason)\(besides)")
    }
  }
}

/// What a panel has sent until now.
private struct LiveRecording {
  private(set) var bytes: [UInt8]
  private var writer = RecordingWriter(.evemu)
  private var counter: FingerCounter

  init(_ panel: RawDevice) {
    let origin = RecordingOrigin(program: "tickle \(Version.current)", kernel: "unknown")
    bytes = writer.head(panel.description, node: panel.node, origin: origin, isAnonymous: false)
    bytes += writer.lines(before: panel.state())
    counter = FingerCounter(panel.description)
  }

  var isTouched: Bool { counter.fingers > 0 }
  /// The number of times that fingers came down on an empty screen.
  var movements: Int { counter.movements }

  /// Adds events, and returns the lines for them.
  mutating func add(_ events: Recording.Events) -> [UInt8] {
    let lines = writer.lines(events)
    bytes += lines
    counter.count(events)
    return lines
  }

  func labelled(_ meaning: Labels.Meaning) throws -> LabelledRecording? {
    if movements == 0 { return nil }
    do {
      return LabelledRecording(try Recording(bytes: bytes, file: "the panel"), Labels(all: meaning))
    } catch { throw Diagnostics.failure("\(error)", error.exitStatus) }
  }
}
