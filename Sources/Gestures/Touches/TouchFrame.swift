/// All that a touchscreen reports at one moment: the engine's only input.
///
/// A frame holds the contacts that changed, and no others: a finger that rests is not in it.
public struct TouchFrame: Sendable {
  /// One finger's news in a frame.
  public struct Contact: Hashable, Sendable {
    /// Names the touch from `began` to `ended` or `cancelled`, and is never given to another one.
    public var id: UInt64
    /// `began`, `moved`, `ended` or `cancelled`; never `stationary`.
    public var phase: Touch.Phase
    /// On the screen, in millimetres. For `ended` and `cancelled`: the last place known; if that is news, the touch
    /// counts as moved, then lifted (RS-8).
    public var location: Point
    /// That of `began` counts for the whole touch.
    public var type: Touch.TouchType
    /// Not reported by the panel but made up on the way: followed, but never taken as a sample of velocity (VEL-2).
    public var isSynthesized = false

    /// A place on the screen, in millimetres.
    public init(id: UInt64, phase: Touch.Phase, location: Point, type: Touch.TouchType = .finger) {
      self.id = id
      self.phase = phase
      self.location = location
      self.type = type
    }
  }

  /// When the panel reported it. Frames come in order of time.
  public var time: Timestamp
  /// In any order; at most one entry a touch, but a touch may begin and end in one frame by two entries in that order.
  public var contacts: [Contact]
  /// The distance by which places may be off although a finger rests, in millimetres: no shorter movement begins or ends a gesture
  /// (RS-11). 0, the default: places are exact.
  public var uncertainty = 0.0

  /// A frame without contacts lets time pass and does nothing else.
  public init(time: Timestamp, contacts: [Contact]) {
    self.time = time
    self.contacts = contacts
  }
}

extension TouchFrame {
  /// The phases that occur in a frame: in most only moves do, and then the other phases' steps cost nothing.
  struct Phases: OptionSet {
    let rawValue: UInt8

    static let began = Phases(.began), moved = Phases(.moved), ended = Phases(.ended), cancelled = Phases(.cancelled)

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
