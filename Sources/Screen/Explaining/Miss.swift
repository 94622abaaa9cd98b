import Configuration
import Gestures
import Text

/// A touch that began no attempt of a gesture: its recognizer did not get it, or it landed outside of the gesture's view.
package struct Miss: Sendable {
  package let gesture: String
  package let view: String
  package let time: Timestamp
  package let explanation: Explanation
  /// How close it came, 0…1: one half if its place was right, as when the gesture was switched off.
  package let nearness: Double

  /// The distance at which a touch outside of a view is half as near as one in it, in millimetres: about a finger's width.
  private static let reach = 10.0
  /// The nearness of a touch that may have been meant for the gesture whatever else it did: 15 mm, and all whose place was right.
  package static let near = 0.4
  /// The nearness of a touch that may have been meant for the gesture if it did nothing else: 60 mm.
  package static let reachable = 1.0 / 7

  /// - Parameter distance: how far the touch landed from where it would have been taken, in millimetres; `nil` if its place was right.
  init(_ gesture: Scene.Gesture, at time: Timestamp, _ explanation: Explanation, distance: Double?) {
    self.gesture = gesture.settings.name
    view = gesture.view
    self.time = time
    self.explanation = explanation
    nearness = distance.map { Self.reach / (Self.reach + $0) } ?? 0.5
  }
}

/// The touches that missed a gesture for one reason, with the one that came nearest.
package struct MissTally: Sendable {
  package private(set) var count = 1
  package private(set) var nearest: Miss
  private var isAlike = true

  private init(_ miss: Miss) { nearest = miss }

  /// Counts misses by the keys and the rule that decided, in the order of the first of each.
  package static func counts(of misses: [Miss]) -> [MissTally] {
    var tallies: [MissTally] = []
    for miss in misses {
      guard let index = tallies.firstIndex(where: { $0.references == miss.explanation.references }) else {
        tallies.append(MissTally(miss))
        continue
      }
      tallies[index].count += 1
      if tallies[index].nearest.explanation != miss.explanation { tallies[index].isAlike = false }
      if miss.nearness > tallies[index].nearest.nearness { tallies[index].nearest = miss }
    }
    return tallies
  }

  package var references: References { nearest.explanation.references }

  /// - Parameter time: the time of `nearest` in words.
  package func words(at time: String) -> String {
    let which = isAlike ? "first" : "nearest"
    return "\(count == 1 ? "1 touch" : "\(count) touches") not accepted, the \(which) at \(time): "
      + nearest.explanation.sentence
  }
}

extension Scene {
  /// Returns, for each gesture none of whose views gets a touch that lands at a place of the screen, why the nearest one does not.
  ///
  /// - Returns: one for each gesture, in the order of the configuration.
  package func misses(at location: Point, _ time: Timestamp) -> [Miss] {
    let hit = engine.root.hitTest(location)
    var nearest: [Miss] = []
    var touched: Set<String> = []
    for gesture in gestures where gesture.isOnScreen {
      guard let view = gesture.recognizer.view else { continue }
      if hit?.isDescendant(of: view) == true {
        touched.insert(gesture.settings.name)
        continue
      }
      let (explanation, distance) = reason(toMiss: view, at: location, hit: hit)
      let miss = Miss(gesture, at: time, explanation, distance: distance)
      if let last = nearest.last, last.gesture == miss.gesture {
        if miss.nearness > last.nearness { nearest[nearest.count - 1] = miss }
      } else {
        nearest.append(miss)
      }
    }
    return nearest.filter { !touched.contains($0.gesture) }
  }

  /// Returns why a touch did not hit a view, and how far it was from it.
  private func reason(toMiss view: View, at location: Point, hit: View?) -> (Explanation, Double) {
    let place = view.convertFromScreen(location)
    let distance = view.bounds.distance(to: place)
    if distance > 0 {
      let sentence = "landed \(Decimal.fixed(distance, decimals: 1)) mm outside of view \(view.name)"
      return (Explanation(sentence, rule: "RS-5", keys: ["view"]), distance)
    }
    for above in sequence(first: view, next: { $0.superview }) {
      if !above.isUserInteractionEnabled { return (whyOff(view: above.name), 0) }
      if above.isHidden || above.alpha <= 0.01 {
        return (Explanation("view \(above.name) cannot be seen", rule: "HT-1", keys: ["hidden", "alpha"]), 0)
      }
    }
    let cover = hit.map { "landed in view \($0.name), which lies above \(view.name)" } ?? "hit no view"
    return (Explanation(cover, rule: "HT-1", keys: ["view"]), 0)
  }

  /// Explains that a view takes no touches.
  private func whyOff(view name: String) -> Explanation {
    whyOff("view \(name) ", isSet: switches.views[name] == false, isInMode: mode?.disable.views.contains(name))
  }

  /// Explains that a gesture does not take touches.
  func whyOff(gesture name: String) -> Explanation {
    whyOff("", isSet: switches.gestures[name] == false, isInMode: mode?.disable.gestures.contains(name))
  }

  /// - Parameter lead: what is off, followed by a space; empty for the gesture that the sentence is about.
  private func whyOff(_ lead: String, isSet: Bool, isInMode: Bool?) -> Explanation {
    if isSet { return Explanation(lead + "was switched off by a client", rule: "ST-7", keys: []) }
    if isInMode == true, let mode {
      return Explanation("\(lead)is switched off in mode \(mode.name)", rule: "ST-7", keys: ["disable"])
    }
    return Explanation(lead + "is switched off", rule: "ST-7", keys: ["enabled"])
  }
}

extension Explanation {
  /// Explains where a touch landed instead of one of a gesture's places (PL-1).
  init(landing touch: Touch, of gesture: Scene.Gesture, _ reason: Reason) {
    guard let places = gesture.recognizer.startingPlaces, let view = gesture.recognizer.view,
      let lack = places.lack(at: view.convertFromScreen(touch.initialLocation), in: view.bounds.size)
    else {
      self.init(reason, of: gesture.settings, other: nil)
      return
    }
    let edges = lack.sides.map { side, distance in
      "\(Decimal.fixed(distance, decimals: 1)) mm from the \(side.rawValue) edge"
    }
    let needs = "\(gesture.settings.name) needs \(Decimal.fixed(lack.limit, decimals: 1)) mm"
    let around = view.superview == nil ? "" : " of \(view.name)"
    self.init(
      "landed \(edges.joined(separator: " and "))\(around), \(needs)", rule: "PL-1", keys: ["starts_at", lack.key])
  }
}

extension RimPlaces {
  /// What a place lacks.
  fileprivate struct Lack {
    /// The edges from which it is too far, with its distances from them in millimetres.
    let sides: [(ScreenEdge, Double)]
    /// The distance that is allowed, and the key that sets it.
    let limit: Double
    let key: String

    init(_ distances: [(ScreenEdge, Double)], limit: Double, key: String) {
      sides = distances.filter { $0.1 > limit }
      (self.limit, self.key) = (limit, key)
    }

    var excess: Double { sides.reduce(0) { $0 + $1.1 - limit } }
  }

  /// Returns what a place lacks to be in the nearest of these; `nil` if it is beside a part of an edge.
  fileprivate func lack(at point: Point, in size: Size) -> Lack? {
    func distance(_ edge: ScreenEdge) -> (ScreenEdge, Double) { (edge, edge.distance(to: point, in: size)) }
    let lacks =
      corners.map { Lack($0.edges.map(distance), limit: cornerSize, key: "corner_size") }
      + segments.map { Lack([distance($0.edge)], limit: edgeWidth, key: "edge_width") }
    return lacks.min { $0.excess < $1.excess }.flatMap { $0.sides.isEmpty ? nil : $0 }
  }
}

extension RimPlaces.Corner {
  fileprivate var edges: [ScreenEdge] {
    switch self {
    case .topLeft: [.left, .top]
    case .topRight: [.right, .top]
    case .bottomLeft: [.left, .bottom]
    case .bottomRight: [.right, .bottom]
    }
  }
}

extension Rect {
  /// The distance from a point to the nearest place in the rectangle, in millimetres.
  fileprivate func distance(to point: Point) -> Double {
    Vector(
      x: max(minX - point.x, point.x - maxX, 0), y: max(minY - point.y, point.y - maxY, 0)
    ).length
  }
}
