import Gestures

/// What lengths of a configuration are relative to.
package struct ScreenMetrics {
  /// In millimetres.
  fileprivate let size: Size
  private let pixels: PixelSize?

  package init(size: Size, pixels: PixelSize?) {
    self.size = size
    self.pixels = pixels
  }

  package var horizontalScale: Double? { pixels.map { Double($0.width) / size.width } }
  package var verticalScale: Double? { pixels.map { Double($0.height) / size.height } }
}

extension GestureSettings {
  /// - Parameter view: the size of the view that it is to be added to.
  package func makeRecognizer(view: Size, on screen: ScreenMetrics) -> GestureRecognizer {
    let recognizer = makeKind(LengthScale(view: view, screen: screen))
    recognizer.name = name
    recognizer.isEnabled = isEnabled
    recognizer.cancelsTouchesInView = cancelsTouches
    recognizer.delaysTouchesBegan = delaysTouchesBegan
    recognizer.delaysTouchesEnded = delaysTouchesEnded
    recognizer.allowedTouchTypes = tools.reduce(into: []) { $0.insert(Touch.TouchTypes($1)) }
    return recognizer
  }

  private func makeKind(_ scale: LengthScale) -> GestureRecognizer {
    switch kind {
    case .tap(let settings): TapGestureRecognizer(settings, scale)
    case .longPress(let settings): LongPressGestureRecognizer(settings, scale)
    case .pan(let settings): PanGestureRecognizer(settings, scale)
    case .swipe(let settings): SwipeGestureRecognizer(settings, scale)
    case .pinch(let settings): PinchGestureRecognizer(settings, scale)
    case .rotation(let settings): RotationGestureRecognizer(settings)
    case .edgePan(let settings): ScreenEdgePanGestureRecognizer(settings, scale)
    case .tickle(let settings): TickleGestureRecognizer(settings, scale)
    case .stroke(let settings): StrokeGestureRecognizer(settings, scale)
    }
  }
}

/// Resolves a gesture's lengths to millimetres.
private struct LengthScale {
  let view: Size
  let screen: ScreenMetrics

  /// Percent are of the view's shorter side, pixels those of the screen's width.
  func length(_ length: Length) -> Double {
    length.millimetres(of: min(view.width, view.height), pixelsPerMillimetre: screen.horizontalScale) ?? 0
  }

  /// `nil`, which lifts a limit, is a length that no finger goes.
  func limit(_ length: Length?) -> Double { length.map(self.length) ?? .infinity }

  func horizontal(_ length: Length) -> Double {
    length.millimetres(of: view.width, pixelsPerMillimetre: screen.horizontalScale) ?? 0
  }

  func edgeWidth(_ length: Length) -> Double {
    length.millimetres(
      of: min(screen.size.width, screen.size.height), pixelsPerMillimetre: screen.horizontalScale) ?? 0
  }
}

/// A time that nothing lasts: about 31 years.
private let unlimited = Duration.seconds(1_000_000_000)

extension TapGestureRecognizer {
  fileprivate convenience init(_ settings: TapSettings, _ scale: LengthScale) {
    self.init()
    numberOfTapsRequired = settings.taps
    numberOfTouchesRequired = settings.fingers
    allowableMovement = scale.limit(settings.movement)
    maximumDuration = settings.maxDuration
    maximumInterval = settings.maxInterval ?? unlimited
    minimumInterval = settings.minInterval
    maximumDistance = scale.limit(settings.maxDistance)
  }
}

extension LongPressGestureRecognizer {
  fileprivate convenience init(_ settings: LongPressSettings, _ scale: LengthScale) {
    self.init()
    numberOfTapsRequired = settings.taps
    numberOfTouchesRequired = settings.fingers
    minimumPressDuration = settings.minDuration
    allowableMovement = scale.limit(settings.movement)
  }
}

extension PanGestureRecognizer {
  fileprivate convenience init(_ settings: PanSettings, _ scale: LengthScale) {
    self.init()
    minimumNumberOfTouches = settings.minFingers
    maximumNumberOfTouches = settings.maxFingers ?? .max
    slop = scale.length(settings.threshold)
    axis = Axis(rawValue: settings.axis.rawValue) ?? .any
    compensatesSlop = settings.compensate
  }
}

extension ScreenEdgePanGestureRecognizer {
  fileprivate convenience init(_ settings: EdgePanSettings, _ scale: LengthScale) {
    self.init()
    edges = Set(settings.edges.compactMap { ScreenEdge(rawValue: $0.rawValue) })
    edgeWidth = scale.edgeWidth(settings.width)
    slop = scale.length(settings.threshold)
    minimumNumberOfTouches = settings.fingers
    maximumNumberOfTouches = settings.fingers
  }
}

extension SwipeGestureRecognizer {
  fileprivate convenience init(_ settings: SwipeSettings, _ scale: LengthScale) {
    self.init()
    direction = Set(settings.directions.compactMap { SwipeDirection(rawValue: $0.rawValue) })
    numberOfTouchesRequired = settings.fingers
    minimumDistance = scale.length(settings.minDistance)
    maximumDuration = settings.maxDuration ?? unlimited
    maximumAngle = settings.maxAngle ?? .pi
    minimumVelocity = settings.minVelocity.map(scale.length) ?? 0
  }
}

extension PinchGestureRecognizer {
  fileprivate convenience init(_ settings: PinchSettings, _ scale: LengthScale) {
    self.init()
    slop = scale.length(settings.threshold)
  }
}

extension RotationGestureRecognizer {
  fileprivate convenience init(_ settings: RotationSettings) {
    self.init()
    slop = settings.threshold
  }
}

extension TickleGestureRecognizer {
  fileprivate convenience init(_ settings: TickleSettings, _ scale: LengthScale) {
    self.init()
    numberOfStrokesRequired = settings.tickles
    strokeDistance = scale.horizontal(settings.distance)
  }
}

extension StrokeGestureRecognizer {
  fileprivate convenience init(_ settings: StrokeSettings, _ scale: LengthScale) {
    self.init()
    templates = settings.learned
    minimumScore = settings.minScore
    maximumNumberOfStrokes = settings.strokes
    maximumInterval = settings.maxInterval
    numberOfTouchesRequired = settings.fingers
    minimumSize = scale.length(settings.minSize)
    allowsAnyDirection = settings.anyDirection
    maximumScale = settings.maxScale ?? .infinity
    maximumOffset = scale.limit(settings.maxOffset)
  }
}
