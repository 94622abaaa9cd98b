import Configuration
import Gestures
import Text
import TouchInput

/// What a recording shows of its panel: faults, and the keys of a `[[screen]]` that repair them.
package struct PanelFaults {
  /// The longest time between two frames of a touch, in microseconds; in longer ones the finger rested.
  private static let longestGap: Int64 = 200_000
  /// The longest time from a landing to its lift, in microseconds, after which a finger was not meant to stay in place.
  private static let longestTap: Int64 = 300_000

  private let description: DeviceDescription
  private let hasSize: Bool
  private var frames = 0
  private var losses = 0
  /// In milliseconds.
  private var gaps: [Double] = []
  /// How far fingers were from their landings when they lifted soon after, in millimetres.
  private var drifts: [Double] = []
  private var counts = TouchFilter.Counts()
  private var model = PanelModel.Summary()
  private var bugs: [KernelBug: Int] = [:]

  /// Plays a recording as on a screen without settings: what is repaired there is a fault.
  package init(_ recording: Recording) {
    description = recording.description
    let screen = ScreenSettings(), geometry = screen.geometry(of: description)
    hasSize = geometry.sizeSource != .assumed
    guard let decoder = FrameDecoder(of: recording, geometry) else { return }
    var filter = TouchFilter(screen.touchFilter, size: geometry.size, unit: geometry.unit)
    var frame = TouchFrame(time: Timestamp(microseconds: 0), contacts: [])
    var position = 0
    var last: Timestamp?
    var landings: [UInt64: (place: Point, time: Timestamp)] = [:]
    while let kind = decoder.nextFrame(from: recording.events, at: &position, into: &frame, geometry: geometry) {
      frames += 1
      if case .dropped = kind { losses += 1 }
      if let last, 1..<Self.longestGap ~= frame.time - last { gaps.append(Double(frame.time - last) / 1000) }
      for contact in frame.contacts {
        if contact.phase == .began { landings[contact.id] = (contact.location, frame.time) }
        guard contact.phase == .ended, let landing = landings.removeValue(forKey: contact.id),
          frame.time - landing.time <= Self.longestTap
        else { continue }
        drifts.append((contact.location - landing.place).length)
      }
      last = frame.contacts.isEmpty ? nil : frame.time
      filter.handle(&frame) { _ in }
    }
    while let due = filter.nextRelease { filter.advance(to: due) { _ in } }
    (counts, model, bugs) = (filter.counts, filter.summary, decoder.kernelBugs)
    gaps.sort()
    drifts.sort()
  }

  /// A line for each kind of fault.
  package var findings: [Finding] {
    var faults: [(fault: String, remedy: String?)] = [
      (counts.repeatedTaps, "repeated taps that no finger made", "filter = true"),
      (counts.bursts, "contacts in bursts that no finger made", "filter = true"),
      (counts.stale, "contacts that neither move nor lift", "stale = \"30s\""),
      (model.ghosts, "ghosts beside other fingers", "steady = true"),
      (counts.samples, "samples that jump", "settle = true"),
      (counts.breaks, "contacts that are lost for a moment", "bridge = \"34ms\""),
      (losses, "losses of events in the kernel", nil),
    ].filter { $0.0 > 0 }.map { ("\($0.0) × \($0.1)", $0.2) }
    if model.steadied != nil { faults.append(("noisy positions", "steady = true")) }
    faults += KernelBug.allCases.compactMap { bug in
      bugs[bug].map { ("\($0) × \(bug.sentence)", bug == .placeBeyondRange ? "tickle setup --write" : nil) }
    }
    faults += description.rangeOddities.map { ($0, "tickle setup --write") }
    if !hasSize { faults.append(("no size: all lengths are guesses", "tickle setup --write")) }
    let sound = Finding("panel", [], isKnown: true, "no fault in \(frames) frames")
    return faults.isEmpty
      ? [sound] : faults.map { Finding("panel", [Finding.Remark($0.fault, $0.remedy)], isKnown: true, "") }
  }

  /// What the recording says of the panel's pace and of how far taps roll, for a bug report; no places.
  package var summary: String {
    let lines = [Self.quantiles(gaps, "gaps", "ms"), Self.quantiles(drifts, "taps roll", "mm"), model.sentence]
    return (["\(frames) frames"] + lines.compactMap { $0 }).joined(separator: "; ")
  }

  /// - Parameter values: sorted; `nil` is returned if there are none.
  private static func quantiles(_ values: [Double], _ what: String, _ unit: String) -> String? {
    if values.isEmpty { return nil }
    let words = [50, 90, 99, 100].map { percent in
      let value = values[min(values.count - 1, values.count * percent / 100)]
      return "\(percent) %: \(Decimal.fixed(value, decimals: 1)) \(unit)"
    }
    return "\(what) \(words.joined(separator: ", "))"
  }
}
