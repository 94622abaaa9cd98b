import Testing

@testable import Bridge

@Suite struct TopicsTests {
  @Test func `Ids have letters, digits and underscores only, and different names have different ids`() {
    #expect(Topics.slug("hall") == "hall")
    let names = ["hall", "Hall", "hall 1", "hall-1", "hall_1", "Küche", "Kuche", "", "厨房", "客厅", "a/b", "a b", "İzmir"]
    let slugs = names.map(Topics.slug)
    #expect(Set(slugs).count == names.count, "\(slugs)")
    for slug in slugs { #expect(slug.wholeMatch(of: /[a-z0-9_]+/) != nil, "\(slug)") }
    // Ids must never change: Home Assistant would see other entities.
    #expect(Topics.slug("Küche 2") == "k_che_2_4f6db893")
  }

  @Test func `A gesture's name is one level of its topic, whatever it has in it`() {
    let topics = Topics(panel: "hall", base: "tickled", discoveryPrefix: "homeassistant")
    #expect(topics.gesture("light") == "tickled/hall/gesture/light")
    #expect(topics.gesture("Licht an") == "tickled/hall/gesture/Licht an")
    #expect(topics.gesture("a/b+c#d%") == "tickled/hall/gesture/a%2Fb%2Bc%23d%25")
    #expect(topics.discovery == "homeassistant/device/tickled_hall/config")
    #expect(topics.commandPath(of: "tickled/hall/set/rotate/main") == "rotate/main")
    #expect(topics.commandPath(of: "tickled/halls/set/mode") == nil)
  }

  @Test(arguments: [
    (0.0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"), (1_709_251_199, "2024-02-29T23:59:59Z"),
    (4_102_444_799.9, "2099-12-31T23:59:59Z"),
  ])
  func `Times are written as ISO 8601 has them, and read back`(unix: Double, text: String) {
    #expect(ISOTime.text(unix) == text)
    #expect(ISOTime.unix(text) == unix.rounded(.down))
  }

  @Test(arguments: ["", "2024-02-29", "2024-02-29T23:59:59+", "2024-13-29T23:59:59Z", "2024-02-29T2x:59:59Z"])
  func `Other times are not read`(text: String) { #expect(ISOTime.unix(text) == nil) }
}
