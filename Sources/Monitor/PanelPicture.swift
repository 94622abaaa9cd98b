import Gestures
import Screen
import Terminal
import Text

/// The picture of the panel: its views as labelled boxes, the fingers' trails, and the fingers themselves.
enum PanelPicture {
  private static let colours: [Style.Colour] = [.cyan, .yellow, .magenta, .green, .blue, .red]

  static func draw(_ state: MonitorState, _ frame: PanelFrame, on buffer: inout CellBuffer) {
    buffer.box(row: PanelFrame.top, column: 0, rows: frame.rows, columns: frame.columns)
    let size = "\(Decimal.fixed(frame.size.width, decimals: 0)) × \(Decimal.fixed(frame.size.height, decimals: 0)) mm"
    buffer.write(
      " \(state.scene.screen.printable) \(size) ", row: PanelFrame.top, column: 1, width: frame.innerColumns)
    for view in state.scene.engine.root.subviews { draw(view, in: .zero, isOn: true, frame, on: &buffer) }
    drawTrails(state, frame, on: &buffer)
    for finger in state.fingers where finger.isDown {
      let cell = frame.cell(finger.trail.last!)
      let digit = Unicode.Scalar(UInt8(ascii: "0") + UInt8(finger.number % 10))
      let style = Style(colour(of: finger), bold: true, reverse: true)
      buffer.put(digit, row: PanelFrame.top + 1 + cell.row, column: 1 + cell.column, style)
    }
    drawImprints(state, frame, on: &buffer)
  }

  /// Writes the force and the size of the fingers that are down into the lower border, if the panel measures them.
  private static func drawImprints(_ state: MonitorState, _ frame: PanelFrame, on buffer: inout CellBuffer) {
    let words = state.fingers.filter(\.isDown).compactMap { finger in
      ImprintText.words(finger.imprint).map { "\(finger.number): \($0)" }
    }
    guard !words.isEmpty else { return }
    let row = PanelFrame.top + frame.rows - 1
    buffer.write(" \(words.joined(separator: "  ")) ", row: row, column: 1, width: frame.innerColumns)
  }

  /// Draws a view, then its subviews, which lie above it. Views that receive no touches are dim.
  private static func draw(
    _ view: View, in origin: Point, isOn: Bool, _ frame: PanelFrame, on buffer: inout CellBuffer
  ) {
    let start = origin + Vector(x: view.frame.origin.x, y: view.frame.origin.y)
    let isOn = isOn && view.isUserInteractionEnabled && !view.isHidden && view.alpha > 0.01
    let style = isOn ? Style(.blue) : .dim
    let (top, left) = frame.cell(start)
    let (bottom, right) = frame.cell(start + Vector(x: view.frame.size.width, y: view.frame.size.height))
    let (row, column) = (PanelFrame.top + 1 + top, 1 + left)
    buffer.box(row: row, column: column, rows: bottom - top + 1, columns: right - left + 1, style)
    let label = isOn ? view.name.printable : "\(view.name.printable) off"
    buffer.write(label, row: row, column: column + 1, width: max(1, right - left - 1), style)
    for subview in view.subviews { draw(subview, in: start, isOn: isOn, frame, on: &buffer) }
  }

  /// Draws the trails and, dotted over them, the learned shape: green if it was recognized, else red.
  private static func drawTrails(_ state: MonitorState, _ frame: PanelFrame, on buffer: inout CellBuffer) {
    var canvas = BrailleCanvas(columns: frame.innerColumns, rows: frame.innerRows)
    for finger in state.fingers {
      let style = Style(colour(of: finger), dim: !finger.isDown)
      let dots = finger.trail.map { frame.dot($0, on: canvas) }
      for (start, end) in zip(dots, dots.dropFirst()) { canvas.line(from: start, to: end, style) }
      canvas.dot(dots[0].x, dots[0].y, style)
    }
    for point in state.shape?.points ?? [] {
      let dot = frame.dot(point, on: canvas)
      canvas.dot(dot.x, dot.y, Style(state.shape?.isRecognized == true ? .green : .red, bold: true))
    }
    canvas.draw(on: &buffer, row: PanelFrame.top + 1, column: 1)
  }

  private static func colour(of finger: MonitorState.Finger) -> Style.Colour {
    colours[(finger.number - 1) % colours.count]
  }
}
