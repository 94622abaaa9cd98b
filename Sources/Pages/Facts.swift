/// Writes one of the facts in a list `dl.facts`.
package func writeFact(_ name: String, _ value: String, to page: inout Markup) {
  page.element("div") { page in
    page.element("dt", name)
    page.element("dd", value)
  }
}

package func fileName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
