import Actions
import Foundation
import Gestures
import Testing

@testable import Configuration
@testable import Program
@testable import Screen
@testable import TickledDaemon

/// A folder of a test's own, gone with this object.
private final class Folder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "tickled-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.resolvingSymlinksInPath().path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: "\(path)/\(name)", withIntermediateDirectories: true)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
  }

  func move(_ name: String, over other: String) throws {
    try #require(rename("\(path)/\(name)", "\(path)/\(other)") == 0)
  }
}

@Suite("What keeps a new configuration waiting")
struct AtRestTests {
  private func session(_ text: String) throws -> Session {
    let scene = Scene(try configuration(text), screen: ScreenSettings(), size: Size(width: 200, height: 120))
    return Session(scene, origin: Timestamp(microseconds: 0), runner: nil, report: nil)
  }

  private func frame(_ milliseconds: Int64, _ phase: Touch.Phase) -> TouchFrame {
    let contact = TouchFrame.Contact(id: 1, phase: phase, location: Point(x: 50, y: 50))
    return TouchFrame(time: Timestamp(microseconds: milliseconds * 1000), contacts: [contact])
  }

  @Test func `A finger does, whether it is part of a gesture or not`() throws {
    for text in ["", "[[gesture]]\nname = \"drag\"\nkind = \"pan\"\n"] {
      let session = try session(text)
      #expect(session.isAtRest)
      session.handle(frame(0, .began))
      #expect(!session.isAtRest)
      session.handle(frame(50, .ended))
      #expect(session.isAtRest)
    }
  }

  @Test func `Half a double tap does, until it is too late for the other half`() throws {
    let session = try session("[[gesture]]\nname = \"double\"\nkind = \"tap\"\ntaps = 2\n")
    session.handle(frame(0, .began))
    session.handle(frame(50, .ended))
    #expect(!session.isAtRest)
    session.advance(to: Timestamp(microseconds: 399_000))
    #expect(!session.isAtRest)
    session.advance(to: Timestamp(microseconds: 400_000))
    #expect(session.isAtRest)
  }

  @Test func `What is taken away does not any more`() throws {
    let session = try session("[[gesture]]\nname = \"drag\"\nkind = \"pan\"\n")
    session.handle(frame(0, .began))
    session.cancelTouches(at: Timestamp(microseconds: 10_000))
    #expect(session.isAtRest)
  }
}

@Suite("A configuration that waits")
struct ReloadingTests {
  private func seconds(_ seconds: Double) -> Timestamp { Timestamp(microseconds: Int64(seconds * 1e6)) }

  @Test func `The newest takes the place of the one before, and waits no longer than that would have`() {
    var reloading = Reloading()
    reloading.wait(with: Configuration(path: "first"), at: seconds(1))
    #expect(reloading.nextDeadline == seconds(3))
    reloading.wait(with: Configuration(path: "second"), at: seconds(2.5))
    #expect(reloading.nextDeadline == seconds(3))
    #expect(reloading.takeNext()?.path == "second")
    #expect(reloading.nextDeadline == nil)
    #expect(reloading.takeNext() == nil)
  }

  @Test func `A file is looked at once it is quiet, and also when it never is`() {
    var reloading = Reloading()
    reloading.notice(at: seconds(1))
    reloading.notice(at: seconds(1.1))
    let early = reloading.takeLook(at: seconds(1.29))
    let due = reloading.takeLook(at: seconds(1.3))
    let again = reloading.takeLook(at: seconds(9))
    #expect(!early && due && !again)
    for tenths in 20...39 { reloading.notice(at: seconds(Double(tenths) / 10)) }
    #expect(reloading.nextDeadline == seconds(4))
  }
}

/// The daemon's core without a panel and without actions, a turn at a time.
@Suite("The daemon's core takes a new configuration")
struct CoreReloadTests {
  private let folder: Folder
  private let core: DaemonCore
  private let said: Said

  /// What the log got.
  private final class Said: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: [String] = []

    func add(_ line: String) { lock.withLock { stored.append(line) } }
    var lines: [String] { lock.withLock { stored } }
  }

  init() throws {
    let folder = try Folder()
    let said = Said()
    let path = "\(folder.path)/config.toml"
    try folder.write("[daemon]\nsocket = \"\(folder.path)/s\"\n", to: "config.toml")
    var options = DaemonOptions(path: path)
    options.isDryRun = true
    options.devices = ["/nonexistent/event0"]
    let loop = try #require(EventLoop(signals: []))
    core = DaemonCore(
      try Configuration.load(path: path).configuration, options: options, loop: loop,
      log: Log { _, message in said.add(message) })
    self.folder = folder
    self.said = said
    try #require(core.start() == nil)
  }

  private func write(_ text: String) throws {
    try folder.write("[daemon]\nsocket = \"\(folder.path)/s\"\n\(text)", to: "config.toml")
  }

  @Test func `Where nothing is under way it is in force at the end of the turn`() throws {
    try write("[[view]]\nname = \"snake\"\n")
    #expect(core.reload() == [])
    #expect(core.active.configuration.views.isEmpty, "not before who asked has the answer")
    _ = core.turn(0)
    #expect(core.active.configuration.views.map(\.name) == ["snake"])
    #expect(said.lines.last?.hasSuffix("config.toml: reloaded") == true)
  }

  @Test func `One that cannot be used does not take the place of one that waits`() throws {
    try write("[[view]]\nname = \"snake\"\n")
    #expect(core.reload() == [])
    try write("[[view]]\n")
    #expect(core.reload().count == 1)
    _ = core.turn(0)
    #expect(core.active.configuration.views.map(\.name) == ["snake"])
  }

  @Test func `Of two that wait the second comes into force, once`() throws {
    try write("[[view]]\nname = \"snake\"\n")
    _ = core.reload()
    try write("[[view]]\nname = \"dragon\"\n")
    _ = core.reload()
    _ = core.turn(0)
    _ = core.turn(0)
    #expect(core.active.configuration.views.map(\.name) == ["dragon"])
    #expect(said.lines.count { $0.hasSuffix(": reloaded") } == 1)
  }
}

@Suite("Watching a configuration file")
struct ConfigurationWatchTests {
  private let folder: Folder
  private var file: String { "\(folder.path)/config.toml" }

  init() throws { folder = try Folder() }

  @Test func `A file of the same folder is of no account`() throws {
    try folder.write("a", to: "config.toml")
    let watch = try #require(ConfigurationWatch(path: file))
    try folder.write("b", to: "other.toml")
    try folder.write("b", to: "config.toml.swp")
    #expect(!watch.takeChanges())
    try folder.write("b", to: "config.toml")
    #expect(watch.takeChanges())
    #expect(!watch.takeChanges())
  }

  @Test func `A file that is renamed over it, removed, or comes at last is noticed`() throws {
    try folder.write("a", to: "config.toml")
    try folder.write("b", to: "new")
    let renamed = try #require(ConfigurationWatch(path: file))
    try folder.move("new", over: "config.toml")
    #expect(renamed.takeChanges())

    let removed = try #require(ConfigurationWatch(path: file))
    try FileManager.default.removeItem(atPath: file)
    #expect(removed.takeChanges())

    let coming = try #require(ConfigurationWatch(path: file))
    #expect(!coming.takeChanges())
    try folder.write("c", to: "config.toml")
    #expect(coming.takeChanges())
  }

  @Test func `Any link on the way may be set anew`() throws {
    for version in ["..1", "..2"] {
      try folder.makeFolder(version)
      try folder.write(version, to: "\(version)/config.toml")
    }
    try folder.link("..data", to: "..1")
    try folder.link("config.toml", to: "..data/config.toml")
    let watch = try #require(ConfigurationWatch(path: file))
    try folder.write("x", to: "..2/config.toml")
    #expect(!watch.takeChanges(), "not on the way yet")
    try folder.link("..new", to: "..2")
    try folder.move("..new", over: "..data")
    #expect(watch.takeChanges())
    let next = try #require(ConfigurationWatch(path: file))
    try folder.write("y", to: "..2/config.toml")
    #expect(next.takeChanges())
  }

  @Test func `A file that is changed by another name, as one that is mounted there, is noticed`() throws {
    try folder.makeFolder("elsewhere")
    try folder.write("a", to: "elsewhere/original")
    try #require(link("\(folder.path)/elsewhere/original", file) == 0)
    let watch = try #require(ConfigurationWatch(path: file))
    let handle = try FileHandle(forWritingTo: URL(filePath: "\(folder.path)/elsewhere/original"))
    try handle.write(contentsOf: Data("b".utf8))
    try handle.close()
    #expect(watch.takeChanges())
  }

  @Test func `The way is followed through links and folders, and ends where something is missing`() throws {
    try folder.makeFolder("a/b")
    try folder.link("a/there", to: "../c/./d.toml")
    func steps(_ path: String) -> [String] {
      ConfigurationWatch.steps(to: path).map { "\($0.folder)|\($0.name)" }
        .map { $0.replacingOccurrences(of: folder.path, with: "~") }
    }
    #expect(steps("\(folder.path)/a/b/../b/x.toml") == ["~/a/b|x.toml"])
    #expect(steps("\(folder.path)/a/there") == ["~/a|there", "~|c"])
    #expect(steps("\(folder.path)/none/x.toml") == ["~|none"])
    try folder.link("self", to: "self")
    #expect(steps("\(folder.path)/self").count < 50)
    #expect(ConfigurationWatch.steps(to: "/x.toml").map(\.folder) == ["/"])
    #expect(steps("x.toml").count == 1)
  }
}
