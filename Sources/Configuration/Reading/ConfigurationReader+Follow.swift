extension ConfigurationReader {
  func readFollow(_ root: TOMLTable) {
    for table in tables("follow", of: root) {
      guard checkKeys(of: table, known: Keys.follow, in: "[[follow]]") else { continue }
      var app: String?
      var activeMode: String?
      var output: String?
      var screen: String?
      var isLocked: Bool?
      read("app", of: table, into: &app, as: filledText)
      read("mode", of: table, into: &activeMode, as: { self.mode($0) })
      read("locked", of: table, into: &isLocked, as: onlyTrue)
      read("output", of: table, into: &output, as: filledText)
      read("screen", of: table, into: &screen, as: reference(.screen))
      switch Set(table.entries.map({ $0.key })) {
      case ["app", "mode"]:
        if let app, let mode = activeMode { configuration.follow.append(.application(app, mode: mode)) }
      case ["locked", "mode"]:
        if isLocked == true, let mode = activeMode { configuration.follow.append(.locked(mode: mode)) }
      case ["output", "screen"]:
        if let output, let screen { configuration.follow.append(.output(output, screen: screen)) }
      default:
        report(
          "[[follow]] takes \"mode\" with either \"app\" or \"locked\", or it takes \"output\" and \"screen\"",
          at: table.place)
      }
    }
  }
}
