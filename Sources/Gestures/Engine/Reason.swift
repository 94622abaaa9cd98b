/// Why an attempt came to nothing, or what it waits for: what was measured, and what the gesture asks.
public struct Reason {
  /// What happened. Each says what `measured` and `limit` are; where nothing is said, they are 0.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    // Among recognizers.

    /// While it was undecided `other`, which excludes it, was recognized (ARB-1).
    case prevented
    /// It was ready, but `other`, which excludes it, was active already (ARB-6).
    case barred
    /// It had to wait for `other` to fail, and that was recognized (REQ-1).
    case requirementMet
    /// No failure: it is ready and waits for `other` to fail (REQ-1).
    case waits
    /// Its fingers were gone before those that it waited for had failed (REQ-5).
    case fingersGone
    /// Its program or its delegate did not let it begin (ARB-1).
    case refusedToBegin
    /// It was switched off in mid-flight (ST-7).
    case switchedOff

    // A touch that it did not take (RS-5).

    /// It is switched off (ST-7).
    case disabled
    /// It has come to its end and waits for its fingers to lift (RS-3).
    case over
    /// It has asked to be recognized, and waits (RS-5).
    case undecided
    /// It does not take what touched: a palm, a finger or a pen.
    case wrongTool
    /// Its program or its delegate did not want the touch.
    case turnedAway
    /// It runs, with fingers enough (PAN-6, LP-5).
    case fingersEnough
    /// It runs, and so does `other`, which has the touch; no touch moves two gestures that exclude each other.
    case taken

    // Fingers.

    /// Fingers that were down; those that are allowed.
    case tooManyFingers
    /// Fingers that were down; those that are needed.
    case tooFewFingers
    /// A finger landed after another one had lifted (TAP-4).
    case landedAfterLift
    /// A finger was taken away: a palm, a panel that was unplugged or lost events (RS-4).
    case touchCancelled
    /// Of the attempt no finger is left that could decide it (RS-7).
    case nothingLeft

    // Places, ways, and times: millimetres, seconds, radians.

    /// How far a finger went; how far it may.
    case moved
    /// How long the fingers stayed; how long they may.
    case held
    /// How long the fingers stayed; how long they must.
    case liftedEarly
    /// Taps counted; taps needed. The next one did not come in time (TAP-6).
    case noNextTap
    /// The pause before the next tap; the least one (TAP-9).
    case tooSoon
    /// From the first tap to the next; the most (TAP-7).
    case tooFarApart
    /// How far the fingers went, or by how much their distance changed; how far it takes.
    case movedTooLittle
    /// How far the fingers had gone when the time was over; how far it takes (SW-3).
    case outOfTime
    /// How far they went along the axis; how far across it, which was more (PAN-10).
    case wrongAxis
    /// By how much their way turned from the direction; by how much it may (SW-4, EP-2).
    case wrongDirection
    /// Their mean speed; the least one: millimetres per second.
    case tooSlow
    /// Their speed at the lift or before it; the least one of a flick there: millimetres per second (SW-7, SW-8).
    case tooSlowToFlick
    /// How far they went back in the direction from which they had come; how far they may (SW-8).
    case turnedBack
    /// Their way as a share of their path; the least one (SW-7, SW-8).
    case crooked
    /// How far from the edge they landed; how far they may (EP-1).
    case farFromEdge
    /// By how much the fingers turned; how far it takes (ROT-1).
    case turnedTooLittle
    /// The fingers' distance; what gives an angle (ROT-5).
    case tooClose
    /// Strokes counted; strokes needed (TIC-2).
    case tooFewStrokes

    /// The longer side of what was drawn; how long it must be.
    case tooSmall
    /// How much what was drawn is like the likeliest shape, 0…1; how much it must be.
    case unlike

    /// A recognizer of another program's that did not say.
    case unstated
  }

  /// What happened.
  public let kind: Kind
  /// What was measured, in the unit that the kind says.
  public let measured: Double
  /// What it is held against, in the same unit.
  public let limit: Double
  /// The recognizer that had a part in it.
  public let other: GestureRecognizer?

  /// A recognizer that is written elsewhere gives its own with `fail`.
  public init(_ kind: Kind, _ measured: Double = 0, limit: Double = 0, other: GestureRecognizer? = nil) {
    self.kind = kind
    self.measured = measured
    self.limit = limit
    self.other = other
  }

  init(_ kind: Kind, _ count: Int, limit: Int) {
    self.init(kind, Double(count), limit: Double(limit))
  }

  /// How near the attempt came: 1 is all but recognized, 0 says nothing of that.
  public var nearness: Double {
    switch kind {
    case .barred, .waits, .fingersGone, .refusedToBegin: 1
    default: limit > 0 && measured > 0 ? min(measured, limit) / max(measured, limit) : 0
    }
  }
}

/// The course of an attempt, for those who ask why a gesture did not come about.
public struct AttemptEvent {
  /// What became of it.
  public enum Change {
    /// It got its first touch.
    case began
    /// It did not get this one; there may be no attempt at all.
    case refused(Touch, Reason)
    /// It is ready, and waits.
    case waits(Reason)
    /// It came to nothing.
    case failed(Reason)
    /// It had begun, and was taken away.
    case cancelled(Reason)
  }

  /// Whose attempt it is.
  public let recognizer: GestureRecognizer
  /// What became of it.
  public let change: Change
  /// The moment of the frame, or of the deadline that brought it about.
  public let time: Timestamp
}
