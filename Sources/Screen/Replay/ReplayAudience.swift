import Gestures
import TouchInput

/// An observer of a replay; its methods are called in the order of events.
package protocol ReplayAudience: AnyObject {
  /// Called before the engine handles a frame: what the panel reported, without the touches that the filter dropped.
  func willHandle(_ frame: TouchFrame)
  /// Called before the engine handles presses or a measurement.
  func willHandle(_ moment: OtherRecording.Moment)
  func follow(_ record: SessionRecord)
  /// Called when a mode or an idle step begins or ends, and at a time at which the kernel had lost events.
  func follow(_ announcement: Announcement, at time: Timestamp)
  /// Called with what applications get of an intercepted panel, in the order in which they get it, if the options ask for it.
  func followApplications(_ frame: TouchFrame)
  /// Called at the end of the replay, with the numbers of touches that the filter dropped, and what the recording reveals about its panel.
  func didEnd(leavingOut counts: TouchFilter.Counts, of panel: PanelModel.Summary)
}

extension ReplayAudience {
  package func willHandle(_ frame: TouchFrame) {}
  package func willHandle(_ moment: OtherRecording.Moment) {}
  package func follow(_ announcement: Announcement, at time: Timestamp) {}
  package func followApplications(_ frame: TouchFrame) {}
  package func didEnd(leavingOut counts: TouchFilter.Counts, of panel: PanelModel.Summary) {}
}

/// Two audiences that get the same calls.
package final class AudiencePair<First: ReplayAudience, Second: ReplayAudience>: ReplayAudience {
  package let first: First
  package let second: Second

  package init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  package func willHandle(_ frame: TouchFrame) {
    first.willHandle(frame)
    second.willHandle(frame)
  }

  package func willHandle(_ moment: OtherRecording.Moment) {
    first.willHandle(moment)
    second.willHandle(moment)
  }

  package func follow(_ record: SessionRecord) {
    first.follow(record)
    second.follow(record)
  }

  package func follow(_ announcement: Announcement, at time: Timestamp) {
    first.follow(announcement, at: time)
    second.follow(announcement, at: time)
  }

  package func followApplications(_ frame: TouchFrame) {
    first.followApplications(frame)
    second.followApplications(frame)
  }

  package func didEnd(leavingOut counts: TouchFilter.Counts, of panel: PanelModel.Summary) {
    first.didEnd(leavingOut: counts, of: panel)
    second.didEnd(leavingOut: counts, of: panel)
  }
}
