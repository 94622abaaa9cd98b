import Gestures

/// The fingers of a sentence on a panel. The same sentence, panel and shapes give the same fingers.
package struct Hand: Sendable {
  /// In the order of the sentence.
  package let fingers: [Finger]
  package let panel: HandPanel
  /// The frame in which the hand is done. With a pause at its end, this is after the last lift.
  package let end: Int

  /// The longest time between two steps that are not separated by a pause, in seconds: longer than a double tap may take.
  static let gap = 0.5
  /// The longest hand, in seconds.
  static let longest = 3600.0
  /// The most contacts of all frames together, so that no sentence fills the memory.
  static let mostContacts = 300_000

  /// Moves the fingers.
  ///
  /// - Parameter shape: returns the strokes of a learned shape, in millimetres; `nil`: there is none with this name.
  package init(
    _ sentence: HandSentence, on panel: HandPanel, shape: (String) -> [[Point]]?
  ) throws(HandError) {
    var fingers: [Finger] = []
    var time = 0
    var pause: Int?
    var contacts = 0
    var number = 0
    for step in sentence.steps {
      switch step {
      case .pause(let seconds): pause = (pause ?? 0) + panel.frames(seconds)
      case .movements(let movements):
        if let wait = pause ?? (fingers.isEmpty ? nil : panel.frames(Self.gap)) { time += wait }
        pause = nil
        var end = time
        for movement in movements {
          var choreography = Choreography(movement, of: sentence, on: panel, number: number, from: time)
          try choreography.move(shape)
          number += 1
          fingers += choreography.fingers
          end = max(end, choreography.fingers.map(\.lift).max() ?? time)
          contacts += choreography.fingers.reduce(0) { $0 + $1.lift - $1.land }
          guard contacts <= Self.mostContacts, Double(end) <= Self.longest * panel.rate else {
            throw choreography.error("up to here the hand takes longer than can be played")
          }
        }
        time = end
      }
    }
    time += pause ?? 0
    self.fingers = fingers
    self.panel = panel
    end = time
  }
  package var mostFingers: Int {
    fingers.map { finger in fingers.count { $0.land <= finger.land && finger.land < $0.lift } }.max() ?? 0
  }
}
