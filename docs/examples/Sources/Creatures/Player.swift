import Gestures
import Touchscreens

/// A recording that is played at the pace at which it was made, a second after the start.
struct Player {
  private var frames: ArraySlice<TouchFrame> = []
  /// The size of the recorded screen in millimetres.
  private(set) var size = Size.zero
  /// The times at which the recording and its playing begin.
  private var (first, start) = (Timestamp(microseconds: 0), Timestamp(microseconds: 0))

  init(recording path: String, from start: Timestamp) throws {
    var frames: [TouchFrame] = []
    var size = Size.zero
    try Touchscreen.play(recording: path) { screen in
      size = screen.size
      screen.onFrame = { frames.append($0) }
    }
    self.frames = frames[...]
    self.size = size
    self.start = start + 1_000_000
    first = frames.first?.time ?? first
  }

  /// Returns the next frame if it is due, with the time of its playing.
  mutating func next(at time: Timestamp) -> TouchFrame? {
    guard var frame = frames.first, frame.time - first <= time - start else { return nil }
    frames.removeFirst()
    frame.time = start + (frame.time - first)
    return frame
  }
}
