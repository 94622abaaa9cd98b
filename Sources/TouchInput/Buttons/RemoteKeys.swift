import CTouchInput
import Gestures

/// The keys of remote controls, headsets and keyboards that are remote commands.
package enum RemoteKeys {
  private struct Row {
    let keys: [Int32]
    let atPress: RemoteCommand.Subtype
    var atRelease: RemoteCommand.Subtype?

    var codes: [EventCode] { keys.map { .key(UInt16($0)) } }
  }

  /// Some commands have several keys: the plain ones are those of remote controls, `…CD` and `…SONG` those that the HID usages of
  /// consumer devices are mapped to. The button of a headset, which has no other, is `KEY_MEDIA` and toggles.
  private static let table = [
    Row(keys: [KEY_PLAY, KEY_PLAYCD], atPress: .play),
    Row(keys: [KEY_PAUSE, KEY_PAUSECD], atPress: .pause),
    Row(keys: [KEY_STOP, KEY_STOPCD], atPress: .stop),
    Row(keys: [KEY_PLAYPAUSE, KEY_MEDIA], atPress: .togglePlayPause),
    Row(keys: [KEY_NEXTSONG, KEY_NEXT], atPress: .nextTrack),
    Row(keys: [KEY_PREVIOUSSONG, KEY_PREVIOUS], atPress: .previousTrack),
    Row(keys: [KEY_FASTFORWARD], atPress: .beginSeekingForward, atRelease: .endSeekingForward),
    Row(keys: [KEY_REWIND], atPress: .beginSeekingBackward, atRelease: .endSeekingBackward),
  ]

  /// Returns the keys that give at least one of the commands.
  package static func codes(for commands: Set<RemoteCommand.Subtype>) -> Set<EventCode> {
    if commands.isEmpty { return [] }
    let rows = table.filter { row in commands.contains(row.atPress) || row.atRelease.map(commands.contains) == true }
    return Set(rows.flatMap { $0.codes })
  }

  /// Returns the command that a press gives; `nil` if it gives none. A press that is cancelled ends the seeking that it began.
  package static func command(for press: Press) -> RemoteCommand? {
    guard let row = table.first(where: { $0.keys.contains(Int32(press.code)) }) else { return nil }
    let subtype: RemoteCommand.Subtype? =
      switch press.phase {
      case .began: row.atPress
      case .changed: nil
      case .ended, .cancelled: row.atRelease
      }
    return subtype.map { RemoteCommand($0, time: press.time) }
  }
}
