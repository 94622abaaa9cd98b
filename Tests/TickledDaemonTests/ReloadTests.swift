import Foundation
import Gestures
import Testing
import TouchInput

@testable import Configuration
@testable import Program
@testable import Screen
@testable import TickledDaemon

/// A temporary folder that is removed with this object.
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

@Suite("The delay of a new configuration")
struct AtRestTests {
  private func session(_ text: String) throws -> Session {
    let scene = Scene(try configuration(text), screen: ScreenSettings(), size: Size(width: 200, height: 120))
    return Session(scene, origin: Timestamp(microseconds: 0), runner: nil, report: nil)
  }

  private func time(_ milliseconds: Int64) -> Timestamp { Timestamp(microseconds: milliseconds * 1000) }

  private func frame(_ milliseconds: Int64, _ phase: Touch.Phase) -> TouchFrame {
    let contact = TouchFrame.Contact(id: 1, phase: phase, location: Point(x: 50, y: 50))
    return TouchFrame(time: time(milliseconds), contacts: [contact])
  }

  @Test func `A finger delays it, whether it is part of a gesture or not`() throws {
    for text in ["", "[[gesture]]\nname = \"drag\"\nkind = \"pan\"\n"] {
      let session = try session(text)
      #expect(session.isAtRest(at: time(0)))
      session.handle(frame(0, .began))
      #expect(!session.isAtRest(at: time(5000)))
      session.handle(frame(50, .ended))
      #expect(session.isAtRest(at: time(50)))
    }
  }

  @Test func `Half a double tap delays it, until it is too late for the other half`() throws {
    let session = try session("[[gesture]]\nname = \"double\"\nkind = \"tap\"\ntaps = 2\n")
    session.handle(frame(0, .began))
    session.handle(frame(50, .ended))
    #expect(!session.isAtRest(at: time(50)))
    #expect(session.nextPunctualDeadline == nil, "nothing is called at its deadline")
    #expect(!session.isAtRest(at: time(399)))
    #expect(session.isAtRest(at: time(400)))
    session.advance(to: time(399))
    #expect(!session.isAtRest(at: time(399)))
    session.advance(to: time(400))
    #expect(session.isAtRest(at: time(400)))
  }

  @Test func `Cancelled touches do not delay it`() throws {
    let session = try session("[[gesture]]\nname = \"drag\"\nkind = \"pan\"\n")
    session.handle(frame(0, .began))
    session.cancelTouches(at: time(10))
    #expect(session.isAtRest(at: time(10)))
  }
}

@Suite("A configuration that waits")
struct ReloadingTests {
  private func seconds(_ seconds: Double) -> Timestamp { Timestamp(microseconds: Int64(seconds * 1e6)) }

  private func empty(_ path: String) throws -> LoadedConfiguration {
    LoadedConfiguration(try ConfigurationFile(bytes: [], path: path))
  }

  @Test func `The newest one replaces the one before, and waits no longer than that would have`() throws {
    var reloading = Reloading()
    reloading.wait(with: try empty("first"), at: seconds(1))
    #expect(reloading.nextDeadline == seconds(3))
    reloading.wait(with: try empty("second"), at: seconds(2.5))
    #expect(reloading.nextDeadline == seconds(3))
    #expect(reloading.takeNext()?.file.configuration.path == "second")
    #expect(reloading.nextDeadline == nil)
    #expect(reloading.takeNext() == nil)
  }

  @Test func `It has the scenes of the open panels, and none for a panel that has changed since`() throws {
    let text =
      "[[screen]]\nname = \"main\"\n[[view]]\nname = \"left\"\nframe = { width = \"10mm\", height = \"10mm\" }\n"
    let panel = try InterceptedPanel(text).panel
    let screen = try #require(try configuration(text).screens.first)
    let size = panel.session.scene.size
    var turned = screen
    turned.orientation = .left
    func loaded() throws -> LoadedConfiguration {
      LoadedConfiguration(
        try ConfigurationFile(bytes: Array(text.utf8), path: "file"), for: [panel.source.facts])
    }
    let first = try loaded()
    let scene = try #require(first.takeScene(for: panel.found.node, screen, size))
    #expect(scene.screen == "main" && scene.size == size)
    #expect(first.takeScene(for: panel.found.node, screen, size) == nil, "handed over once")
    #expect(try loaded().takeScene(for: "another", screen, size) == nil)
    #expect(try loaded().takeScene(for: panel.found.node, turned, size) == nil)
    #expect(try loaded().takeScene(for: panel.found.node, screen, Size(width: 1, height: 1)) == nil)
  }

  @Test func `A file is read when it has been unchanged for a while, and even if it changes all the time`() {
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

/// The daemon's core without a panel and without actions, run turn by turn.
@Suite("The daemon's core takes a new configuration")
struct CoreReloadTests {
  private let folder: Folder
  private let core: DaemonCore
  private let loop: EventLoop
  private let said: Said

  /// The messages of the log.
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
    core = try #require(
      DaemonCore(
        DaemonStart(try ConfigurationFile(path: path), options: options), loop: loop,
        log: Log { _, message in said.add(message) }))
    self.loop = loop
    self.folder = folder
    self.said = said
    try #require(core.start() == nil)
  }

  /// Reloads, and takes turns until a line of the log says how it ended.
  private func reload(until word: String, _ location: SourceLocation = #_sourceLocation) {
    _ = core.reload()
    turn(until: word, location)
  }

  private func turn(until word: String, _ location: SourceLocation = #_sourceLocation) {
    let limit = ContinuousClock.now + .seconds(60)
    let before = said.lines.count
    while !said.lines.dropFirst(before).contains(where: { $0.contains(word) }) {
      guard ContinuousClock.now < limit else {
        Issue.record("never: \(word)", sourceLocation: location)
        return
      }
      _ = core.turn(loop.wait(until: core.now.microseconds + 10_000))
    }
  }

  private func write(_ text: String) throws {
    try folder.write("[daemon]\nsocket = \"\(folder.path)/s\"\n\(text)", to: "config.toml")
  }

  @Test func `Without touches and gestures it takes effect as soon as it has been read`() throws {
    try write("[[view]]\nname = \"snake\"\n")
    reload(until: "config.toml: reloaded")
    #expect(core.active.configuration.views.map(\.name) == ["snake"])
  }

  @Test func `One with errors changes nothing, and status names them until it is fixed`() throws {
    try write("[[view]]\nname = \"snake\"\n")
    reload(until: "reloaded")
    try write("[[view]]\n")
    reload(until: "not reloaded")
    #expect(core.active.configuration.views.map(\.name) == ["snake"])
    #expect(core.reloading.errors.count == 1)
    #expect(core.serviceStatus.contains("config.toml:3:1"))
    try write("[[view]]\nname = \"dragon\"\n")
    reload(until: "reloaded")
    #expect(core.active.configuration.views.map(\.name) == ["dragon"])
    #expect(core.reloading.errors == [])
  }

  @Test func `Requests that come while the file is read share the next reading`() throws {
    try write("[[view]]\nname = \"snake\"\n")
    let first = core.reload()
    let numbers = (0..<50).map { _ in core.reload() }
    #expect(Set(numbers).count <= 2 && numbers.allSatisfy { (first...first + 1).contains($0) })
    turn(until: "reloaded")
  }

  @Test func `A configuration that stays the same takes effect at most once a second`() throws {
    try write("[[view]]\nname = \"snake\"\n")
    for _ in 0..<3 { reload(until: "reloaded") }
    let count = said.lines.count { $0.hasSuffix(": reloaded") }
    let start = core.now
    while core.now - start < 900_000 {
      _ = core.reload()
      _ = core.turn(loop.wait(until: core.now.microseconds + 10_000))
    }
    #expect(said.lines.count { $0.hasSuffix(": reloaded") } <= count + 1)
  }
}

@Suite("Watching a configuration file")
struct ConfigurationWatchTests {
  private let folder: Folder
  private var file: String { "\(folder.path)/config.toml" }

  init() throws { folder = try Folder() }

  @Test func `Other files of the same folder do not matter`() throws {
    try folder.write("a", to: "config.toml")
    let watch = try ConfigurationWatch(path: file)
    try folder.write("b", to: "other.toml")
    try folder.write("b", to: "config.toml.swp")
    #expect(!watch.takeChanges())
    try folder.write("b", to: "config.toml")
    #expect(watch.takeChanges())
    #expect(!watch.takeChanges())
  }

  @Test func `The files of config.d matter, and so does the folder`() throws {
    try folder.write("a", to: "config.toml")
    let parts = folder.path + "/config.d"
    let before = try ConfigurationWatch(path: file)
    try FileManager.default.createDirectory(atPath: parts, withIntermediateDirectories: false)
    #expect(before.takeChanges())

    let appears = try ConfigurationWatch(path: file)
    try folder.write("b", to: "config.d/a.toml")
    #expect(appears.takeChanges())
    try folder.write("a", to: "config.toml")
    #expect(appears.takeChanges())

    let changes = try ConfigurationWatch(path: file)
    try folder.write("c", to: "other.toml")
    #expect(!changes.takeChanges())
    try folder.write("c", to: "config.d/a.toml")
    #expect(changes.takeChanges())
    try FileManager.default.removeItem(atPath: parts + "/a.toml")
    #expect(changes.takeChanges())
    // Another name has no folder.
    try folder.write("a", to: "draft.toml")
    let draft = try ConfigurationWatch(path: folder.path + "/draft.toml")
    try folder.write("c", to: "config.d/a.toml")
    #expect(!draft.takeChanges())
  }

  @Test func `A file of config.d may be a link`() throws {
    try folder.write("a", to: "config.toml")
    try folder.write("a", to: "elsewhere.toml")
    try FileManager.default.createDirectory(atPath: folder.path + "/config.d", withIntermediateDirectories: false)
    #expect(symlink("../elsewhere.toml", folder.path + "/config.d/a.toml") == 0)
    let watch = try ConfigurationWatch(path: file)
    try folder.write("b", to: "elsewhere.toml")
    #expect(watch.takeChanges())
  }

  @Test func `The copy of the last valid configuration has all of its files`() throws {
    let text = try #require(
      ConfigurationText(parts: [
        .init(path: file, bytes: Array("[daemon]\nwatch = true".utf8)),
        .init(path: "\(folder.path)/config.d/a b.toml", bytes: Array("[daemon]\nsound_device = \"x\"\n".utf8)),
        .init(path: "\(folder.path)/config.d/empty.toml", bytes: []),
      ]))
    let copy = LastGoodConfiguration(of: file, in: folder.path)
    try copy.save(text)
    let loaded = try #require(copy.load())
    #expect(loaded.text == text)
    #expect(loaded.configuration.daemon.watch && loaded.configuration.daemon.soundDevice == "x")
    // A damaged copy is of no use, and neither is that of another file.
    let path = folder.path + "/last-good.toml"
    let bytes = try Data(contentsOf: URL(filePath: path))
    for count in [bytes.count - 1, bytes.count / 2, 10] {
      try bytes.prefix(count).write(to: URL(filePath: path))
      #expect(copy.load() == nil, "\(count)")
    }
    try bytes.write(to: URL(filePath: path))
    #expect(LastGoodConfiguration(of: file + "2", in: folder.path).load() == nil)
  }

  @Test func `A copy whose files have impossible lengths is of no use`() throws {
    let copy = LastGoodConfiguration(of: file, in: folder.path)
    try copy.save(try #require(ConfigurationText(parts: [.init(path: file, bytes: Array("[daemon]".utf8))])))
    let path = folder.path + "/last-good.toml"
    let saved = try String(contentsOfFile: path, encoding: .utf8)
    try #require(saved.hasSuffix("\n# 8 bytes of \(file)\n[daemon]\n") && copy.load() != nil)
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    for head in [
      "# -1 bytes of \(file)", "# -9223372036854775808 bytes of \(file)", "# 9223372036854775807 bytes of \(file)",
      "# 9 bytes of \(file)", "# 7 bytes of \(file)", "# x bytes of \(file)", "# 8 bytes of", "# 8", "",
    ] {
      try saved.replacing("# 8 bytes of \(file)", with: head).write(toFile: path, atomically: true, encoding: .utf8)
      #expect(copy.load() == nil, "\(head)")
    }
  }

  @Test func `A file that is renamed over it, removed, or created is noticed`() throws {
    try folder.write("a", to: "config.toml")
    try folder.write("b", to: "new")
    let renamed = try ConfigurationWatch(path: file)
    try folder.move("new", over: "config.toml")
    #expect(renamed.takeChanges())

    let removed = try ConfigurationWatch(path: file)
    try FileManager.default.removeItem(atPath: file)
    #expect(removed.takeChanges())

    let coming = try ConfigurationWatch(path: file)
    #expect(!coming.takeChanges())
    try folder.write("c", to: "config.toml")
    #expect(coming.takeChanges())
  }

  @Test func `Any link on the path may be replaced`() throws {
    for version in ["..1", "..2"] {
      try folder.makeFolder(version)
      try folder.write(version, to: "\(version)/config.toml")
    }
    try folder.link("..data", to: "..1")
    try folder.link("config.toml", to: "..data/config.toml")
    let watch = try ConfigurationWatch(path: file)
    try folder.write("x", to: "..2/config.toml")
    #expect(!watch.takeChanges(), "not on the path yet")
    try folder.link("..new", to: "..2")
    try folder.move("..new", over: "..data")
    #expect(watch.takeChanges())
    let next = try ConfigurationWatch(path: file)
    try folder.write("y", to: "..2/config.toml")
    #expect(next.takeChanges())
  }

  @Test func `A change through another name is noticed, as with a file that is mounted there`() throws {
    try folder.makeFolder("elsewhere")
    try folder.write("a", to: "elsewhere/original")
    try #require(link("\(folder.path)/elsewhere/original", file) == 0)
    let watch = try ConfigurationWatch(path: file)
    let handle = try FileHandle(forWritingTo: URL(filePath: "\(folder.path)/elsewhere/original"))
    try handle.write(contentsOf: Data("b".utf8))
    try handle.close()
    #expect(watch.takeChanges())
  }

  @Test func `The path is followed through links and folders, and ends at a missing component`() throws {
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
