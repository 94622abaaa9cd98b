extension Configuration {
  /// What a diagnostic is about: an element of the configuration, by its index.
  package enum Subject: Equatable, Sendable {
    case gesture(Int), view(Int), screen(Int), other
  }
}

extension Outline {
  /// Finds out in which table of the file each problem is.
  func subjects(
    of found: [(place: SourcePlace, diagnostic: Diagnostic)]
  ) -> [(diagnostic: Diagnostic, subject: Configuration.Subject)] {
    var starts: [(place: SourcePlace, subject: Configuration.Subject)] = []
    for (index, table) in tables("gesture").enumerated() { starts.append((table.place, .gesture(index))) }
    for (index, table) in tables("view").enumerated() { starts.append((table.place, .view(index))) }
    for (index, table) in tables("screen").enumerated() { starts.append((table.place, .screen(index))) }
    for key in Keys.root where !["gesture", "view", "screen"].contains(key) {
      guard let value = root[key]?.value else { continue }
      starts.append((value.place, .other))
      starts += tables(key).map { ($0.place, .other) }
      if case .table(let table) = value.content { starts += table.entries.map { ($0.value.place, .other) } }
    }
    starts.sort { $0.place < $1.place }
    return found.map { place, diagnostic in
      let table = starts.last { $0.place.file == place.file && !(place < $0.place) }
      return (diagnostic, table?.subject ?? .other)
    }
  }
}
