import Testing

@Suite struct `A panel of one touch` {
  @Test(arguments: pictures) func `reports its touches`(picture: Picture) throws { try picture.check() }

  private static let pictures = Picture.all(in: "single")
}
