import Testing

@Suite("Shared cases")
struct SharedCaseTests {
  @Test(.enabled(if: SharedCases.exist, "no cases beside the checkout: skipped"), arguments: SharedCases.names)
  func `A case holds, unless it documents another system's semantics`(name: String) throws {
    let json = try SharedCases.load(name)
    if json["peer_specific"].bool == true { return }
    let player = CasePlayer(json)
    player.play()
    #expect(
      player.failures.isEmpty, "\(name) (\(json["title"].string ?? "")): \(player.failures.joined(separator: "; "))")
  }
}
