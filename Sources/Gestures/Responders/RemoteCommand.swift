/// A command of a remote control, a headset or a media key, for the first responder.
public struct RemoteCommand: Hashable, Sendable {
  /// The commands, by UIKit's names without their `remoteControl`.
  public enum Subtype: String, Sendable, CaseIterable {
    /// Start or continue to play.
    case play
    /// Interrupt playing.
    case pause
    /// End playing.
    case stop
    /// Play if paused, and pause if playing.
    case togglePlayPause
    /// Go to the next track.
    case nextTrack
    /// Go to the previous track.
    case previousTrack
    /// Begin to move backwards through a track.
    case beginSeekingBackward
    /// End the movement backwards.
    case endSeekingBackward
    /// Begin to move forwards through a track.
    case beginSeekingForward
    /// End the movement forwards.
    case endSeekingForward
  }

  /// The command.
  public var subtype: Subtype
  /// The time at which it was received, on the clock of the frames.
  public var time: Timestamp

  /// Creates a command.
  public init(_ subtype: Subtype, time: Timestamp) {
    self.subtype = subtype
    self.time = time
  }
}

#if !hasFeature(Embedded)
  extension RemoteCommand.Subtype: Codable {}
#endif
