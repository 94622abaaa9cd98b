import Text

extension ConfigurationChecker {
  /// Reports cycles of failure requirements: gestures of one view that wait for each other in a circle would wait forever (REQ-6).
  func checkRequirements() {
    var reported: Set<SourcePlace> = []
    for gestures in gesturesByView() {
      var edges = outline.requirements.filter { gestures.contains($0.gesture) && gestures.contains($0.other) }
      while let cycle = findCycle(in: edges) {
        let closing = cycle.map { $0.place }.max()!
        edges.removeAll { $0.place == closing }
        guard reported.insert(closing).inserted else { continue }
        let names = cycle.map { $0.gesture.printable } + [cycle[0].gesture.printable]
        findings.report("a cycle of failure requirements: \(names.joined(separator: " → "))", at: closing)
      }
    }
  }

  /// The gestures of each view that has more than one. A gesture without a view is on every screen's root view.
  func gesturesByView() -> [Set<String>] {
    var everywhere: Set<String> = []
    var views: [String: Set<String>] = [:]
    for gesture in configuration.gestures {
      if gesture.views.isEmpty { everywhere.insert(gesture.name) }
      for view in gesture.views { views[view, default: []].insert(gesture.name) }
    }
    let others = views.sorted { $0.key < $1.key }.map { view, gestures in
      outline.declared[.screen][view] == nil ? gestures : gestures.union(everywhere)
    }
    return ([everywhere] + others).filter { $0.count > 1 }
  }
}

/// Returns a cycle of requirements, starting with any of its gestures; `nil` if the requirements have no cycle.
private func findCycle(in edges: [Requirement]) -> [Requirement]? {
  // Remove gestures that wait for nothing until each remaining gesture waits for another remaining one.
  var waiting = Dictionary(grouping: edges, by: { $0.gesture }).mapValues { $0.count }
  let dependants = Dictionary(grouping: edges, by: { $0.other })
  var free = Set(edges.map { $0.other }).filter { waiting[$0] == nil }.sorted()
  while let gesture = free.popLast() {
    for edge in dependants[gesture] ?? [] {
      waiting[edge.gesture]! -= 1
      if waiting[edge.gesture] == 0 {
        waiting[edge.gesture] = nil
        free.append(edge.gesture)
      }
    }
  }
  var next: [String: Requirement] = [:]
  for edge in edges where waiting[edge.gesture] != nil && waiting[edge.other] != nil && next[edge.gesture] == nil {
    next[edge.gesture] = edge
  }
  // Following the first requirement of each remaining gesture must therefore lead to a cycle.
  guard var gesture = edges.first(where: { next[$0.gesture] != nil })?.gesture else { return nil }
  var path: [Requirement] = []
  var seen: [String: Int] = [:]
  while seen[gesture] == nil {
    seen[gesture] = path.count
    path.append(next[gesture]!)
    gesture = next[gesture]!.other
  }
  return Array(path[seen[gesture]!...])
}
