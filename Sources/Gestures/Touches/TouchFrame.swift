/// Everything that a touchscreen reports at one time: the engine's only input.
///
/// A frame contains only the contacts that changed: a finger that rests is not in it, unless its imprint has changed.
public struct TouchFrame: Sendable {
  /// The change of one finger in a frame.
  public struct Contact: Hashable, Sendable {
    /// The id of the touch from `began` to `ended` or `cancelled`. It must never be used for another touch.
    public var id: UInt64
    /// The phase: `began`, `moved`, `ended` or `cancelled`; `stationary` if only the imprint has changed.
    public var phase: Touch.Phase
    /// The force and the size of the contact, as far as the panel measures them and the frame's maker follows them.
    public var imprint = Touch.Imprint()
    /// The location on the screen, in millimetres. For `ended` and `cancelled` this is the last known one. If it is new, the
    /// touch counts as moved, then as lifted (RS-8).
    ///
    /// A location that is not finite, or farther than 1 km from the screen, is none (RS-13): the touch does not land, or stays where
    /// it was.
    public var location: Point
    /// The type. The one given with `began` applies to the whole touch.
    public var type: Touch.TouchType
    /// Whether the location was synthesized and not reported by the panel. It is followed, but is never a sample of velocity
    /// (VEL-2).
    public var isSynthesized = false

    /// Creates a contact at a location on the screen, in millimetres.
    public init(id: UInt64, phase: Touch.Phase, location: Point, type: Touch.TouchType = .finger) {
      self.id = id
      self.phase = phase
      self.location = location
      self.type = type
    }
  }

  /// The time of the panel's report. Frames must be in order of time.
  public var time: Timestamp
  /// The contacts, in any order. There is at most one entry per touch, except that a touch may begin and end in one frame with
  /// two entries in that order.
  public var contacts: [Contact]
  /// The distance by which locations may be wrong although a finger rests, in millimetres. Shorter movements neither begin nor
  /// end a gesture (RS-11). The default is 0: locations are exact.
  public var uncertainty = 0.0

  /// Creates a frame. Without contacts it only lets time pass.
  public init(time: Timestamp, contacts: [Contact]) {
    self.time = time
    self.contacts = contacts
  }
}

extension TouchFrame {
  /// The phases that occur in a frame. Most frames only contain movements, and then the steps for other phases cost nothing.
  struct Phases: OptionSet {
    let rawValue: UInt8

    static let began = Phases(.began), moved = Phases(.moved), ended = Phases(.ended), cancelled = Phases(.cancelled)
    static let stationary = Phases(.stationary)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    private init(_ phase: Touch.Phase) { rawValue = 1 << phase.rawValue }

    @inline(__always)
    init(of contacts: [Contact]) {
      var bits: UInt8 = 0
      for contact in contacts { bits |= 1 &<< contact.phase.rawValue }
      rawValue = bits
    }
  }
}
