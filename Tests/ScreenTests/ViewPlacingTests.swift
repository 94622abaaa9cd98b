import Configuration
import Gestures
import Screen
import Testing

/// A view that is placed by touching two opposite corners of it.
struct ViewPlacingTests {
  private static let parent = Rect(x: 20, y: 10, width: 100, height: 50)
  private static let tooNear = "The two corners are less than 3 mm apart: touch both again, diagonally."

  private func frame(
    _ corners: [(Double, Double)], unit: ViewPlacing.Unit = .mm, pixels: Size? = nil
  ) -> (frame: String?, objections: [String]) {
    var placing = ViewPlacing("v", in: Self.parent, unit: unit, pixelsPerMillimetre: pixels)
    #expect(placing.question == "Touch a corner of \"v\".")
    let objections = corners.compactMap { placing.take(.place(Point(x: $0.0, y: $0.1))) }
    #expect(placing.isDone == (placing.frame != nil))
    return (placing.frame, objections)
  }

  @Test func `The frame is that between the corners, in any order and in each unit`() {
    let (one, other) = ((40.0, 22.5), (70.0, 40.0))
    for corners in [[one, other], [other, one], [(40, 40), (70, 22.5)], [(70, 22.5), (40, 40)]] {
      #expect(frame(corners).frame == "{ x = \"20mm\", y = \"12.5mm\", width = \"30mm\", height = \"17.5mm\" }")
    }
    #expect(
      frame([one, other], unit: .percent).frame == "{ x = \"20%\", y = \"25%\", width = \"30%\", height = \"35%\" }")
    #expect(
      frame([one, other], unit: .px, pixels: Size(width: 4, height: 10)).frame
        == "{ x = \"80px\", y = \"125px\", width = \"120px\", height = \"175px\" }")
    #expect(
      frame([one, other], unit: .px).frame == "{ x = \"20px\", y = \"13px\", width = \"30px\", height = \"18px\" }")
  }

  @Test func `A touch within 5 mm of a side means the side, also beyond it`() {
    let whole = "{ x = \"0mm\", y = \"0mm\", width = \"100mm\", height = \"50mm\" }"
    for reach in [4.9, 0, -5] {
      #expect(frame([(20 + reach, 10 + reach), (120 - reach, 60 - reach)]).frame == whole, "\(reach)")
    }
    #expect(
      frame([(25, 15), (115, 55)]).frame == "{ x = \"5mm\", y = \"5mm\", width = \"90mm\", height = \"40mm\" }")
    for outside in [(14.9, 30.0), (125.1, 30), (60, 4.9), (60, 65.1)] {
      #expect(frame([outside]).objections == ["This is outside the view's parent."], "\(outside)")
    }
  }

  @Test func `Corners that are too near to each other are both touched again`() {
    for second in [(42.9, 40.0), (60, 32.9), (37.1, 20)] {
      let (frame, objections) = frame([(40, 30), second])
      #expect(frame == nil && objections == [Self.tooNear], "\(second)")
    }
    #expect(frame([(40, 30), (43, 33)]).frame == "{ x = \"20mm\", y = \"20mm\", width = \"3mm\", height = \"3mm\" }")
    let again = frame([(40, 30), (41, 31), (50, 30), (60, 40)])
    #expect(again.frame == "{ x = \"30mm\", y = \"20mm\", width = \"10mm\", height = \"10mm\" }")
    var placing = ViewPlacing("v", in: Self.parent, unit: .mm)
    #expect(placing.take(.drag) != nil && placing.take(.several(2)) != nil && placing.take(.cancelled) != nil)
    #expect(placing.take(.place(Point(x: 40, y: 30))) == nil)
    #expect(placing.question == "Touch the opposite corner of \"v\"." && !placing.isDone)
  }

  @Test func `The parent's place is that of all views above, and the unit is that of the file`() throws {
    let text = """
      [[screen]]
      name = "main"
      pixels = [2000, 1000]
      [[view]]
      name = "outer"
      frame = { x = "10%", y = "100px", width = "50%", height = "50%" }
      [[view]]
      name = "inner"
      parent = "outer"
      frame = { x = "5mm", y = "6mm", width = "30mm", height = "40mm" }
      [[view]]
      name = "leaf"
      parent = "inner"
      [[view]]
      name = "flat"
      frame = { left = "60%", right = "60%" }
      [[view]]
      name = "inside"
      parent = "flat"
      """
    let (parsed, remarks) = Configuration.parse(text: text, path: "c.toml")
    let configuration = try #require(parsed, "\(remarks)")
    let (screen, size) = (configuration.screens[0], Size(width: 200, height: 100))
    #expect(configuration.parent(of: "leaf", on: screen, size: size) == Rect(x: 25, y: 16, width: 30, height: 40))
    #expect(configuration.parent(of: "inner", on: screen, size: size) == Rect(x: 20, y: 10, width: 100, height: 50))
    for name in ["outer", "new"] {
      #expect(configuration.parent(of: name, on: screen, size: size) == Rect(x: 0, y: 0, width: 200, height: 100))
    }
    #expect(configuration.parent(of: "inside", on: screen, size: size) == nil)
    #expect(screen.pixelsPerMillimetre(size) == Size(width: 10, height: 10))
    #expect(configuration.unit(of: "inner") == .mm && configuration.unit(of: "outer") == .percent)
    #expect(configuration.unit(of: "new") == .percent, "that of the first view that has one")
  }
}
