import Program

/// Files that a tool reads again as they are saved: configurations, with those of their folders, and recordings.
package final class FollowedFiles {
  /// How long the files must stay unchanged before they are read, in microseconds: an editor may write a file in pieces, or remove it
  /// first.
  private static let quiet: Int64 = 200_000

  private let paths: [String]
  /// For each path, its watch; `nil` if it could not be watched.
  private var watches: [ConfigurationWatch?]
  private var changed: Int64?

  package init(_ paths: [String]) {
    self.paths = paths
    watches = paths.map { _ in nil }
  }

  /// Watches the paths again, as they may lead elsewhere after a change. If a path cannot be watched again, for example because other
  /// programs use up inotify's instances, its present watch stays, which sees changes of the file where it was found before.
  ///
  /// - Parameters:
  ///   - watch: called with each descriptor that is readable after a change.
  ///   - forget: called with descriptors of before.
  /// - Returns: the first path that is not watched, with the reason; `nil` if all are.
  @discardableResult
  package func renew(watch: (Int32) -> Void, forget: (Int32) -> Void) -> SystemFailure? {
    var failure: SystemFailure?
    for (place, path) in paths.enumerated() {
      do throws(Errno) {
        let new = try ConfigurationWatch(path: path)
        if let old = watches[place] { forget(old.fileDescriptor) }
        watches[place] = new
        watch(new.fileDescriptor)
      } catch {
        if watches[place] == nil && failure == nil { failure = SystemFailure("inotify", path, error) }
      }
    }
    return failure
  }

  /// Handles a descriptor that is readable.
  /// - Parameter now: microseconds on CLOCK_MONOTONIC, here and below.
  package func read(_ descriptor: Int32, at now: Int64) {
    guard let watch = watches.first(where: { $0?.fileDescriptor == descriptor }), watch?.takeChanges() == true else {
      return
    }
    changed = now
  }

  /// The time at which the files can be read; `nil` if none has changed.
  package var nextDeadline: Int64? { changed.map { $0 + Self.quiet } }

  /// - Returns: whether it is time to read the files.
  package func takeDue(at now: Int64) -> Bool {
    guard let due = nextDeadline, due <= now else { return false }
    changed = nil
    return true
  }
}
