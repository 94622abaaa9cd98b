import Gestures
import TouchInput

/// Who is told what happens in a replay, in order.
package protocol ReplayAudience: AnyObject {
  /// What the engine is about to get: what the panel reported, less what the filter dropped.
  func take(_ frame: TouchFrame)
  func take(_ record: SessionRecord)
  func take(mode name: String, at time: Timestamp)
  /// The kernel had lost events there.
  func takeDrop(at time: Timestamp)
  /// It is over; this is what the filter left out.
  func takeEnd(_ counts: TouchFilter.Counts)
}

extension ReplayAudience {
  package func take(_ frame: TouchFrame) {}
  package func take(mode name: String, at time: Timestamp) {}
  package func takeDrop(at time: Timestamp) {}
  package func takeEnd(_ counts: TouchFilter.Counts) {}
}

/// Two that are told the same.
final class AudiencePair<First: ReplayAudience, Second: ReplayAudience>: ReplayAudience {
  private let first: First
  let second: Second

  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  func take(_ frame: TouchFrame) {
    first.take(frame)
    second.take(frame)
  }

  func take(_ record: SessionRecord) {
    first.take(record)
    second.take(record)
  }

  func take(mode name: String, at time: Timestamp) {
    first.take(mode: name, at: time)
    second.take(mode: name, at: time)
  }

  func takeDrop(at time: Timestamp) {
    first.takeDrop(at: time)
    second.takeDrop(at: time)
  }

  func takeEnd(_ counts: TouchFilter.Counts) {
    first.takeEnd(counts)
    second.takeEnd(counts)
  }
}
