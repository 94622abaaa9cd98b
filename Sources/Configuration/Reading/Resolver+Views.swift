import Text

extension Resolver {
  /// Puts each view on its parent's screen, and finds cycles of parents.
  mutating func resolveViews() {
    var indices: [String: Int] = [:]
    for (index, view) in configuration.views.enumerated() where indices[view.name] == nil { indices[view.name] = index }
    var isPlaced = Array(repeating: false, count: configuration.views.count)
    var walk: [Int?] = Array(repeating: nil, count: configuration.views.count)
    for index in configuration.views.indices {
      // Go up from the view to its first ancestor that has been placed, then down again, placing each view.
      var path = [index]
      while !isPlaced[path.last!], let parent = configuration.views[path.last!].parent, let next = indices[parent] {
        walk[path.last!] = index
        if walk[next] == index {
          reportCycle(path[path.firstIndex(of: next)!...])
          break
        }
        path.append(next)
      }
      for view in path.reversed() where !isPlaced[view] {
        isPlaced[view] = true
        putOnScreen(view, parent: configuration.views[view].parent.flatMap { indices[$0] })
      }
    }
  }

  private func reportCycle(_ cycle: ArraySlice<Int>) {
    let names = (cycle + [cycle.first!]).map { configuration.views[$0].name.printable }
    guard let place = outline.views[cycle.last!].parent else { return }
    findings.report("a cycle of parents: \(names.joined(separator: " → "))", at: place)
  }

  private mutating func putOnScreen(_ index: Int, parent: Int?) {
    let view = configuration.views[index]
    guard let name = view.parent else { return }
    let screenItself = outline.declared[.screen][name] == nil ? nil : name
    guard let parentScreen = parent.map({ configuration.views[$0].screen }) ?? screenItself else { return }
    if parent == nil { configuration.views[index].parent = nil }
    if let screen = view.screen, screen != parentScreen, let place = outline.views[index].screen {
      findings.report(
        "the parent of this view, \(name.quoted), is on the screen \(parentScreen.quoted), not on \(screen.quoted)",
        at: place)
    }
    configuration.views[index].screen = parentScreen
  }
}
