import CLinux
import Glibc

/// The new content of a file, which is written under another name in its folder.
struct FileDraft {
  private enum State {
    case unwritten
    /// The draft's name has the new content.
    case written(String, isNew: Bool)
    /// The file has the new content, and no other was there.
    case created
    /// The file has the new content, and the draft's name has the old file.
    case exchanged(String)
    /// The file has the new content, and the old one is gone: this file system can't exchange files.
    case replaced
  }

  let place: FilePlace
  private let bytes: [UInt8]
  private let origin: FileChange.Origin
  private let limit: UInt32
  private var state = State.unwritten

  init(_ place: FilePlace, _ bytes: [UInt8], from origin: FileChange.Origin, limit: UInt32) {
    (self.place, self.bytes, self.origin, self.limit) = (place, bytes, origin, limit)
  }

  /// Throws if the file is not what it is expected to be.
  func confirm() throws(SaveFailure) { try confirm(place.name, is: origin) }

  private func confirm(_ name: String, is origin: FileChange.Origin) throws(SaveFailure) {
    let file = try place.folder.open(name)
    var isExpected = true
    do throws(Errno) {
      switch origin {
      case .anything: break
      case .nothing: isExpected = file == nil
      case .text(let bytes): isExpected = try file?.readToEnd(limit: bytes.count + 1) == bytes
      }
    } catch { throw SaveFailure("read", place.path, error) }
    if !isExpected { throw SaveFailure(changed: place.path) }
  }

  /// Writes the draft onto the disk.
  mutating func write() throws(SaveFailure) {
    try confirm()
    let old = try place.folder.open(place.name)
    // It is the owner's alone until it has the rights of the old file.
    let (name, file) = try place.folder.createDraft(permissions: limit & (old == nil ? 0o666 : 0o600))
    state = .written(name, isNew: old == nil)
    func check(_ isDone: Bool, _ call: String) throws(SaveFailure) {
      if isDone { return }
      let error = Errno.latest
      let remedy = error.isPermission ? "save as a user who may set them, such as root" : nil
      throw SaveFailure(call, place.path, error, remedy: remedy)
    }
    try check(writeAll(bytes, to: file.descriptor), "write")
    if let old {
      guard let status = try? old.status(), let draft = try? file.status() else {
        throw SaveFailure("stat", place.path)
      }
      let isOwned = (draft.owner, draft.group) == (status.owner, status.group)
      try check(isOwned || fchown(file.descriptor, status.owner, status.group) == 0, "keep the owner and group of")
      try check(linux_copy_attributes(old.descriptor, file.descriptor) == 0, "keep the attributes of")
      // Last, as the other calls change permissions.
      try check(fchmod(file.descriptor, status.permissions & limit) == 0, "keep the permissions of")
    }
    try check(fsync(file.descriptor) == 0, "write")
  }

  /// Gives the file its new content.
  mutating func publish() throws(SaveFailure) {
    guard case .written(let name, let isNew) = state else { preconditionFailure("published without a draft") }
    let folder = place.folder.file.descriptor
    if isNew, linux_rename(folder, name, place.name, false) == 0 {
      state = .created
    } else if !isNew, try exchange(name, expecting: origin) {
      state = .exchanged(name)
    } else if Errno.latest == .invalidArgument, renameat(folder, name, folder, place.name) == 0 {
      state = isNew ? .created : .replaced
    } else {
      throw isNew && Errno.latest == .fileExists ? SaveFailure(changed: place.path) : SaveFailure("rename", place.path)
    }
  }

  /// Exchanges the two files, unless the one at the place is not what it is expected to be.
  /// - Returns: false if the call failed.
  private func exchange(_ name: String, expecting origin: FileChange.Origin) throws(SaveFailure) -> Bool {
    guard linux_rename(place.folder.file.descriptor, name, place.name, true) == 0 else { return false }
    do throws(SaveFailure) { try confirm(name, is: origin) } catch {
      _ = linux_rename(place.folder.file.descriptor, name, place.name, true)
      throw error
    }
    return true
  }

  /// Restores the file as it was, and removes the draft.
  /// - Returns: whether nothing has changed.
  func retract() -> Bool {
    defer { remove() }
    switch state {
    case .unwritten, .written: return true
    case .created: return place.folder.remove(place.name)
    case .exchanged(let name): return (try? exchange(name, expecting: .text(bytes))) ?? false
    case .replaced: return false
    }
  }

  /// Removes what has the draft's name.
  func remove() {
    switch state {
    case .written(let name, _), .exchanged(let name): place.folder.remove(name)
    case .unwritten, .created, .replaced: break
    }
  }
}
