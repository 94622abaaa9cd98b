import Text

extension ImportedGesture {
  static let sides = ["horizontal": ["left", "right"], "vertical": ["up", "down"]]

  /// Whether a direction is along an axis, not diagonal.
  static func isSide(_ direction: String) -> Bool { sides.values.contains { $0.contains(direction) } }

  /// Whether the same movement of the same fingers could be either gesture, and this one, which comes first, is recognized.
  func competes(with other: ImportedGesture) -> Bool {
    guard family == other.family, fingers == nil || other.fingers == nil || fingers == other.fingers else {
      return false
    }
    // A gesture that asks how far apart the fingers are leaves the other distances to those that come after it.
    guard places == other.places, spread.isEmpty || spread == other.spread else { return false }
    switch kind {
    case .tap, .longPress: return true
    case .pinch, .rotation: return !Set(directions).isDisjoint(with: other.directions)
    case .swipe where other.kind == .swipe: return !Set(directions).isDisjoint(with: other.directions)
    case .swipe, .pan: return !axes.isDisjoint(with: other.axes) && !isBeside(other)
    }
  }

  /// Whether this is a pan and the other a swipe, or the reverse, and the pan does nothing in the swipe's directions: both can be
  /// recognized at the same time.
  func isBeside(_ other: ImportedGesture) -> Bool {
    guard family == .swipe, kind != other.kind, family == other.family, fingers == other.fingers else { return false }
    let (pan, swipe) = kind == .pan ? (self, other) : (other, self)
    guard !pan.movement.isEmpty, !pan.axes.isDisjoint(with: swipe.axes) else { return false }
    return swipe.directions.allSatisfy(ImportedGesture.isSide) && Set(pan.movement).isDisjoint(with: swipe.directions)
  }

  private var family: Kind { kind == .pan ? .swipe : kind }

  var places: [Setting] {
    settings.filter { ["starts_at", "ends_at", "view", "min_duration", "taps", "min_distance"].contains($0.key) }
  }

  var spread: [Setting] { settings.filter { ["min_spread", "max_spread"].contains($0.key) } }

  var axes: Set<String> {
    switch axis {
    case "any"?: return ["horizontal", "vertical"]
    case let axis?: return [axis]
    case nil: return Set(directions.map { ["left", "right"].contains($0) ? "horizontal" : "vertical" })
    }
  }

  /// The directions along the axis of a pan.
  var sides: [String] { axes.sorted().flatMap { ImportedGesture.sides[$0] ?? [] } }

  // MARK: Merging

  /// Says that a pan is for one direction of its axis. What runs once, such as at its beginning, is then for this direction only.
  mutating func limit(to directions: [String]) {
    guard kind == .pan, !Set(sides).isSubset(of: directions) else { return }
    movement = directions
    for index in bindings.indices where !bindings[index].isStepped { bindings[index].directions = directions }
  }

  /// Takes in another gesture of the same kind and fingers: a drag to the left and one to the right are one pan. Returns whether this
  /// was possible: two actions for one state would be ambiguous.
  mutating func merge(_ other: ImportedGesture) -> Bool {
    guard kind == other.kind, fingers == other.fingers, axis == other.axis, application == other.application else {
      return false
    }
    guard [.pan, .pinch, .rotation].contains(kind), places == other.places, spread == other.spread else {
      return false
    }
    guard isStepped == other.isStepped, isStepped || kind == .pan, modesWithout == other.modesWithout else {
      return false
    }
    guard let joined = kind == .pan ? joinedPan(other) : joinedTurn(other) else { return false }
    bindings = joined
    sources += other.sources
    movement = movement.isEmpty || other.movement.isEmpty ? [] : movement + other.movement
    if Set(sides).isSubset(of: movement) { movement = [] }
    differences += other.differences.filter { !differences.contains($0) }
    remarks += other.remarks.filter { !remarks.contains($0) }
    if kind != .pan { setDirections(directions + other.directions.filter { !directions.contains($0) }) }
    return true
  }

  /// The bindings of two pinches or rotations. What runs once would run in both directions, so it must be the same.
  private func joinedTurn(_ other: ImportedGesture) -> [Binding]? {
    func once(_ gesture: ImportedGesture) -> [String?: [Binding.Step]] {
      Dictionary(firstOf: gesture.bindings.filter { !$0.isStepped }.map { ($0.state, $0.steps) })
    }
    guard once(self) == once(other) else { return nil }
    let fresh = other.bindings.filter { binding in !bindings.contains { $0.state == binding.state } }
    let isFree = other.bindings.allSatisfy { binding in
      bindings.allSatisfy { $0.state != binding.state || $0.steps == binding.steps }
    }
    return isFree ? bindings + fresh : nil
  }

  /// The bindings of two pans. Those of one state for different directions stay apart.
  private func joinedPan(_ other: ImportedGesture) -> [Binding]? {
    var joined = bindings
    for binding in other.bindings {
      if let index = joined.firstIndex(where: { $0.state == binding.state && $0.steps == binding.steps }) {
        let isForAll = joined[index].directions.isEmpty || binding.directions.isEmpty
        joined[index].directions = isForAll ? [] : joined[index].directions + binding.directions
        joined[index].sources += binding.sources
      } else if joined.allSatisfy({ $0.state != binding.state || $0.isApart(from: binding) }) {
        joined.append(binding)
      } else {
        return nil
      }
    }
    return joined
  }
}

extension ImportedGesture.Binding {
  /// Whether no movement triggers both.
  fileprivate func isApart(from other: Self) -> Bool {
    state != nil && !directions.isEmpty && !other.directions.isEmpty
      && Set(directions).isDisjoint(with: other.directions)
  }
}

extension Import {
  /// Adds a gesture: together with its opposite, or without the directions of an earlier gesture for the same applications, or not at
  /// all if no direction is left.
  mutating func add(_ gesture: ImportedGesture) {
    var gesture = gesture
    for index in gesture.bindings.indices where gesture.bindings[index].sources.isEmpty {
      gesture.bindings[index].sources = gesture.sources.map(\.id)
    }
    if changeGestures({ $0.merge(gesture) }) { return }
    for case .gesture(let other) in items where other.application == gesture.application {
      guard other.competes(with: gesture) else { continue }
      let line = other.sources.first?.line ?? 0
      let rest = gesture.directions.filter { !other.directions.contains($0) }
      if gesture.kind == .swipe, other.kind == .swipe, !rest.isEmpty {
        let taken = gesture.directions.filter { other.directions.contains($0) }.joined(separator: ", ")
        gesture.differences.append("not for \(taken), as the gesture from line \(line) comes before it")
        gesture.setDirections(rest)
      } else {
        let reason = "the gesture from line \(line) has the same fingers and movement"
        items += gesture.sources.map { .omitted($0, reason: reason) }
        return
      }
    }
    items.append(.gesture(gesture))
  }

  /// Whether a gesture that is always on has the same movement.
  func hasRival(of gesture: ImportedGesture) -> Bool {
    gestures.contains { $0.competes(with: gesture) && ($0.application == nil || !isReplacing($0)) }
  }

  /// Whether a gesture of one application has the same movement as one that is for all of them.
  private func isReplacing(_ gesture: ImportedGesture) -> Bool {
    gestures.contains { $0.application == nil && $0.competes(with: gesture) }
  }
}
