import Configuration
import Gestures
import Glibc
import Program
import Screen
import TouchInput

/// Sends generated frames through the whole path of a touch, except for the kernel: decoder, geometry, filter, engine, bindings.
///
///     FrameCost FINGERS FRAMES GESTURES OTHER_VIEWS [intercept] [prepare]
///
/// With `intercept` the panel is intercepted: its events are read from a file, and those of its clone are written to one.
/// Run it under callgrind twice, in full and with `prepare`, which stops before the first frame: the difference is the cost of
/// the frames (`Benchmarks/instructions`).
@main
enum FrameCost {
  /// Without `CommandLine.arguments`, and errors of any type below: the static build is measured with it, too.
  private static let words = (1..<Int(CommandLine.argc)).map { String(cString: CommandLine.unsafeArgv[$0]!) }

  static func main() {
    let numbers = words.compactMap { Int($0) }
    guard numbers.count == 4 else {
      print("usage: FrameCost FINGERS FRAMES GESTURES OTHER_VIEWS [prepare]")
      exit(64)
    }
    let hand = Array(Hand.recording(fingers: numbers[0], frames: numbers[1]).utf8)
    let text = configuration(gestures: numbers[2], otherViews: numbers[3])
    guard let recording = try? Recording(bytes: hand, file: "generated"),
      let configuration = Configuration.parse(text: text, path: "generated").0,
      let decoder = FrameDecoder(recording.description)
    else { exit(78) }
    let screen = ScreenSettings()
    let geometry = screen.geometry(of: recording.description)
    let isIntercepted = words.contains("intercept")
    let scene = Scene(configuration, screen: screen, size: geometry.size)
    let session = Session(scene, origin: Timestamp(microseconds: 0), runner: nil, report: nil)
    var filter = TouchFilter(screen.touchFilter, size: geometry.size)
    if isIntercepted { return intercept(recording, session, geometry) }
    var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
    var position = 0
    var frames = 0
    if words.last == "prepare" { return }
    while decoder.nextFrame(from: recording.events, at: &position, into: &frame, geometry: geometry) != nil {
      filter.handle(&frame) { session.handle($0) }
      frames += 1
    }
    print("\(frames) frames")
  }

  /// Like `main()`, but reads the events from a device that is a file.
  private static func intercept(_ recording: Recording, _ session: Session, _ geometry: PanelGeometry) {
    let file = dup(fileno(tmpfile()))
    recording.events.write(to: file, later: 60)
    lseek(file, 0, SEEK_SET)
    guard let device = TouchDevice(adopting: file, recording.description),
      let clone = TouchClone(of: recording.description, writingTo: (try? Descriptor.open("/dev/null", .writing)) ?? -1),
      (try? device.intercept(through: clone, nil)) == true
    else { exit(70) }
    device.geometry = geometry
    let panel = PanelSource(device, DiscoveredDevice(at: device.node))
    session.clone = clone
    if words.last == "prepare" { return }
    var frames = 0
    var time = Timestamp(microseconds: 0)
    loop: while true {
      let condition = try? panel.read { frame in
        session.handle(frame)
        frames += 1
        time = frame.time
      }
      session.settleClone(at: time) { _ in false }
      guard let condition else { exit(70) }
      if case .gone = condition { break loop }
    }
    print("\(frames) frames")
  }

  /// Gestures like a kiosk's, eight kinds repeated, on a view that all fingers touch and on views that no finger touches.
  private static func configuration(gestures count: Int, otherViews: Int) -> String {
    let kinds = [
      "kind = \"tap\"\nrequires_failure_of = [\"g1\"]", "kind = \"pan\"\nsimultaneous_with = \"all\"",
      "kind = \"pinch\"\nsimultaneous_with = \"all\"", "kind = \"rotation\"\nsimultaneous_with = \"all\"",
      "kind = \"long-press\"", "kind = \"swipe\"\nsimultaneous_with = \"all\"", "kind = \"tickle\"",
      "kind = \"tap\"\ntaps = 2",
    ]
    var text = "[[view]]\nname = \"touched\"\nframe = { x = \"0%\", y = \"0%\", width = \"100%\", height = \"100%\" }\n"
    // Rows of a hundred views, below all fingers.
    for view in 0..<otherViews {
      let (x, y) = (view % 100, 70 + Double(view / 100) * 30 / Double(otherViews / 100 + 1))
      text +=
        "[[view]]\nname = \"v\(view)\"\nframe = { x = \"\(x)%\", y = \"\(y)%\", width = \"1%\", height = \"0.2%\" }\n"
    }
    let others = (0..<otherViews).map { ", \"v\($0)\"" }.joined()
    for gesture in 0..<count {
      text += """
        [[gesture]]
        name = "g\(gesture)"
        view = ["touched"\(others)]
        action = { log = "x" }
        \(kinds[gesture % kinds.count])

        """
    }
    return text
  }
}

/// A synthetic hand on a synthetic panel at 120 Hz.
enum Hand {
  static func recording(fingers: Int, frames: Int) -> String {
    var text = """
      N: generated
      I: 0003 0001 0001 0001
      P: 02 00 00 00 00 00 00 00
      A: 00 0 4095 0 0 20
      A: 01 0 2559 0 0 20
      A: 2f 0 9 0 0 0
      A: 35 0 4095 0 0 20
      A: 36 0 2559 0 0 20
      A: 39 0 65535 0 0 0

      """
    var nextID = 1
    for frame in 0..<frames {
      let time = frame * 8333
      func event(_ type: Int, _ code: Int, _ value: Int) {
        let fraction = String(time % 1_000_000)
        let padding = String(repeating: "0", count: 6 - fraction.count)
        text += "E: \(time / 1_000_000).\(padding)\(fraction) \(hex(type)) \(hex(code)) \(value)\n"
      }
      // A second of dragging, then a lift.
      let step = frame % 120
      for finger in 0..<fingers {
        event(3, 0x2f, finger)
        if step == 119 {
          event(3, 0x39, -1)
          continue
        }
        if step == 0 {
          event(3, 0x39, nextID)
          nextID = nextID % 60000 + 1
        }
        event(3, 0x35, 200 + finger * 350 + step * 3 + finger * step % 5)
        event(3, 0x36, 200 + finger * 150 + step * 2)
      }
      if step == 0 { event(1, 0x14a, 1) }
      if step == 119 { event(1, 0x14a, 0) }
      event(0, 0, 0)
    }
    return text
  }

  private static func hex(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
