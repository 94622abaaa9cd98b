/// Recognizes that the device is shaken. Continuous: it begins with the stroke that makes the shake, reports `changed` with each
/// further one, and ends when the device is quiet (SHK).
///
///     let shake = ShakeGestureRecognizer(name: "shake")
///     shake.shake.strokes = 3
///     shake.addAction { shake in if shake.state == .began { log("undo") } }
public final class ShakeGestureRecognizer: TouchlessGestureRecognizer {
  /// When movements are a shake.
  public var shake = Shake()

  private var strokes = ShakeStrokes()
  /// The time of the latest sample.
  private var latest: Timestamp?
  /// The number of strokes in the last report.
  private var reported = 0
  /// Whether the strokes belong to an attempt that is over, so that a pause must come first (SHK-4).
  private var mustPause = false

  /// Creates a recognizer with the default settings.
  public override init(name: String = "") { super.init(name: name) }

  override var isOfBuiltInClass: Bool { isExactly(ShakeGestureRecognizer.self) }

  public override var values: GestureValues { .shake(strokes: reported) }

  public override var followsMotion: Bool { true }

  /// Begins an attempt with the first stroke.
  public override func shouldReceive(_ motion: DeviceMotion) -> Bool {
    take(motion)
    return strokes.run != nil && !mustPause
  }

  public override func deviceMoved(_ motion: DeviceMotion) {
    if motion.time != latest { take(motion) }
    guard let run = strokes.run, let end = strokes.end else { return }
    deadline = end
    if state == .possible {
      reported = run.strokes
      if strokes.areEnough { state = .began }
    } else if strokes.areTooMany(at: motion.time) {
      cancel(Reason(.shakenTooLong, Double(motion.time - run.began) / 1e6, limit: shake.maximumDuration.seconds))
    } else if run.strokes > reported {
      reported = run.strokes
      state = .changed
    }
  }

  public override func deadlinePassed(at time: Timestamp) {
    strokes.clear()
    if state == .possible {
      fail(Reason(.tooFewStrokes, reported, limit: strokes.required))
    } else {
      state = .ended
    }
  }

  /// Counts the strokes up to a sample.
  private func take(_ motion: DeviceMotion) {
    // Strokes from before a pause, or while the view was not on the first responder's chain, do not count.
    if motion.previous == nil || motion.previous != latest {
      strokes.clear()
      mustPause = false
    }
    latest = motion.time
    strokes.settings = shake
    if strokes.expire(at: motion.time) != nil { mustPause = false }
    strokes.add(motion.force, at: motion.time, isShaking: state != .possible || mustPause)
  }

  public override func reset() {
    reported = 0
    mustPause = strokes.run != nil
  }
}
