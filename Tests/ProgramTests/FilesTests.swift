import Glibc
import Program
import Testing

struct FilesTests {
  private let folder = Folder()

  private func write(_ text: String, to name: String) throws {
    try OpenFile(folder.path(name), .writing, [.create, .truncate]).write(Array(text.utf8))
  }

  @Test func `A small file is read whole; other things and large files are refused`() throws {
    try write("12345", to: "a")
    try #require(mkfifo(folder.path("fifo"), 0o600) == 0)
    func outcome(_ name: String, _ limit: Int) -> String {
      do throws(SmallFiles.Failure) {
        return "\(try SmallFiles.contents(of: folder.path(name), limit: limit).count)"
      } catch { return "\(error)" }
    }
    #expect(outcome("a", 5) == "5")
    #expect(outcome("a", 4) == "tooLarge(4)")
    #expect(outcome("fifo", 5) == "notRegular")
    #expect(outcome("", 5) == "notRegular")
    #expect(outcome("none", 5) == "system(No such file or directory)")
    #expect(SmallFiles.head(of: folder.path("a"), limit: 2) == Array("12".utf8))
    #expect(SmallFiles.head(of: folder.path("none"), limit: 2) == nil)
  }

  @Test func `A value is written as one line, and a failure names the call`() throws {
    try write("a longer value", to: "a")
    try SmallFiles.write(line: "7", to: folder.path("a"))
    #expect(folder.text("a") == "7\n")
    #expect(throws: SystemFailure("open", folder.path("none"), .noSuchFile)) {
      try SmallFiles.write(line: "7", to: folder.path("none"))
    }
    #expect(throws: SystemFailure("write", "/dev/full", .noSpace)) { try SmallFiles.write(line: "7", to: "/dev/full") }
    #expect(throws: SystemFailure("read", folder.path, Errno(rawValue: EISDIR))) {
      try SmallFiles.beginning(of: folder.path, limit: 5)
    }
    #expect("\(SystemFailure("open", "a\u{1B}b", .noSuchFile))" == "open a\\u{1B}b: No such file or directory")
  }

  @Test func `What is at a path, and where a link leads`() throws {
    try write("12345", to: "a")
    try #require(symlink("a", folder.path("link")) == 0)
    #expect(try FileStatus(of: folder.path("link")).kind == .file)
    #expect(try FileStatus(of: folder.path("link"), followsLinks: false).kind == .other)
    let status = try FileStatus(of: folder.path("a"))
    #expect(status.owner == getuid() && status.size == 5)
    #expect(abs(status.changed - Int64(unixTime * 1e9)) < 60_000_000_000)
    #expect(try OpenFile(folder.path("a"), .reading).status() == status)
    #expect(Paths.kind(of: "/dev/null") == .characterDevice && Paths.kind(of: folder.path) == .folder)
    #expect(Paths.kind(of: folder.path("none")) == nil && Paths.target(ofLink: folder.path("a")) == nil)
    #expect(throws: Errno.noSuchFile) { try FileStatus(of: folder.path("none")) }
  }

  @Test func `The names in a folder are limited and chosen, and an error is not an empty folder`() throws {
    for name in ["a", "b", ".c"] { try write("", to: name) }
    #expect(Paths.names(in: folder.path).sorted() == ["a", "b"])
    #expect(Paths.names(in: folder.path, limit: 1).count == 1)
    #expect(try Paths.names(in: folder.path) { _ in true }.sorted() == [".", "..", ".c", "a", "b"])
    #expect(throws: Errno.noSuchFile) { try Paths.names(in: folder.path("none")) { _ in true } }
    #expect(throws: Errno.notDirectory) { try Paths.names(in: folder.path("a")) { _ in true } }
  }

  @Test func `Only a slash matches a slash of a path`() {
    #expect("/dev/input/event3".matches(pattern: "/dev/input/event*", isPath: true))
    #expect(!"/dev/input/by-id/event3".matches(pattern: "/dev/*/event3", isPath: true))
    #expect("/dev/input/by-id/event3".matches(pattern: "/dev/*/event3"))
  }

  @Test func `Changes are reported with their names`() throws {
    try write("", to: "a")
    let watch = try ChangeWatch()
    let inFolder = try watch.add(folder.path, .inFolder), ofFile = try watch.add(folder.path("a"), .ofFile)
    func changes() -> Set<String> {
      var changes: Set<String> = []
      watch.read { changes.insert("\($0 == inFolder ? "folder" : $0 == ofFile ? "file" : "\($0)") \($1 ?? "")") }
      return changes
    }
    #expect(changes() == [])
    try write("1", to: "b")
    #expect(changes() == ["folder b"])
    try write("1", to: "a")
    #expect(changes() == ["folder a", "file "])
    Paths.setPermissions(of: folder.path("a"), to: 0o600)
    #expect(changes() == ["file "])
    _ = try watch.add(folder.path, .ofPermissions)
    Paths.setPermissions(of: folder.path("b"), to: 0o600)
    #expect(changes() == ["folder b"])
    #expect(throws: Errno.noSuchFile) { try watch.add(folder.path("none"), .ofFile) }
  }
}
