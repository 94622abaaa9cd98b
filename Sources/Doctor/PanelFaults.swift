import Configuration
import Gestures
import Text
import TouchInput

/// What a recording shows of its panel: faults, and the keys of a `[[screen]]` that repair them.
package struct PanelFaults {
  /// The longest time between two frames of a touch, in microseconds; in longer ones the finger rested.
  private static let longestGap: Int64 = 200_000

  private let description: DeviceDescription
  private let hasSize: Bool
  private var frames = 0
  private var losses = 0
  private var gaps: [Int64] = []
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
    while let kind = decoder.nextFrame(from: recording.events, at: &position, into: &frame, geometry: geometry) {
      frames += 1
      if case .dropped = kind { losses += 1 }
      if let last, 1..<Self.longestGap ~= frame.time - last { gaps.append(frame.time - last) }
      last = frame.contacts.isEmpty ? nil : frame.time
      filter.handle(&frame) { _ in }
    }
    while let due = filter.nextRelease { filter.advance(to: due) { _ in } }
    (counts, model, bugs) = (filter.counts, filter.summary, decoder.kernelBugs)
    gaps.sort()
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

  /// What the recording says of the panel's pace, for a bug report; no places.
  package var summary: String {
    let quantiles = [50, 90, 99, 100].compactMap { percent -> String? in
      guard !gaps.isEmpty else { return nil }
      let gap = gaps[min(gaps.count - 1, gaps.count * percent / 100)]
      return "\(percent) %: \(Decimal.fixed(Double(gap) / 1000, decimals: 1)) ms"
    }
    return (["\(frames) frames"] + quantiles + [model.sentence].compactMap { $0 }).joined(separator: ", ")
  }
}
