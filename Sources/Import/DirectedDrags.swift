/// What a drag in one direction does once. A pan begins and ends in both directions of its axis, so these actions move to a swipe that is
/// recognized beside it.
extension ImportedGesture {
  /// The pan without the actions that are for one of its directions only, and the swipes with these.
  func split() -> [ImportedGesture] {
    guard kind == .pan else { return [self] }
    var pan = self
    pan.bindings = bindings.filter { !isForOneSide($0) || $0.isRelease }
    var swipes: [ImportedGesture] = []
    for binding in bindings where isForOneSide(binding) && !binding.isRelease {
      if binding.state == "cancelled" {
        pan.differences.append("what runs when it is cancelled is left out: a pan is cancelled in both directions")
      } else {
        swipes += binding.directions.map { swipe(binding, $0) }
        pan.release(binding.heldKeys)
      }
    }
    if !movement.isEmpty, bindings.contains(where: { $0.steps.contains { $0.action.isContinuous } }) {
      pan.differences.append("it also follows fingers that move away from its direction")
    }
    pan.joinReleases()
    return pan.bindings.isEmpty ? swipes : [pan] + swipes
  }

  private func isForOneSide(_ binding: Binding) -> Bool {
    // What a pan does as long as it lasts, such as scrolling, has no counterpart among swipes.
    !binding.directions.isEmpty && !Set(sides).isSubset(of: binding.directions)
      && !binding.steps.contains { $0.action.isContinuous }
  }

  private func swipe(_ binding: Binding, _ direction: String) -> ImportedGesture {
    let isEnd = binding.state == "ended"
    let start = fingers.map { $0 == 1 ? "" : "\($0)-" } ?? ""
    var swipe = ImportedGesture(
      sources.first { binding.sources.contains($0.id) } ?? sources[0],
      name: "\(start)\(isEnd ? "end" : "begin")-\(direction)", kind: .swipe)
    swipe.setDirections([direction])
    for setting in settings where ["view", "min_spread", "max_spread"].contains(setting.key) { swipe.copy(setting) }
    if let fingers { swipe.setFingers(fingers) }
    // As far as a pan moves before it begins, and as wide as its axis.
    swipe.set("min_distance", "1.6mm")
    swipe.set("max_angle", "45deg")
    swipe.set("max_duration", "none")
    swipe.set(isEnd ? "lift_velocity" : "decide", isEnd ? "none" : "movement")
    swipe.bindings = [Binding(state: nil, steps: binding.steps)]
    // What is for all directions may be shared with a pan of the other axis.
    swipe.runsBeside = bindings.filter { $0.isStepped || !$0.directions.isEmpty }.flatMap(\.sources)
    (swipe.application, swipe.isEnabled, swipe.mode) = (application, isEnabled, mode)
    swipe.modesWithout = modesWithout
    swipe.remarks = [
      "The \(isEnd ? "end" : "beginning") of the drag in this direction, as a pan has one for both directions."
    ]
    return swipe
  }

  /// Releases keys at the end of the pan: a swipe would hold them for 10 s.
  private mutating func release(_ keys: [String]) {
    for key in keys where !isBound(.key("-\(key)")) {
      for state in ["ended", "cancelled"] { bind([.key("-\(key)")], to: state) }
    }
  }

  /// Makes one binding of those that release keys in the same state.
  private mutating func joinReleases() {
    var joined: [Binding] = []
    for binding in bindings {
      if let index = joined.firstIndex(where: { $0.state == binding.state }) {
        joined[index].steps += binding.steps.filter { !joined[index].steps.contains($0) }
      } else {
        joined.append(binding)
      }
    }
    bindings = joined
  }
}

extension ImportedGesture.Binding {
  /// Whether the actions only release keys, which changes nothing if the keys are not held.
  fileprivate var isRelease: Bool {
    steps.allSatisfy { step in
      guard case .key(let keys) = step.action else { return false }
      return keys.split(separator: " ").allSatisfy { $0.hasPrefix("-") }
    }
  }

  /// The keys that are still down after the actions.
  fileprivate var heldKeys: [String] {
    var held: [String] = []
    for case .key(let keys) in steps.map(\.action) {
      for key in keys.split(separator: " ") {
        if key.hasPrefix("+") { held.append(String(key.dropFirst())) }
        if key.hasPrefix("-") { held.removeAll { $0 == key.dropFirst() } }
      }
    }
    return held
  }
}

extension ImportedAction {
  /// Whether the action lasts as long as the fingers move.
  fileprivate var isContinuous: Bool {
    switch self {
    case .scroll, .drag, .pointer: true
    case .shell, .key, .click: false
    }
  }
}

extension Import {
  /// Finds the modes and the relations of all gestures. Call this once, when all were added.
  mutating func settle() {
    setModes()
    items = items.flatMap { item in
      if case .gesture(let gesture) = item { gesture.split().map(Item.gesture) } else { [item] }
    }
    addRests()
    for (index, item) in items.enumerated() {
      guard case .gesture(var swipe) = item, swipe.kind == .swipe else { continue }
      for case .gesture(let pan) in items where pan.mode == swipe.mode && pan.isBeside(swipe) {
        swipe.runsBeside += pan.sources.map(\.id).filter { !swipe.runsBeside.contains($0) }
      }
      items[index] = .gesture(swipe)
    }
  }
}
