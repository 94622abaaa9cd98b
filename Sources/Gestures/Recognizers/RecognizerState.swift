extension GestureRecognizer {
  /// Where a recognizer stands in its attempt: the picture above.
  public enum State: UInt8, Sendable, CaseIterable {
    /// `possible`: undecided. `began`, `changed`: a continuous gesture is under way. `ended`: it is over, or a discrete one was
    /// recognized. `cancelled`: it had begun and was taken away. `failed`: these touches are not this gesture.
    case possible, began, changed, ended, cancelled, failed

    /// What `ended` is called in a discrete gesture.
    public static let recognized = State.ended

    /// At the end of an attempt.
    var isTerminal: Bool { self == .ended || self == .cancelled || self == .failed }
    /// Has begun or been recognized: it may prevent others.
    var isActive: Bool { self == .began || self == .changed || self == .ended }
  }

  /// Some of the states.
  public struct States: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Just this one.
    public init(_ state: State) { rawValue = 1 << state.rawValue }

    /// Back to the beginning: reported at the reset.
    public static let possible = States(.possible)
    /// A continuous gesture begins.
    public static let began = States(.began)
    /// A continuous gesture goes on.
    public static let changed = States(.changed)
    /// A continuous gesture is over, or a discrete one was recognized.
    public static let ended = States(.ended)
    /// A continuous gesture was taken away.
    public static let cancelled = States(.cancelled)
    /// The touches are not this gesture.
    public static let failed = States(.failed)
    /// Each of the six.
    public static let all: States = [.possible, .began, .changed, .ended, .cancelled, .failed]
  }
}
