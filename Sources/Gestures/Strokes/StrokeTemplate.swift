/// A gesture learned from examples.
///
///     let z = try StrokeTemplate(name: "z", examples: [[[Point(x: 10, y: 10), …]]])
///
/// One example is enough to recognize the hand that drew it. Three are much better, and for many hands use eight.
public struct StrokeTemplate: Hashable, Sendable {
  /// The limits of templates. No useful template reaches them, and each recognition compares all examples.
  public enum Limits {
    /// The largest number of examples in a template.
    public static let examples = 32
    /// The largest number of strokes in an example.
    public static let strokes = 8
    /// The largest number of points in a stroke.
    public static let points = 2_000
    /// The largest magnitude of a coordinate, in millimetres: a kilometre.
    public static let coordinate = 1e6
  }

  /// The name, which a match reports.
  public let name: String
  /// The least score that counts as this shape, 0…1, instead of the one that follows from its examples; `nil`: that one. A
  /// recognizer's `minimumScore` other than 0.7 makes it stricter or more lenient.
  public let minimumScore: Double?
  /// Whether the examples are also compared with drawings that have another number of strokes. Drags are then mistaken for the
  /// shape more often: in the logs of 20 people, 3.5 % of one-finger drags were taken for a shape of several strokes, and 0.0 %
  /// without this.
  public let allowsAnyStrokeCount: Bool
  package let shapes: [StrokeShape]
  /// The largest distance of a drawing from the nearest example: that of `minimumScore`, or 0.8…1.5 depending on the examples
  /// (`tolerance(of:)`).
  package let tolerance: Double

  /// Creates a template.
  ///
  /// - Parameters:
  ///   - name: the name, which a match reports.
  ///   - examples: an array of examples. Each is an array of strokes, and each stroke an array of points in the order of
  ///     drawing, in millimetres.
  ///   - minimumScore: the least score that counts, 0…1; `nil`: the one that follows from the examples.
  ///   - allowsAnyStrokeCount: whether drawings with another number of strokes are compared too.
  /// - Throws: `StrokeTemplateError` if there are no examples, if an example is empty or a straight line, or if a limit is
  ///   exceeded.
  public init(
    name: String, examples: [[[Point]]], minimumScore: Double? = nil, allowsAnyStrokeCount: Bool = false
  ) throws(StrokeTemplateError) {
    guard !examples.isEmpty else { throw StrokeTemplateError(example: nil, reason: .empty) }
    guard examples.count <= Limits.examples else { throw StrokeTemplateError(example: nil, reason: .tooManyExamples) }
    var shapes: [StrokeShape] = []
    for (index, example) in examples.enumerated() {
      if let reason = Self.objection(to: example) { throw StrokeTemplateError(example: index, reason: reason) }
      guard let shape = StrokeShape(example.map(Self.thinned)) else {
        throw StrokeTemplateError(example: index, reason: .empty)
      }
      if shape.isStraight { throw StrokeTemplateError(example: index, reason: .straight) }
      shapes.append(shape)
    }
    self.init(name: name, shapes: shapes, minimumScore: minimumScore, allowsAnyStrokeCount: allowsAnyStrokeCount)
  }

  /// Creates a template of shapes that are known to be valid.
  package init(
    name: String, shapes: [StrokeShape], minimumScore: Double? = nil, allowsAnyStrokeCount: Bool = false
  ) {
    self.name = name
    self.shapes = shapes
    self.minimumScore = minimumScore
    self.allowsAnyStrokeCount = allowsAnyStrokeCount
    tolerance = minimumScore.map(StrokeComparison.distance(ofScore:)) ?? Self.tolerance(of: shapes)
  }

  /// Returns whether an example is compared with a drawing of this many strokes.
  func hasComparableStrokes(_ example: StrokeShape, _ count: Int) -> Bool {
    allowsAnyStrokeCount || example.strokeCount == count
  }

  /// The largest number of strokes in an example.
  package var strokeCount: Int { shapes.reduce(0) { max($0, $1.strokeCount) } }

  private static func objection(to strokes: [[Point]]) -> StrokeTemplateError.Reason? {
    if strokes.isEmpty || strokes.contains(where: { $0.isEmpty }) { return .empty }
    if strokes.count > Limits.strokes { return .tooManyStrokes }
    if strokes.contains(where: { $0.count > Limits.points }) { return .tooManyPoints }
    let isFar = { (number: Double) in !(number.magnitude <= Limits.coordinate) }
    return strokes.joined().contains { isFar($0.x) || isFar($0.y) } ? .tooFar : nil
  }

  /// Thins a stroke like one that a finger draws, so that both are compared alike.
  package static func thinned(_ points: [Point]) -> [Point] {
    var path = StrokePath()
    for point in points { path.append(point, at: Timestamp(microseconds: 0)) }
    return path.points.map { $0.location }
  }
}

/// The error thrown for examples that cannot form a template.
public struct StrokeTemplateError: Error, Hashable, Sendable {
  /// The problem with the examples.
  public enum Reason: Hashable, Sendable {
    /// `empty`: no example, no stroke, or a path without length. `straight`: a line, which is a swipe. `tooFar`: a coordinate
    /// that is not a number, or exceeds the limit. The others: more than `StrokeTemplate.Limits` allows.
    case empty, straight, tooManyExamples, tooManyStrokes, tooManyPoints, tooFar
  }

  /// The index of the example, from 0; `nil` if the problem concerns all of them.
  public let example: Int?
  /// The problem.
  public let reason: Reason
}
