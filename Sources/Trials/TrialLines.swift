import Configuration
import Screen
import Text

/// The lines that report verdicts.
package struct TrialLines {
  package enum Format: String, CaseIterable, Sendable {
    case text, json
    /// The Test Anything Protocol, version 13, which `prove` reads.
    case tap
  }

  private let format: Format
  private var number = 0
  private var kept = 0

  package init(_ format: Format) { self.format = format }

  /// The line before all verdicts.
  package func head(cases: Int) -> [String] { format == .tap ? ["TAP version 13", "1..\(cases)"] : [] }

  /// The line after all verdicts.
  package var foot: [String] { format == .text ? ["\(kept) of \(number) cases passed"] : [] }

  /// The line of a run that cannot go on.
  package func bailOut(_ reason: String) -> [String] {
    format == .tap ? ["Bail out! \(reason.split(separator: "\n").first.map(String.init) ?? "")"] : []
  }

  package mutating func lines(_ verdict: Verdict, of file: String) -> [String] {
    number += 1
    if verdict.isKept { kept += 1 }
    let name = verdict.trial.name.printable
    let place = "\(file.printable):\(verdict.trial.line)"
    switch format {
    case .json: return [json(verdict, file)]
    case .text:
      let head = verdict.isKept ? "ok    \(place): \(name)" : "FAIL  \(place): \(name)"
      return [head] + verdict.misses.flatMap(Self.words).map { "      \($0)" }
    case .tap:
      // A number sign would begin a directive.
      let title = "\(place): \(name)".replacing("#", with: "\\#")
      let head = "\(verdict.isKept ? "ok" : "not ok") \(number) - \(title)"
      return [head] + verdict.misses.flatMap(Self.words).map { "# \($0)" }
    }
  }

  private static func words(_ miss: Verdict.Miss) -> [String] {
    // The reasons have their keys.
    let keys = miss.rules.isEmpty ? References.sentence(keys: miss.keys) : ""
    return ["\(miss.sentence.printable)\(keys)"] + miss.reasons.map { "  \($0)" }
  }

  private func json(_ verdict: Verdict, _ file: String) -> String {
    JSONWriter.text { writer in
      writer.member("type", "case")
      writer.member("file", file)
      writer.member("line", verdict.trial.line)
      writer.member("name", verdict.trial.name)
      writer.member("passed", verdict.isKept)
      writer.objects("recognized", verdict.recognized) { recognition, writer in
        writer.member("gesture", recognition.gesture)
        writer.member("time", recognition.time, decimals: 6)
      }
      writer.objects("misses", verdict.misses) { miss, writer in
        writer.member("text", miss.sentence)
        if let gesture = miss.gesture { writer.member("gesture", gesture) }
        writer.member("reasons", miss.reasons)
        writer.member("keys", miss.keys)
        writer.member("rules", miss.rules)
      }
    }
  }
}
