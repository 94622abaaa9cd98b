import Configuration
import Gestures

package struct RecognizedGesture: Equatable, Sendable {
  package let gesture: String
  package let view: String
  /// Seconds since the first touch.
  package let time: Double
  /// What was measured; may be empty.
  package let values: String

  /// `nil` if the record is not about a recognition.
  package init?(_ record: SessionRecord, since origin: Timestamp) {
    guard case .gesture(let event, let gesture) = record, event.state == (gesture.isDiscrete ? .ended : .began) else {
      return nil
    }
    self.gesture = gesture.settings.name
    view = gesture.view
    time = Double(event.time - origin) / 1e6
    values = gesture.words(for: event.values)
  }
}
