import Gestures

/// Writes those records that are asked for, in the format asked for.
final class ReplayLines: ReplayAudience {
  private let options: ReplayOptions
  private let origin: Timestamp
  private let emit: ([UInt8]) -> Void
  private var json: RecordJSON
  /// When a change of each gesture was last written.
  private var lastChange: [Int: Timestamp] = [:]

  init(screen: String, options: ReplayOptions, origin: Timestamp, write: @escaping ([UInt8]) -> Void) {
    self.options = options
    self.origin = origin
    emit = write
    json = RecordJSON(screen: screen)
  }

  func follow(_ record: SessionRecord) {
    switch record {
    case .action where !options.showsActions: return
    case .attempt where !options.session.reportsAttempts: return
    case .gesture(let event, _) where !options.session.reportsAllStates && !isTold(event.state): return
    case .gesture(let event, _) where event.state == .changed && isTooSoon(event): return
    default: break
    }
    switch options.format {
    case .json: emit(json.line(record, since: origin))
    case .text: emit(Array((RecordText.line(record, since: origin) + "\n").utf8))
    }
  }

  func didLoseEvents(at time: Timestamp) {
    switch options.format {
    case .json: emit(json.line(.dropped, since: origin, at: time))
    case .text: emit(Array((RecordText.line(.dropped, since: origin, at: time) + "\n").utf8))
    }
  }

  func didEnter(mode name: String, at time: Timestamp) {
    switch options.format {
    case .json: emit(json.line(mode: name, since: origin, at: time))
    case .text: emit(Array((RecordText.line(mode: name, since: origin, at: time) + "\n").utf8))
    }
  }

  /// Without all states: others may be told more.
  private func isTold(_ state: GestureRecognizer.State) -> Bool { state != .possible && state != .failed }

  private func isTooSoon(_ event: GestureEvent) -> Bool {
    guard let rate = options.changesPerSecond else { return false }
    let last = lastChange[event.recognizer.tag]
    if let last, event.time - last < Int64(1_000_000 / rate) { return true }
    lastChange[event.recognizer.tag] = event.time
    return false
  }
}
