import Foundation
import Program
import Testing

struct FileChangeTests {
  private let folder = Folder()

  private func write(_ text: String, to name: String) throws {
    try OpenFile(folder.path(name), .writing, [.create, .truncate]).write(Array(text.utf8))
  }

  private func save(
    _ text: String, to name: String, from origin: FileChange.Origin = .anything, limit: UInt32 = 0o7777
  ) throws(SaveFailure) -> String {
    try FileChange.save(Array(text.utf8), to: FilePlace(folder.path(name)), from: origin, limit: limit)
  }

  private var names: [String]? { try? Paths.names(in: folder.path) { $0 != "." && $0 != ".." }.sorted() }

  @Test func `A file that is replaced keeps its mode and its links, and a draft that remained is removed`() throws {
    try write("old", to: "a")
    try write("left by a crash", to: ".tickle-save-1")
    Paths.setPermissions(of: folder.path("a"), to: 0o640)
    try #require(symlink("a", folder.path("link")) == 0)
    #expect(try save("new", to: "link") == "\(folder.path("link")) (a link to \(Paths.resolved(folder.path)!)/a)")
    #expect(folder.text("a") == "new")
    #expect(try FileStatus(of: folder.path("a")).permissions == 0o640)
    #expect(Paths.target(ofLink: folder.path("link")) == "a")
    #expect(names == ["a", "link"])
  }

  @Test func `A file has at most the permissions of what it is made from`() throws {
    try write("old", to: "a")
    Paths.setPermissions(of: folder.path("a"), to: 0o644)
    _ = try save("new", to: "a", limit: 0o600)
    #expect(try FileStatus(of: folder.path("a")).permissions == 0o600)
    _ = try save("new", to: "b", limit: 0o600)
    #expect(try FileStatus(of: folder.path("b")).permissions == 0o600)
    let mask = umask(0)
    umask(mask)
    _ = try save("new", to: "c")
    #expect(try FileStatus(of: folder.path("c")).permissions == 0o666 & ~UInt32(mask))
  }

  @Test func `A text is saved over the one that was read, and over no other`() throws {
    func cause(_ name: String, _ origin: FileChange.Origin) -> Bool? {
      do throws(SaveFailure) {
        _ = try save("new", to: name, from: origin)
        return nil
      } catch {
        #expect(!error.isPermission)
        return error.isConflict
      }
    }
    try write("old", to: "a")
    for origin in [FileChange.Origin.nothing, .text(Array("ol".utf8)), .text(Array("older".utf8)), .text([])] {
      #expect(cause("a", origin) == true)
    }
    #expect(cause("b", .text([])) == true)
    #expect(folder.text("a") == "old" && names == ["a"])
    #expect(cause("a", .text(Array("old".utf8))) == nil && cause("b", .nothing) == nil)
    #expect(folder.text("a") == "new" && folder.text("b") == "new" && names == ["a", "b"])
  }

  @Test func `A place where no file can be is refused with what to do, and nothing is written`() throws {
    try write("old", to: "a")
    try #require(Paths.makeFolder(folder.path("full")) && mkfifo(folder.path("fifo"), 0o600) == 0)
    try #require(symlink("nothing", folder.path("dangling")) == 0 && symlink("loop", folder.path("loop")) == 0)
    func sentence(_ name: String) -> String {
      do throws(SaveFailure) { return try save("new", to: name) } catch { return "\(error)" }
    }
    let path = try #require(Paths.resolved(folder.path))
    let regular = "Invalid argument (name a regular file, or one that does not exist yet)"
    #expect(sentence("full") == "write \(path)/full: \(regular)")
    #expect(sentence("fifo") == "write \(path)/fifo: \(regular)")
    #expect(sentence("fifo/b").contains(": Not a directory ("))
    #expect(
      sentence("none/b") == "write to \(folder.path("none"))/: No such file or directory (create this folder first)")
    #expect(
      sentence("dangling").hasSuffix(
        "No such file or directory (the link leads to nothing: remove it or name another file)"))
    #expect(sentence("loop").hasSuffix("symbolic links (the link leads to loop: remove it or name another file)"))
    #expect(names == ["a", "dangling", "fifo", "full", "loop"])
    // One file by two names.
    try #require(symlink("a", folder.path("link")) == 0)
    var change = FileChange()
    change.add(try FilePlace(folder.path("a")), [0x78], from: .text(Array("old".utf8)))
    change.add(try FilePlace(folder.path("link")), [0x79], from: .text(Array("old".utf8)))
    #expect(throws: SaveFailure.self) { try change.save() }
    #expect(folder.text("a") == "old")
  }

  @Test func `The folders above a file are made`() throws {
    try Paths.makeFolders(above: folder.path("a/b/c"))
    #expect(Paths.kind(of: folder.path("a/b")) == .folder && !Paths.exists(folder.path("a/b/c")))
    try write("", to: "file")
    #expect(throws: SaveFailure.self) { try Paths.makeFolders(above: folder.path("file/b/c")) }
  }
}
