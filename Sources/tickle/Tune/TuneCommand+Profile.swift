import ArgumentParser
import Configuration
import Control
import Screen
import Text
import TouchInput

extension TuneCommand {
  /// Prints what was nearly recognized, and the profiles for it.
  func proposeProfiles() throws {
    let paths = [gesture].compactMap { $0 } + recordings
    let misses = paths.isEmpty ? try missesOfDaemon() : try misses(in: paths)
    if format == .json {
      return try Answer.say(
        JSONWriter.text { writer in
          writer.member("type", "near_misses")
          writer.objects("near_misses", misses) { $0.write(to: &$1) }
        })
    }
    if misses.isEmpty { return try Answer.say("no gesture was missed often by its limits") }
    for miss in misses { try Answer.say(miss.sentence) }
    try Answer.say("")
    for line in NearMiss.profiles(misses) { try Answer.say(line) }
  }

  private func missesOfDaemon() throws -> [NearMiss] {
    let client = try ControlClient(configuration: Configuration.path(option: file.config))
    guard case .status(let status) = try client.ask(.status).reply else { return [] }
    return status.panels.flatMap(\.nearMisses)
  }

  private func misses(in paths: [String]) throws -> [NearMiss] {
    let configuration = try file.load()
    let replay = Replay(configuration, options: ReplayOptions(), runner: nil)
    var counted: [NearMisses] = []
    let failure = try Player.forEach(paths, named: configuration) { input in
      let played = replay.play(input, warn: Diagnostics.warn) { scene, _ in Counted(scene.nearMisses) }
      if let played { counted.append(played.misses) }
    }
    if let failure { throw ExitCode(failure) }
    return NearMisses.findings(of: counted)
  }
}

private final class Counted: ReplayAudience {
  let misses: NearMisses

  init(_ misses: NearMisses) { self.misses = misses }

  func follow(_ record: SessionRecord) {}

  func didEnd(leavingOut counts: TouchFilter.Counts, of panel: PanelModel.Summary) { misses.conclude() }
}
