import Gestures
import Text

extension Resolver {
  /// The most examples that a gesture may have. Each recognition compares all of them on the queue that handles touches, which
  /// takes a few milliseconds at most with this limit.
  private static let mostExamples = 500

  /// Reads the shapes that gestures use, each file once.
  mutating func resolveStrokes() {
    guard let strokes else { return }
    var files: [String: StrokeFile?] = [:]
    for use in outline.strokeUses {
      let named = use.template.map { [strokes.readablePath(of: $0)] }
      let paths = named ?? strokes.names.map(strokes.path(of:))
      if paths.isEmpty {
        findings.warn(
          "this gesture has no shape to recognize: `tickle learn NAME` records one and stores it in "
            + strokes.folder.printable, at: use.place)
      }
      for path in paths {
        if files[path] == nil { files[path] = .some(read(path, for: use)) }
        if let file = files[path] ?? nil { add(file, to: use) }
      }
    }
  }

  private func read(_ path: String, for use: StrokeUse) -> StrokeFile? {
    do {
      return try StrokeFile.load(path: path)
    } catch {
      switch error {
      case .unusable(let found): findings.add(fromOtherFile: found)
      case .missing:
        findings.report(
          "no shape \((use.template ?? path).quoted) has been learned: \(path.printable) does not exist "
            + "(`tickle learn` creates it)", at: use.place,
          suggestion: use.template.flatMap(strokes!.readableNames.closest))
      case .noPermission: findings.report("open \(path.printable): Permission denied", at: use.place)
      case .unreadable(_, let reason): findings.report("read \(path.printable): \(reason)", at: use.place)
      }
      return nil
    }
  }

  private mutating func add(_ file: StrokeFile, to use: StrokeUse) {
    guard case .stroke(var settings) = configuration.gestures[use.gesture].kind else { return }
    let template = file.template
    if template.strokeCount > settings.strokes && !template.allowsAnyStrokeCount {
      // A gesture without `templates` skips shapes with too many strokes; a shape that it names must fit.
      guard use.template != nil else { return }
      return findings.report(
        "\(template.name.quoted) was learned from \(template.strokeCount) strokes: set strokes = "
          + "\(template.strokeCount)", at: use.place)
    }
    if settings.learned.contains(where: { $0.name == template.name }) {
      return findings.report("there are two shapes named \(template.name.quoted) in this gesture", at: use.place)
    }
    let examples = settings.learned.reduce(template.shapes.count) { $0 + $1.shapes.count }
    guard examples <= Self.mostExamples else {
      return findings.report("these shapes have more than \(Self.mostExamples) examples together", at: use.place)
    }
    settings.learned.append(template)
    configuration.gestures[use.gesture].kind = .stroke(settings)
  }
}
