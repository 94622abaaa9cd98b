import Gestures
import Testing

@testable import TouchInput

@Suite struct `The keys of remote controls and headsets` {
  private func commands(_ code: UInt16) -> [RemoteCommand.Subtype?] {
    [Press.Phase.began, .changed, .ended, .cancelled].map { phase in
      let press = Press(code: code, phase: phase, time: Timestamp(microseconds: 5))
      let command = RemoteKeys.command(for: press)
      #expect(command == nil || command?.time == press.time)
      return command?.subtype
    }
  }

  @Test(
    arguments: [
      (207, .play), (200, .play), (119, .pause), (201, .pause), (128, .stop), (166, .stop), (164, .togglePlayPause),
      (226, .togglePlayPause), (163, .nextTrack), (0x197, .nextTrack), (165, .previousTrack), (0x19C, .previousTrack),
    ] as [(UInt16, RemoteCommand.Subtype)]) func `give a command when they are pressed`(
      key: UInt16, command: RemoteCommand.Subtype
    )
  {
    #expect(commands(key) == [command, nil, nil, nil])
    #expect(RemoteKeys.codes(for: [command]).contains(.key(key)))
  }

  @Test func `seek while they are held`() {
    #expect(commands(208) == [.beginSeekingForward, nil, .endSeekingForward, .endSeekingForward])
    #expect(commands(168) == [.beginSeekingBackward, nil, .endSeekingBackward, .endSeekingBackward])
    #expect(RemoteKeys.codes(for: [.endSeekingForward]) == [.key(208)])
  }

  @Test func `give every command, and no other key does`() {
    #expect(commands(115) == [nil, nil, nil, nil])
    // A switch is not a key.
    #expect(commands(0x10CF) == [nil, nil, nil, nil])
    #expect(RemoteKeys.codes(for: Set(RemoteCommand.Subtype.allCases)).count == 14)
    for command in RemoteCommand.Subtype.allCases { #expect(!RemoteKeys.codes(for: [command]).isEmpty) }
  }
}
