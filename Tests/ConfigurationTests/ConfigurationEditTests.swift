import Foundation
import Gestures
import Testing
import TouchInput

@testable import Configuration

@Suite("Changing a configuration file")
struct ConfigurationEditTests {
  private static let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// The shipped configurations, as their names and texts.
  private static let shipped: [(name: String, text: String)] = ["config", "config/cookbook", "config/starters"].flatMap
  {
    folder -> [(name: String, text: String)] in
    let files = (try? FileManager.default.contentsOfDirectory(atPath: "\(checkout)/\(folder)")) ?? []
    return files.filter { $0.hasSuffix(".toml") && !$0.hasSuffix(".test.toml") }.sorted().compactMap { file in
      (try? String(contentsOfFile: "\(checkout)/\(folder)/\(file)", encoding: .utf8)).map { ("\(folder)/\(file)", $0) }
    }
  }

  private static let keys = [
    (key: "orientation", value: "\"left\""), (key: "size", value: "[\"123mm\", \"45.6mm\"]"),
    (key: "calibration", value: "[-1, 0, 1, 0, 1, 0]"),
  ]

  private func configuration(_ text: String) throws -> Configuration {
    try #require(Configuration.parse(text: text, path: "c.toml").0)
  }

  private func edited(
    _ text: String, _ change: (inout ConfigurationEdit) throws(ConfigurationEdit.Refusal) -> Void
  ) throws -> String {
    var edit = ConfigurationEdit(
      ConfigurationText(bytes: Array(text.utf8), path: "c.toml"), of: try configuration(text))
    try change(&edit)
    return String(decoding: edit.bytes, as: UTF8.self)
  }

  @Test func `Every shipped configuration takes a screen and a frame, and keeps its comments and all other lines`()
    throws
  {
    #expect(Self.shipped.count > 20)
    for (name, text) in Self.shipped {
      let old = try configuration(text)
      let screen = old.screens.first?.name ?? "main"
      let view = old.views.last?.name ?? "new"
      let new = try edited(text) { edit throws(ConfigurationEdit.Refusal) in
        try edit.setScreen(screen, Self.keys, match: "{ name = \"Some*\" }")
      }
      let whole = try edited(new) { edit throws(ConfigurationEdit.Refusal) in
        try edit.setView(view, frame: "{ x = \"3mm\", width = \"7mm\" }", screen: nil)
      }
      let result = try configuration(whole)
      let found = try #require(result.screens.first { $0.name == screen }, "\(name)")
      #expect(found.orientation == .left && found.calibration == [-1, 0, 1, 0, 1, 0])
      #expect(found.size?.width == 123 && found.size?.height == 45.6)
      #expect(result.gestures == old.gestures && result.daemon == old.daemon)
      let frame = Frame.Span.startExtent(start: .millimetres(3), extent: .millimetres(7))
      #expect(result.views.first { $0.name == view }?.frame.horizontal == frame)
      // Nothing is missing but the lines of the three keys and of the frame, and nothing is new but those.
      var rest = whole.split(separator: "\n", omittingEmptySubsequences: false)[...]
      var lost: [Substring] = []
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        if let index = rest.firstIndex(of: line) { rest = rest[(index + 1)...] } else { lost.append(line) }
      }
      #expect(lost.allSatisfy { $0.contains(#/^(frame|orientation|size|calibration) = /#) }, "\(name): \(lost)")
    }
  }

  @Test(arguments: [
    "[[screen]]\nname = \"main\"", "[[screen]] # c\n\n  # d\nname='main'#e\nsize=['1mm','2mm']#f",
    "screen = []\n", "[[screen]]\nmatch.name = \"x\"\nname = \"\"\"main\"\"\"\n[screen.extra]\n",
    "[[screen]]\nname = \"m\\u0061in\"\ncalibration = [ 1,0,0, # a\n 0,1,0, ] # b\n",
  ])
  func `Other ways to write a screen are changed or refused, never damaged`(text: String) throws {
    guard let old = Configuration.parse(text: text, path: "c.toml").0 else { return }
    var edit = ConfigurationEdit(ConfigurationText(bytes: Array(text.utf8), path: "c.toml"), of: old)
    do {
      try edit.setScreen("main", Self.keys, match: nil)
    } catch {
      #expect(
        "\(error)" == "c.toml is written in a manner that cannot be changed safely" || "\(error)".hasPrefix("c.toml:"))
      return
    }
    let new = String(decoding: edit.bytes, as: UTF8.self)
    #expect(try configuration(new).screens.first?.orientation == .left, "\(new)")
    for comment in text.matches(of: #/#.*/#) { #expect(new.contains(comment.output), "\(new)") }
  }

  @Test func `A value that is not one is refused`() throws {
    for value in ["\"left\"\nstale = \"1s\"", "\"left\" }", "\"nowhere\"", ""] {
      for text in ["[[screen]]\nname = \"main\"\n", "[[screen]]\nname = \"main\"\norientation = \"right\"\n", ""] {
        #expect(throws: ConfigurationEdit.Refusal.self, "\(value) in \(text)") {
          _ = try edited(text) { edit throws(ConfigurationEdit.Refusal) in
            try edit.setScreen("main", [(key: "orientation", value: value)], match: nil)
          }
        }
      }
    }
  }

  @Test func `A gesture's values are its own, or else those of its kind's profile in any part`() throws {
    let gesture = "[[gesture]]\nname = \"a\"\nkind = \"swipe\"\nmin_distance = \"8mm\"\naction = { log = \"x\" }\n"
    let profiles = "[profile.tap]\nmax_duration = \"1s\"\n[profile.swipe]\nmin_speed = 77\nmin_distance = \"9mm\"\n"
    for texts in [[gesture + profiles], [gesture, profiles], [profiles, "", gesture]] {
      let text = try #require(
        ConfigurationText(
          parts: texts.enumerated().map { ConfigurationText.Part(path: "\($0).toml", bytes: Array($1.utf8)) }))
      let values = ConfigurationEdit.values(ofGesture: "a", in: text)
      #expect(values["min_distance"] == "\"8mm\"" && values["min_speed"] == "77", "\(texts)")
      #expect(values["max_duration"] == nil)
      #expect(ConfigurationEdit.values(ofGesture: "b", in: text) == [:])
    }
  }

  @Test func `Hostile names of devices and views stay strings`() throws {
    for name in ["\" }\n[[gesture]]", "a\\", "[x]*?", "\u{202E}abc", "\u{1B}[2J", "ü☃\u{10FFFF}", "'''", "\0"] {
      let match = DeviceMatch.toml(forName: name, vendor: 1, product: 0xABCD)
      let text = "[[screen]]\nname = \"main\"\nmatch = \(match)\n"
      let screen = try #require(try configuration(text).screens.first)
      if screen.match.name == nil {
        #expect(screen.match.vendor == 1 && screen.match.product == 0xABCD)
      } else {
        #expect(fnmatch(screen.match.name, name, 0) == 0, "\(text)")
        #expect(fnmatch(screen.match.name, name + "x", 0) != 0, "\(text)")
      }
    }
  }
}
