import Configuration
import Gestures
import Testing

@testable import Screen

/// The recognizers of a configuration, on a screen of 200 × 100 mm.
struct PlacedGestureTests {
  private func recognizers(_ text: String) throws -> [GestureRecognizer] {
    let scene = Scene(try configuration(text), screen: ScreenSettings(), size: Size(width: 200, height: 100))
    return scene.gestures.map(\.recognizer)
  }

  @Test func `Segments are parts of their own edge, in millimetres`() throws {
    let edges = ["left", "right", "top", "bottom"]
    let text = edges.map { edge in
      """
      [[gesture]]
      name = "\(edge)"
      kind = "tap"
      starts_at = { edge = "\(edge)", from = "25%", to = "50%" }

      """
    }.joined()
    let places = try recognizers(text).map { $0.startingPlaces?.segments.first }
    #expect(places.map { $0?.edge.rawValue } == edges)
    #expect(places.map { $0?.range } == [25...50, 25...50, 50...100, 50...100])
    let whole = try recognizers(
      "[[gesture]]\nname = \"g\"\nkind = \"tap\"\nstarts_at = { edge = \"top\", from = \"30mm\" }")
    #expect(whole[0].startingPlaces?.segments == [.init(.top, 30...Double.infinity)])
    let start = try recognizers(
      "[[gesture]]\nname = \"g\"\nkind = \"tap\"\nstarts_at = { edge = \"left\", to = \"30%\" }")
    #expect(start[0].startingPlaces?.segments == [.init(.left, 0...30)])
  }

  @Test func `Edges and corners have the size that the gesture says`() throws {
    let all = try recognizers(
      """
      [[gesture]]
      name = "usual"
      kind = "tap"
      starts_at = ["left", "top-left"]
      [[gesture]]
      name = "own"
      kind = "tap"
      ends_at = ["bottom", "bottom-right"]
      edge_width = "10%"
      corner_size = "22mm"
      """)
    #expect(all[0].startingPlaces == RimPlaces(segments: [.init(.left)], corners: [.topLeft]))
    #expect(all[0].endingPlaces == nil && all[1].startingPlaces == nil)
    #expect(
      all[1].endingPlaces
        == RimPlaces(segments: [.init(.bottom)], corners: [.bottomRight], edgeWidth: 10, cornerSize: 22))
  }

  @Test func `A segment that ends before it begins is an error`() {
    func errors(_ segment: String) -> [String] {
      Configuration.parse(
        text: "[[gesture]]\nname = \"g\"\nkind = \"tap\"\nstarts_at = { \(segment) }\n", path: "c.toml"
      ).1.map(\.message)
    }
    #expect(errors("edge = \"left\", from = \"10mm\", to = \"20mm\"") == [])
    for ends in ["from = \"20mm\", to = \"20mm\"", "from = \"20mm\", to = \"10mm\"", "from = \"50%\", to = \"40%\""] {
      #expect(errors("edge = \"left\", \(ends)") == ["\"to\" must be more than \"from\""], "\(ends)")
    }
    #expect(errors("from = \"20mm\"") == ["this segment has no \"edge\""])
  }

  @Test func `A sequence has the limits that the file gives`() throws {
    let steps =
      "[[gesture]]\nname = \"a\"\nkind = \"tap\"\n[[gesture]]\nname = \"s\"\nkind = \"sequence\"\nsteps = [\"a\", \"a\"]\n"
    func sequence(_ keys: String) throws -> SequenceGestureRecognizer {
      try #require(try recognizers(steps + keys).last as? SequenceGestureRecognizer)
    }
    let usual = try sequence("")
    #expect(usual.maximumDuration == .seconds(5) && usual.maximumInterval == .seconds(2) && usual.isStrict)
    let own = try sequence("within = \"12s\"\nmax_interval = \"3s\"\nstrict = false\n")
    #expect(own.maximumDuration == .seconds(12) && own.maximumInterval == .seconds(3) && !own.isStrict)
    #expect(try sequence("max_interval = \"none\"\nwithin = \"60s\"").maximumInterval > .seconds(1000))
  }
}
