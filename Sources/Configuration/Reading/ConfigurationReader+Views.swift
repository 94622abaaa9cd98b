/// Where a view says what is checked when all views are known.
struct ViewPlaces {
  var screen: SourcePlace?
  var parent: SourcePlace?
}

extension ConfigurationReader {
  func readViews(_ root: TOMLTable) {
    for table in tables("view", of: root) {
      checkKeys(of: table, known: Keys.view, in: "a view")
      owner = .view(configuration.views.count)
      defer { owner = nil }
      var view = ViewSettings(name: "")
      if let (name, place) = name(of: table, a: "view") {
        if declared[.screen][name] != nil {
          report("the screen \(name.quoted) has a root view of that name: choose another one", at: place)
        } else {
          declare(name, .view, at: place)
        }
        view.name = name
      }
      read("screen", of: table, into: &view.screen, as: reference(.screen))
      read("parent", of: table, into: &view.parent, as: reference(.view, .screen))
      if let frame = subtable("frame", of: table, example: "frame = { x = \"10%\", width = \"30mm\" }") {
        view.frame = readFrame(frame)
      }
      read("enabled", of: table, into: &view.isEnabled, as: boolean)
      read("hidden", of: table, into: &view.isHidden, as: boolean)
      read("alpha", of: table, into: &view.alpha, as: share)
      read("touches", of: table, into: &view.touches, as: choice)
      configuration.views.append(view)
      viewPlaces.append(
        ViewPlaces(screen: table["screen"]?.value.place, parent: table["parent"]?.value.place))
    }
  }

  private func readFrame(_ table: TOMLTable) -> Frame {
    checkKeys(of: table, known: Keys.frame, in: "a frame")
    var frame = Frame()
    frame.horizontal = span(table, starts: ["x", "left"], extent: "width", end: "right")
    frame.vertical = span(table, starts: ["y", "top"], extent: "height", end: "bottom")
    return frame
  }

  /// At most two of start, extent and end; what is missing reaches from edge to edge.
  private func span(_ table: TOMLTable, starts: [String], extent: String, end: String) -> Frame.Span {
    let given = table.entries.filter { starts.contains($0.key) || $0.key == extent || $0.key == end }
    let names = given.map(\.key.quoted)
    if let second = given.filter({ starts.contains($0.key) }).dropFirst().first {
      report("\(starts[0].quoted) and \(starts[1].quoted) are the same: leave one out", at: second.keyPlace)
    } else if given.count > 2 {
      report("a frame takes two of \(names.listed(joinedBy: "and")), not three", at: given[2].keyPlace)
    }
    var start: Length?
    var size: Length?
    var rest: Length?
    for name in starts { read(name, of: table, into: &start, as: length) }
    read(extent, of: table, into: &size, as: positiveLength)
    read(end, of: table, into: &rest, as: length)
    return switch (start, size, rest) {
    case (let start, nil, let rest): .startEnd(start: start ?? .millimetres(0), end: rest ?? .millimetres(0))
    case (nil, let size?, let rest?): .extentEnd(extent: size, end: rest)
    case (let start, let size?, _): .startExtent(start: start ?? .millimetres(0), extent: size)
    }
  }
}

// MARK: - When all views are known

extension ConfigurationReader {
  /// Puts each view on its parent's screen, and finds cycles of parents.
  func resolveViews() {
    var indices: [String: Int] = [:]
    for (index, view) in configuration.views.enumerated() where indices[view.name] == nil { indices[view.name] = index }
    var isSettled = Array(repeating: false, count: configuration.views.count)
    var walk: [Int?] = Array(repeating: nil, count: configuration.views.count)
    for index in configuration.views.indices {
      // From the view up to the first ancestor that is settled, then down again.
      var path = [index]
      while !isSettled[path.last!], let parent = configuration.views[path.last!].parent, let next = indices[parent] {
        walk[path.last!] = index
        if walk[next] == index {
          reportCycle(path[path.firstIndex(of: next)!...])
          break
        }
        path.append(next)
      }
      for view in path.reversed() where !isSettled[view] {
        isSettled[view] = true
        settle(view, parent: configuration.views[view].parent.flatMap { indices[$0] })
      }
    }
  }

  private func reportCycle(_ cycle: ArraySlice<Int>) {
    let names = (cycle + [cycle.first!]).map { configuration.views[$0].name.printable }
    guard let place = viewPlaces[cycle.last!].parent else { return }
    report("each view is its own ancestor: \(names.joined(separator: " → "))", at: place)
  }

  private func settle(_ index: Int, parent: Int?) {
    let view = configuration.views[index]
    guard let name = view.parent else { return }
    let screenItself = declared[.screen][name] == nil ? nil : name
    guard let parentScreen = parent.map({ configuration.views[$0].screen }) ?? screenItself else { return }
    if parent == nil { configuration.views[index].parent = nil }
    if let screen = view.screen, screen != parentScreen, let place = viewPlaces[index].screen {
      report(
        "the parent of this view, \(name.quoted), is on the screen \(parentScreen.quoted), not on \(screen.quoted)",
        at: place)
    }
    configuration.views[index].screen = parentScreen
  }
}

// MARK: - Pixels

/// A length in pixels: every screen that it may be measured on needs `pixels`.
struct PixelUse {
  enum Owner {
    /// Index of a view.
    case view(Int)
    /// Index of a gesture.
    case gesture(Int)
  }

  var owner: Owner
  var value: String
  var place: SourcePlace
}

extension ConfigurationReader {
  func checkPixels() {
    guard !pixelUses.isEmpty else { return }
    let screens = configuration.screens.isEmpty ? [ScreenSettings()] : configuration.screens
    var screenOfView: [String: String?] = [:]
    for view in configuration.views { screenOfView[view.name] = .some(view.screen) }
    for use in pixelUses {
      let names: [String?] =
        switch use.owner {
        case .view(let index): [configuration.views[index].screen]
        case .gesture(let index): configuration.gestures[index].views.map { screenOfView[$0] ?? $0 }
        }
      let isEverywhere = names.isEmpty || names.contains(nil)
      let without = screens.first { $0.pixels == nil && (isEverywhere || names.contains($0.name)) }
      if let without {
        report("\(use.value) needs the \"pixels\" of the screen \(without.name.quoted)", at: use.place)
      }
    }
  }
}
