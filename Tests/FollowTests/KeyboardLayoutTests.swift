import Actions
import Testing

@testable import Follow

/// Layouts as libxkbcommon makes them from the installed xkb-data.
struct KeyboardLayoutTests {
  private func codes(_ text: String, on layout: KeyboardLayout) throws -> [[UInt16]?] {
    try KeySequence(typing: text).chords.map { layout.codes(of: $0) }
  }

  @Test func `US keys are those that are known without a layout`() throws {
    let layout = try #require(KeyboardLayout(named: "us"))
    for (key, characters) in KeyboardLayout.us.rows { #expect(layout.rows[key] == characters) }
  }

  @Test func `German exchanges z and y, and has dead keys that are left out`() throws {
    let layout = try #require(KeyboardLayout(named: "de"))
    #expect(
      try codes("zZ-Größe?", on: layout).compactMap { $0 } == [
        [21], [42, 21], [53], [42, 34], [19], [39], [12], [18], [42, 12],
      ])
    #expect(try codes("@€\\", on: layout) == [[100, 16], [100, 18], [100, 12]])
    #expect(try codes("´^", on: layout) == [nil, nil], "they are dead")
    let living = try #require(KeyboardLayout(named: "de", variant: "nodeadkeys"))
    #expect(try codes("´^", on: living) == [[13], [41]])
  }

  @Test func `French has digits with shift`() throws {
    let layout = try #require(KeyboardLayout(named: "fr"))
    #expect(try codes("azZ1-?@", on: layout) == [[16], [17], [42, 17], [42, 2], [7], [42, 50], [100, 11]])
  }

  @Test func `Characters beyond Latin are typed by their keys`() throws {
    let layout = try #require(KeyboardLayout(named: "ru"))
    #expect(try codes("я", on: layout) == [[44]])
    #expect(try codes("z", on: layout) == [nil])
  }

  @Test(arguments: ["xx", "", "de(", "../de", "de\nus"])
  func `A name that xkb-data does not have makes no layout`(name: String) {
    if name != "" { #expect(KeyboardLayout(named: name) == nil) }
    #expect(KeyboardLayout(named: "de", variant: "no-\(name)") == nil)
  }

  @Test func `A layout is sent when it changes`() throws {
    var before = FollowPlan.Wishes()
    var wishes = before
    wishes.layout = .us
    #expect(wishes.requests(after: before) == [.layout(.us)])
    before = wishes
    #expect(wishes.requests(after: before) == [])
    wishes.layout = try #require(KeyboardLayout(named: "de"))
    #expect(wishes.requests(after: before) == [.layout(wishes.layout!)])
    wishes.layout = nil
    #expect(wishes.requests(after: before) == [], "a compositor that has none keeps what it sent")
  }
}
