import Text

/// The answer to a question.
package struct Finding: Equatable {
  /// A sentence, and the command to run or the line to write.
  package struct Remark: Equatable {
    var text: String
    /// Safe to print.
    var remedy: String?

    init(_ text: String, _ remedy: String? = nil) { (self.text, self.remedy) = (text, remedy) }
  }

  private static let most = 5
  /// The longest text, and the longest command; more than any of ours has.
  private static let longest = 400

  package let question: String
  /// `nil`: it does not apply, or cannot be known.
  package let isWell: Bool?
  private let remarks: [Remark]

  /// Answers with what is wrong, or, if nothing is, with a text. Details follow both.
  init(_ question: String, _ faults: [Remark], isKnown: Bool, _ text: String, details: [String] = []) {
    self.question = question
    self.isWell = faults.isEmpty ? (isKnown ? true : nil) : false
    let more = faults.count > Self.most ? [Remark("and \(faults.count - Self.most) more")] : []
    let answer = faults.isEmpty ? [Remark(text)] : faults.prefix(Self.most) + more
    remarks = (answer + details.map { Remark($0) }).map(Self.bounded)
  }

  private static func bounded(_ remark: Remark) -> Remark {
    let text = String(remark.text.unicodeScalars.prefix(longest))
    // Half a command would be another one.
    let remedy = remark.remedy.flatMap { $0.utf8.count <= longest ? $0 : nil }
    return Remark(text.printable + (text == remark.text ? "" : "…"), remedy)
  }

  package var text: String { remarks.map(\.text).joined(separator: "; ") }

  package var remedies: [String] {
    remarks.compactMap(\.remedy).reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// A line, with a line for each further fault and each remedy.
  package var lines: [String] {
    let mark = isWell.map { $0 ? "✓" : "✗" } ?? "–"
    return remarks.enumerated().flatMap { index, remark in
      let isLastOfRemedy = index + 1 == remarks.count || remarks[index + 1].remedy != remark.remedy
      return [index == 0 ? "\(mark) \(question): \(remark.text)" : "  \(remark.text)"]
        + (isLastOfRemedy ? remark.remedy.map { ["    \($0)"] } ?? [] : [])
    }
  }

  package var json: String {
    JSONWriter.text { writer in
      writer.member("question", question)
      if let isWell { writer.member("ok", isWell) } else { writer.members("\"ok\":null") }
      writer.member("text", text)
      writer.member("do", remedies)
    }
  }
}
