import Testing

@Suite struct `A panel of protocol A` {
  @Test(arguments: pictures) func `reports its touches`(picture: Picture) throws { try picture.check() }

  @Test func `follows many fingers that move together by almost the distance between them`() throws {
    let apart = 10, way = 9
    let frames = (0..<3).map { step in
      "\(step * 10) " + (0..<10).map { "x \($0 * apart + step * way) y 0 mt" }.joined(separator: " ")
    }
    let last = try transcript(Panel.anonymous, frames.joined(separator: "\n")).split(separator: "\n").last
    #expect(last == "20" + (0..<10).map { "  ~\($0 + 1) \($0 * apart + 2 * way),0" }.joined())
  }

  @Test func `handles more contacts than a panel can have`() throws {
    let many = "0 " + (0..<300).map { "x \($0) y \($0 % 7) mt" }.joined(separator: " ")
    let lines = try transcript(Panel.anonymous, many + "\n" + many.replacing("0 x 0", with: "10 x 3") + "\n20 mt")
    #expect(lines.split(separator: "\n").first?.split(separator: "+").count == 65)
  }

  private static let pictures = Picture.all(in: "anonymous")
}
