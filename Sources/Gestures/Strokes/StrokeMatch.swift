/// The templates that match a drawn shape best.
public struct StrokeMatch: Hashable, Sendable {
  /// The name of the best template.
  public var template: String
  /// The score of the best template, 0…1: 1 is the same shape, and 0.7 is the default threshold.
  public var score: Double
  /// The name of the second-best template; `nil` if no other could be compared.
  public var runnerUp: String?
  /// The score of the second-best template, 0…1; 0 if there is none. If both scores are close, the two templates are hard to
  /// tell apart.
  public var runnerUpScore: Double
}

#if !hasFeature(Embedded)
  extension StrokeMatch: Codable {}
#endif
