import Configuration
import Gestures
import TouchInput

/// Collects the shapes drawn on a panel from its frames, as a gesture of the kind `stroke` would see them.
package final class StrokeCollector {
  private let engine: GestureEngine
  private var filter: TouchFilter
  private let recognizer = StrokeGestureRecognizer(name: "learn")

  /// - Parameters:
  ///   - strokes: the largest number of strokes in a shape.
  ///   - geometry: the geometry of the panel.
  ///   - drawn: called with each shape, however small.
  package init(
    strokes: Int, screen: ScreenSettings, geometry: PanelGeometry, drawn: @escaping ([[StrokePoint]]) -> Void
  ) {
    let root = View(
      name: screen.name, frame: Rect(x: 0, y: 0, width: geometry.size.width, height: geometry.size.height))
    engine = GestureEngine(root: root)
    filter = TouchFilter(screen.touchFilter, size: geometry.size, unit: geometry.unit)
    recognizer.maximumNumberOfStrokes = strokes
    recognizer.onDrawn = drawn
    root.addGestureRecognizer(recognizer)
  }

  package var nextDeadline: Timestamp? { filter.nextDeadline(or: engine.nextDeadline) }

  package func handle(_ frame: inout TouchFrame) {
    advance(to: frame.time)
    filter.handle(&frame) { _ = engine.handle($0) }
  }

  package func advance(to time: Timestamp) {
    while let due = nextDeadline, due <= time {
      filter.advance(to: due) { _ = engine.handle($0) }
      _ = engine.advance(to: min(due, filter.heldSince ?? due))
    }
  }

  /// Collects the shapes of a whole recording, on the recording's own clock.
  package static func collect(
    _ recording: Recording, strokes: Int, screen: ScreenSettings, drawn: @escaping ([[StrokePoint]]) -> Void
  ) {
    let geometry = screen.geometry(of: recording.description)
    guard let decoder = FrameDecoder(of: recording, geometry) else { return }
    let collector = StrokeCollector(strokes: strokes, screen: screen, geometry: geometry, drawn: drawn)
    var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
    var position = 0
    while decoder.nextFrame(from: recording.events, at: &position, into: &frame, geometry: geometry) != nil {
      collector.handle(&frame)
    }
    while let due = collector.filter.nextRelease {
      collector.filter.advance(to: due) { _ = collector.engine.handle($0) }
    }
    while let due = collector.engine.nextDeadline { _ = collector.engine.advance(to: due) }
  }
}
