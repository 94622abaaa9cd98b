import Configuration
import Gestures
import Hands

/// The learned shapes beside a configuration, for hands that draw them.
package struct HandShapes: Sendable {
  package let folder: StrokeFolder

  package init(besideConfiguration path: String) { folder = StrokeFolder(besideConfiguration: path) }

  /// The strokes of the first example of a shape; `nil` if there is no such shape.
  package func strokes(_ name: String) -> [[HandPoint]]? {
    guard let file = try? StrokeFile.load(path: folder.readablePath(of: name)) else { return nil }
    return file.examples.first?.map { $0.map { HandPoint($0.location) } }
  }
}

extension HandPoint {
  package init(_ point: Point) { self.init(x: point.x, y: point.y) }
}
