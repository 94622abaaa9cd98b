/// The modes that stand for applications.
extension Import {
  /// Turns the gestures of an application off until its mode is on.
  mutating func setModes() {
    changeGestures { gesture in
      guard let application = gesture.application else { return false }
      let mode = Import.mode(for: application)
      gesture.mode = mode
      gesture.isEnabled = false
      let how = Import.windows(of: application).isEmpty ? "`tickle set mode \(mode)`" : "`tickle follow` finds it"
      gesture.differences.append("it is for \(application) only, so it is off until \(how)")
      return false
    }
  }

  /// How a gesture is turned off in an application that it is not for.
  static func howToTurnOff(_ application: String) -> String {
    windows(of: application).isEmpty ? "`tickle set mode \(mode(for: application))` turns it off" : "it is off there"
  }

  /// The names of an application's windows, as patterns for `[[follow]]`: those that the file names, and the same in small letters, as most
  /// programs write their own. Empty if the condition is about something else.
  static func windows(of application: String) -> [String] {
    var names = application
    let parts = application.split(separator: "=", omittingEmptySubsequences: true).map(\.trimmed)
    if application.contains("==") {
      guard parts.count == 2, parts[0].contains("window_class") || parts[0].contains("window_id") else { return [] }
      names = parts[1]
    }
    let all = names.split(separator: ",").map(\.trimmed)
    guard !all.isEmpty, all.allSatisfy({ $0.isWindowName }) else { return [] }
    return all.flatMap { name in name == name.lowercased() ? ["*\(name)*"] : ["*\(name)*", "*\(name.lowercased())*"] }
  }

  /// Turns off the gestures of all applications that have the movement of this one, in the mode for one application. Returns whether
  /// there are any, and all of them have this movement only.
  mutating func turnOff(_ gesture: ImportedGesture, in conditions: [String]) -> Bool {
    guard !conditions.isEmpty, conditions.allSatisfy({ $0.contains("window_") }) else { return false }
    let application = conditions.joined(separator: " and ").folded
    let mode = Import.mode(for: application)
    let rivals = items.indices.filter { index in
      if case .gesture(let other) = items[index] {
        other.application == nil && other.competes(with: gesture)
      } else {
        false
      }
    }
    let isOnlyThis = rivals.allSatisfy { index in
      guard case .gesture(let other) = items[index], other.kind == gesture.kind else { return false }
      return Set(other.directions).isSubset(of: gesture.directions)
    }
    guard !rivals.isEmpty, isOnlyThis else { return false }
    for index in rivals {
      guard case .gesture(var other) = items[index] else { continue }
      other.sources += gesture.sources
      other.modesWithout.append(mode)
      other.applicationsWithout.append(application)
      other.differences.append("it is not for \(application), so \(Import.howToTurnOff(application))")
      items[index] = .gesture(other)
    }
    return true
  }

  /// Adds what a mode must not turn off: the other directions of a gesture that it replaces.
  mutating func addRests() {
    let gestures = gestures
    var modes: [String] = []
    for gesture in gestures { if let mode = gesture.mode, !modes.contains(mode) { modes.append(mode) } }
    for mode in modes {
      let own = gestures.filter { $0.mode == mode }
      for replaced in gestures where replaced.isEnabled && !replaced.modesWithout.contains(mode) {
        let rivals = own.filter { replaced.competes(with: $0) }
        if rivals.isEmpty { continue }
        let (rest, lost) = replaced.rest(without: rivals)
        if var rest {
          rest.isEnabled = false
          rest.mode = mode
          rest.application = rivals[0].application
          rest.remarks = ["In the mode \(mode), this is what \(replaced.name) does in its other directions."]
          items.append(.gesture(rest))
        }
        if !lost.isEmpty { note(lost, of: replaced, in: mode, at: rivals[0]) }
      }
    }
  }

  private mutating func note(_ lost: [String], of replaced: ImportedGesture, in mode: String, at rival: ImportedGesture)
  {
    let line = replaced.sources.first?.line ?? 0
    changeGestures { gesture in
      guard gesture == rival else { return false }
      gesture.differences.append(
        "the mode also turns off the gesture from line \(line) in the direction \(lost.joined(separator: ", "))")
      return true
    }
  }

  /// The name of the mode for an application; for a condition such as `$window_class == firefox`, its value counts.
  static func mode(for application: String) -> String {
    let value = application.split(separator: "=").last ?? ""
    let words = value.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    var name = words.joined(separator: "-").prefix(32)
    while name.last == "-" { name.removeLast() }
    return name.isEmpty || name == "default" ? "application" : String(name)
  }
}

extension ImportedGesture {
  /// This gesture in the directions that the others do not have; and the directions that cannot be distinguished from theirs.
  fileprivate func rest(without others: [ImportedGesture]) -> (ImportedGesture?, lost: [String]) {
    let taken = Set(others.flatMap { $0.kind == .pan ? $0.movement.isEmpty ? $0.sides : $0.movement : $0.directions })
    var rest = self
    switch kind {
    case .tap, .longPress: return (nil, [])
    case .swipe, .pinch, .rotation:
      let left = directions.filter { !taken.contains($0) }
      if left.isEmpty { return (nil, []) }
      rest.setDirections(left)
      rest.bindings.removeAll { taken.contains($0.state ?? "") }
      return (rest.bindings.isEmpty ? nil : rest, [])
    case .pan:
      let left = (movement.isEmpty ? sides : movement).filter { !taken.contains($0) }
      let free = axes.subtracting(others.flatMap(\.axes))
      let lost = left.filter { side in !free.contains { ImportedGesture.sides[$0]?.contains(side) == true } }
      guard let axis = free.first, free.count == 1, axes.count == 2 else { return (nil, lost) }
      rest.setAxis(axis)
      rest.movement = []
      return (rest, lost)
    }
  }
}

extension String {
  /// Whether this can be the name of a window's class, without the signs of conditions and patterns.
  fileprivate var isWindowName: Bool {
    !isEmpty && utf8.count <= 100 && utf8.allSatisfy { $0 >= 0x20 && !"$*?[]&|!<>=\"\\:".utf8.contains($0) }
  }
}
