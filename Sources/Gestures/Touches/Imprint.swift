extension Touch {
  /// The force and the size of a contact, as far as the panel measures them.
  ///
  /// It fits into the padding beside a touch's phase, so frames with and without it cost the same. Therefore a force is rounded to
  /// 1/65 534 of the range, and a radius to 0.01 mm.
  public struct Imprint: Hashable, Sendable {
    // 0 means that the value is not known; otherwise the value is one less.
    private var forceCode: UInt16
    private var majorCode: UInt16
    private var minorCode: UInt16

    /// Creates an imprint. Values outside their range are clamped to it; a value that is not a number counts as `nil`.
    ///
    /// - Parameters:
    ///   - force: the force as a share of the panel's range, 0…1; `nil` if the panel does not measure it.
    ///   - majorRadius: half the length of the contact, in millimetres; `nil` if the panel does not measure it.
    ///   - minorRadius: half the width of the contact, in millimetres; `nil` if the panel does not measure it.
    public init(force: Double? = nil, majorRadius: Double? = nil, minorRadius: Double? = nil) {
      forceCode = Self.code(force, Self.forceSteps)
      majorCode = Self.code(majorRadius, Self.stepsPerMillimetre)
      minorCode = Self.code(minorRadius, Self.stepsPerMillimetre)
    }

    /// The force as a share of the panel's range, 0…1; `nil` if the panel does not measure it. Panels that measure only the area of
    /// a contact often report it as its force.
    public var force: Double? { forceCode == 0 ? nil : Double(forceCode - 1) / Self.forceSteps }
    /// Half the length of the contact, in millimetres, at most 655 mm; `nil` if the panel does not measure it.
    public var majorRadius: Double? { majorCode == 0 ? nil : Double(majorCode - 1) / Self.stepsPerMillimetre }
    /// Half the width of the contact, in millimetres, at most 655 mm; `nil` if the panel does not measure it.
    public var minorRadius: Double? { minorCode == 0 ? nil : Double(minorCode - 1) / Self.stepsPerMillimetre }

    /// Whether the panel measures nothing of it.
    public var isEmpty: Bool { forceCode | majorCode | minorCode == 0 }

    private static let forceSteps = 65_534.0
    /// The distance between two forces that an imprint can tell apart.
    static let forceStep = 1 / forceSteps
    private static let stepsPerMillimetre = 100.0

    private static func code(_ value: Double?, _ steps: Double) -> UInt16 {
      guard let value, !value.isNaN else { return 0 }
      return UInt16(max(0, min((value * steps).rounded(), 65_534))) + 1
    }
  }

  /// The force as a share of the panel's range, 0…1; `nil` if the panel does not measure it.
  public var force: Double? { imprint.force }
  /// Half the length of the contact, in millimetres; `nil` if the panel does not measure it.
  public var majorRadius: Double? { imprint.majorRadius }
  /// Half the width of the contact, in millimetres; `nil` if the panel does not measure it.
  public var minorRadius: Double? { imprint.minorRadius }
}
