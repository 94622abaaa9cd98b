import Foundation
import Testing

/// The owner, the group and the mode of a file, and the attributes that the system or a user gave it.
private struct Rights: Equatable {
  let owner: uid_t
  let group: gid_t
  let mode: mode_t
  let attributes: [String: [UInt8]]

  private static let names = ["user.tickled", "security.tickled", "trusted.tickled", "system.posix_acl_access"]

  init(of path: String) {
    var status = stat()
    stat(path, &status)
    (owner, group, mode) = (status.st_uid, status.st_gid, status.st_mode)
    var attributes: [String: [UInt8]] = [:]
    for name in Self.names {
      var value = [UInt8](repeating: 0, count: 1_000)
      let size = Self.get(path, name, &value, value.count)
      if size >= 0 { attributes[name] = Array(value.prefix(size)) }
    }
    self.attributes = attributes
  }

  /// Gives a file another owner, another group, an access list, and an attribute of each kind.
  static func make(of path: String) {
    chown(path, 4_001, 4_002)
    chmod(path, 0o640)
    for name in names.dropLast() { _ = set(path, name, "x", 1, 0) }
    // The owner may write; the user 4003, the group and the mask may read. Version 2, then each with its tag, its rights and its number.
    let entries: [(UInt16, UInt16, UInt32)] = [
      (1, 6, .max), (2, 4, 4_003), (4, 4, .max), (16, 4, .max), (32, 0, .max),
    ]
    var list: [UInt8] = [2, 0, 0, 0]
    for entry in entries {
      withUnsafeBytes(of: entry.0.littleEndian) { list += $0 }
      withUnsafeBytes(of: entry.1.littleEndian) { list += $0 }
      withUnsafeBytes(of: entry.2.littleEndian) { list += $0 }
    }
    _ = set(path, names.last!, list, list.count, 0)
  }

  // Swift does not import these from libc.
  private static let set = unsafeBitCast(
    dlsym(nil, "setxattr"),
    to: (@convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32) -> Int32).self)
  private static let get = unsafeBitCast(
    dlsym(nil, "getxattr"),
    to: (@convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer, Int) -> Int).self)
}

/// A command that replaces a file.
private struct Command: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// The file that it replaces.
  let file: String
  /// Runs it in a folder with `config.toml`.
  let run: @Sendable (TemporaryFolder) throws -> Outcome

  private init(_ words: [String], file: String = "config.toml", recording: Recording? = nil) {
    testDescription = words.prefix(1).joined()
    self.file = file
    run = { folder in
      if let recording { try folder.write(recording.text, to: "hand.evemu") }
      let paths = words.map { $0.hasPrefix("./") ? folder.path + $0.dropFirst() : $0 }
      return try Program.tickle.run(paths)
    }
  }

  static let all: [Command] = {
    let corners = Recording.taps((50, 40), (90, 70))
    var corner: [(Double, [Recording.Event])] = [(0, [.down(20, 20)])]
    for step in 1...60 {
      let place = (min(Double(step), 30) + 20, max(Double(step), 30) - 10)
      corner.append((Double(step) / 100, [.move(place.0, place.1)]))
    }
    corner.append((0.7, [.up()]))
    let shape = Recording(corner)
    let presses = Recording([(0, [.down(20, 20)]), (0.8, [.up()])])
    return [
      Command(
        ["place", "stage", "--write", "--recording", "./hand.evemu", "--config", "./config.toml"], recording: corners),
      Command(
        ["tune", "press", "--write", "--config", "./config.toml", "--meant", "./hand.evemu"], recording: presses),
      Command(
        ["learn", "z", "--replace", "--recording", "./hand.evemu", "--config", "./config.toml"], file: "strokes/z.toml",
        recording: shape),
      Command(["show", "./config.toml", "--output", "./page.html"], file: "page.html"),
      Command(
        ["replay", "./hand.evemu", "--config", "./config.toml", "--report", "./page.html"], file: "page.html",
        recording: corners
      ),
    ]
  }()
}

@Suite("The rights of files that commands write", .startsPrograms)
struct KeptRightsTests {
  private static let configuration = """
    [[gesture]]
    name = "press"
    kind = "long-press"
    min_duration = "1.5s"

    """
  private static let notRoot: Comment = "only root can give files away: skipped"

  private func folder(with file: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("strokes"), withIntermediateDirectories: false)
    try folder.write(Self.configuration, to: "config.toml")
    if file != "config.toml" { try folder.write("", to: file) }
    return folder
  }

  private func mode(_ path: String) -> mode_t { Rights(of: path).mode & 0o777 }

  @Test(.enabled(if: geteuid() == 0, notRoot), arguments: Command.all)
  private func `A file that is written keeps its owner, group, mode, access list and attributes`(_ command: Command)
    throws
  {
    let folder = try folder(with: command.file)
    let file = folder.path(command.file)
    if command.file.hasPrefix("strokes/") {
      // Only a shape can be replaced.
      unlink(file)
      #expect(try command.run(folder).end == .status(0))
      try folder.write(folder.text(command.file) + "# mine\n", to: command.file)
    }
    Rights.make(of: file)
    let rights = Rights(of: file), text = folder.text(command.file)
    try #require(rights.owner == 4_001 && rights.mode & 0o777 == 0o640)
    let outcome = try command.run(folder)
    #expect(outcome.end == .status(0) && folder.text(command.file) != text, "\(outcome.errors)")
    #expect(Rights(of: file) == rights)
  }

  @Test(.enabled(if: geteuid() == 0, notRoot))
  func `The target of a link is written and keeps its rights, and the link stays`() throws {
    let folder = try folder(with: "config.toml")
    let file = folder.path("config.toml"), link = folder.path("link.toml")
    symlink("config.toml", link)
    Rights.make(of: file)
    let rights = Rights(of: file)
    let hand = try folder.write(Recording.taps((50, 40), (90, 70)).text, to: "hand.evemu")
    let outcome = try Program.tickle.run(["place", "stage", "--write", "--recording", hand, "--config", link])
    #expect(outcome.end == .status(0) && folder.text("config.toml").contains("stage"), "\(outcome.errors)")
    #expect(
      outcome.errors.contains("Wrote \(link) (a link to \(file)). `tickle reload` applies it."), "\(outcome.errors)")
    #expect(Rights(of: file) == rights)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "config.toml")
  }

  @Test func `The report on a private recording is private, and so is the page of a private configuration`() throws {
    let folder = try folder(with: "config.toml")
    let hand = try folder.write(Recording.taps((50, 40)).text, to: "hand.evemu")
    let other = try folder.write(Recording.taps((50, 40)).text, to: "other.evemu")
    let config = folder.path("config.toml"), page = folder.path("page.html")
    func report(_ recordings: [String]) throws {
      let outcome = try Program.tickle.run(["replay", "--config", config, "--report", page] + recordings)
      #expect(outcome.end == .status(0), "\(outcome.errors)")
    }
    chmod(other, 0o644)
    try report([other])
    let ordinary = mode(page)
    #expect(ordinary & 0o044 != 0)
    // Even one that was readable becomes private.
    chmod(hand, 0o600)
    try report([hand, other])
    #expect(mode(page) == 0o600)
    chmod(config, 0o640)
    #expect(try Program.tickle.run(["show", config, "--output", folder.path("all.svg")]).end == .status(0))
    #expect(mode(folder.path("all.svg")) == 0o640 & ordinary)
  }

  @Test func `A link that leads nowhere is named, and nothing is written`() throws {
    let folder = try folder(with: "config.toml")
    let link = folder.path("page.html")
    for (target, reason) in [
      ("none/page.html", "No such file or directory"), ("page.html", "Too many levels of symbolic links"),
    ] {
      symlink(target, link)
      let outcome = try Program.tickle.run(["show", folder.path("config.toml"), "--output", link])
      #expect(outcome.end == .status(74))
      #expect(
        outcome.errors.contains("page.html: \(reason) (the link leads to \(target): remove it or name another file)"),
        "\(outcome.errors)")
      unlink(link)
    }
  }
}
