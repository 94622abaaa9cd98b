import Configuration
import Gestures
import Screen
import Testing

/// What a session does with presses, commands and motion.
struct OtherEventTests {
  private static let player = """
    [[view]]
    name = "player"
    frame = { x = "0%", y = "0%", width = "50%", height = "100%" }
    [[gesture]]
    name = "choose"
    kind = "press"
    key = "volumeup"
    action = { focus = "player" }
    [[gesture]]
    name = "leave"
    kind = "press"
    key = "volumedown"
    action = { focus = "none" }
    [[gesture]]
    name = "play"
    kind = "press"
    view = "player"
    key = "playpause"
    hold = "0s"

    """

  /// Calls `body` with a session, and returns its gestures' states.
  private static func run(_ body: (Session) -> Void) throws -> [String] {
    let configuration = try configuration(player)
    let start = Timestamp(microseconds: 0)
    var lines: [String] = []
    let session = Session(
      Scene(configuration, screen: ScreenSettings(), size: Size(width: 200, height: 120)), origin: start, runner: nil
    ) { if case .gesture(let event, let gesture) = $0 { lines.append("\(gesture.settings.name) \(event.state)") } }
    body(session)
    return lines
  }

  private static func press(
    _ session: Session, _ code: UInt16, _ phases: [Press.Phase] = [.began, .ended], at second: Int64
  ) {
    for (index, phase) in phases.enumerated() {
      let time = Timestamp(microseconds: second * 1_000_000 + Int64(index) * 50_000)
      session.handle(presses: [Press(code: code, phase: phase, time: time)])
    }
  }

  @Test func `An action gives the focus to a view, and takes it away`() throws {
    let lines = try Self.run { session in
      Self.press(session, 164, at: 1)
      #expect(!session.hasFocus)
      Self.press(session, 115, at: 2)
      #expect(session.hasFocus)
      Self.press(session, 164, at: 3)
      Self.press(session, 114, at: 4)
      #expect(!session.hasFocus)
      Self.press(session, 164, at: 5)
    }
    #expect(lines == ["choose ended", "play began", "play ended", "leave ended"])
  }

  @Test func `A screen without the view loses the focus`() throws {
    _ = try Self.run { session in
      session.focus("player", at: Timestamp(microseconds: 1))
      #expect(session.hasFocus)
      session.focus("elsewhere", at: Timestamp(microseconds: 2))
      #expect(!session.hasFocus)
    }
  }

  @Test func `A client that shares the focus among screens decides about it`() throws {
    var asked: [String?] = []
    _ = try Self.run { session in
      session.onFocus = { view, _ in asked.append(view) }
      Self.press(session, 115, at: 1)
      Self.press(session, 114, at: 2)
      #expect(!session.hasFocus)
    }
    #expect(asked == ["player", nil])
  }

  @Test func `A key that is held is cancelled with the other events`() throws {
    let lines = try Self.run { session in
      session.focus("player", at: Timestamp(microseconds: 0))
      Self.press(session, 164, [.began], at: 1)
      session.cancelOthers(at: Timestamp(microseconds: 2_000_000))
      Self.press(session, 164, [.ended], at: 3)
    }
    #expect(lines == ["play began", "play cancelled"])
  }
}
