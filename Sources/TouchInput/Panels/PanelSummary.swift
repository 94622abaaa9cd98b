import Text

extension PanelModel {
  /// The current results for a panel. Lengths are in millimetres, times in seconds.
  package struct Summary: Hashable, Sendable {
    package struct Skew: Hashable, Sendable {
      /// The median of the latest 63 landings of several fingers.
      package var typical: Double
      package var largest: Double
    }

    /// The length of one device unit on the screen, according to the panel's size, on the coarser axis.
    package var unit: Double?
    /// The median time between two reports of a touch that moves.
    package var reportPeriod: Double?
    /// The standard deviation of the positions on each axis; below 0.1 on most panels.
    package var noise: Double?
    /// The noise that touches are steadied for; `nil`: the panel counts as clean.
    package var steadied: Double?
    /// The time from the first landing to the last, of fingers that land within 0.15 s.
    package var landingSkew: Skew?
    /// The contacts that landed, ghosts included.
    package var touches = 0
    /// The contacts that appeared beside others and disappeared before they were reported a second time.
    package var ghosts = 0
    /// Whether the panel has lately lost contacts for a moment.
    package var breaks = false

    package init() {}

    /// The number of reports per second; `nil` until it is known.
    package var rate: Double? { reportPeriod.map { 1 / $0 } }

    /// A sentence for the user, without a full stop; `nil` before the first touch.
    package var sentence: String? {
      if touches == 0 { return nil }
      var parts: [String] = []
      if let rate { parts.append("\(Int(rate.rounded())) Hz") }
      if let unit { parts.append("unit \(hundredths(unit)) mm") }
      if let noise { parts.append(noise < 0.005 ? "no noise" : "noise \(hundredths(noise)) mm") }
      if steadied != nil { parts.append("steadied") }
      if let landingSkew {
        let typical = Int((landingSkew.typical * 1000).rounded()), largest = Int((landingSkew.largest * 1000).rounded())
        parts.append("skew \(typical) ms (at most \(largest))")
      }
      if breaks { parts.append("loses contacts for a moment") }
      parts.append("\(ghosts) \(ghosts == 1 ? "ghost" : "ghosts") in \(touches) \(touches == 1 ? "touch" : "touches")")
      return parts.joined(separator: ", ")
    }
  }
}

extension PanelModel.Summary {
  /// Leaves out what is not known yet.
  package func write(to writer: inout JSONWriter) {
    if let unit { writer.member("unit", unit, decimals: 6) }
    if let rate { writer.member("rate", rate, decimals: 1) }
    if let noise { writer.member("noise", noise, decimals: 6) }
    if let steadied { writer.member("steadied", steadied, decimals: 6) }
    if let landingSkew {
      writer.object("landing_skew") { writer in
        writer.member("typical", landingSkew.typical, decimals: 6)
        writer.member("largest", landingSkew.largest, decimals: 6)
      }
    }
    writer.member("touches", touches)
    writer.member("ghosts", ghosts)
    if breaks { writer.member("breaks", true) }
  }

  /// Reads what `write` wrote, from an untrusted source; `nil` if it is not an object, or has a number that no panel has.
  package init?(_ json: JSONValue?) {
    guard let json, case .object = json else { return nil }
    self.init()
    var isSound = true
    func number(_ name: String, of object: JSONValue, _ range: ClosedRange<Double>) -> Double? {
      guard let value = object[name] else { return nil }
      if let number = value.number, range.contains(number) { return number }
      isSound = false
      return nil
    }
    unit = number("unit", of: json, 0...1000)
    reportPeriod = number("rate", of: json, 1...1e6).map { 1 / $0 }
    noise = number("noise", of: json, 0...1000)
    steadied = number("steadied", of: json, 0...PanelModel.mostNoise)
    if let skew = json["landing_skew"], let typical = number("typical", of: skew, 0...1),
      let largest = number("largest", of: skew, 0...1)
    {
      landingSkew = Skew(typical: typical, largest: largest)
    }
    func whole(_ name: String) -> Int {
      let value = number(name, of: json, 0...1e15) ?? 0
      if value != value.rounded() { isSound = false }
      return Int(value)
    }
    touches = whole("touches")
    ghosts = whole("ghosts")
    breaks = json["breaks"]?.bool ?? false
    let isOrdered = ghosts <= touches && landingSkew.map { $0.typical <= $0.largest } ?? true
    if !isSound || !isOrdered { return nil }
  }
}

/// Rounds to two decimals, or to three if the value is smaller than a hundredth, for a message.
private func hundredths(_ value: Double) -> Double {
  value < 0.01 ? (value * 1000).rounded() / 1000 : (value * 100).rounded() / 100
}
