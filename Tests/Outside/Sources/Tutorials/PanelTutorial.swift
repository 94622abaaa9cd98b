import Gestures
import Touchscreens

/// The taps in a recording, as `CREATURE at x, y`, with the creatures of the first tutorial on the screen.
public func taps(inRecording path: String) throws -> [String] {
  var taps: [String] = []
  try Touchscreen.play(recording: path) { screen in
    let creatures = Creatures()
    creatures.view.frame.size = screen.size
    screen.engine = creatures.engine
    screen.onEvents = { events in
      for case .gesture(let event) in events where event.recognizer is TapGestureRecognizer {
        taps.append(
          "\(event.recognizer.view?.name ?? "") at \(event.location.x.rounded()), \(event.location.y.rounded())")
      }
      withExtendedLifetime(creatures) {}
    }
  }
  return taps
}
