import Testing

@Suite struct `A panel with slots` {
  @Test(arguments: pictures) func `reports its touches`(picture: Picture) throws { try picture.check() }

  @Test func `cancels the fingers that are still down at the end`() throws {
    #expect(
      try transcript(Panel.slots, "0 slot 0 id 1 x 10 y 10 slot 1 id 2 x 20 y 20\n5 slot 0 id -1", cancelAllAt: 9)
        == """
        0  +1 10,10  +2 20,20
        5  -1 10,10
        9  !2 20,20
        """)
  }

  private static let pictures = Picture.all(in: "slots")
}
