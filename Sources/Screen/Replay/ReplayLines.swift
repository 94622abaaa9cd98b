import Gestures

/// Writes the records that the options select, in the format that they name.
final class ReplayLines: ReplayAudience {
  private let options: ReplayOptions
  private let origin: Timestamp
  private let emit: ([UInt8]) -> Void
  private var json: RecordJSON
  /// The time of the last written change of each gesture, by the recognizer's tag.
  private var lastChange: [Int: Timestamp] = [:]

  init(screen: String, options: ReplayOptions, origin: Timestamp, write: @escaping ([UInt8]) -> Void) {
    self.options = options
    self.origin = origin
    emit = write
    json = RecordJSON(screen: screen)
  }

  func follow(_ record: SessionRecord) {
    switch record {
    case .action where !options.showsActions, .stateAction where !options.showsActions: return
    case .attempt where !options.session.reportsAttempts: return
    case .gesture(let event, _) where !options.session.reportsAllStates && !isTold(event.state): return
    case .gesture(let event, _) where event.state == .changed && isTooSoon(event): return
    default: break
    }
    write(json.line(record, since: origin), RecordText.line(record, since: origin))
  }

  func follow(_ announcement: Announcement, at time: Timestamp) {
    write(
      RecordJSON.line(announcement, since: origin, at: time), RecordText.line(announcement, since: origin, at: time))
  }

  func followApplications(_ frame: TouchFrame) {
    let time = frame.time
    for contact in frame.contacts {
      write(json.line(contact, since: origin, at: time), RecordText.line(contact, since: origin, at: time))
    }
  }

  private func write(_ line: @autoclosure () -> [UInt8], _ text: @autoclosure () -> String) {
    switch options.format {
    case .json: emit(line())
    case .text: emit(Array((text() + "\n").utf8))
    }
  }

  /// Whether the state is written when not all states are asked for. The session may report more states for another audience.
  private func isTold(_ state: GestureRecognizer.State) -> Bool { state != .possible && state != .failed }

  private func isTooSoon(_ event: GestureEvent) -> Bool {
    guard let rate = options.changesPerSecond else { return false }
    let last = lastChange[event.recognizer.tag]
    if let last, event.time - last < Int64(1_000_000 / rate) { return true }
    lastChange[event.recognizer.tag] = event.time
    return false
  }
}
