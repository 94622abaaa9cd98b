import Gestures

/// Where a gesture's touches must land or lift: edges, segments of edges and corners of its view.
package struct PlaceSettings: Equatable, Sendable {
  /// A segment of an edge; `nil` ends are the ends of the edge. Percentages are relative to the length of the edge.
  package struct Segment: Equatable, Sendable {
    package var edge: ScreenEdge
    package var from: Length?
    package var to: Length?
  }

  package var segments: [Segment] = []
  package var corners: Set<RimPlaces.Corner> = []

  /// How far an edge reaches into the view, and the sides of a corner, where a gesture does not say otherwise.
  package static let edgeWidth = Length.millimetres(5)
  package static let cornerSize = Length.millimetres(15)
}

extension LengthScale {
  func places(_ places: PlaceSettings, of gesture: GestureSettings) -> RimPlaces {
    RimPlaces(
      segments: places.segments.map { segment in
        let isUpright = segment.edge == .left || segment.edge == .right
        let scale = isUpright ? vertical : horizontal
        let from = segment.from.map(scale) ?? 0
        return RimPlaces.Segment(segment.edge, from...max(from, segment.to.map(scale) ?? .infinity))
      },
      corners: places.corners, edgeWidth: length(gesture.edgeWidth), cornerSize: length(gesture.cornerSize))
  }
}

// MARK: - Reading

extension ConfigurationReader {
  func readPlaces(of table: TOMLTable, into gesture: inout GestureSettings) {
    read("starts_at", of: table, into: &gesture.startsAt, as: places)
    read("ends_at", of: table, into: &gesture.endsAt, as: places)
    read("edge_width", of: table, into: &gesture.edgeWidth, as: positiveLength)
    read("corner_size", of: table, into: &gesture.cornerSize, as: positiveLength)
    let all = [gesture.startsAt, gesture.endsAt].compactMap { $0 }
    let uses = [
      ("edge_width", all.contains { !$0.segments.isEmpty }), ("corner_size", all.contains { !$0.corners.isEmpty }),
    ]
    for (key, isUsed) in uses where !isUsed {
      guard let place = table[key]?.keyPlace else { continue }
      warn(
        "\(key.quoted) has no effect: \"starts_at\" and \"ends_at\" name no \(key == "edge_width" ? "edge" : "corner")",
        at: place)
    }
  }

  private func places(_ field: Field) -> PlaceSettings? {
    enum Place { case segment(PlaceSettings.Segment), corner(RimPlaces.Corner) }
    let names = ScreenEdge.allCases.map { $0.rawValue } + RimPlaces.Corner.allCases.map { $0.rawValue }
    let places = filledList(field) { field -> Place? in
      if case .table(let table) = field.value.content { return segment(table).map(Place.segment) }
      guard case .string(let name) = field.value.content else {
        return mismatched(field, expected: "an edge, a corner, or a table such as { edge = \"left\", from = \"50%\" }")
      }
      if let edge = ScreenEdge(rawValue: name) { return .segment(PlaceSettings.Segment(edge: edge)) }
      if let corner = RimPlaces.Corner(rawValue: name) { return .corner(corner) }
      return unusable(
        "\(field.key.quoted) must be \(names.map { $0.quoted }.listed(joinedBy: "or")), not \(name.quoted)",
        at: field.place,
        suggestion: names.meant(by: name))
    }
    return places.map { places in
      places.reduce(into: PlaceSettings()) { settings, place in
        switch place {
        case .segment(let segment): settings.segments.append(segment)
        case .corner(let corner): settings.corners.insert(corner)
        }
      }
    }
  }

  private func segment(_ table: TOMLTable) -> PlaceSettings.Segment? {
    checkKeys(of: table, known: Keys.segment, in: "a segment of an edge")
    guard let entry = table["edge"] else { return unusable("this segment has no \"edge\"", at: table.place) }
    guard let edge: ScreenEdge = choice(Field(key: "edge", value: entry.value)) else { return nil }
    var segment = PlaceSettings.Segment(edge: edge)
    read("from", of: table, into: &segment.from, as: length)
    read("to", of: table, into: &segment.to, as: positiveLength)
    if let from = segment.from, let to = segment.to, from.isAtLeast(to) {
      report("\"to\" must be more than \"from\"", at: table["to"]?.value.place ?? table.place)
    }
    return segment
  }
}
