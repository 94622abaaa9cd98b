// Program/Saving: files that are saved as one change, under a lock of their folders.
import Text

/// A change of one or several files: all of them are saved, or none is.
///
/// The new contents reach the disk beside the files before the first file changes. Then each file is exchanged with its new content in one
/// step, so that readers, and the system after a crash, find the old file or the new one. A lock of each folder keeps two programs apart
/// that save with this object; what other programs write is noticed, as the file is not as it was read.
package struct FileChange {
  /// What is in the place of a file before it is saved. `text` is that which was read.
  package enum Origin: Sendable { case anything, nothing, text([UInt8]) }

  private var drafts: [FileDraft] = []

  package init() {}

  /// - Parameter limit: the permissions that the file has at most. A new one has those that the umask leaves of 0666; another one keeps its
  ///   own, and its owner, group, access list and other attributes.
  package mutating func add(_ place: FilePlace, _ bytes: [UInt8], from origin: Origin, limit: UInt32 = 0o7777) {
    drafts.append(FileDraft(place, bytes, from: origin, limit: limit))
  }

  /// Saves one file.
  @discardableResult
  package static func save(
    _ bytes: [UInt8], to place: FilePlace, from origin: Origin = .anything, limit: UInt32 = 0o7777
  ) throws(SaveFailure) -> String {
    var change = FileChange()
    change.add(place, bytes, from: origin, limit: limit)
    return try change.save()[0]
  }

  /// Saves the files.
  /// - Returns: each file in words: its path, and where it leads if it is a link.
  @discardableResult
  package mutating func save() throws(SaveFailure) -> [String] {
    // In one order for all programs, so that no two wait for each other.
    var folders = drafts.map { $0.place.folder }.sorted { $0.identity < $1.identity }
    for index in folders.indices.dropFirst().reversed() where folders[index].identity == folders[index - 1].identity {
      folders.remove(at: index)
    }
    defer { for folder in folders { folder.unlock() } }
    for folder in folders { try folder.lock() }
    do throws(SaveFailure) {
      for index in drafts.indices { try drafts[index].write() }
      for draft in drafts { try draft.confirm() }
      for index in drafts.indices { try drafts[index].publish() }
      for folder in folders { try folder.sync() }
    } catch {
      var failure = error
      for draft in drafts.reversed() where !draft.retract() { failure.saved.insert(draft.place.path, at: 0) }
      throw failure
    }
    for draft in drafts { draft.remove() }
    return drafts.map { $0.place.description }
  }
}

/// Why files were not saved.
package struct SaveFailure: Error, CustomStringConvertible {
  /// The error of the system; `nil`: a file is not as it was read, or one is where none was.
  package let error: Errno?
  /// The files that are saved nevertheless; mostly none.
  package fileprivate(set) var saved: [String] = []
  private let sentence: String

  init(_ call: String, _ path: String, _ error: Errno = .latest, remedy: String? = nil) {
    (sentence, self.error) = ("\(SystemFailure(call, path, error))\(remedy.map { " (\($0))" } ?? "")", error)
  }

  init(changed path: String) {
    (sentence, error) = ("\(path.printable) was changed meanwhile by another program", nil)
  }

  package var isConflict: Bool { error == nil }
  package var isPermission: Bool { error.map { $0.isPermission || $0 == .readOnlyFileSystem } ?? false }

  package var description: String {
    saved.isEmpty ? sentence : "\(sentence); saved nevertheless: \(saved.map { $0.printable }.joined(separator: ", "))"
  }
}
