/// Files that a tool reads again as they are saved: configurations, with those of their folders, and recordings.
package final class FollowedFiles {
  /// How long the files must stay unchanged before they are read, in microseconds: an editor may write a file in pieces, or remove it
  /// first.
  private static let quiet: Int64 = 200_000

  private let paths: [String]
  private var watches: [ConfigurationWatch] = []
  private var changed: Int64?

  package init(_ paths: [String]) { self.paths = paths }

  /// Watches the paths again, as they may lead elsewhere after a change. A path that cannot be watched is not followed.
  ///
  /// - Parameters:
  ///   - watch: called with each descriptor that is readable after a change.
  ///   - forget: called with the descriptors of before.
  package func renew(watch: (Int32) -> Void, forget: (Int32) -> Void) {
    for old in watches { forget(old.fileDescriptor) }
    watches = paths.compactMap { ConfigurationWatch(path: $0) }
    for new in watches { watch(new.fileDescriptor) }
  }

  /// Handles a descriptor that is readable.
  /// - Parameter now: microseconds on CLOCK_MONOTONIC, here and below.
  package func read(_ descriptor: Int32, at now: Int64) {
    guard let watch = watches.first(where: { $0.fileDescriptor == descriptor }), watch.takeChanges() else { return }
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
