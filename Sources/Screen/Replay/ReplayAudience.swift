import Gestures
import TouchInput

/// Who is told what happens in a replay, in order.
package protocol ReplayAudience: AnyObject {
  /// What the engine is about to get: what the panel reported, less what the filter dropped.
  func willHandle(_ frame: TouchFrame)
  func follow(_ record: SessionRecord)
  func didEnter(mode name: String, at time: Timestamp)
  /// The kernel had lost events there.
  func didLoseEvents(at time: Timestamp)
  /// The replay is over; `counts` is what the filter left out, `panel` what the recording shows of its panel.
  func didEnd(leavingOut counts: TouchFilter.Counts, of panel: PanelModel.Summary)
}

extension ReplayAudience {
  package func willHandle(_ frame: TouchFrame) {}
  package func didEnter(mode name: String, at time: Timestamp) {}
  package func didLoseEvents(at time: Timestamp) {}
  package func didEnd(leavingOut counts: TouchFilter.Counts, of panel: PanelModel.Summary) {}
}

/// Two that are told the same.
final class AudiencePair<First: ReplayAudience, Second: ReplayAudience>: ReplayAudience {
  private let first: First
  let second: Second

  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  func willHandle(_ frame: TouchFrame) {
    first.willHandle(frame)
    second.willHandle(frame)
  }

  func follow(_ record: SessionRecord) {
    first.follow(record)
    second.follow(record)
  }

  func didEnter(mode name: String, at time: Timestamp) {
    first.didEnter(mode: name, at: time)
    second.didEnter(mode: name, at: time)
  }

  func didLoseEvents(at time: Timestamp) {
    first.didLoseEvents(at: time)
    second.didLoseEvents(at: time)
  }

  func didEnd(leavingOut counts: TouchFilter.Counts, of panel: PanelModel.Summary) {
    first.didEnd(leavingOut: counts, of: panel)
    second.didEnd(leavingOut: counts, of: panel)
  }
}
