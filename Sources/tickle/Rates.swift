import CLinux
import Gestures
import Program
import TouchInput

/// The report rates of touchscreens, measured while a finger moves on them.
struct Rates {
  /// The median rates by node. Touchscreens with too few frames are missing.
  private(set) var hertz: [String: Double] = [:]

  /// The longest gap between frames that counts, in microseconds: in longer ones the finger rested or was lifted.
  private static let longest: Int64 = 200_000
  /// The fewest gaps that make a rate.
  private static let enough = 5

  init(of screens: Touchscreens, seconds: Int) {
    let interruption = Interruption()
    for panel in screens.panels { interruption.watch(panel.device.fileDescriptor) }
    if Descriptor.isTerminal(Descriptor.standardError) { Diagnostics.say("Listening for \(seconds) s: move a finger.") }
    let end = linux_monotonic_microseconds() + Int64(seconds) * 1_000_000
    var gaps: [String: [Int64]] = [:]
    var last: [String: Int64] = [:]
    while case let left = end - linux_monotonic_microseconds(), left > 0 {
      if interruption.wait(microseconds: left) == .interrupted { break }
      for panel in screens.panels {
        let node = panel.found.node
        let condition = try? panel.read { frame in
          let time = frame.time.microseconds
          if let before = last[node], time > before, time - before < Self.longest {
            gaps[node, default: []].append(time - before)
          }
          last[node] = time
        }
        // The descriptor of a removed device stays readable and would wake us again and again.
        if condition == nil || condition == .gone { interruption.ignore(panel.device.fileDescriptor) }
      }
    }
    for (node, gaps) in gaps where gaps.count >= Self.enough {
      hertz[node] = 1e6 / Double(gaps.sorted()[gaps.count / 2])
    }
  }
}
