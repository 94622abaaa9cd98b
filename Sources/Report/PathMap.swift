import Gestures
import Pages
import Screen
import Text

/// The screen to scale, with its views and the fingers' paths over them.
struct PathMap {
  let report: ReplayReport

  private var size: Size { report.size }
  /// Whether touches are marked with their numbers. If there are more, only their tooltips identify them.
  private var isNumbered: Bool { report.touches.count <= 60 }

  /// The style class for many touches, which are drawn translucent.
  private var crowd: String { report.touches.count > 500 ? "crowd" : isNumbered ? "" : "many" }

  func write(to page: inout Markup) {
    page.element("figure", ["class": "map \(crowd)"]) { page in
      page.element("div", ["class": "map-box"]) { page in
        let ratio = compact(size.width / size.height, decimals: 5)
        page.element(
          "svg",
          [
            "class": "map-svg", "role": "img", "aria-label": "The fingers' paths over the views, in millimetres",
            "style": "aspect-ratio:\(ratio);width:min(100%,calc(72vh*\(ratio)))",
          ]
        ) { page in
          // Drawn from back to front.
          writeGrid(to: &page)
          for view in report.views { write(view, to: &page) }
          for shape in report.shapes { write(shape, to: &page) }
          writePaths(to: &page)
          for touch in report.touches { writeEnds(of: touch, to: &page) }
        }
      }
      if !report.touches.isEmpty { Playback.writeButtons(report, to: &page) }
      page.element("figcaption", caption)
    }
  }

  private var caption: String {
    let marks =
      isNumbered
      ? "A number marks where a touch landed, a ring where it lifted"
      : "A dot marks where a touch landed, a ring where it lifted"
    let shapes =
      report.shapes.isEmpty
      ? "" : " Dots are the learned shape that a path was compared with; hollow dots mean that it did not match."
    return "Screen “\(report.screen)”, \(compact(size.width, decimals: 1)) × \(compact(size.height, decimals: 1)) mm. "
      + "\(marks), a square where it was cancelled. Views are grey; those that take no touches are dashed.\(shapes)"
  }

  private func writeGrid(to page: inout Markup) {
    page.empty("rect", ["class": "screen", "width": "100%", "height": "100%"])
    let across = Ticks(upTo: size.width, most: 8), down = Ticks(upTo: size.height, most: 6)
    for x in across.values {
      let place = percent(x, of: size.width)
      page.empty("line", ["class": "grid", "x1": place, "x2": place, "y1": "0", "y2": "100%"])
      page.element(
        "text", ["class": "tick", "x": place, "y": "100%", "dy": "16", "text-anchor": "middle"], across.label(x))
    }
    for y in down.values {
      let place = percent(y, of: size.height)
      page.empty("line", ["class": "grid", "x1": "0", "x2": "100%", "y1": place, "y2": place])
      page.element(
        "text", ["class": "tick", "x": "0", "dx": "-7", "y": place, "dy": "4", "text-anchor": "end"], down.label(y))
    }
    page.element("text", ["class": "tick", "x": "100%", "y": "100%", "dy": "30", "text-anchor": "end"], "mm")
  }

  private func write(_ view: Scene.PlacedView, to page: inout Markup) {
    let x = percent(view.frame.origin.x, of: size.width), y = percent(view.frame.origin.y, of: size.height)
    page.element("g") { page in
      page.element("title", "view \(view.name)\(view.isOn ? "" : ", takes no touches")")
      page.empty(
        "rect",
        [
          "class": view.isOn ? "view" : "view off", "x": x, "y": y, "rx": "3",
          "width": percent(view.frame.size.width, of: size.width),
          "height": percent(view.frame.size.height, of: size.height),
        ])
      page.element("text", ["class": "view-name", "x": x, "y": y, "dx": "8", "dy": "19"], view.name)
    }
  }

  private func write(_ shape: ReplayReport.Shape, to page: inout Markup) {
    page.element("g", ["class": shape.isRecognized ? "shape" : "shape off"]) { page in
      let score = "\(shape.template), score \(Decimal.fixed(shape.score, decimals: 2))"
      page.element("title", "\(shape.gesture) at \(Decimal.fixed(shape.time, decimals: 3)) s: \(score)")
      for point in shape.points {
        page.empty(
          "circle", ["cx": percent(point.x, of: size.width), "cy": percent(point.y, of: size.height), "r": "3"])
      }
    }
  }

  private func writePaths(to page: inout Markup) {
    page.element(
      "svg",
      [
        "class": "paths", "width": "100%", "height": "100%", "preserveAspectRatio": "none",
        "viewBox": "0 0 \(compact(size.width)) \(compact(size.height))",
      ]
    ) { page in
      for touch in report.touches {
        var line = Polyline()
        for sample in touch.points.all { line.add(sample.place.x, sample.place.y, decimals: 2) }
        page.element(
          "path", ["class": "path \(touch.fingerClass)", "d": line.text, "data-times": Playback.times(of: touch)]
        ) { page in
          page.element("title", touch.title)
        }
      }
    }
  }

  private func writeEnds(of touch: ReplayReport.TouchPath, to page: inout Markup) {
    let start = touch.points.all[0].place, end = touch.points.all[touch.points.all.count - 1].place
    let x = percent(start.x, of: size.width), y = percent(start.y, of: size.height)
    let endX = percent(end.x, of: size.width), endY = percent(end.y, of: size.height)
    page.element("g", ["class": touch.fingerClass]) { page in
      page.element("title", touch.title)
      if touch.isCancelled {
        page.empty("use", ["href": "#end-cancelled", "x": endX, "y": endY])
      } else {
        page.empty("circle", ["class": "end", "cx": endX, "cy": endY, "r": isNumbered ? "12" : "5"])
      }
      page.empty("circle", ["class": "start", "cx": x, "cy": y, "r": !isNumbered ? "3" : touch.id < 10 ? "8" : "10"])
      if isNumbered {
        page.element("text", ["class": "number", "x": x, "y": y, "dy": "3.5", "text-anchor": "middle"], "\(touch.id)")
      }
    }
  }
}
