import Gestures
import Testing

@testable import TouchInput

// Reports of real panels that no documentation promises: for each kind, a description and a few frames.

@Suite struct `An odd panel` {
  @Test(arguments: pictures) func `reports its touches`(picture: Picture) throws { try picture.check() }

  private static let pictures = Picture.all(in: "odd")

  @Test func `has fingers in the air before the first BTN_TOUCH, if its recording has any`() throws {
    let keys = "B: 01 " + String(repeating: "0 ", count: 41) + "4\n"
    let air = "0 slot 0 id 7 x 100 y 50\n10 x 110\n"
    #expect(
      try transcript(Panel.slots + keys, air + "20 touch 1\n30 touch 0\n40 x 120\n50 id -1")
        == "20  +1 110,50\n30  -1 110,50")
    #expect(try transcript(Panel.slots + keys, air + "50 id -1") == "0  +1 100,50\n10  ~1 110,50\n50  -1 110,50")
  }

  // MARK: Resolutions

  @Test(arguments: [
    (
      "missing", "A: 35 0 2000 0 0\nA: 36 0 1000 0 0", Size(width: 217, height: 108.5), PanelGeometry.SizeSource.assumed
    ),
    ("0", "A: 35 0 2000 0 0 0\nA: 36 0 1000 0 0 0", Size(width: 217, height: 108.5), .assumed),
    ("negative", "A: 35 0 2000 0 0 -8\nA: 36 0 1000 0 0 -8", Size(width: 217, height: 108.5), .assumed),
    ("of one axis only", "A: 35 0 2000 0 0 10\nA: 36 0 1000 0 0 0", Size(width: 217, height: 108.5), .assumed),
    (
      "different per axis", "A: 35 0 32767 0 0 100\nA: 36 0 32767 0 0 200", Size(width: 327.67, height: 163.835),
      .resolution
    ),
    ("that of a stamp", "A: 35 0 100 0 0 100\nA: 36 0 100 0 0 100", Size(width: 217, height: 122.0625), .assumed),
    (
      "given by ABS_X and ABS_Y only",
      "A: 35 0 2000 0 0 0\nA: 36 0 1000 0 0 0\nA: 00 0 2000 0 0 10\nA: 01 0 1000 0 0 10",
      Size(width: 200, height: 100), .resolution
    ),
  ]) func `whose resolution is`(what: String, axes: String, size: Size, source: PanelGeometry.SizeSource) throws {
    let text = "P: 02\nA: 2f 0 9 0 0 0\n\(axes)\nE: 0.0 0 0 0\n"
    let description = try Recording(bytes: Array(text.utf8), file: what).description
    let geometry = PanelGeometry(description)
    #expect(abs(geometry.size.width - size.width) < 1e-9 && abs(geometry.size.height - size.height) < 1e-9)
    #expect(geometry.sizeSource == source)
    let corner = geometry.location(x: description.x.maximum, y: description.y.maximum)
    #expect(abs(corner.x - size.width) < 1e-9 && abs(corner.y - size.height) < 1e-9)
  }

  @Test func `that declares its ranges turned is read by the other one's from the first place beyond them`() throws {
    let panel = Panel.slots.replacing("A: 35 0 1000", with: "A: 35 0 480").replacing(
      "A: 36 0 1000", with: "A: 36 0 272")
    let places = "0 slot 0 id 1 x 136 y 384\n10 id -1\n20 id 2 x 272 y 96\n30 id -1"
    #expect(try transcript(panel, places) == "0  +1 500,801\n10  -1 500,801\n20  +2 1000,199\n30  -2 1000,199")
    // A calibrated panel may be a little beyond, and one beyond both ranges is read by its own.
    for other in ["0 slot 0 id 1 x 136 y 280\n10 y 136", "0 slot 0 id 1 x 136 y 600\n10 y 136"] {
      #expect(try transcript(panel, other).hasSuffix("~1 283,500"))
    }
    // Nor is one whose ranges are configured.
    let known = PanelGeometry.Ranges(y: .init(first: 0, last: 272))
    #expect(try transcript(panel, places, ranges: known).hasPrefix("0  +1 283,1000"))
  }

  @Test func `whose name has control sequences is named without them`() throws {
    let text = "N: Pa\u{1b}]0;x\u{7}nel\u{1b}[31m\u{202e}\n" + Panel.slots.dropFirst(9) + "E: 0.0 0 0 0\n"
    let name = try Recording(bytes: Array(text.utf8), file: "name").description.printableName
    #expect(name.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7f })
  }
}
