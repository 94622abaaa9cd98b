/// A gesture learned from examples: its name, and how it was drawn.
///
///     let z = try StrokeTemplate(name: "z", examples: [[[Point(x: 10, y: 10), …]]])
///
/// One example is found again by the same hand; three are better by far, and by many hands eight.
public struct StrokeTemplate: Hashable, Sendable {
  /// What it can be no more of: nobody draws that much, and each recognition compares all examples.
  public enum Limits {
    /// Of a template.
    public static let examples = 32
    /// Of an example.
    public static let strokes = 8
    /// Of a stroke.
    public static let points = 2_000
    /// A coordinate's magnitude in millimetres: a kilometre.
    public static let coordinate = 1e6
  }

  /// What a match reports.
  public let name: String
  /// 0…1: the least score that counts as this shape, in place of the one that its examples give; `nil`: the examples say. A
  /// recognizer's `minimumScore` other than 0.7 makes it stricter or more lenient.
  public let minimumScore: Double?
  /// Whether its examples are also compared with drawings of another number of strokes. Drags are then mistaken for it more
  /// often: in logs of 20 people 3.5 % of one-finger drags were taken for a shape of several strokes, and 0.0 % without it.
  public let allowsAnyStrokeCount: Bool
  /// One for each example.
  package let shapes: [StrokeShape]
  /// How far a drawing may be from the nearest example, as a distance: that of `minimumScore`, or 0.8…1.5 as the examples say
  /// (`tolerance(of:)`).
  package let tolerance: Double

  /// - Parameters:
  ///   - name: what a match reports.
  ///   - examples: of each the strokes, of each stroke the points in the order of drawing, in millimetres.
  ///   - minimumScore: 0…1; `nil`: the examples say what counts.
  ///   - allowsAnyStrokeCount: whether drawings of another number of strokes are compared too.
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

  /// Of shapes that are known to be sound.
  package init(
    name: String, shapes: [StrokeShape], minimumScore: Double? = nil, allowsAnyStrokeCount: Bool = false
  ) {
    self.name = name
    self.shapes = shapes
    self.minimumScore = minimumScore
    self.allowsAnyStrokeCount = allowsAnyStrokeCount
    tolerance = minimumScore.map(StrokeComparison.distance(ofScore:)) ?? Self.tolerance(of: shapes)
  }

  /// Whether an example is compared with a drawing of this many strokes.
  func hasComparableStrokes(_ example: StrokeShape, _ count: Int) -> Bool {
    allowsAnyStrokeCount || example.strokeCount == count
  }

  /// The most strokes that an example has.
  package var strokeCount: Int { shapes.reduce(0) { max($0, $1.strokeCount) } }

  private static func objection(to strokes: [[Point]]) -> StrokeTemplateError.Reason? {
    if strokes.isEmpty || strokes.contains(where: \.isEmpty) { return .empty }
    if strokes.count > Limits.strokes { return .tooManyStrokes }
    if strokes.contains(where: { $0.count > Limits.points }) { return .tooManyPoints }
    let isFar = { (number: Double) in !(number.magnitude <= Limits.coordinate) }
    return strokes.joined().contains { isFar($0.x) || isFar($0.y) } ? .tooFar : nil
  }

  /// As a finger's way is kept while it draws, so that both are compared alike.
  package static func thinned(_ points: [Point]) -> [Point] {
    var path = StrokePath()
    for point in points { path.append(point, at: Timestamp(microseconds: 0)) }
    return path.points.map(\.location)
  }
}

/// Why examples are no template.
public struct StrokeTemplateError: Error, Hashable, Sendable {
  /// What is wrong with them.
  public enum Reason: Hashable, Sendable {
    /// `empty`: no example, no stroke, or no way. `straight`: a line, which is a swipe. `tooFar`: a coordinate that is no
    /// number, or beyond the limit. The others: more than `StrokeTemplate.Limits` has.
    case empty, straight, tooManyExamples, tooManyStrokes, tooManyPoints, tooFar
  }

  /// Which one is at fault, from 0; `nil`: all of them.
  public let example: Int?
  /// What is wrong with it.
  public let reason: Reason
}
