import Configuration
import Control
@testable import Follow
import Testing

private func plan(_ text: String, _ rotation: FollowPlan.Rotation = .compositor) throws -> FollowPlan {
  let (configuration, diagnostics) = Configuration.parse(text: text, path: "c.toml")
  return FollowPlan(try #require(configuration, "\(diagnostics)"), rotation: rotation)
}

private let screens = """
  [[screen]]
  name = "wall"
  [[screen]]
  name = "till"

  """

struct FollowPlanTests {
  @Test func `The only output turns all screens, and several turn those that they belong to`() throws {
    let turned = Surroundings.Output(name: "eDP-1", turns: 1)
    let other = Surroundings.Output(name: "till", turns: 3)
    #expect(try plan("").wishes(in: Surroundings(outputs: [turned])).turns == ["main": 1])
    #expect(try plan(screens).wishes(in: Surroundings(outputs: [turned])).turns == ["wall": 1, "till": 1])
    #expect(try plan(screens).wishes(in: Surroundings(outputs: [turned, other])).turns == ["till": 3])
    let rules = screens + "[[follow]]\noutput = \"eDP-*\"\nscreen = \"wall\"\n"
    #expect(try plan(rules).wishes(in: Surroundings(outputs: [turned, other])).turns == ["wall": 1, "till": 3])
    #expect(try plan(rules).wishes(in: Surroundings(outputs: [other])).turns == ["till": 3], "its output is not there")
  }

  @Test func `Outputs that no screen belongs to, and mirrored ones, are mentioned and not followed`() throws {
    let outputs = [Surroundings.Output(name: "A\u{1B}[2J"), Surroundings.Output(name: "B", turns: 2)]
    let warning = try #require(try plan(screens).warnings(in: Surroundings(outputs: outputs)).first)
    #expect(warning.contains("[[follow]]") && !warning.contains("\u{1B}"))
    #expect(try plan("").warnings(in: Surroundings(outputs: [outputs[1]])).isEmpty)
    let mirror = Surroundings(outputs: [Surroundings.Output(name: "A", turns: 1, isMirrored: true)])
    #expect(try plan("").wishes(in: mirror).turns == [:])
    #expect(try plan("").warnings(in: mirror).count == 1)
    #expect(try plan("", .off).warnings(in: mirror).isEmpty)
  }

  @Test func `The sensor turns all screens if it is asked for`() throws {
    let surroundings = Surroundings(outputs: [Surroundings.Output(name: "A", turns: 1)], deviceTurns: 2)
    #expect(try plan(screens, .sensor).wishes(in: surroundings).turns == ["wall": 2, "till": 2])
    #expect(try plan(screens, .off).wishes(in: surroundings).turns == [:])
    #expect(try plan(screens, .compositor).wishes(in: surroundings).turns == ["wall": 1, "till": 1])
  }

  @Test(arguments: [
    ("org.mozilla.firefox", "reading"), ("firefox", "default"), ("mpv", "film"), (nil, "default"), ("", "default"),
    ("mpv\n", "default"), ("$(reboot)", "default"), (String(repeating: "*", count: 5000), "default"),
  ])
  func `The first rule that fits the application gives the mode`(application: String?, mode: String) throws {
    let plan = try plan(
      """
      [[follow]]
      app = "org.mozilla.*"
      mode = "reading"
      [[follow]]
      app = "mpv"
      mode = "film"
      [[follow]]
      app = "org.mozilla.firefox"
      mode = "film"
      [[gesture]]
      name = "tap"
      kind = "tap"
      [mode.reading]
      disable = "tap"
      [mode.film]
      disable = "tap"
      """)
    #expect(plan.wishes(in: Surroundings(application: application)).mode == mode)
  }

  @Test func `While the session is locked, the lock's mode is active, whatever the order of the rules`() throws {
    let tap = "[[gesture]]\nname = \"tap\"\nkind = \"tap\"\n"
    let modes = tap + "[mode.film]\ndisable = \"tap\"\n[mode.dark]\ndisable = \"tap\"\n"
    let lock = "[[follow]]\nlocked = true\nmode = \"dark\"\n"
    let application = "[[follow]]\napp = \"mpv\"\nmode = \"film\"\n"
    for rules in [lock + application, application + lock] {
      let plan = try plan(modes + rules)
      #expect(plan.followsLock)
      #expect(plan.wishes(in: Surroundings(application: "mpv", lock: .locked)).mode == "dark")
      #expect(plan.wishes(in: Surroundings(lock: .locked)).mode == "dark")
      #expect(plan.wishes(in: Surroundings(application: "mpv", lock: .unlocked)).mode == "film")
      #expect(plan.wishes(in: Surroundings(application: "vi", lock: .unlocked)).mode == "default")
      #expect(plan.wishes(in: Surroundings(application: "mpv", lock: .missing)).mode == "film")
    }
    let alone = try plan(modes + lock)
    #expect(alone.wishes(in: Surroundings(lock: .unlocked)).mode == "default")
    #expect(alone.wishes(in: Surroundings(application: "mpv")).mode == nil, "logind does not say whether it is locked")
    #expect(alone.warnings(in: Surroundings(lock: .missing)).count == 1)
    #expect(try !plan(modes + application).followsLock)
  }

  @Test func `Without rules for applications modes are left alone`() throws {
    #expect(try plan("").wishes(in: Surroundings(application: "mpv")).mode == nil)
  }

  @Test func `The display is on while any output is on`() throws {
    func isOn(_ states: Bool?...) throws -> Bool? {
      let outputs = states.map { Surroundings.Output(name: "A", isOn: $0) }
      return try plan("").wishes(in: Surroundings(outputs: outputs)).isDisplayOn
    }
    #expect(try isOn(nil) == nil)
    #expect(try isOn() == false, "outputs that are disabled are gone")
    #expect(try plan("").wishes(in: Surroundings()).isDisplayOn == nil, "without a compositor")
    #expect(try isOn(false, true) == true)
    #expect(try isOn(false, nil) == false)
  }

  @Test func `Input of other devices counts if there are idle steps, unless it is switched off`() throws {
    let (configuration, _) = Configuration.parse(text: "[[idle]]\nafter = \"60s\"\n", path: "c.toml")
    let idle = try #require(configuration)
    let used = Surroundings(isUsed: true)
    let plan = FollowPlan(idle, rotation: .compositor)
    let wishes = plan.wishes(in: used)
    #expect(wishes.requests(after: FollowPlan.Wishes()) == [.use(true)])
    let quiet = plan.wishes(in: Surroundings(isUsed: false), after: wishes)
    #expect(quiet.requests(after: wishes) == [.use(false)])
    #expect(quiet.requests(after: FollowPlan.Wishes()) == [], "that is what applies anyway")
    #expect(plan.wishes(in: Surroundings()).isUsed == nil, "the compositor does not say")
    #expect(FollowPlan(idle, rotation: .compositor, followsUse: false).wishes(in: used).isUsed == nil)
    #expect(try FollowPlanTests.withoutSteps().wishes(in: used).isUsed == nil)
  }

  private static func withoutSteps() throws -> FollowPlan { try plan("") }

  @Test func `Only changes are sent`() {
    var before = FollowPlan.Wishes()
    var after = FollowPlan.Wishes()
    #expect(after.requests(after: before) == [])
    after.turns = ["main": 0]
    after.mode = "default"
    #expect(after.requests(after: before) == [], "that is what applies anyway")
    after.turns = ["main": 1, "wall": 2]
    after.mode = "film"
    after.isDisplayOn = true
    #expect(
      after.requests(after: before) == [
        .turn(screen: "main", turns: 1), .turn(screen: "wall", turns: 2), .setMode("film"), .setDisplay(isOn: true),
      ])
    before = after
    after.turns = ["main": 1, "wall": 0]
    after.mode = nil
    after.isDisplayOn = nil
    #expect(after.requests(after: before) == [.turn(screen: "wall", turns: 0)])
  }

  @Test func `A picture stays turned while its display is off`() throws {
    let plan = try plan("")
    let turned = plan.wishes(in: Surroundings(outputs: [Surroundings.Output(name: "A", turns: 1)]))
    let dark = plan.wishes(in: Surroundings(outputs: []), after: turned)
    #expect(dark.requests(after: turned) == [.setDisplay(isOn: false)])
    let back = plan.wishes(in: Surroundings(outputs: [Surroundings.Output(name: "A")]), after: dark)
    #expect(back.requests(after: dark) == [.turn(screen: "main", turns: 0)])
  }
}

@Test func `Each entry of follow has an application or the lock and a mode, or an output and a screen`() {
  func errors(_ text: String) -> Int {
    Configuration.parse(text: "[[follow]]\n" + text, path: "c.toml").1.count
  }
  #expect(errors("app = \"a\"\nmode = \"default\"") == 0)
  #expect(errors("output = \"a\"\nscreen = \"main\"") == 0)
  #expect(errors("locked = true\nmode = \"default\"") == 0)
  let both = "locked = true\napp = \"a\"\nmode = \"default\""
  for text in [
    "", "locked = true", "locked = false\nmode = \"default\"", both, "app = \"a\"", "app = \"a\"\nscreen = \"main\"",
    "app = \"a\"\nmode = \"none\"", "name = \"a\"",
  ] {
    #expect(errors(text) > 0, "\(text)")
  }
}
