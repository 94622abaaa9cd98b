import Configuration
import Gestures
import TouchInput

struct GestureWords {
  let settings: GestureSettings
  /// The recognizer, which has all lengths in millimetres on its view.
  let recognizer: GestureRecognizer
  let view: String
  let viewSize: Size
  let isWholeScreen: Bool

  // MARK: In one sentence

  /// The movement, such as "two fingers swipe left" or "one finger is held for 0.5 s".
  var sentence: String {
    let movement = movement
    return settings.held == 0
      ? movement : "\(movement) while \(Phrases.fingers(settings.held)) rest\(settings.held == 1 ? "s" : "")"
  }

  private var movement: String {
    switch settings.kind {
    case .tap(let tap):
      return "\(does(tap.fingers, "tap"))\(Phrases.times(tap.taps))"
    case .longPress(let press):
      let before = press.taps == 0 ? "" : "\(does(press.fingers, "tap"))\(Phrases.times(press.taps)), then "
      let who = Phrases.fingers(press.fingers)
      let isOne = press.fingers.most == 1
      let isAre = isOne ? "is" : "are"
      if let force = press.force {
        return "\(before)\(who) press\(isOne ? "es" : "") with \(share(force)) force"
      }
      if press.minDuration == .zero { return "\(before)\(isOne ? "one finger lands" : "\(who) land")" }
      return "\(before)\(who) \(isAre) held for \(Phrases.time(press.minDuration))"
    case .pan(let pan):
      let way =
        switch pan.axis {
        case .any: "in any direction"
        case .horizontal: "left or right"
        case .vertical: "up or down"
        }
      let drags = "\(words(pan.fingers)) \(pan.fingers.least == 1 && pan.fingers.most == 1 ? "drags" : "drag") \(way)"
      return before(pan.afterPress) + drags + after(pan.rest)
    case .swipe(let swipe):
      let way =
        swipe.path.isEmpty ? Phrases.any(directions(swipe)) : swipe.path.map { $0.name }.joined(separator: ", then ")
      return "\(before(swipe.afterPress))\(does(swipe.fingers, "swipe")) \(way)"
    case .pinch(let pinch):
      let ways = [(PinchGestureRecognizer.Direction.out, "apart"), (.in, "together")]
        .filter { pinch.directions.contains($0.0) }.map { $0.1 }
      return "\(Phrases.fingers(pinch.fingers ?? 2)) move \(Phrases.any(ways))"
    case .rotation(let rotation):
      let ways = RotationGestureRecognizer.Direction.allCases.filter(rotation.directions.contains).map(\.rawValue)
      let around = " around the middle of the view"
      return switch rotation.fingers {
      case .exactly(1): "one finger turns \(Phrases.any(ways))\(around)"
      case .oneOrMore: "one finger turns \(Phrases.any(ways))\(around), or two fingers"
      case .any, .exactly: "\(Phrases.fingers(rotation.fingers.least)) turn \(Phrases.any(ways))"
      }
    case .transform(let transform):
      return "\(words(transform.fingers)) move, spread and turn what is under them"
    case .edgePan(let pan):
      let edges = ScreenEdge.allCases.filter(pan.edges.contains)
      let whence = edges.count == 4 ? "any edge" : "the \(Phrases.any(edges.map(\.words))) edge"
      return "\(does(pan.fingers, "drag")) inwards from \(whence)" + after(pan.rest)
    case .tickle(let tickle): return "one finger rubs left and right, \(tickle.tickles) strokes without lifting"
    case .stroke(let stroke):
      let names = stroke.learned.isEmpty ? stroke.templates : stroke.learned.map(\.name)
      let what = names.isEmpty ? "a learned shape" : "the shape \(Phrases.any(names))"
      return "\(does(stroke.fingers, "draw")) \(what)"
    case .sequence(let sequence): return sequence.steps.map { "“\($0)”" }.joined(separator: ", then ")
    case .press(let press):
      let key = "the key \(EventCode(pressCode: press.code).name.withoutPrefix)"
      let before = press.count > 1 ? "\(key) is pressed\(Phrases.times(press.count))" : "\(key) is"
      guard let hold = press.hold else { return press.count > 1 ? before : "\(key) is pressed and released" }
      if hold == .zero { return press.count > 1 ? before : "\(key) goes down" }
      return "\(before)\(press.count > 1 ? ", the last time" : "") held for \(Phrases.time(hold))"
    case .remote(let remote):
      let commands = RemoteCommand.Subtype.allCases.filter(remote.commands.contains).map { Dashed($0).rawValue }
      return "a remote control or media key sends \(Phrases.any(commands))"
    case .switch(let position): return "the switch \(position.position?.rawValue ?? "") turns on"
    case .shake(let shake): return "the device is shaken to and fro, \(shake.strokes) strokes"
    case .knock(let knock): return "\(Phrases.number(knock.count)) knock\(knock.count == 1 ? "" : "s") on the device"
    case .turn(let turn):
      let ways = DeviceOrientation.allCases.filter(turn.orientations.contains).map { Dashed($0).rawValue }
      return "the device is turned to \(Phrases.any(ways))"
    }
  }

  /// "after a rest of 0.4 s, "
  private func before(_ press: Duration) -> String {
    press == .zero ? "" : "after a rest of \(Phrases.time(press)), "
  }

  /// " with a rest of 0.3 s at its end"
  private func after(_ rest: Duration) -> String {
    rest == .zero ? "" : " with a rest of \(Phrases.time(rest)) at its end"
  }

  /// "one finger taps", "two fingers tap"
  private func does(_ count: Int, _ verb: String) -> String {
    "\(Phrases.fingers(count)) \(verb)\(count == 1 ? "s" : "")"
  }

  private func does(_ counts: TouchCounts, _ verb: String) -> String {
    counts.most == 1 ? does(1, verb) : "\(Phrases.fingers(counts)) \(verb)"
  }

  private func words(_ fingers: FingerRange) -> String {
    switch fingers.most {
    case nil: "\(Phrases.fingers(fingers.least)) or more"
    case fingers.least: Phrases.fingers(fingers.least)
    case let most?: "\(Phrases.number(fingers.least)) to \(Phrases.fingers(most))"
    }
  }

  private func directions(_ swipe: SwipeSettings) -> [String] {
    let named = SwipeDirection.allCases.filter(swipe.directions.contains)
    if named.count == 8 { return ["in any direction"] }
    let others = swipe.directions.subtracting(named).sorted { $0.angle < $1.angle }
    return named.map { $0.name.replacingDash } + others.map { "at \(Phrases.angle($0.angle)) clockwise from right" }
  }

  private func share(_ value: Double) -> String { "\(Int((value * 100).rounded())) %" }

  // MARK: Where and how far

  /// Where, how far and how long, one short sentence each.
  var details: [String] { places + measures + fingersBeside }

  private var places: [String] {
    guard settings.kind.name.input == .touches else {
      if settings.kind.name.input == .steps { return ["Make each step as described there."] }
      return isWholeScreen ? [] : ["While “\(view)” is the first responder, or a view inside it."]
    }
    let area = isWholeScreen ? "the screen" : "the view “\(view)”"
    var lines: [String] = []
    if case .edgePan(let pan) = settings.kind, let recognizer = recognizer as? ScreenEdgePanGestureRecognizer {
      let edge = pan.edges.count == 1 ? "that edge of the screen" : "one of these edges of the screen"
      lines.append("Land on \(edge), at most \(Phrases.length(recognizer.edgeWidth)) from it.")
      if !isWholeScreen { lines.append("Land in \(area).") }
    } else if let places = settings.startsAt {
      lines.append("Land \(words(places, recognizer.startingPlaces)) of \(area).")
    } else {
      lines.append("Land anywhere on \(area)\(settings.ignoresTouchesIn.isEmpty ? "" : " but not in \(ignored)").")
    }
    if settings.startsAt != nil, !settings.ignoresTouchesIn.isEmpty { lines.append("Do not land in \(ignored).") }
    if let places = settings.endsAt { lines.append("Lift \(words(places, recognizer.endingPlaces)) of \(area).") }
    return lines
  }

  private var ignored: String { Phrases.any(settings.ignoresTouchesIn.map { "“\($0)”" }) }

  private func words(_ places: PlaceSettings, _ rim: RimPlaces?) -> String {
    let corners = RimPlaces.Corner.allCases.filter(places.corners.contains).map { "the \($0.words) corner" }
    let size = rim.map { Phrases.length($0.cornerSize) } ?? ""
    var parts: [String] = []
    if !corners.isEmpty { parts.append("in \(Phrases.any(corners)) (a square of \(size))") }
    let segments = zip(places.segments, rim?.segments ?? []).map { segment, resolved -> String in
      guard segment.from != nil || segment.to != nil else { return "the \(segment.edge.words) edge" }
      let isUpright = segment.edge == .left || segment.edge == .right
      let extent = isUpright ? viewSize.height : viewSize.width
      let end = min(resolved.range.upperBound, extent)
      return
        "the \(segment.edge.words) edge, \(Phrases.length(resolved.range.lowerBound)) to \(Phrases.length(end)) from its "
        + (isUpright ? "upper end" : "left end")
    }
    if !segments.isEmpty {
      parts.append("at \(Phrases.any(segments)), at most \(rim.map { Phrases.length($0.edgeWidth) } ?? "") from it")
    }
    return Phrases.any(parts)
  }

  private var measures: [String] {
    switch recognizer {
    case let tap as TapGestureRecognizer:
      return taps(tap.maximumDuration, tap.allowableMovement)
        + (tap.numberOfTapsRequired == 1
          ? []
          : [
            Phrases.limit(tap.maximumInterval).map { "At most \(Phrases.time($0)) between two taps." },
            tap.maximumDistance.isFinite ? "All taps within \(Phrases.length(tap.maximumDistance)) of the first." : nil,
          ].compactMap { $0 })
    case let press as LongPressGestureRecognizer:
      return press.allowableMovement.isFinite
        ? ["Until it is recognized, no finger moves more than \(Phrases.length(press.allowableMovement))."] : []
    case let pan as ScreenEdgePanGestureRecognizer:
      return ["Move at least \(Phrases.length(pan.slop)) inwards."] + (pan.hasMomentum ? [Self.momentum] : [])
    case let transform as TransformGestureRecognizer:
      return [
        "It begins after \(Phrases.length(transform.slop)), or a turn of \(Phrases.angle(transform.rotationSlop))."
      ] + (transform.hasMomentum ? [Self.momentum] : [])
    case let pan as PanGestureRecognizer:
      return ["It begins after \(Phrases.length(pan.slop))."] + (pan.hasMomentum ? [Self.momentum] : [])
    case let swipe as SwipeGestureRecognizer: return swipes(swipe)
    case let pinch as PinchGestureRecognizer:
      return ["It begins when the distance between the fingers has changed by \(Phrases.length(pinch.slop))."]
    case let rotation as RotationGestureRecognizer:
      return ["It begins after a turn of \(Phrases.angle(rotation.slop))."]
    case let tickle as TickleGestureRecognizer:
      return ["Each stroke is at least \(Phrases.length(tickle.strokeDistance)) long."]
    case let stroke as StrokeGestureRecognizer:
      var lines = ["At least \(Phrases.length(stroke.minimumSize)) wide or high."]
      if stroke.maximumNumberOfStrokes > 1 {
        lines.append(
          "In at most \(stroke.maximumNumberOfStrokes) strokes, with at most \(Phrases.time(stroke.maximumInterval)) between them."
        )
      }
      if stroke.allowsAnyDirection { lines.append("Draw it from either end.") }
      return lines
    case let sequence as SequenceGestureRecognizer:
      return ["All steps within \(Phrases.time(sequence.maximumDuration))."]
        + (Phrases.limit(sequence.maximumInterval).map { ["At most \(Phrases.time($0)) between two steps."] } ?? [])
        + (sequence.isStrict ? ["No other touch between the steps."] : [])
    default: return others
    }
  }

  private static let momentum = "After a fast lift it goes on, slower and slower, until a finger lands."

  private func taps(_ longest: Duration?, _ movement: Double) -> [String] {
    let time = Phrases.limit(longest).map { "Lift within \(Phrases.time($0))" } ?? "Lift again"
    return [time + (movement.isFinite ? "; move at most \(Phrases.length(movement))." : ".")]
  }

  private func swipes(_ swipe: SwipeGestureRecognizer) -> [String] {
    let hasLegs = !swipe.path.isEmpty
    let leasts = hasLegs ? [] : Set(swipe.distances.values.map(\.lowerBound)).sorted()
    let least = hasLegs ? swipe.minimumLegLength : leasts.first ?? swipe.minimumDistance
    var far = "Move at least \(Phrases.length(least))"
    if let most = leasts.last, most > least + 0.05 { far += " to \(Phrases.length(most)), depending on the direction," }
    if hasLegs { far += " in each direction" }
    if !hasLegs, let most = swipe.distances.values.map(\.upperBound).max(), most.isFinite {
      far += " and at most \(Phrases.length(most))"
    }
    if let longest = Phrases.limit(swipe.maximumDuration) { far += " within \(Phrases.time(longest))" }
    var lines = [far + "."]
    if swipe.maximumAngle < .pi { lines.append("At most \(Phrases.angle(swipe.maximumAngle)) off the direction.") }
    if swipe.minimumVelocity > 0 {
      lines.append("At least \(Phrases.length(swipe.minimumVelocity)) per second on average.")
    }
    if swipe.decision == .atLift, !hasLegs, swipe.minimumLiftVelocity > 0 {
      lines.append("Lift while moving, at \(Phrases.length(swipe.minimumLiftVelocity)) per second or faster.")
    }
    return lines
  }

  /// What is measured of gestures that are not made on the screen.
  private var others: [String] {
    switch settings.kind {
    case .press(let press):
      return press.count > 1
        ? Phrases.limit(press.interval).map { ["At most \(Phrases.time($0)) between two presses."] } ?? [] : []
    case .shake(let shake): return ["At most \(Phrases.time(shake.interval)) between two strokes."]
    case .knock(let knock):
      return knock.count > 1 ? ["At most \(Phrases.time(knock.interval)) between two knocks."] : []
    default: return []
    }
  }

  private var fingersBeside: [String] {
    var lines: [String] = []
    if let side = settings.heldSide {
      let place = side == .left || side == .right ? "to the \(side.rawValue) of" : "\(side.rawValue)"
      lines.append("Land \(place) the resting finger\(settings.held == 1 ? "" : "s").")
    }
    if let least = recognizer.landingSpread?.lowerBound, least > 0 {
      lines.append("The fingers land at least \(Phrases.length(least)) apart.")
    }
    if let most = recognizer.landingSpread?.upperBound, most.isFinite {
      lines.append("The fingers land at most \(Phrases.length(most)) apart.")
    }
    if settings.kind.name.input == .touches, settings.tools != [.finger, .pen] {
      let all: [Touch.TouchType] = [.finger, .pen, .palm]
      let tools = all.filter(settings.tools.contains).map { "\($0)" }
      lines.append("Only with a \(Phrases.any(tools)).")
    }
    return lines
  }
}

extension ScreenEdge {
  /// The edge as an adjective: "upper".
  var words: String {
    switch self {
    case .left: "left"
    case .right: "right"
    case .top: "upper"
    case .bottom: "lower"
    }
  }
}

extension RimPlaces.Corner {
  var words: String {
    switch self {
    case .topLeft: "upper left"
    case .topRight: "upper right"
    case .bottomLeft: "lower left"
    case .bottomRight: "lower right"
    }
  }
}

extension String {
  /// The name of a key as configurations write it.
  fileprivate var withoutPrefix: String {
    let name = lowercased()
    return name.hasPrefix("key_") || name.hasPrefix("btn_") ? String(name.dropFirst(4)) : name
  }

  fileprivate var replacingDash: String { split(separator: "-").joined(separator: " and ") }
}
