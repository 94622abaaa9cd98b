import GestureTesting
import Gestures
import Testing

/// Plays the fingers of a picture and compares the recognizers' reports with those it shows. A failing test prints the expected picture
/// and, below it, the reported one. `Picture` explains the letters.
///
///     expect("""
///       1      .a-----.
///       press  ......BE
///       tap    ........
///       """, press, tap)
///
/// - Parameter recognizers: The recognizers. Those without a view are added to the root, in this order.
/// - Returns: The screen with everything that was reported, for checks of values.
@discardableResult
func expect(
  _ picture: String, _ recognizers: GestureRecognizer..., root: View? = nil,
  places: [Character: (Double, Double)] = [:], doing changes: [String: () -> Void] = [:], exclusion: Exclusion = .touch,
  maximumDelay: Duration? = nil, intention: Intention = Intention(), onMisuse: ((String) -> Void)? = nil,
  at sourceLocation: SourceLocation = #_sourceLocation
) -> TestScreen {
  let screen = TestScreen(root: root, recognizers)
  screen.engine.exclusion = exclusion
  screen.engine.maximumDelay = maximumDelay
  screen.engine.intention = intention
  screen.engine.onMisuse = onMisuse
  let expected = Picture(picture)
  let (reported, events, problems) = expected.play(
    on: screen.engine, with: recognizers, places: places.mapValues { Point(x: $0.0, y: $0.1) }, doing: changes)
  screen.note(events)
  for problem in problems { Issue.record(Comment(rawValue: problem), sourceLocation: sourceLocation) }
  if reported != expected {
    Issue.record("expected\n\(expected)\n\nreported\n\(reported)", sourceLocation: sourceLocation)
  }
  return screen
}
