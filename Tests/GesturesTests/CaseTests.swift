import Testing

@Suite("Cases")
struct CaseTests {
  @Test(arguments: Cases.names)
  func `A case holds, unless it documents another system's semantics`(name: String) throws {
    let json = try Cases.load(name)
    if json["peer_specific"].bool == true { return }
    let player = CasePlayer(json)
    player.play()
    #expect(
      player.failures.isEmpty, "\(name) (\(json["title"].string ?? "")): \(player.failures.joined(separator: "; "))")
  }
}
