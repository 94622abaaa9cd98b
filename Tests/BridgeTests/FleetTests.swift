import Testing

@testable import Bridge

@Suite struct FleetTests {
  private func fleet(_ panels: [(String, String, String)]) -> Fleet {
    var fleet = Fleet(topic: "tickled")
    for (name, availability, state) in panels {
      fleet.take("tickled/\(name)/availability", Array(availability.utf8))
      fleet.take("tickled/\(name)/state", Array(state.utf8))
    }
    return fleet
  }

  private func state(_ version: String, _ hash: String, touched: String? = nil, more: String = "") -> String {
    let touch = touched.map { ",\"last_touch\":\"\($0)\"" } ?? ""
    return "{\"version\":\"\(version)\",\"hash\":\"\(hash)\",\"mode\":\"default\",\"paused\":false\(touch)\(more)}"
  }

  @Test func `The table has all panels, what differs, and which ones are silent`() {
    let fleet = fleet([
      ("hall", "online", state("0.2.0", "aaaaaaaaaaaaaaaa", touched: "2026-01-02T00:00:00Z")),
      ("kitchen", "online", state("0.1.0", "aaaaaaaaaaaaaaaa", touched: "2026-01-01T23:00:00Z")),
      (
        "lab", "offline",
        state("0.2.0", "bbbbbbbbbbbbbbbb", more: ",\"last_error\":\"config.toml:1:1: no\",\"lost\":3,\"dropped\":2")
      ),
    ])
    let now = ISOTime.unix("2026-01-02T00:01:00Z")!
    #expect(
      fleet.text(at: now, silentAfter: 1800) == """
        PANEL    STATE    VERSION  CONFIGURATION  MODE     LAST TOUCH  LOST  FILTERED  DROPPED  RECONNECTS
        hall     online   0.2.0    aaaaaaaaaaaa   default  60 s ago    0     0         0        0
        kitchen  online   0.1.0    aaaaaaaaaaaa   default  61 min ago  0     0         0        0
        lab      offline  0.2.0    bbbbbbbbbbbb   default  never       3     0         2        0
        version: 0.2.0 on 2 of 3; kitchen: 0.1.0
        configuration: aaaaaaaaaaaa on 2 of 3; lab: bbbbbbbbbbbb
        kitchen is silent: last touch 61 min ago
        lab is silent: offline, never touched
        lab: config.toml:1:1: no

        """)
  }

  @Test func `What others write below the topic is left out, and controls are escaped`() {
    let fleet = fleet([
      ("a", "maybe", "[]"), ("b", "online", "{\"version\":\"\\u001b[2J\"}"), ("", "online", "{}"),
      ("c", "", String(repeating: "[", count: 100_000)),
    ])
    #expect(fleet.panels.map(\.name) == ["b"])
    #expect(!fleet.text(at: 0, silentAfter: 1).contains("\u{1b}"))
    #expect(!fleet.json(at: 0, silentAfter: 1).contains(0x1B))
  }
}
