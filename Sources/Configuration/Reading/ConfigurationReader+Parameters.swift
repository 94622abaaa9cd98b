import Gestures

extension ConfigurationReader {
  /// The parameters of a kind; what the table does not give has its default.
  func parameters(of kind: GestureKind.Name, from table: TOMLTable) -> GestureKind {
    switch kind {
    case .tap: .tap(tap(table))
    case .longPress: .longPress(longPress(table))
    case .pan: .pan(pan(table))
    case .swipe: .swipe(swipe(table))
    case .pinch: .pinch(pinch(table))
    case .rotation: .rotation(rotation(table))
    case .edgePan: .edgePan(edgePan(table))
    case .tickle: .tickle(tickle(table))
    case .stroke: .stroke(stroke(table))
    }
  }

  /// More than any hand, or patience, has.
  private var count: (Field) -> Int? { whole(1...100) }

  private func tap(_ table: TOMLTable) -> TapSettings {
    var tap = TapSettings()
    read("taps", of: table, into: &tap.taps, as: count)
    read("fingers", of: table, into: &tap.fingers, as: count)
    read("movement", of: table, into: &tap.movement, as: limit(length))
    read("max_duration", of: table, into: &tap.maxDuration, as: limit(positiveTime))
    read("max_interval", of: table, into: &tap.maxInterval, as: limit(positiveTime))
    var minInterval: Duration?
    read("min_interval", of: table, into: &minInterval, as: limit(time))
    tap.minInterval = minInterval ?? tap.minInterval
    read("max_distance", of: table, into: &tap.maxDistance, as: limit(length))
    if let longest = tap.maxInterval, tap.minInterval >= longest, let place = table["min_interval"]?.value.place {
      report("\"min_interval\" must be less than \"max_interval\", or no second tap comes in time", at: place)
    }
    return tap
  }

  private func longPress(_ table: TOMLTable) -> LongPressSettings {
    var press = LongPressSettings()
    read("taps", of: table, into: &press.taps, as: whole(0...100))
    read("fingers", of: table, into: &press.fingers, as: count)
    read("min_duration", of: table, into: &press.minDuration, as: time)
    read("movement", of: table, into: &press.movement, as: limit(length))
    return press
  }

  private func pan(_ table: TOMLTable) -> PanSettings {
    var pan = PanSettings()
    read("min_fingers", of: table, into: &pan.minFingers, as: count)
    read("max_fingers", of: table, into: &pan.maxFingers, as: limit(count))
    read("threshold", of: table, into: &pan.threshold, as: length)
    read("axis", of: table, into: &pan.axis, as: choice)
    read("compensate", of: table, into: &pan.compensate, as: boolean)
    if let most = pan.maxFingers, most < pan.minFingers, let place = table["max_fingers"]?.value.place {
      report("\"max_fingers\" must be at least \"min_fingers\", which is \(pan.minFingers), not \(most)", at: place)
    }
    return pan
  }

  private func swipe(_ table: TOMLTable) -> SwipeSettings {
    var swipe = SwipeSettings()
    read("direction", of: table, into: &swipe.directions, as: choices)
    read("fingers", of: table, into: &swipe.fingers, as: count)
    read("min_distance", of: table, into: &swipe.minDistance, as: length)
    read("max_duration", of: table, into: &swipe.maxDuration, as: limit(positiveTime))
    read("max_angle", of: table, into: &swipe.maxAngle, as: limit(deviation))
    read("min_velocity", of: table, into: &swipe.minVelocity, as: limit(speed))
    return swipe
  }

  private func pinch(_ table: TOMLTable) -> PinchSettings {
    var pinch = PinchSettings()
    read("threshold", of: table, into: &pinch.threshold, as: length)
    return pinch
  }

  private func rotation(_ table: TOMLTable) -> RotationSettings {
    var rotation = RotationSettings()
    read("threshold", of: table, into: &rotation.threshold, as: angle)
    return rotation
  }

  private func edgePan(_ table: TOMLTable) -> EdgePanSettings {
    var pan = EdgePanSettings()
    read("edges", of: table, into: &pan.edges, as: choices)
    read("width", of: table, into: &pan.width, as: positiveLength)
    read("threshold", of: table, into: &pan.threshold, as: length)
    read("fingers", of: table, into: &pan.fingers, as: count)
    return pan
  }

  private func tickle(_ table: TOMLTable) -> TickleSettings {
    var tickle = TickleSettings()
    read("tickles", of: table, into: &tickle.tickles, as: count)
    read("distance", of: table, into: &tickle.distance, as: positiveLength)
    return tickle
  }

  private func stroke(_ table: TOMLTable) -> StrokeSettings {
    var stroke = StrokeSettings()
    read("templates", of: table, into: &stroke.templates) { filledList($0, as: templateName) }
    if table["templates"] == nil { noteAllTemplates(at: table.place) }
    read("min_score", of: table, into: &stroke.minScore, as: share)
    read("strokes", of: table, into: &stroke.strokes, as: whole(1...StrokeTemplate.Limits.strokes))
    read("fingers", of: table, into: &stroke.fingers, as: count)
    read("max_interval", of: table, into: &stroke.maxInterval, as: positiveTime)
    read("min_size", of: table, into: &stroke.minSize, as: length)
    read("any_direction", of: table, into: &stroke.anyDirection, as: boolean)
    read("max_scale", of: table, into: &stroke.maxScale, as: limit(magnification))
    read("max_offset", of: table, into: &stroke.maxOffset, as: limit(positiveLength))
    if stroke.anyDirection && stroke.strokes > 1, let place = table["any_direction"]?.value.place {
      warn("where there may be several strokes, no direction counts anyway: leave \"any_direction\" out", at: place)
    }
    return stroke
  }
}
