/// What a drawn shape was taken for.
public struct StrokeMatch: Hashable, Sendable {
  /// The name of the template that it is most like.
  public var template: String
  /// How much: 1 is the same shape, 0.7 the least that counts by default.
  public var score: Double
  /// The second template; `nil` without one that could be compared.
  public var runnerUp: String?
  /// How much it is like that one; 0 without one. Both scores close together are two templates that are hard to tell apart.
  public var runnerUpScore: Double
}
