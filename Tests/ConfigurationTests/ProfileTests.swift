import Testing

@testable import Configuration

@Suite("Profiles")
struct ProfileTests {
  private static let text = """
    [profile.tap]
    movement = "7mm"
    max_duration = "2s"
    [profile.rotation]
    threshold = "20deg"
    [[gesture]]
    name = "slow"
    kind = "tap"
    [[gesture]]
    name = "own"
    kind = "tap"
    fingers = 2
    movement = "1mm"
    [[gesture]]
    name = "press"
    kind = "long-press"
    [[gesture]]
    name = "pinch"
    kind = "pinch"

    """

  private func tap(_ configuration: Configuration, _ name: String) throws -> TapSettings {
    guard case .tap(let tap) = try #require(configuration.gestures.first { $0.name == name }).kind else {
      throw ConfigurationError.missing(path: name)
    }
    return tap
  }

  @Test func `Gestures of a kind start from its profile, and keep their own values`() throws {
    let (parsed, diagnostics) = Configuration.parse(text: Self.text, path: "c.toml")
    let configuration = try #require(parsed, "\(diagnostics)")
    #expect(diagnostics.isEmpty)
    let slow = try tap(configuration, "slow")
    #expect(slow.movement.given == .millimetres(7) && slow.maxDuration == .seconds(2))
    #expect(slow.maxInterval == TapSettings().maxInterval)
    let own = try tap(configuration, "own")
    #expect(own.movement.given == .millimetres(1) && own.maxDuration == .seconds(2))
    #expect(configuration.gestures[2].kind == .longPress(LongPressSettings()))
    var pinch = PinchSettings()
    pinch.threshold = .millimetres(4.8)  // Beside the tap of two fingers.
    #expect(configuration.gestures[3].kind == .pinch(pinch))
  }

  @Test func `A profile may stand behind the gestures`() throws {
    let lines = Self.text.split(separator: "\n")
    let turned = (lines.dropFirst(5) + lines.prefix(5)).joined(separator: "\n") + "\n"
    let (first, second) = (
      Configuration.parse(text: Self.text, path: "c.toml").0, Configuration.parse(text: turned, path: "c.toml").0
    )
    #expect(first != nil && first == second)
  }

  @Test(arguments: [
    ("[profile.tap]\nmovement = \"far\"", "c.toml:2:12: error: "),
    ("[profile.tap]\nfingers = 2", "c.toml:2:1: error: unknown key \"fingers\""),
    ("[profile.tapp]\nmovement = \"3mm\"", "c.toml:1:10: error: \"tapp\" is not a kind of gestures"),
    ("[profile]\ntap = 3", "c.toml:2:7: error: "),
    ("profile = 3", "c.toml:1:11: error: "),
    ("[profile.swipe]\nmin_distance = \"9mm\"\nmax_distance = \"8mm\"", "c.toml:3:16: error: \"max_distance\" must be"),
  ])
  func `A problem of a profile is reported once, with its place`(profile: String, start: String) {
    let gestures = (1...3).map { "[[gesture]]\nname = \"\($0)\"\nkind = \"tap\"\n" }.joined()
    let text = "\(profile)\n\(gestures)[[gesture]]\nname = \"s\"\nkind = \"swipe\"\n"
    let (configuration, diagnostics) = Configuration.parse(text: text, path: "c.toml")
    #expect(configuration == nil)
    #expect(diagnostics.count == 1, "\(diagnostics)")
    #expect(diagnostics.first?.description.hasPrefix(start) == true, "\(diagnostics)")
  }

  @Test func `A length in pixels needs the pixels of a screen only if a gesture uses it`() {
    let profile = "[profile.pan]\nthreshold = \"9px\"\n"
    #expect(Configuration.parse(text: profile, path: "c.toml").1.isEmpty)
    let pan = "[[gesture]]\nname = \"p\"\nkind = \"pan\"\n"
    let diagnostics = Configuration.parse(text: profile + pan, path: "c.toml").1
    #expect(diagnostics.count == 1 && diagnostics[0].description.contains("needs the \"pixels\" of the screen"))
    #expect(Configuration.parse(text: profile + pan + "threshold = \"2mm\"\n", path: "c.toml").1.isEmpty)
  }
}
