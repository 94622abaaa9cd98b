import Configuration
import Control
import Doctor
import Program
import Text
import TouchInput

/// What a bug report needs to know of a machine and its panels. It has no places, and no names but those of programs and models.
enum DoctorReport {
  static func text(config: String?, _ recording: Recording?) -> String {
    let facts = Facts.gathered(config: config, waitingForTouch: nil)
    let marks = facts.findings.map { "\($0.question) \($0.isWell.map { $0 ? "✓" : "✗" } ?? "–")" }
    var lines = [
      "tickle \(Version.current), daemon \(facts.status?.version ?? "–")",
      "kernel \(kernelRelease), \(distribution)",
      "desktop \(variable("XDG_CURRENT_DESKTOP")), session \(variable("XDG_SESSION_TYPE"))",
      marks.joined(separator: ", "),
    ]
    for panel in (try? Touchscreens(facts.configuration))?.panels ?? [] {
      lines.append(words(panel.device.description))
    }
    for panel in facts.status?.panels ?? [] {
      lines.append("in use: \(panel.frames) frames, \(panel.dropped) losses, size \(panel.sizeSource)")
      lines += panel.quirks.map { "  known as \($0)" } + KernelBug.sentences(panel.kernelBugs).map { "  \($0)" }
      lines += [panel.model?.sentence, panel.filtered.sentence].compactMap { $0 }.map { "  \($0)" }
    }
    if let recording {
      let faults = PanelFaults(recording)
      lines += ["recording of \(words(recording.description))", "  \(faults.summary)"]
      lines += faults.findings.map { "  \($0.text)" }
    }
    return lines.map(\.printable).joined(separator: "\n")
  }

  private static func words(_ description: DeviceDescription) -> String {
    func words(_ axis: DeviceDescription.Axis) -> String {
      "\(axis.minimum) to \(axis.maximum) (\(axis.resolution) a mm)"
    }
    let kind = description.touchProtocol?.rawValue ?? "none"
    let ids = [description.vendor, description.product].map { hexadecimal($0, digits: 4) }.joined(separator: ":")
    return "panel \(ids), protocol \(kind), slots \(description.slots), "
      + "X \(words(description.x)), Y \(words(description.y))"
      + description.oddities.map { "; \($0)" }.joined()
  }

  private static var distribution: String {
    let text = String(decoding: SmallFiles.head(of: "/etc/os-release", limit: 4096) ?? [], as: UTF8.self)
    let line = text.split(separator: "\n").first { $0.hasPrefix("PRETTY_NAME=") }
    return line.map { String($0.dropFirst(12)).filter { $0 != "\"" } } ?? "unknown distribution"
  }

  private static func variable(_ name: String) -> String {
    environmentVariable(name).map { String($0.prefix(40)) } ?? "–"
  }
}
