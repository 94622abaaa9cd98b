// Configuration/Strokes: files of learned shapes.
import Gestures
import Text

/// A file with one learned shape, as readable TOML.
///
///     name = "z"
///     min_score = 0.75        # optional: the least score that counts, 0…1; by default the examples determine it
///     any_strokes = true      # optional: also compare drawings with another number of strokes
///     examples = [
///       [                                        # the strokes of an example
///         [[20.1, 18.4, 0.0], [21.0, 18.4, 0.008], …],        # x and y in millimetres, the time in seconds
///       ],
///     ]
package struct StrokeFile: Sendable {
  package let template: StrokeTemplate
  package let examples: [[[StrokePoint]]]

  package var name: String { template.name }

  /// - Parameters:
  ///   - minScore: the least score that counts, 0…1; `nil`: the examples determine it.
  ///   - anyStrokes: whether drawings with another number of strokes are also compared.
  package init(
    name: String, examples: [[[StrokePoint]]], minScore: Double? = nil, anyStrokes: Bool = false
  ) throws(StrokeTemplateError) {
    template = try StrokeTemplate(
      name: name, examples: examples.map { $0.map { $0.map { $0.location } } }, minimumScore: minScore,
      allowsAnyStrokeCount: anyStrokes)
    self.examples = examples
  }

  package static func load(path: String) throws(ConfigurationError) -> StrokeFile {
    let (file, diagnostics) = parse(bytes: try contents(path: path, limit: 1 << 20), path: path)
    guard let file else { throw .unusable(diagnostics) }
    return file
  }

  /// Parses a file; any bytes are safe. If the shape is `nil`, the diagnostics have at least one error.
  package static func parse(bytes: [UInt8], path: String) -> (StrokeFile?, [Diagnostic]) {
    let reader = FieldReader(bytes: bytes, path: path)
    return (reader.strokeFile(), reader.findings.diagnostics)
  }

  /// The text of the file, which `load` can read.
  package var text: String {
    let examples = examples.map { strokes in "  [\n\(strokes.map(Self.line).joined())  ],\n" }.joined()
    let minScore = template.minimumScore.map { "min_score = \(Decimal.text($0, decimals: 4))\n" } ?? ""
    let anyStrokes = template.allowsAnyStrokeCount ? "any_strokes = true\n" : ""
    return """
      # A shape for gestures of the kind "stroke", recorded by `tickle learn`. Each example is a list of strokes, each stroke a list of
      # points [x, y, t]: x and y in millimetres on the screen, y downwards, and the time t in seconds.
      name = \(name.quoted)
      \(minScore)\(anyStrokes)examples = [
      \(examples)]

      """
  }

  private static func line(_ stroke: [StrokePoint]) -> String {
    let start = stroke[0].time
    let points = stroke.map { point in
      let seconds = Double(point.time - start) / 1e6
      return "[\(Decimal.text(point.location.x, decimals: 2)), \(Decimal.text(point.location.y, decimals: 2)), "
        + "\(Decimal.text(seconds, decimals: 3))]"
    }
    let rows = Swift.stride(from: 0, to: points.count, by: 5).map {
      "      " + points[$0..<min($0 + 5, points.count)].joined(separator: ", ") + ",\n"
    }
    return "    [\n\(rows.joined())    ],\n"
  }
}

// MARK: - Reading

extension FieldReader {
  /// Reads the text as a learned shape; returns `nil` if it is invalid, which has been reported.
  func strokeFile() -> StrokeFile? {
    let keys = ["name", "min_score", "any_strokes", "examples"]
    guard let root = document, checkKeys(of: root, known: keys, in: "a learned shape") else { return nil }
    guard let (name, _) = name(of: root, a: "shape") else { return nil }
    let minScore = root["min_score"].map { share(Field(key: "min_score", value: $0.value)) }
    let anyStrokes = root["any_strokes"].map { boolean(Field(key: "any_strokes", value: $0.value)) }
    // An invalid value has been reported.
    if case .some(.none) = minScore { return nil }
    if case .some(.none) = anyStrokes { return nil }
    guard let entry = root["examples"] else { return unusable("this shape has no \"examples\"", at: root.place) }
    let field = Field(key: "examples", value: entry.value)
    let most = StrokeTemplate.Limits.self
    guard let examples = elements(of: field, most: most.examples, of: "examples, each a list of strokes") else {
      return nil
    }
    var read: [[[StrokePoint]]] = []
    for example in examples {
      guard let strokes = elements(of: example, most: most.strokes, of: "strokes, each a list of points [x, y, t]")
      else {
        return nil
      }
      var points: [[StrokePoint]] = []
      for stroke in strokes {
        guard let stroke = elements(of: stroke, most: most.points, of: "points [x, y, t]")?.map(point),
          !stroke.contains(where: { $0 == nil })
        else { return nil }
        points.append(stroke.compactMap { $0 })
      }
      read.append(points)
    }
    do throws(StrokeTemplateError) {
      return try StrokeFile(
        name: name, examples: read, minScore: minScore ?? nil, anyStrokes: (anyStrokes ?? nil) ?? false)
    } catch {
      return unusable(error.sentence, at: error.example.map { examples[$0].place } ?? entry.value.place)
    }
  }

  /// Returns the elements of a list; an empty list or one with more than `most` elements is reported.
  private func elements(of field: Field, most: Int, of what: String) -> [Field]? {
    guard case .array(let elements) = field.value.content else {
      return mismatched(field, expected: "a list of \(what)")
    }
    guard !elements.isEmpty, elements.count <= most else {
      return unusable("expected 1 to \(most) \(what), found \(elements.count)", at: field.place)
    }
    return elements.map { Field(key: field.key, value: $0) }
  }

  private func point(_ field: Field) -> StrokePoint? {
    guard case .array(let elements) = field.value.content, elements.count == 2 || elements.count == 3 else {
      return mismatched(field, expected: "points [x, y, t]")
    }
    let numbers = elements.compactMap { number(Field(key: field.key, value: $0)) }
    guard numbers.count == elements.count else { return nil }
    if let wrong = zip(numbers, elements).first(where: { $0.0.magnitude > StrokeTemplate.Limits.coordinate })?.1 {
      return refused(Field(key: field.key, value: wrong), must: "within a kilometre")
    }
    let seconds = numbers.count > 2 ? numbers[2] : 0
    return StrokePoint(
      Point(x: numbers[0], y: numbers[1]), at: Timestamp(microseconds: Int64((seconds * 1e6).rounded())))
  }
}

extension StrokeTemplateError {
  /// The cause of the error, and what to do about it.
  package var sentence: String {
    switch reason {
    case .empty: "this example has no length: a stroke must lead from one point to another"
    case .straight: "this example is a straight line: use a swipe (kind = \"swipe\")"
    case .tooManyExamples: "there are more than \(StrokeTemplate.Limits.examples) examples: three are enough"
    case .tooManyStrokes: "this example has more than \(StrokeTemplate.Limits.strokes) strokes"
    case .tooManyPoints: "a stroke of this example has more than \(StrokeTemplate.Limits.points) points"
    case .tooFar: "this example extends beyond a kilometre"
    }
  }
}
