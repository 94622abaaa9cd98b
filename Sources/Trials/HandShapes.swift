import Configuration
import Gestures

/// The learned shapes beside a configuration, for hands that draw them.
package struct HandShapes: Sendable {
  package let folder: StrokeFolder

  package init(besideConfiguration path: String) { folder = StrokeFolder(besideConfiguration: path) }

  /// The strokes of the first example of a shape; `nil` if there is no such shape.
  package func strokes(_ name: String) -> [[Point]]? {
    guard let file = try? StrokeFile.load(path: folder.readablePath(of: name)) else { return nil }
    return file.examples.first?.map { $0.map(\.location) }
  }
}
