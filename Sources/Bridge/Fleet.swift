import Text

/// All panels of a broker, from the messages that it has kept: who is there, how they are, and what differs between
/// them.
package struct Fleet {
  package struct Panel: Equatable, Sendable {
    package let name: String
    package var isOnline: Bool?
    package var version: String?
    package var hash: String?
    package var mode: String?
    package var isPaused = false
    /// As they were written: `2026-11-25T08:30:00Z`.
    package var lastTouch: String?
    package var updated: String?
    package var lastError: String?
    package var lost: Count = 0
    package var filtered: Count = 0
    package var dropped: Count = 0
    package var reconnects: Count = 0

    init(name: String) { self.name = name }
  }

  /// More panels than a table can show; a bound for brokers that hold anything.
  private static let most = 200_000
  private let base: String
  private var known: [String: Panel] = [:]

  /// - Parameter topic: the first level of the panels' topics.
  package init(topic: String) { base = topic }

  package var topics: [String] { ["\(base)/+/availability", "\(base)/+/state"] }

  package var panels: [Panel] { known.values.sorted { $0.name < $1.name } }

  /// Takes a message. What is not from a panel is left out.
  package mutating func take(_ topic: String, _ payload: [UInt8]) {
    let levels = topic.split(separator: "/", omittingEmptySubsequences: false)
    guard levels.count == 3, levels[0] == base, !levels[1].isEmpty, TopicLevel.objection(to: String(levels[1])) == nil
    else { return }
    let name = String(levels[1])
    guard known[name] != nil || known.count < Self.most else { return }
    var panel = known[name] ?? Panel(name: name)
    switch levels[2] {
    case "availability" where payload.elementsEqual("online".utf8): panel.isOnline = true
    case "availability" where payload.elementsEqual("offline".utf8): panel.isOnline = false
    case "state":
      guard let json = JSONValue(parsing: payload), json["version"]?.string != nil else { return }
      panel.take(json)
    default: return
    }
    known[name] = panel
  }
}

extension Fleet.Panel {
  fileprivate mutating func take(_ json: JSONValue) {
    func word(_ key: String) -> String? { json[key]?.string.map { String($0.printable.prefix(200)) } }
    func count(_ key: String) -> Count { json[key]?.count ?? 0 }
    version = word("version")
    hash = word("hash")
    mode = word("mode")
    isPaused = json["paused"]?.bool ?? false
    lastTouch = word("last_touch")
    updated = word("updated")
    lastError = word("last_error")
    lost = count("lost")
    filtered = count("filtered")
    dropped = count("dropped") + count("missed") + count("unconfirmed")
    reconnects = count("reconnects")
  }
}

// MARK: - What differs

extension Fleet {
  /// The settings that should be the same on all panels, and those that have another value than most.
  package struct Difference: Sendable {
    package let what: String
    /// The value of most panels, and their number.
    package let usual: String
    package let count: Int
    /// The panels with other values.
    package let others: [(panel: String, value: String)]
  }

  package var differences: [Difference] {
    let panels = panels
    return [
      difference("version", panels) { $0.version },
      difference("configuration", panels) { $0.hash.map { String($0.prefix(12)) } },
      difference("mode", panels) { panel in panel.mode.map { panel.isPaused ? "\($0), paused" : $0 } },
    ].compactMap { $0 }
  }

  private func difference(_ what: String, _ panels: [Panel], _ value: (Panel) -> String?) -> Difference? {
    let values = panels.compactMap { panel in value(panel).map { (panel.name, $0) } }
    let counts = Dictionary(values.map { ($0.1, 1) }, uniquingKeysWith: +)
    guard counts.count > 1,
      let usual = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })
    else { return nil }
    return Difference(
      what: what, usual: usual.key, count: usual.value,
      others: values.filter { $0.1 != usual.key }.map { (panel: $0.0, value: $0.1) })
  }

  /// The panels that are not online, or whose last touch is longer ago than a limit.
  package func silent(at unix: Double, after limit: Double) -> [Panel] {
    panels.filter { panel in
      if panel.isOnline != true { return true }
      guard let touch = panel.lastTouch.flatMap(ISOTime.unix) else { return true }
      return unix - touch > limit
    }
  }
}

// MARK: - Output

extension Fleet {
  private static let titles = [
    "PANEL", "STATE", "VERSION", "CONFIGURATION", "MODE", "LAST TOUCH", "LOST", "FILTERED", "DROPPED", "RECONNECTS",
  ]

  /// The table, and below it what differs, which panels are silent, and their errors.
  package func text(at unix: Double, silentAfter limit: Double) -> String {
    let panels = panels
    var lines = TextTable([Self.titles] + panels.map { $0.cells(at: unix) }).lines
    for difference in differences {
      let others = difference.others.prefix(20).map { "\($0.panel): \($0.value)" }.joined(separator: ", ")
      let rest = difference.others.count > 20 ? ", and \(difference.others.count - 20) more" : ""
      lines.append(
        "\(difference.what): \(difference.usual) on \(difference.count) of \(panels.count); \(others)\(rest)")
    }
    for panel in silent(at: unix, after: limit) {
      lines.append("\(panel.name) is silent: \(panel.silence(at: unix))")
    }
    for panel in panels {
      if let error = panel.lastError { lines.append("\(panel.name): \(error)") }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// One object for each panel.
  package func json(at unix: Double, silentAfter limit: Double) -> [UInt8] {
    let silent = Set(silent(at: unix, after: limit).map(\.name))
    return panels.flatMap { panel in
      JSONWriter.line { writer in
        writer.member("panel", panel.name)
        if let isOnline = panel.isOnline { writer.member("online", isOnline) }
        writer.member("silent", silent.contains(panel.name))
        if let version = panel.version { writer.member("version", version) }
        if let hash = panel.hash { writer.member("hash", hash) }
        if let mode = panel.mode { writer.member("mode", mode) }
        writer.member("paused", panel.isPaused)
        if let touch = panel.lastTouch { writer.member("last_touch", touch) }
        if let error = panel.lastError { writer.member("last_error", error) }
        writer.member("lost", panel.lost)
        writer.member("filtered", panel.filtered)
        writer.member("dropped", panel.dropped)
        writer.member("reconnects", panel.reconnects)
        if let updated = panel.updated { writer.member("updated", updated) }
      }
    }
  }
}

extension Fleet.Panel {
  private var state: String { isOnline.map { $0 ? "online" : "offline" } ?? "unknown" }

  fileprivate func cells(at unix: Double) -> [String] {
    [
      name, state, version ?? "-", hash.map { String($0.prefix(12)) } ?? "-",
      (mode ?? "-") + (isPaused ? ", paused" : ""), lastTouch.flatMap(ISOTime.unix).map { ago(unix - $0) } ?? "never",
      "\(lost.number)", "\(filtered.number)", "\(dropped.number)", "\(reconnects.number)",
    ]
  }

  fileprivate func silence(at unix: Double) -> String {
    let touch = lastTouch.flatMap(ISOTime.unix).map { "last touch \(ago(unix - $0))" } ?? "never touched"
    guard isOnline != true else { return touch }
    let update = updated.flatMap(ISOTime.unix).map { ", last report \(ago(unix - $0))" } ?? ""
    return "\(state), \(touch)\(update)"
  }

  private func ago(_ seconds: Double) -> String {
    let seconds = Int(max(0, min(1e9, seconds)))
    switch seconds {
    case ..<120: return "\(seconds) s ago"
    case ..<7200: return "\(seconds / 60) min ago"
    case ..<172_800: return "\(seconds / 3600) h ago"
    default: return "\(seconds / 86400) days ago"
    }
  }
}
