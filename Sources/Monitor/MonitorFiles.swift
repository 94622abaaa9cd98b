import CLinux
import Configuration
import TouchInput

/// The files that the monitor shows, and how they are read again when they have been saved.
package struct MonitorFiles {
  /// Why files cannot be used, in one line.
  package struct Failure: Error {
    let sentence: String

    package init(_ sentence: String) { self.sentence = sentence }
  }

  let followed: FollowedFiles
  let configuration: () throws(Failure) -> Configuration
  let recording: () throws(Failure) -> Recording?

  /// - Parameters:
  ///   - paths: the files to follow.
  ///   - configuration: reads the configuration.
  ///   - recording: reads the recording; not called if a panel is shown.
  package init(
    _ paths: [String], configuration: @escaping () throws(Failure) -> Configuration,
    recording: @escaping () throws(Failure) -> Recording? = { () throws(Failure) in nil }
  ) {
    followed = FollowedFiles(paths)
    self.configuration = configuration
    self.recording = recording
  }

  /// Watches the files from now on.
  func follow(on stage: Stage) {
    followed.renew(watch: { _ = stage.watch($0) }, forget: { stage.forget($0) })
  }

  /// Calls `read` if the files have been saved.
  func readIfSaved(on stage: Stage, _ read: () throws(Failure) -> Void, refused: (String) -> Void) {
    guard followed.takeDue(at: linux_monotonic_microseconds()) else { return }
    follow(on: stage)  // Before the files are read, so that no change falls between.
    do throws(Failure) {
      try read()
    } catch {
      refused("not taken over: \(error.sentence)")
    }
    stage.changed()
  }
}
