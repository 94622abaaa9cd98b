import Gestures

/// Moves the fingers of one movement.
struct Choreography {
  private(set) var fingers: [Finger] = []
  private let movement: HandSentence.Movement
  private let sentence: HandSentence
  private let panel: HandPanel
  private let start: Int
  private var dice: HandDice

  /// Places that are nearer to the panel's border are not chosen, in millimetres. Words can name them.
  private static let margin = 4.0

  init(_ movement: HandSentence.Movement, of sentence: HandSentence, on panel: HandPanel, number: Int, from time: Int) {
    self.movement = movement
    self.sentence = sentence
    self.panel = panel
    dice = HandDice(seed: panel.seed, stream: number)
    start = time + panel.frames(movement.number(.after) ?? 0, least: 0)
  }

  func error(_ message: String) -> HandError {
    HandError(sentence: sentence.written, place: movement.words, message: message, suggestion: nil)
  }

  mutating func move(_ shape: (String) -> [[Point]]?) throws(HandError) {
    switch movement.verb {
    case .tap: tap()
    case .press: press()
    case .pan, .swipe: try path()
    case .edgePan: edgePan()
    case .pinch: pinch()
    case .rotate: rotate()
    case .tickle: tickle()
    case .stroke: try stroke(shape)
    case .tipTap: tipTap()
    }
    goOn()
    addGhost()
    try check()
  }

  // MARK: Movements

  private mutating func tap() {
    let places = row(around: middle)
    let length = panel.frames(duration ?? 0.08)
    let landings = landings(of: places.count)
    var time = start
    for _ in 0..<(count ?? 1) {
      let end = time + (landings.max() ?? 0) + length
      for (place, late) in zip(places, landings) { rest(at: place, from: time + late, to: end) }
      time = end + panel.frames(gap)
    }
  }

  private mutating func press() {
    let places = row(around: middle)
    let landings = landings(of: places.count)
    let end = start + (landings.max() ?? 0) + panel.frames(duration ?? 0.8)
    for (place, late) in zip(places, landings) { rest(at: place, from: start + late, to: end) }
  }

  private mutating func path() throws(HandError) {
    let corners = corners
    let length = zip(corners, corners.dropFirst()).map { $0.distance(to: $1) }.reduce(0, +)
    let isPan = movement.verb == .pan
    let usual = isPan ? max(0.3, length / 100) : length / 300
    go(
      row(around: .zero).map { finger in .line(corners.map { $0 + (finger - .zero) }) },
      in: duration ?? speed.map { length / $0 } ?? usual, isPan ? .reach : .flick, rest: restTime ?? (isPan ? 0.15 : 0))
  }

  private mutating func edgePan() {
    var edge = ScreenEdge.left
    var along: Double?
    for case .edge(let named) in movement.phrases { edge = named }
    let extent = edge.isUpright ? panel.height : panel.width
    for case .edgePlace(let place) in movement.phrases { along = place.millimetres(of: extent) }
    let length = length ?? min(30, 0.8 * (edge.isUpright ? panel.width : panel.height))
    // The first place that the panel reports is inside it.
    let inside = 0.3
    let at = along ?? extent / 2
    // Fingers that enter together are beside each other along the edge.
    let offsets = row(around: .zero).map { $0.x }
    let tracks = offsets.map { offset in
      let first = edge.place(at + offset, inwards: inside, in: Size(width: panel.width, height: panel.height))
      return Track.line([first, first + edge.inwards * length])
    }
    go(tracks, in: duration ?? speed.map { length / $0 } ?? 0.25, .enter, rest: restTime ?? 0.1)
  }

  private mutating func pinch() {
    let factor = movement.number(.scale) ?? 2
    let room = 2 * roomAround(middle)
    let first = spread ?? min(factor > 1 ? 40 : 80, room / max(1, factor))
    let middle = middle
    let tracks = angles.map { Track.orbit(middle, radii: (first / 2, first / 2 * factor), angles: ($0, $0)) }
    go(tracks, in: duration ?? 0.5, .reach, rest: restTime ?? 0.1)
  }

  private mutating func rotate() {
    var angle = movement.number(.angle) ?? 45
    if movement.phrases.contains(.sense(.counterclockwise)) { angle = -angle }
    let radius = (spread ?? min(60, 2 * roomAround(middle))) / 2
    let middle = middle
    let tracks = angles.map { Track.orbit(middle, radii: (radius, radius), angles: ($0, $0 + angle * .pi / 180)) }
    go(tracks, in: duration ?? 0.5, .reach, rest: restTime ?? 0.1)
  }

  private mutating func tickle() {
    let strokes = count ?? 4
    let reach = direction * (length ?? min(12, 0.4 * min(panel.width, panel.height)))
    let each = panel.frames((duration ?? 0.2 * Double(strokes)) / Double(strokes))
    let places = row(around: middle)
    for (place, late) in zip(places, landings(of: places.count)) {
      let ends = [place + reach * -0.5, place + reach * 0.5]
      let legs = (0..<strokes).map { stroke in
        Leg(
          start: start + stroke * each, count: each, pace: .reach,
          track: .line(stroke % 2 == 0 ? ends : ends.reversed()))
      }
      add(legs, from: start + late, to: start + strokes * each + 1)
    }
  }

  private mutating func stroke(_ shape: (String) -> [[Point]]?) throws(HandError) {
    var name = ""
    for case .shape(let named) in movement.phrases { name = named }
    guard let strokes = shape(name)?.filter({ !$0.isEmpty }), let first = strokes.first?.first else {
      throw error("no shape is named \"\(name)\" (`tickle learn --list` lists the learned ones)")
    }
    var least = first, most = first
    for point in strokes.joined() {
      least = Point(x: min(least.x, point.x), y: min(least.y, point.y))
      most = Point(x: max(most.x, point.x), y: max(most.y, point.y))
    }
    let side = max(most.x - least.x, most.y - least.y, 0.001)
    let scale = (length ?? min(50, 2 * roomAround(middle))) / side
    let centre = Point(x: (least.x + most.x) * 0.5, y: (least.y + most.y) * 0.5)
    let placed = strokes.map { $0.map { middle + ($0 - centre) * scale } }
    let lengths = placed.map { zip($0, $0.dropFirst()).map { $0.distance(to: $1) }.reduce(0, +) }
    let whole = max(0.001, lengths.reduce(0, +))
    let seconds = duration ?? whole / (speed ?? 120)
    var time = start
    for (points, length) in zip(placed, lengths) {
      let frames = panel.frames(seconds * length / whole)
      add([Leg(start: time, count: frames, pace: .reach, track: .line(points))], from: time, to: time + frames + 1)
      time += frames + 1 + panel.frames(0.25)
    }
  }

  private mutating func tipTap() {
    let beside = direction * (spread ?? min(20, 0.4 * min(panel.width, panel.height)))
    var time = start + panel.frames(0.3)
    var taps: [(Int, Int)] = []
    for _ in 0..<(count ?? 1) {
      let end = time + panel.frames(duration ?? 0.08)
      taps.append((time, end))
      time = end + panel.frames(gap)
    }
    rest(at: middle, from: start, to: (taps.last?.1 ?? start) + panel.frames(0.5))
    for (from, to) in taps { rest(at: middle + beside, from: from, to: to) }
  }

  // MARK: Fingers

  /// Moves the fingers on without a lift, at the speed of a flick.
  private mutating func goOn() {
    for way in movement.ways {
      let lift = fingers.map(\.lift).max() ?? start
      let frames = panel.frames(way.duration ?? way.length / 300)
      fingers = fingers.map { finger in
        let place = finger.path(at: lift)
        let track = Track.line([place, place + way.direction.vector * way.length])
        let leg = Leg(start: lift - 1, count: frames, pace: way == movement.ways.last ? .flick : .reach, track: track)
        return Finger(land: finger.land, lift: lift + frames, legs: finger.legs + [leg], tremor: finger.tremor)
      }
    }
  }

  /// Moves fingers along their tracks at the same time.
  private mutating func go(_ tracks: [Track], in seconds: Double, _ pace: Pace, rest: Double) {
    let frames = panel.frames(seconds)
    let lift = start + frames + 1 + panel.frames(rest, least: 0)
    for (track, late) in zip(tracks, landings(of: tracks.count)) {
      add(
        [Leg(start: start, count: frames, pace: pace, track: track)], from: start + late,
        to: max(lift, start + late + 1))
    }
  }

  private mutating func rest(at place: Point, from land: Int, to lift: Int) {
    add([Leg(start: land, count: 0, pace: .even, track: .line([place]))], from: land, to: lift)
  }

  private mutating func add(_ legs: [Leg], from land: Int, to lift: Int) {
    var tremor: Tremor?
    for case .shaky(let amplitude, let frequency) in movement.phrases {
      tremor = Tremor(
        amplitude: amplitude, frequency: frequency / panel.rate, direction: dice.unit() * 2 * .pi,
        phase: dice.unit() * 2 * .pi)
    }
    fingers.append(Finger(land: land, lift: lift, legs: legs, tremor: tremor))
  }

  /// Adds a contact that appears after a fifth to four fifths of the movement.
  private mutating func addGhost() {
    for case .ghost(let spot, let seconds) in movement.phrases {
      let end = fingers.map(\.lift).max() ?? start
      let land = start + Int(Double(end - start) * (0.2 + 0.6 * dice.unit()))
      let lift = land + (seconds.map { panel.frames($0) } ?? 1)
      let leg = Leg(start: land, count: 0, pace: .even, track: .line([place(of: spot)]))
      fingers.append(Finger(land: land, lift: lift, legs: [leg], tremor: nil))
    }
  }

  /// Returns how many frames after the first landing each finger lands.
  private mutating func landings(of count: Int) -> [Int] {
    let frames = panel.frames(movement.number(.skew) ?? 0, least: 0)
    guard count > 1, frames > 0 else { return Array(repeating: 0, count: count) }
    return dice.order(count).map { Int((Double($0 * frames) / Double(count - 1)).rounded()) }
  }

  /// Refuses a path that leaves the panel. A tremor may: it stops at the border.
  private func check() throws(HandError) {
    let size = "\(thousandths: panel.width) x \(thousandths: panel.height) mm"
    for finger in fingers {
      guard finger.lift - finger.land <= Hand.mostContacts else {
        throw error("this takes longer than can be played")
      }
      var ends = [finger.path(at: finger.land), finger.path(at: finger.lift - 1)]
      for leg in finger.legs {
        switch leg.track {
        case .line(let points): ends += points
        case .orbit: ends += (0...720).map { leg.track.place(at: Double($0) / 720) }
        }
      }
      for place in ends
      where !(-0.001...panel.width + 0.001).contains(place.x) || !(-0.001...panel.height + 0.001).contains(place.y) {
        throw error(
          "a finger would be at \(Self.rounded(place.x)),\(Self.rounded(place.y)), outside of the panel of \(size)")
      }
    }
  }

  private static func rounded(_ value: Double) -> String { "\(Int(value.rounded()))" }

  // MARK: Places

  /// Fingers beside each other, the middle ones a little further up, around their centroid.
  private func row(around centre: Point) -> [Point] {
    let count = fingerCount
    let spread = spread ?? usualSpread
    let bows = (0..<count).map { index in
      let place = Double(index) - Double(count - 1) / 2
      return 0.08 * spread * place * place
    }
    let mean = bows.reduce(0, +) / Double(count)
    let half = Double(count - 1) / 2
    return (0..<count).map { (index: Int) -> Point in
      let x: Double = spread * (Double(index) - half)
      return centre + Vector(x: x, y: bows[index] - mean)
    }
  }

  private var usualSpread: Double {
    let extent =
      movement.phrases.contains { $0 == .edge(.left) || $0 == .edge(.right) } ? panel.height : panel.width
    return fingerCount > 1 ? min(18, 0.6 * extent / Double(fingerCount - 1)) : 18
  }

  /// The angles of fingers around a middle; the first two are those of thumb and index finger.
  private var angles: [Double] {
    let step = 2 * Double.pi / Double(fingerCount)
    let first = 145 * Double.pi / 180
    return (0..<fingerCount).map { (index: Int) -> Double in first + step * Double(index) }
  }

  /// The corners of a path, with the middle of the fingers at each.
  private var corners: [Point] {
    var from: Point?
    for case .from(let spot) in movement.phrases { from = place(of: spot) }
    for case .to(let spot) in movement.phrases { return [from ?? middle, place(of: spot)] }
    for case .along(let spots) in movement.phrases { return (from.map { [$0] } ?? []) + spots.map(place) }
    let unit = direction
    if let from { return [from, from + unit * (length ?? min(40, 0.9 * room(from: from, along: unit)))] }
    let half = (length ?? min(40, 1.6 * room(from: middle, along: unit))) / 2
    return [middle + unit * -half, middle + unit * half]
  }

  /// How far the fingers can go from a place in a direction, without coming close to the border; at least 1 mm.
  private func room(from place: Point, along unit: Vector) -> Double {
    let offsets = row(around: place)
    var room = Double.infinity
    for offset in offsets {
      if unit.x != 0 {
        room = min(room, ((unit.x > 0 ? panel.width - offset.x : offset.x) - Self.margin) / abs(unit.x))
      }
      if unit.y != 0 {
        room = min(room, ((unit.y > 0 ? panel.height - offset.y : offset.y) - Self.margin) / abs(unit.y))
      }
    }
    return max(1, room)
  }

  /// The radius of the largest circle around a place that is not close to the border; at least 1 mm.
  private func roomAround(_ place: Point) -> Double {
    max(1, min(place.x, place.y, panel.width - place.x, panel.height - place.y) - Self.margin)
  }

  private var middle: Point {
    for case .at(let spot) in movement.phrases { return place(of: spot) }
    return place(of: .center)
  }

  private func place(of spot: Spot) -> Point {
    Point(x: spot.x.millimetres(of: panel.width), y: spot.y.millimetres(of: panel.height))
  }

  // MARK: Words

  private var fingerCount: Int { movement.count(.fingers) ?? movement.verb.fingers.usual }

  private var direction: Vector {
    for case .direction(let direction) in movement.phrases { return direction.vector }
    return Direction.right.vector
  }

  private var count: Int? { movement.count(.count) }
  private var length: Double? { movement.number(.length) }
  private var duration: Double? { movement.number(.duration) }
  private var speed: Double? { movement.number(.speed) }
  private var spread: Double? { movement.number(.spread) }
  private var restTime: Double? { movement.number(.rest) }
  private var gap: Double { movement.number(.gap) ?? 0.12 }
}
