/// The reason why an attempt failed, was cancelled or waits, with the measured value and the gesture's limit.
public struct Reason {
  /// The kind of reason. The description of each case gives the meaning of `measured`, then of `limit`; both are 0 where it
  /// gives none.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    // Relations between recognizers.

    /// While the recognizer was undecided, `other`, which excludes it, was recognized (ARB-1).
    case prevented
    /// `other` led, and was recognized: the distance that each finger had travelled for this gesture, and for `other` (ARB-12).
    case outrun
    /// The gesture had passed its threshold: the distance that each finger had travelled for it; the least one that led (ARB-12).
    case noLead
    /// The gesture had passed its threshold: the time since its last finger landed; the time that it waits for another one (ARB-13).
    case awaitedFinger
    /// The recognizer was ready, but `other`, which excludes it, was already active (ARB-6).
    case barred
    /// The recognizer had to wait for `other` to fail, and `other` was recognized (REQ-1).
    case requirementMet
    /// The gesture had begun and yields to `other`, which was recognized (REQ-10).
    case takenBack
    /// The gesture had begun, and `other` was recognized: the number of its fingers; the larger one that `other` needs (ARB-14).
    case gaveWay
    /// The recognizer is ready and waits for `other` to fail (REQ-1). This is not a failure.
    case waits
    /// The recognizer waited for others to fail, or for the decision, and its fingers lifted, or its keys were released, first
    /// (REQ-5).
    case fingersGone
    /// The recognizer's subclass or its delegate did not let it begin (ARB-1).
    case refusedToBegin
    /// The recognizer was disabled, or removed from its view, during an attempt (ST-7).
    case switchedOff

    // A touch that the recognizer did not take (RS-5).

    /// The recognizer is disabled (ST-7).
    case disabled
    /// The recognizer has ended and waits for its fingers to lift (RS-3).
    case over
    /// The recognizer has requested recognition and awaits the decision (RS-5).
    case undecided
    /// The recognizer does not take touches of this type: palm, finger or pen.
    case wrongTool
    /// The recognizer's subclass or its delegate refused the touch.
    case turnedAway
    /// The gesture is running and has enough fingers (PAN-6, LP-5).
    case fingersEnough
    /// The gesture is running, and so is `other`, which has the touch. No touch moves two gestures that exclude each other.
    case taken

    /// The distance from where the touch landed to the nearest place where the gesture may begin (PL-1).
    case landedElsewhere
    /// The distance from where a finger was at the end to the nearest place where the gesture must end (PL-3).
    case liftedElsewhere
    /// The greatest distance between the places where the fingers landed; the least one needed (PL-4).
    case tooNarrow
    /// The greatest distance between the places where the fingers landed; the greatest one allowed (PL-4).
    case tooWide

    /// The number of fingers that rested beside the touch; the number needed (HF-1).
    case restingFingers
    /// The touch landed on another side of the resting fingers (HF-1).
    case wrongSide

    // Numbers of fingers.

    /// The number of fingers that were down; the number allowed.
    case tooManyFingers
    /// The number of fingers that were down; the number needed.
    case tooFewFingers
    /// A finger landed after another one had lifted (TAP-4).
    case landedAfterLift
    /// The time since the last finger landed; the longest one until the next landing (RS-17).
    case landedApart
    /// The time since another touch was lifted; the least one before the first landing (RS-17).
    case landedAmongOthers
    /// A finger was cancelled: it became a palm, a pen came near, or the panel was unplugged or lost events (RS-4).
    case touchCancelled
    /// The attempt has no finger, no press and no deadline left that could decide it (RS-7).
    case nothingLeft

    // Locations, distances, angles and times, in millimetres, radians and seconds.

    /// The distance that a finger moved; the distance allowed.
    case moved
    /// The time that the fingers stayed; the time allowed.
    case held
    /// The time that the fingers stayed; the time needed.
    case liftedEarly
    /// The time that the fingers had rested after the movement; the time needed (PHA-2).
    case restedTooLittle
    /// The greatest force of the press, as a share of the panel's range, 0…1; the force needed (LP-9).
    case pressedTooLittle
    /// The number of taps counted; the number needed. The next tap did not come in time (TAP-6).
    case noNextTap
    /// The pause before the next tap; the shortest pause allowed (TAP-9).
    case tooSoon
    /// The distance of the next tap from the first one; the distance allowed (TAP-7).
    case tooFarApart
    /// The distance that the fingers moved, or the change of their distance; the least one needed.
    case movedTooLittle
    /// The distance that the fingers had moved when the time was over; the distance needed (SW-3).
    case outOfTime
    /// The movement along the axis; the movement across it, which was larger (PAN-10).
    case wrongAxis
    /// The distance that the fingers moved; the largest distance allowed (SW-2).
    case movedTooFar
    /// The angle between the movement and the direction; the angle to the direction of `other`, which was nearer (SW-9).
    case nearerDirection
    /// The least distance of the gesture; that of `other`, which asks for more, has the same direction and was reached (SW-10).
    case longerOther
    /// The number of legs that the path had; the number needed (SW-11).
    case tooFewLegs
    /// The path was that of `other`, which turns corners (SW-11).
    case otherPath
    /// The change of the fingers' distance, or the angle by which they turned, in a direction that is not allowed; negative: they
    /// came together, or turned counterclockwise (PIN-10, ROT-7).
    case oppositeDirection
    /// The angle between the movement and the direction; the angle allowed (SW-4, EP-2).
    case wrongDirection
    /// The mean speed; the least speed needed, in millimetres per second.
    case tooSlow
    /// The speed at the lift or before it; the least speed of a flick there, in millimetres per second (SW-7, SW-8).
    case tooSlowToFlick
    /// The distance that the fingers went back; the distance allowed (SW-8).
    case turnedBack
    /// The distance from the landing as a share of the path, 0…1; the least share needed (SW-7, SW-8).
    case crooked
    /// The distance from the edge at which the fingers landed; the distance allowed (EP-1).
    case farFromEdge
    /// The angle by which the fingers turned; the least angle needed (ROT-1).
    case turnedTooLittle
    /// The distance between the fingers; the least one that gives an angle (ROT-5).
    case tooClose
    /// The number of strokes counted; the number needed (TIC-2).
    case tooFewStrokes

    // Pans that may go on after the lift.

    /// The speed at the lift, in millimetres per second; the least one with which the pan goes on (PAN-13). This is not a failure.
    case liftedSlowly
    /// The time for which the gesture had too few fingers before the last lift; the time allowed (PAN-13, RS-17). This is not a failure
    /// of a pan.
    case liftedApart
    /// A touch landed while the pan went on (PAN-14). This is not a failure.
    case stoppedByTouch
    /// All touches of the panel were cancelled while the pan went on without one, for example because the panel was unplugged (PAN-15).
    case panelLost

    // Presses, in seconds.

    /// The time for which the last key was held; the time needed (KEY-2).
    case releasedEarly
    /// The time for which a key was held; the time allowed (KEY-3).
    case releasedLate
    /// The number of presses counted; the number needed. The next press did not come in time (KEY-4).
    case noNextPress
    /// A press was cancelled, because its device was removed (KEY-5).
    case pressCancelled

    // Motion, in seconds and metres per second squared. Shakes with too few strokes have `tooFewStrokes`.

    /// The duration of the shake; the duration allowed (SHK-4).
    case shakenTooLong
    /// The time for which the device moved after the knock; the time allowed (KNO-2).
    case movedOn
    /// The force that the device felt in a time of quiet; the force allowed (KNO-3).
    case notQuiet
    /// The number of knocks counted; the number needed. The next knock did not come in time (KNO-4).
    case noNextKnock
    /// The number of knocks counted; the number needed (KNO-4).
    case tooManyKnocks
    /// A finger touched the screen: the number of fingers (KNO-5).
    case screenTouched
    /// The time for which the device rested; the time needed (TRN-2).
    case restedTooShort
    /// The device came to rest in an orientation that the gesture does not take (TRN-3).
    case otherOrientation
    /// The sensor was removed, or gave no samples for too long (SHK-5).
    case sensorLost

    /// The recognizer's view left the screen during an attempt without touches (FR-6).
    case leftScreen

    // Sequences: the number of steps that were recognized; the number of all steps.

    /// A step was recognized, and `other` is expected next (SEQ-1). This is not a failure.
    case awaitsStep
    /// `other` was recognized, which is not the next step (SEQ-2).
    case wrongStep
    /// A touch did not belong to the next step, `other` (SEQ-2).
    case strayTouch
    /// The next step, `other`, was tried and failed (SEQ-2).
    case failedStep
    /// The next step, `other`, was not recognized in time (SEQ-3).
    case lateStep
    /// The next step, `other`, was recognized only in a touch of the step before (SEQ-1).
    case sameTouch

    // Drawings.

    /// The longer side of the drawing; the least length needed.
    case tooSmall
    /// The score of the drawing with the best template, 0…1; the least score needed.
    case unlike

    /// A recognizer of another module gave no reason.
    case unstated
  }

  /// The kind of reason.
  public let kind: Kind
  /// The measured value, in the unit that the kind gives.
  public let measured: Double
  /// The value that it is compared with, in the same unit.
  public let limit: Double
  /// The other recognizer that was involved.
  public let other: GestureRecognizer?

  /// Creates a reason. A recognizer in another module passes it to `fail` or `cancel`.
  public init(_ kind: Kind, _ measured: Double = 0, limit: Double = 0, other: GestureRecognizer? = nil) {
    self.kind = kind
    self.measured = measured
    self.limit = limit
    self.other = other
  }

  init(_ kind: Kind, _ count: Int, limit: Int) {
    self.init(kind, Double(count), limit: Double(limit))
  }

  /// How close the attempt came to recognition, 0…1. It is 1 for a gesture that was ready but held back by others, by its
  /// subclass or by its delegate. Otherwise it is the smaller of `measured` and `limit` divided by the larger, or 0 if either
  /// is 0.
  public var nearness: Double {
    switch kind {
    case .barred, .waits, .fingersGone, .refusedToBegin: 1
    case .awaitsStep, .wrongStep, .strayTouch, .failedStep, .lateStep, .sameTouch: limit > 0 ? measured / limit : 0
    case .landedApart: 0  // Both are the time that it waited, and how many fingers it lacked is not known.
    default: limit > 0 && measured > 0 ? min(measured, limit) / max(measured, limit) : 0
    }
  }
}

/// A step in the course of an attempt, which explains why a gesture was or was not recognized.
public struct AttemptEvent {
  /// A step in the course of an attempt.
  public enum Change {
    /// The attempt got its first touch, or the event that began it without one (FR-5).
    case began
    /// The recognizer did not get this touch. It may have no attempt.
    case refused(Touch, Reason)
    /// The recognizer is ready and waits.
    case waits(Reason)
    /// The gesture was not recognized.
    case failed(Reason)
    /// The gesture had begun and was cancelled.
    case cancelled(Reason)
    /// The gesture ends although it could have gone on without fingers.
    case stopped(Reason)
  }

  /// The recognizer of the attempt.
  public let recognizer: GestureRecognizer
  /// The step.
  public let change: Change
  /// The time of the frame, or of the deadline that caused the step.
  public let time: Timestamp
}
