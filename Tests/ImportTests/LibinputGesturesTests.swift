import Testing

@testable import Import

@Suite("Importing libinput-gestures")
struct LibinputGesturesTests {
  @Test func `A line becomes a gesture, for three and four fingers if it does not say how many`() throws {
    let imported = try imported(
      .libinputGestures,
      """
      # a remark
      gesture swipe left_up 4 xdotool key --clearmodifiers super+Page_Up
      gesture: swipe right	notify-send "hello there"
      gesture swipe right 4 other
      timeout 2
      """)
    #expect(imported.summary == "3 of 3 gestures carried, 0 with differences")
    #expect(imported.gestures.map(\.name) == ["4-swipe-up-left", "3-swipe-right", "4-swipe-right"])
    #expect(imported.tables.contains("max_duration = \"2000ms\""))
    #expect(imported.toml.contains("# Without xdotool, and on Wayland too: action = { key = \"super+pageup\" }"))
    #expect(imported.tables.contains(#"shell = "notify-send \"hello there\"""#))
    #expect(imported.toml.contains("tickled reads touchscreens only"))
    try valid(imported)
  }

  @Test func `Pinches, rotations and holds are carried`() throws {
    let imported = try imported(
      .libinputGestures,
      """
      gesture pinch in a
      gesture pinch clockwise 3 b
      gesture pinch anticlockwise c
      gesture hold on 4 d
      gesture hold on+1.5 4 e
      """)
    #expect(imported.summary == "5 of 5 gestures carried, 0 with differences")
    #expect(imported.gestures.map(\.kind) == [.pinch, .rotation, .rotation, .longPress, .longPress])
    #expect(imported.tables.contains("min_duration = \"1500ms\""))
    // The other hold begins sooner, and excludes it.
    try valid(imported, neverMade: ["4-hold+1.5"])
  }

  @Test(arguments: [
    ("_internal ws_up", "super+pagedown"), ("_internal -w ws_down", "super+pageup"),
    ("_internal --cols 4 ws_left", "ctrl+alt+left"),
  ])
  func `The internal command becomes a chord`(command: String, chord: String) throws {
    let imported = try imported(.libinputGestures, "gesture swipe up 3 \(command)")
    #expect(imported.tables.contains("action = { key = \"\(chord)\" }"))
    #expect(imported.different == 1)
    try valid(imported)
  }

  @Test func `A command with the shell's characters differs, as no shell ran it`() throws {
    let imported = try imported(.libinputGestures, "gesture swipe up 3 sh -c 'a; b'\ngesture swipe down 3 echo $HOME")
    #expect(imported.gestures.map { $0.differences.count } == [0, 1])
  }

  @Test func `Lines that are replaced or not known are left out`() throws {
    let imported = try imported(
      .libinputGestures,
      "gesture swipe up 3 a\ngesture swipe up 3 b\ngesture swipe inwards 3 c\ngesture wave up 3 d\ngesture swipe\nfoo bar"
    )
    #expect(imported.summary == "1 of 5 gestures carried, 0 with differences")
    #expect(Set(imported.omissions).count == 4)
    #expect(imported.toml.contains("# Line 6: foo bar: this keyword is not known."))
  }
}
