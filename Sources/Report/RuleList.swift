import Pages
import Text

/// The rules that a page cites. The reasons in its tables link to them.
struct RuleList {
  private let rules: [String: ReportPage.Rule]
  private let cited: [ReportPage.Rule]

  /// - Parameters:
  ///   - book: all rules in their order; empty if the rules are not installed.
  ///   - cited: the numbers that the page cites.
  init(_ book: [ReportPage.Rule], cited numbers: Set<String>) {
    cited = book.filter { numbers.contains($0.number) }
    rules = Dictionary(firstOf: cited.map { ($0.number, $0) })
  }

  var isEmpty: Bool { cited.isEmpty }

  /// Writes a rule's number as a link with the rule's title as a tooltip, or as plain text if the rule is not known.
  func writeNumber(_ number: String, to page: inout Markup) {
    if let rule = rules[number] {
      page.element("a", ["class": "cite", "href": "#\(place(number))", "title": rule.title], number)
    } else {
      page.element("span", ["class": "cite"], number)
    }
  }

  /// Writes the cited rules; nothing if none is known.
  func write(to page: inout Markup) {
    guard !isEmpty else { return }
    page.element("section", ["id": "rules"]) { page in
      page.element("h2", "Rules")
      page.element("p", ["class": "muted"]) { page in
        page.text("The rules that the reasons above refer to. ")
        page.element("code", "tickle explain --rule \(cited[0].number)")
        page.text(" prints one with its source.")
      }
      page.element("dl", ["class": "rules"]) { page in
        for rule in cited {
          page.element("dt", ["id": place(rule.number)], "\(rule.number): \(rule.title)")
          page.element("dd") { page in
            for paragraph in rule.paragraphs { page.element("p") { $0.prose(paragraph) } }
          }
        }
      }
    }
  }

  private func place(_ number: String) -> String { "rule-\(number)" }
}
