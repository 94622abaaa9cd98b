extension ConfigurationReader {
  func readViews(_ root: TOMLTable) {
    for table in tables("view", of: root) {
      checkKeys(of: table, known: Keys.view, in: "a view") { entry in
        let known = Keys.frame.contains(entry.key) ? entry.key : Keys.frame.meant(by: entry.key)
        guard let known, Keys.view.meant(by: entry.key) == nil else { return nil }
        return KeyAdvice("\(entry.key.quoted) is part of the frame: write frame.\(known)", fix: "frame.\(known)")
      }
      var view = ViewSettings(name: "")
      if let (name, place) = name(of: table, a: "view") {
        if outline.declared[.screen][name] != nil {
          report("the root view of the screen \(name.quoted) already has this name: choose another one", at: place)
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
      read("first_responder", of: table, into: &view.isFirstResponder, as: boolean)
      notePixelLengths(of: .view(configuration.views.count))
      configuration.views.append(view)
      outline.views.append(
        ViewPlaces(screen: table["screen"]?.value.place, parent: table["parent"]?.value.place))
    }
  }

  /// Notes that the lengths in pixels that were read last belong to this view or gesture.
  func notePixelLengths(of owner: PixelUse.Owner) {
    outline.pixelUses += takePixelLengths().map {
      PixelUse(owner: owner, value: $0.value.described, place: $0.place)
    }
  }

  func readFrame(_ table: TOMLTable) -> Frame {
    checkKeys(of: table, known: Keys.frame, in: "a frame")
    var frame = Frame()
    frame.horizontal = span(table, starts: ["x", "left"], extent: "width", end: "right")
    frame.vertical = span(table, starts: ["y", "top"], extent: "height", end: "bottom")
    return frame
  }

  /// Reads one axis of a frame from at most two of start, extent and end. A missing start or end is the parent's edge.
  private func span(_ table: TOMLTable, starts: [String], extent: String, end: String) -> Frame.Span {
    let given = table.entries.filter { starts.contains($0.key) || $0.key == extent || $0.key == end }
    let names = given.map { $0.key.quoted }
    if let second = given.filter({ starts.contains($0.key) }).dropFirst().first {
      report("\(starts[0].quoted) and \(starts[1].quoted) mean the same: leave one out", at: second.keyPlace)
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
