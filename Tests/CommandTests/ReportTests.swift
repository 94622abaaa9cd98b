import Foundation
import FoundationXML
import Testing

@Suite("Report of a replay", .startsPrograms)
struct ReportTests {
  private func replay(_ words: [String], configuration: String = Files.shippedConfiguration) throws -> Outcome {
    try Program.tickle.run(["replay", "--config", configuration] + words)
  }

  @Test(arguments: Recordings.all)
  func `A report is a self-contained page that loads nothing, and the lines stay the same`(recording: String) throws {
    let folder = try TemporaryFolder()
    let plain = try replay(["--format", "json", recording])
    let outcome = try replay(["--format", "json", "--report", folder.path("page.html"), recording])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    #expect(outcome.outputBytes == plain.outputBytes)
    #expect(outcome.errors == plain.errors)

    let page = folder.text("page.html")
    for word in ["http://", "https://", "url(", "src=", "@import", "<link", "javascript:"] {
      #expect(!page.contains(word), "\(word)")
    }
    // The page's own script, and no other; the tests in a browser show that the policy allows it.
    #expect(page.components(separatedBy: "<script").count == 2)
    #expect(page.contains("default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;; script-src &#39;sha256-"))
    let parser = XMLParser(data: Data(page.utf8))
    #expect(parser.parse(), "\(String(describing: parser.parserError)) in line \(parser.lineNumber)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("page") } == ["page.html"])

    _ = try replay(["--report", folder.path("again.html"), recording])
    #expect(folder.text("again.html") == page)
  }

  @Test func `A report explains each failed attempt with the same words as explain`() throws {
    let folder = try TemporaryFolder()
    _ = try replay(["--report", folder.path("page.html"), Files.demo])
    // Rule numbers are links, and keys are code.
    let page = folder.text("page.html").replacing(/<a class="cite"[^>]*>([A-Z0-9-]+)<\/a>/) { $0.output.1 }
      .replacing(/<\/?code>/, with: "`")
    #expect(!folder.text("page.html").replacing(/<style>[^<]*<\/style>/, with: "").contains("`"))
    var count = 0
    for gesture in ["tap", "pan", "pinch", "rotation", "tickle"] {
      let explained = try Program.tickle.run([
        "explain", "--config", Files.shippedConfiguration, "--gesture", gesture, Files.demo,
      ])
      // `  failed at 0.100 s: words [view, from 0.000 s]`
      for line in explained.output.split(separator: "\n") where line.hasPrefix("  failed at") {
        let words = line.drop { $0 != ":" }.dropFirst(2).prefix { $0 != "[" }.dropLast()
        let escaped = words.replacingOccurrences(of: "'", with: "&#39;")
        #expect(page.contains(escaped), "\(escaped)")
        count += 1
      }
    }
    #expect(count > 5)
  }

  @Test func `A near miss is in sight, and a gesture of twice as many fingers is folded`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      [[gesture]]
      name = "flick"
      kind = "swipe"
      direction = "left"
      action = { log = "x" }
      [[gesture]]
      name = "pair"
      kind = "pinch"
      action = { log = "x" }
      """, to: "c.toml")
    try folder.write(try Program.tickle.run(["hand", "pan left 7mm in 100ms"]).output, to: "hand.evemu")
    _ = try replay(
      ["--report", folder.path("page.html"), folder.path("hand.evemu")], configuration: folder.path("c.toml"))
    let page = folder.text("page.html")
    let near = try #require(page.range(of: "<h2>Nearly recognized</h2>"))
    let next = try #require(page.range(of: "<h2>", range: near.upperBound..<page.endIndex))
    let fold = try #require(page.range(of: "<details class=\"rest\">"))
    let end = try #require(page.range(of: "</details>", range: fold.upperBound..<page.endIndex))
    let shown = page[near.upperBound..<next.lowerBound], folded = page[fold.upperBound..<end.lowerBound]
    #expect(shown.contains(">flick</a>") && !shown.contains(">pair</a>"))
    #expect(folded.contains(">pair</a>") && !folded.contains(">flick</a>"))
    #expect(folded.contains("<summary>1 other attempt that failed</summary>"))
  }

  @Test func `A report has the text of each rule that it cites, and a link from each number`() throws {
    let folder = try TemporaryFolder()
    _ = try replay(["--report", folder.path("page.html"), Files.demo])
    let page = folder.text("page.html")
    let links = page.matches(of: /<a class="cite" href="#rule-([A-Z0-9-]+)" title="([^"]+)">([A-Z0-9-]+)<\/a>/)
    #expect(links.count > 5)
    let cited = Set(links.map { String($0.output.1) })
    #expect(cited == Set(page.matches(of: /<dt id="rule-([A-Z0-9-]+)">/).map { String($0.output.1) }))
    #expect(cited.contains("TAP-4") && !cited.contains("SW-3"))
    for link in links { #expect(link.output.1 == link.output.3) }
    #expect(
      page.contains(">TAP-4: An extra finger fails a tap</dt><dd><p>A tap needs exactly <code>fingers</code> fingers."))
    // Every number in the page is a link.
    #expect(!page.contains("<span class=\"cite\""))
    #expect(!page.contains("Source: "))
  }

  @Test func `Every link leads to an element of the page`() throws {
    let folder = try TemporaryFolder()
    _ = try replay(["--report", folder.path("page.html"), Files.demo, Files.demo])
    let page = folder.text("page.html")
    let ids = page.split(separator: " id=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
    let links = page.split(separator: " href=\"#").dropFirst().map { $0.prefix { $0 != "\"" } }
    #expect(Set(ids).count == ids.count, "an ID is used twice")
    #expect(links.count > 20)
    #expect(Set(links).subtracting(ids).isEmpty)
  }

  @Test func `Names from a device or a configuration cannot inject markup into the page`() throws {
    let folder = try TemporaryFolder()
    let hostile = "</title><script>alert(1)</script><img src=x onerror='a'>"
    let recording = try String(contentsOfFile: Files.demo, encoding: .utf8)
      .replacingOccurrences(of: "N: tickled demo panel", with: "N: \(hostile)")
    #expect(recording.contains(hostile))
    let path = try folder.write(recording, to: "<b>&.evemu")
    let configuration = try folder.write(
      """
      [[view]]
      name = "\(hostile)"
      frame = { x = "0%", y = "0%", width = "50%", height = "100%" }
      [[gesture]]
      name = "\(hostile)"
      kind = "tap"
      view = "\(hostile)"
      action = { log = "\(hostile)" }
      """, to: "c.toml")
    let outcome = try replay(["--report", folder.path("page.html"), path], configuration: configuration)
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    let page = folder.text("page.html")
    #expect(page.contains("&lt;script&gt;alert(1)"))
    #expect(page.components(separatedBy: "<script").count == 2 && !page.contains("<img"))
    #expect(XMLParser(data: Data(page.utf8)).parse())
  }

  @Test func `An anonymous report has neither the device's name nor folders nor the actions' contents`() throws {
    let folder = try TemporaryFolder()
    let recording = try folder.write(try Data(contentsOf: URL(filePath: Files.demo)), to: "hand.evemu")
    // A panel without a size, so that a warning names the device.
    let text = folder.text("hand.evemu").replacingOccurrences(of: " 40\n", with: " 0\n")
    try folder.write(text, to: "hand.evemu")
    let open = try replay(["--report", folder.path("open.html"), recording])
    #expect(open.errors.contains("tickled demo panel"))
    // A device that is not a touchscreen, so that an error names the device.
    let other = try folder.write(
      "N: Somebody's keyboard\nI: 0003 0001 0002 0003\nE: 0.000000 0000 0000 0\n", to: "other.evemu")
    let outcome = try replay(["--anonymous", "--report", folder.path("page.html"), recording, other])
    #expect(outcome.end == .status(65))
    #expect(outcome.errors.contains("Somebody's keyboard"))
    #expect(!folder.text("page.html").contains("keyboard"))
    #expect(folder.text("page.html").contains("other.evemu could not be read"))
    for word in ["tickled demo panel", folder.path, "chomp", Files.checkout] {
      #expect(folder.text("open.html").contains(word), "\(word)")
      #expect(!folder.text("page.html").contains(word), "\(word)")
    }
    #expect(folder.text("page.html").contains("hand.evemu"))

    let alone = try replay(["--anonymous", recording])
    #expect(alone.end == .status(64))
    #expect(alone.errors.contains("--report"))
  }

  @Test func `Several recordings make one page, which reports the ones that cannot be read`() throws {
    let folder = try TemporaryFolder()
    let broken = try folder.write("no recording", to: "broken.evemu")
    let outcome = try replay(["--report", folder.path("page.html"), Files.demo, broken, Files.demo])
    #expect(outcome.end == .status(65))
    let page = folder.text("page.html")
    #expect(page.contains("id=\"recording-2\"") && !page.contains("id=\"recording-3\""))
    #expect(page.contains("broken.evemu:"))

    let none = try replay(["--report", folder.path("none.html"), broken])
    #expect(none.end == .status(65))
    #expect(!FileManager.default.fileExists(atPath: folder.path("none.html")))
  }

  @Test func `A page that cannot be written is reported before anything is played, and leaves nothing behind`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path("folder.html"), withIntermediateDirectories: false)
    for path in [folder.path("folder.html"), folder.path("no/such/page.html")] {
      let outcome = try replay(["--report", path, Files.demo])
      #expect(outcome.end == .status(74), "\(path)")
      #expect(outcome.output == "")
      #expect(outcome.errors.hasPrefix("tickle: write"), "\(outcome.errors)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["folder.html"])
  }

  @Test func `If the report's file name is forgotten, the recording is not overwritten`() throws {
    let folder = try TemporaryFolder()
    let recording = try folder.write(try Data(contentsOf: URL(filePath: Files.demo)), to: "hand.evemu")
    let outcome = try replay(["--report", recording, Files.demo])
    #expect(outcome.end == .status(64))
    #expect(outcome.errors.contains("ends with .html"))
    #expect(folder.text("hand.evemu").hasPrefix("# EVEMU"))
  }

  @Test func `A new report replaces the old one and keeps its permissions; a symbolic link stays one`() throws {
    let folder = try TemporaryFolder()
    let old = try folder.write("old", to: "old.html")
    #expect(chmod(old, 0o640) == 0)
    #expect(symlink("old.html", folder.path("link.html")) == 0)
    let outcome = try replay(["--report", folder.path("link.html"), Files.demo])
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    #expect(folder.text("old.html").hasPrefix("<!DOCTYPE html>"))
    let attributes = try FileManager.default.attributesOfItem(atPath: old)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link.html")) == "old.html")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
  }
}
