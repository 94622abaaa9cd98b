extension Import {
  /// The configuration for tickled, with a comment for everything that differs or is missing.
  package var toml: String {
    var writer = ImportWriter()
    writer.write(self)
    return writer.text
  }
}

private struct ImportWriter {
  private(set) var text = ""
  private var namesOfSources: [Int: [String]] = [:]

  mutating func write(_ imported: Import) {
    comment("Written by `tickle import \(imported.format.rawValue)`: \(imported.summary).")
    for remark in imported.head { comment(remark) }
    let gestures = imported.named
    for (gesture, name) in gestures {
      for source in gesture.sources { namesOfSources[source.id, default: []].append(name) }
    }
    if let screen = imported.screen { write(screen) }
    for view in imported.views {
      let members = view.frame.map { "\($0.key) = \($0.value)" }
      text += "\n[[view]]\nname = \(view.name.toml)\nframe = { \(members.joined(separator: ", ")) }\n"
    }
    var next = gestures.makeIterator()
    for item in imported.items {
      text += "\n"
      switch item {
      case .gesture:
        if let (gesture, name) = next.next() { write(gesture, name: name) }
      case .omitted(let source, let reason):
        comment("Not carried: \(reason).")
        quote(source)
      case .foreign(let source, let reason):
        comment("Left out: \(reason).")
        quote(source)
      }
    }
    writeModes(of: gestures)
  }

  private mutating func write(_ screen: ImportedScreen) {
    text += "\n[[screen]]\nname = \"main\"\n"
    if let path = screen.path { text += "match = { path = \(path.toml) }\n" }
    if let orientation = screen.orientation { text += "orientation = \(orientation.toml)\n" }
  }

  private mutating func write(_ gesture: ImportedGesture, name: String) {
    for source in gesture.sources { comment("Line \(source.line): \(source.text.folded.shortened)") }
    for difference in gesture.differences { comment("Different: \(difference).") }
    for remark in gesture.remarks { comment(remark) }
    text += "[[gesture]]\nname = \(name.toml)\nkind = \(gesture.kind.rawValue.toml)\n"
    for setting in gesture.settings { text += "\(setting.key) = \(setting.value)\n" }
    if !gesture.isEnabled { text += "enabled = false\n" }
    writeNames("requires_failure_of", of: gesture.waitsFor, except: name)
    writeNames("simultaneous_with", of: gesture.runsBeside, except: name)
    for binding in gesture.bindings where binding.state == nil { text += "action = \(value(of: binding))\n" }
    let states = gesture.bindings.filter { $0.state != nil }
    if states.isEmpty { return }
    text += "\n[gesture.on]\n"
    for binding in states { text += "\(binding.state ?? "") = \(value(of: binding))\n" }
  }

  private mutating func writeNames(_ key: String, of sources: [Int], except name: String) {
    var others: [String] = []
    for id in sources {
      for other in namesOfSources[id] ?? [] where other != name && !others.contains(other) { others.append(other) }
    }
    if !others.isEmpty { text += "\(key) = [\(others.map(\.toml).joined(separator: ", "))]\n" }
  }

  private func value(of binding: ImportedGesture.Binding) -> String {
    let tables = binding.steps.map { step in
      var members = [step.action.member]
      if let every = step.every {
        members.append("every = \(every.toml)")
        if case .shell = step.action { members.append("overlap = \"queue\"") }
      }
      return "{ \(members.joined(separator: ", ")) }"
    }
    return tables.count == 1 ? tables[0] : "[\n\(tables.map { "  \($0),\n" }.joined())]"
  }

  private mutating func writeModes(of gestures: [(ImportedGesture, String)]) {
    var modes: [(name: String, gestures: [String])] = []
    for (gesture, name) in gestures {
      for mode in [gesture.mode].compactMap({ $0 }) + gesture.modesWithout {
        let index = modes.firstIndex { $0.name == mode } ?? modes.count
        if index == modes.count { modes.append((mode, [])) }
        if gesture.mode == mode { modes[index].gestures.append(name) }
      }
    }
    for mode in modes {
      var replaced = gestures.filter { $0.0.modesWithout.contains(mode.name) }.map(\.1)
      for name in mode.gestures {
        for other in replacements(of: name, in: gestures) where !replaced.contains(other) { replaced.append(other) }
      }
      text += "\n"
      let windows = windows(of: mode.name, gestures)
      let (first, then) = mode.gestures.isEmpty ? ("off", "on") : ("on", "off")
      comment(
        windows.isEmpty
          ? "`tickle set mode \(mode.name)` turns these gestures \(first), and `tickle set mode default` \(then) again."
          : "These gestures are \(first) while such a window is active; `tickle follow` tells, see `tickle follow --help`."
      )
      text += "[mode.\(mode.name.toml)]\n"
      if !mode.gestures.isEmpty { text += "enable = [\(mode.gestures.map(\.toml).joined(separator: ", "))]\n" }
      if !replaced.isEmpty { text += "disable = [\(replaced.map(\.toml).joined(separator: ", "))]\n" }
      for window in windows { text += "\n[[follow]]\napp = \(window.toml)\nmode = \(mode.name.toml)\n" }
    }
  }

  /// The windows in which a mode is active.
  private func windows(of mode: String, _ gestures: [(ImportedGesture, String)]) -> [String] {
    let applications = gestures.flatMap { gesture, _ in
      (gesture.mode == mode ? gesture.application.map { [$0] } ?? [] : [])
        + gesture.applicationsWithout.filter { Import.mode(for: $0) == mode }
    }
    return applications.reduce(into: []) { windows, application in
      for window in Import.windows(of: application) where !windows.contains(window) { windows.append(window) }
    }
  }

  /// The gestures for all applications that a mode's gesture stands in for.
  private func replacements(of name: String, in gestures: [(ImportedGesture, String)]) -> [String] {
    guard let gesture = gestures.first(where: { $0.1 == name })?.0 else { return [] }
    return gestures.filter { $0.0.isEnabled && $0.0.competes(with: gesture) }.map(\.1)
  }

  private mutating func quote(_ source: ImportSource) {
    let lines = source.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    comment("Line \(source.line): \(lines.first.map(String.init) ?? "")")
    for line in lines.dropFirst() { comment("  \(line)") }
  }

  /// Writes a comment. Control characters, which TOML does not allow there, become spaces.
  private mutating func comment(_ remark: String) {
    let safe = remark.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : String($0) }.joined()
    text += "# \(safe.trimmedAtEnd)\n"
  }
}

extension Import {
  /// The gestures, each with a name of its own.
  fileprivate var named: [(ImportedGesture, String)] {
    var names: Set<String> = ["all"]
    var named: [(ImportedGesture, String)] = []
    var counts: [String: Int] = [:]
    for case .gesture(let gesture) in items {
      var name = gesture.name
      while !names.insert(name).inserted {
        counts[gesture.name, default: 1] += 1
        name = "\(gesture.name).\(counts[gesture.name] ?? 2)"
      }
      named.append((gesture, name))
    }
    return named
  }
}

extension ImportedAction {
  /// The key and the value that say what the action does.
  fileprivate var member: String {
    switch self {
    case .shell(let command): "shell = \(command.toml)"
    case .key(let keys): "key = \(keys.toml)"
    case .click(let button): "click = \(button.toml)"
    case .scroll(let isNatural): isNatural ? "scroll = true" : "scroll = true, natural = false"
    case .drag(let button): button == "left" ? "drag = true" : "drag = true, button = \(button.toml)"
    case .pointer: "pointer = true"
    }
  }
}

extension String {
  /// The text as a basic string of TOML.
  var toml: String {
    var text = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\t": text += "\\t"
      case "\r": text += "\\r"
      case _ where scalar.properties.generalCategory == .control:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "\""
  }

  /// The beginning of a long text.
  fileprivate var shortened: String { count <= 160 ? self : prefix(157) + "…" }
}
