import CTouchInput
import Gestures
import Testing

@testable import TouchInput

private typealias Axis = DeviceDescription.Axis
private typealias Calibration = PanelGeometry.Calibration

@Suite struct `A panel's geometry` {
  /// The corners of the upright panel in the order upper left, upper right, lower left, lower right.
  @Test(
    arguments: [
      (.normal, "0,0 200,0 0,100 200,100", 200, 100),
      // The panel's upper edge on the user's left: its upper left corner is the user's lower left.
      (.left, "0,200 0,0 100,200 100,0", 100, 200),
      (.right, "100,0 100,200 0,0 0,200", 100, 200),
      (.inverted, "200,100 0,100 200,0 0,0", 200, 100),
    ] as [(PanelGeometry.Orientation, String, Double, Double)])
  func `turns the corners as the panel is mounted`(
    orientation: PanelGeometry.Orientation, expected: String, width: Double, height: Double
  ) {
    let geometry = PanelGeometry(
      x: Axis(minimum: 10, maximum: 2010, resolution: 10), y: Axis(minimum: -500, maximum: 500, resolution: 10),
      settings: .init(orientation: orientation))
    #expect(geometry.size == Size(width: width, height: height))
    #expect(corners(geometry, x: 10...2010, y: -500...500) == expected)
  }

  @Test func `has the ranges that are configured instead of the panel's`() {
    let geometry = PanelGeometry(
      x: Axis(minimum: 0, maximum: 480, resolution: 0), y: Axis(minimum: 0, maximum: 272, resolution: 0),
      settings: .init(
        size: Size(width: 100, height: 200), ranges: .init(x: .init(first: 272, last: 0), y: .init(first: 0, last: 480))
      ))
    #expect(corners(geometry, x: 0...272, y: 0...480) == "100,0 0,0 100,200 0,200")
  }

  @Test func `moves places beyond the ranges to their ends, unless a calibration says where they are`() throws {
    let picture = "0 slot 0 id 1 x 1400 y 500\n10 x -300\n20 id -1"
    func places(_ calibration: Calibration) throws -> String {
      let recording = try Recording(bytes: Array((Panel.slots + eventLines(picture)).utf8), file: "picture")
      let geometry = PanelGeometry(
        recording.description, settings: .init(size: Size(width: 1000, height: 1000), calibration: calibration))
      let decoder = try #require(FrameDecoder(of: recording, geometry))
      var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
      var position = 0
      var lines: [String] = []
      while decoder.nextFrame(from: recording.events, at: &position, into: &frame, geometry: geometry) != nil {
        lines.append(line(frame))
      }
      return lines.joined(separator: "\n")
    }
    #expect(try places(.identity) == "0  +1 1000,500\n10  ~1 0,500\n20  -1 0,500")
    let half = try #require(Calibration([0.5, 0, 0.25, 0, 1, 0]))
    #expect(try places(half) == "0  +1 950,500\n10  ~1 100,500\n20  -1 100,500")
  }

  @Test(arguments: [
    (Size(width: 60, height: 100), false), (Size(width: 145, height: 105), false),
    (Size(width: 310, height: 190), true),
  ])
  func `warns if the resolution makes it half as large again as the only display`(display: Size, warns: Bool) {
    let geometry = PanelGeometry(
      x: Axis(minimum: 0, maximum: 1000, resolution: 10), y: Axis(minimum: 0, maximum: 800, resolution: 10),
      settings: .init(displaySize: display))
    #expect(geometry.size == Size(width: 100, height: 80))
    #expect((geometry.warning != nil) == warns)
    #expect(
      geometry.warning?.contains("makes it 100.0 mm × 80.0 mm, and the only display is 310.0 mm × 190.0 mm") != false)
  }

  @Test func `begins at the minimum, even if that is above the maximum`() {
    let geometry = PanelGeometry(
      x: Axis(minimum: 2010, maximum: 10, resolution: 10), y: Axis(minimum: 500, maximum: -500, resolution: 10))
    #expect(geometry.size == Size(width: 200, height: 100))
    #expect(corners(geometry, x: 10...2010, y: -500...500) == "200,100 0,100 200,0 0,0")
    #expect(geometry.unit == 0.1)
    let units = geometry.units(from: Point(x: 50, y: 25), to: Point(x: 150, y: 75))
    #expect(units.map { [$0.left, $0.right, $0.top, $0.bottom] } == [510, 1510, -250, 250])
  }

  @Test(arguments: [
    ("1 0 0 0 1 0", "0,0 200,0 0,100 200,100"),
    ("-1 0 1 0 -1 1", "200,100 0,100 200,0 0,0"),
    ("0.5 0 0.25 0 0.5 0.25", "50,25 150,25 50,75 150,75"),
    // Turned clockwise: the screen that was 200 mm wide is now 200 mm high.
    ("0 -1 1 1 0 0", "100,0 100,200 0,0 0,200"),
    ("0 1 0 -1 0 1", "0,200 0,0 100,200 100,0"),
    ("0 0 0 0 0 0", "0,0 0,0 0,0 0,0"),
  ]) func `moves the corners by the calibration`(matrix: String, expected: String) throws {
    let geometry = PanelGeometry(
      x: Axis(minimum: 0, maximum: 2000, resolution: 10), y: Axis(minimum: 0, maximum: 1000, resolution: 10),
      settings: .init(calibration: try #require(Calibration(parsing: matrix))))
    #expect(corners(geometry, x: 0...2000, y: 0...1000) == expected)
  }

  @Test func `calibrates first, then turns`() throws {
    let mirrored = try #require(Calibration([-1, 0, 1, 0, 1, 0]))
    let geometry = PanelGeometry(
      x: Axis(minimum: 0, maximum: 2000, resolution: 10), y: Axis(minimum: 0, maximum: 1000, resolution: 10),
      settings: .init(calibration: mirrored, orientation: .left))
    #expect(corners(geometry, x: 0...2000, y: 0...1000) == "0,0 0,200 100,0 100,200")
  }

  @Test(arguments: [
    "", "1 0 0 0 1", "1 0 0 0 1 0 0", "1 0 0 0 x 0", "nan 0 0 0 1 0", "inf 0 0 0 1 0", "1,0,0,0,1,0",
  ]) func `rejects an invalid calibration`(matrix: String) { #expect(Calibration(parsing: matrix) == nil) }

  @Test(arguments: sizes) func `takes the size from the best source`(known: KnownSize) {
    let geometry = PanelGeometry(
      x: Axis(minimum: 0, maximum: known.x.0, resolution: known.x.1),
      y: Axis(minimum: 0, maximum: known.y.0, resolution: known.y.1), settings: known.settings)
    #expect(abs(geometry.size.width - known.size.width) < 0.01)
    #expect(abs(geometry.size.height - known.size.height) < 0.01)
    #expect(geometry.sizeSource == known.source)
    #expect((geometry.warning?.contains("unknown") ?? false) == (known.source == .assumed))
  }

  @Test func `says how to fix a size that it had to assume`() {
    let geometry = PanelGeometry(
      x: Axis(minimum: 0, maximum: 1023, resolution: 0), y: Axis(minimum: 0, maximum: 767, resolution: 0))
    #expect(
      geometry.warning
        == "the size of the screen is unknown, assumed to be 217.0 mm × 162.7 mm, so all lengths are "
        + "guesses: `tickle setup` measures it, or set size = [\"…mm\", \"…mm\"] in a [[screen]]")
  }

  @Test(arguments: PanelGeometry.Orientation.allCases) func `places every unit of the panel on the screen`(
    orientation: PanelGeometry.Orientation
  ) {
    for (x, y): (Int32, Int32) in [(4095, 2303), (799, 479), (32767, 32767), (1, 1), (9600, 7200)] {
      let geometry = PanelGeometry(
        x: Axis(minimum: 0, maximum: x, resolution: 0), y: Axis(minimum: 0, maximum: y, resolution: 0),
        settings: .init(size: Size(width: 217.3, height: 135.7), orientation: orientation))
      let screen = Rect(x: 0, y: 0, width: geometry.size.width, height: geometry.size.height)
      for (x, y) in [(0, 0), (x, 0), (0, y), (x, y)] {
        #expect(screen.contains(geometry.location(x: x, y: y)), "\(orientation) \(x),\(y)")
      }
    }
  }

  @Test func `gives a finite location even if an axis has no extent`() {
    for axis in [
      Axis(minimum: 5, maximum: 5, resolution: 0), Axis(minimum: 9, maximum: -9, resolution: 7),
      Axis(minimum: .min, maximum: .max, resolution: 1),
    ] {
      let geometry = PanelGeometry(x: axis, y: axis)
      let place = geometry.location(x: .max, y: .min)
      #expect(place.x.isFinite && place.y.isFinite)
      #expect(geometry.size.width > 0 && geometry.size.height > 0)
    }
  }

  struct KnownSize: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let x: (Int32, Int32), y: (Int32, Int32)
    let settings: PanelGeometry.Settings
    let size: Size
    let source: PanelGeometry.SizeSource
  }

  private static let sizes: [KnownSize] = [
    KnownSize(
      testDescription: "the configuration's takes precedence", x: (2000, 10), y: (1000, 10),
      settings: .init(size: Size(width: 300, height: 150), displaySize: Size(width: 1, height: 1)),
      size: Size(width: 300, height: 150), source: .configured),
    KnownSize(
      testDescription: "the configuration's is of the upright screen", x: (2000, 0), y: (1000, 0),
      settings: .init(size: Size(width: 300, height: 150), orientation: .left), size: Size(width: 150, height: 300),
      source: .configured),
    KnownSize(
      testDescription: "the device's own, each axis by its own resolution", x: (32767, 55), y: (32767, 98),
      settings: .init(displaySize: Size(width: 100, height: 100)), size: Size(width: 595.76, height: 334.36),
      source: .resolution),
    KnownSize(
      testDescription: "a resolution of one axis only", x: (2000, 10), y: (1000, 0),
      settings: .init(displaySize: Size(width: 310, height: 174)), size: Size(width: 310, height: 174), source: .display
    ),
    KnownSize(
      testDescription: "a resolution that makes 14.9 mm", x: (2000, 10), y: (149, 10), settings: .init(),
      size: Size(width: 217, height: 16.17), source: .assumed),
    KnownSize(
      testDescription: "a resolution that makes 15 mm", x: (2000, 10), y: (150, 10), settings: .init(),
      size: Size(width: 200, height: 15), source: .resolution),
    KnownSize(
      testDescription: "a resolution that makes 3 m", x: (3000, 1), y: (300, 1), settings: .init(),
      size: Size(width: 3000, height: 300), source: .resolution),
    KnownSize(
      testDescription: "a resolution that makes more than 3 m", x: (3001, 1), y: (300, 1), settings: .init(),
      size: Size(width: 217, height: 21.69), source: .assumed),
    KnownSize(
      testDescription: "ranges that are equal", x: (32767, 0), y: (32767, 0), settings: .init(),
      size: Size(width: 217, height: 122.06), source: .assumed),
    KnownSize(
      testDescription: "a panel that is higher than wide", x: (800, 0), y: (1280, 0), settings: .init(),
      size: Size(width: 135.63, height: 217), source: .assumed),
    KnownSize(
      testDescription: "no ranges", x: (0, 0), y: (0, 0), settings: .init(), size: Size(width: 217, height: 122.06),
      source: .assumed),
  ]

  private func corners(_ geometry: PanelGeometry, x: ClosedRange<Int32>, y: ClosedRange<Int32>) -> String {
    [
      (x.lowerBound, y.lowerBound), (x.upperBound, y.lowerBound), (x.lowerBound, y.upperBound),
      (x.upperBound, y.upperBound),
    ]
    .map { geometry.location(x: $0, y: $1) }
    .map { "\(Int($0.x.rounded())),\(Int($0.y.rounded()))" }
    .joined(separator: " ")
  }
}
