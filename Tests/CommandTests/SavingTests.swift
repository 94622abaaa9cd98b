import Foundation
import Testing

/// Two files that are saved as one change, in two folders.
private struct Pair {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("sub"), withIntermediateDirectories: false)
    try folder.write("old a", to: "a")
    try folder.write("old b", to: "sub/b")
  }

  var texts: [String] { [folder.text("a"), folder.text("sub/b")] }

  func words(from old: (String, String) = ("old a", "old b")) -> [String] {
    [folder.path("a"), old.0, "new a", folder.path("sub/b"), old.1, "new b"]
  }

  func save(from old: (String, String) = ("old a", "old b"), _ environment: [String: String] = [:]) throws -> Outcome {
    try Program.saver.run(words(from: old), environment: environment)
  }

  /// The files that a program left which did not finish.
  var drafts: [String] {
    ["", "/sub"].flatMap { (try? FileManager.default.contentsOfDirectory(atPath: folder.path + $0)) ?? [] }
      .filter { $0.hasPrefix(".") }
  }

  /// Gives everything to the user that tests play, and returns the words that run a program as that user.
  func give(to user: uid_t = 65_534, group: gid_t = 65_534) -> [String] {
    for name in ["", "/a", "/sub", "/sub/b"] { chown(folder.path + name, user, group) }
    return Stranger.words
  }
}

private enum Stranger {
  static let words = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
  static let canRun = geteuid() == 0 && (try? Child.run(words + [Program.saver.path]).end) == .status(0)
  static let missing: Comment = "only root can save as another user, who must be allowed to run the programs: skipped"
}

/// Calls of the system that fail, or end the program.
private enum Faults {
  static let missing: Comment = "cc is not installed: skipped"
  static let library: String? = {
    let path = "\(Program.folder)/faults.so"
    let source = "\(Files.checkout)/Tests/Saver/faults.c"
    let compiler = try? Child.run(["cc", "-O1", "-shared", "-fPIC", "-o", path, source, "-ldl"])
    return compiler?.end == .status(0) ? path : nil
  }()

  /// Saves a pair again and again, each time with the fault one call later, until all calls had it.
  /// - Parameter check: looks at the pair, how the program ended, and the call that had the fault.
  static func each(
    _ fault: String, errno error: Int32 = EIO, _ check: (Pair, Outcome, String) throws -> Void
  ) throws -> Int {
    for number in 1... {
      let pair = try Pair()
      let outcome = try pair.save([
        "LD_PRELOAD": library!, "FAULT": fault, "FAULT_AT": "\(number)", "FAULT_ERRNO": "\(error)",
        "FAULT_FILE": pair.folder.path("a"),
      ])
      let head = "\(fault) at "
      guard let line = outcome.errorLines.first, line.hasPrefix(head) else {
        #expect(outcome.end == .status(0) || fault == "plain", "\(outcome.errors)")
        return number - 1
      }
      try check(pair, outcome, "\(number): \(outcome.errors)")
    }
    return 0
  }
}

@Suite("Saving", .startsPrograms)
struct SavingTests {
  private static let old = ["old a", "old b"], new = ["new a", "new b"]

  @Test func `Two files are saved as one change, and each is named`() throws {
    let pair = try Pair()
    let outcome = try pair.save()
    #expect(outcome.end == .status(0) && pair.texts == Self.new && pair.drafts.isEmpty, "\(outcome.errors)")
    #expect(outcome.output == "\(pair.folder.path("a"))\n\(pair.folder.path("sub/b"))\n")
    // One that is not as it was read prevents both.
    let again = try pair.save(from: ("new a", "old b"))
    #expect(again.end == .status(74) && pair.texts == Self.new && pair.drafts.isEmpty)
    #expect(again.errors == "\(pair.folder.path("sub/b")) was changed meanwhile by another program\n")
  }

  @Test(.enabled(if: Faults.library != nil, Faults.missing))
  func `A call that fails changes nothing, and the next save succeeds`() throws {
    let calls = try Faults.each("fail") { pair, outcome, call in
      // The last calls are after the files reached the disk.
      let isSaved = outcome.end == .status(0)
      #expect(pair.texts == (isSaved ? Self.new : Self.old) && outcome.output.isEmpty != isSaved, "\(call)")
      #expect(pair.drafts.isEmpty || call.contains("unlinkat"), "\(call)")
      #expect(isSaved || outcome.errors.contains(": Input/output error"), "\(call)")
      let next = try pair.save(from: isSaved ? ("new a", "new b") : ("old a", "old b"))
      #expect(next.end == .status(0) && pair.texts == Self.new && pair.drafts.isEmpty, "\(call): \(next.errors)")
    }
    #expect(calls > 30)
  }

  @Test(.enabled(if: Faults.library != nil, Faults.missing))
  func `A program that is killed leaves the old or the new text of each file, and hinders no other`() throws {
    var seen: Set<[String]> = []
    let calls = try Faults.each("kill") { pair, outcome, call in
      #expect(outcome.end == .signal(SIGKILL), "\(call)")
      seen.insert(pair.texts)
      let next = try pair.save(from: ("*", "*"))
      #expect(next.end == .status(0) && pair.texts == Self.new && pair.drafts.isEmpty, "\(call): \(next.errors)")
    }
    #expect(calls > 30 && seen == [Self.old, ["new a", "old b"], Self.new], "\(seen)")
  }

  @Test(.enabled(if: Faults.library != nil, Faults.missing), arguments: ["write", "rename"])
  func `What another program writes at any moment is kept`(_ how: String) throws {
    let calls = try Faults.each(how) { pair, outcome, call in
      // It comes before the file is saved, which is noticed, or after that.
      let isSaved = outcome.end == .status(0)
      #expect(pair.texts == ["other", isSaved ? "new b" : "old b"] && pair.drafts.isEmpty, "\(call)")
      #expect(isSaved || outcome.errors.hasSuffix("/a was changed meanwhile by another program\n"), "\(call)")
    }
    #expect(calls > 30)
  }

  @Test(.enabled(if: Faults.library != nil, Faults.missing))
  func `Where files cannot be exchanged, those that are saved nevertheless are named, and the next save goes on`()
    throws
  {
    var halves = 0
    let calls = try Faults.each("plain") { pair, outcome, call in
      let texts = pair.texts
      let saved = zip(texts, ["a", "sub/b"]).filter { $0.0.hasPrefix("new") }.map { pair.folder.path($0.1) }
      #expect(
        texts.allSatisfy { (Self.old + Self.new).contains($0) }
          && outcome.output.split(separator: "\n").map(String.init) == saved, "\(call)")
      if outcome.end != .status(0), !saved.isEmpty {
        halves += 1
        #expect(outcome.errors.hasSuffix("; saved nevertheless: \(saved.joined(separator: ", "))\n"), "\(call)")
      }
      let next = try pair.save(from: (texts[0], texts[1]))
      #expect(next.end == .status(0) && pair.texts == Self.new, "\(call): \(next.errors)")
    }
    #expect(calls > 30 && halves > 2)
  }

  @Test func `Of two programs that save at the same time, one reports the other`() async throws {
    for _ in 0..<8 {
      let folder = try TemporaryFolder()
      let path = try folder.write("old", to: "a")
      let children = try (0..<2).map { try Program.saver.start([path, "old", "\($0)"]) }
      var outcomes: [Outcome] = []
      for child in children { outcomes.append(try await child.ended()) }
      let winner = try #require(outcomes.firstIndex { $0.end == .status(0) })
      #expect(folder.text("a") == "\(winner)")
      #expect(outcomes[1 - winner].errors == "\(path) was changed meanwhile by another program\n")
    }
  }

  @Test func `Another program that saves in the folder is waited for, but not forever`() async throws {
    let pair = try Pair()
    let lock = open(pair.folder.path("sub"), O_RDONLY)
    defer { close(lock) }
    flock(lock, LOCK_EX)
    let late = try await Program.saver.start(pair.words()).ended()
    #expect(late.end == .status(74) && pair.texts == Self.old && pair.drafts.isEmpty)
    #expect(late.errors.hasSuffix("(another program saves in this folder: try again)\n"), "\(late.errors)")
    let child = try Program.saver.start(pair.words())
    let descriptors = "/proc/\(child.identifier)/fd"
    try await until("the folder is open") {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: descriptors)) ?? []
      let targets = names.map { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(descriptors)/\($0)") }
      return targets.contains(pair.folder.path("sub"))
    }
    flock(lock, LOCK_UN)
    #expect(try await child.ended().end == .status(0) && pair.texts == Self.new)
  }

  @Test(.enabled(if: Stranger.canRun, Stranger.missing))
  func `A second file that may not be written prevents the first, until it may`() throws {
    let pair = try Pair(), user = pair.give()
    func save() throws -> Outcome { try Child.run(user + [Program.saver.path] + pair.words()) }
    for (path, what) in [("/sub", "folder"), ("/sub/b", "file")] {
      chown(pair.folder.path + path, 0, 0)
      let outcome = try save()
      #expect(outcome.end == .status(74) && pair.texts == Self.old && pair.drafts.isEmpty, "\(what)")
      #expect(outcome.errors.contains(": Permission denied (") && outcome.output.isEmpty, "\(what): \(outcome.errors)")
      _ = pair.give()
    }
    let outcome = try save()
    #expect(outcome.end == .status(0) && pair.texts == Self.new, "\(outcome.errors)")
  }

  @Test(.enabled(if: Stranger.canRun, Stranger.missing))
  func `A file whose group the user cannot keep is not written`() throws {
    let pair = try Pair(), user = pair.give()
    chown(pair.folder.path("sub/b"), 65_534, 4_321)
    let outcome = try Child.run(user + [Program.saver.path] + pair.words())
    #expect(outcome.end == .status(74) && pair.texts == Self.old && pair.drafts.isEmpty)
    #expect(
      outcome.errors == "keep the owner and group of \(pair.folder.path("sub/b")): Operation not permitted "
        + "(save as a user who may set them, such as root)\n")
  }
}
