import Foundation
import FoundationXML
import Pages
import Testing

@Suite("Markup")
struct MarkupTests {
  private func written(_ write: (inout Markup) -> Void) -> String {
    var page = Markup()
    write(&page)
    return String(decoding: page.bytes, as: UTF8.self)
  }

  @Test func `Text and attribute values are escaped`() {
    let hostile = "</title><script>alert('x')</script> \"&amp;"
    let page = written { $0.element("p", ["title": hostile], hostile) }
    let safe = "&lt;/title&gt;&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &quot;&amp;amp;"
    #expect(page == "<p title=\"\(safe)\">\(safe)</p>")
  }

  @Test func `Control characters and marks that change the writing direction are shown, not obeyed`() {
    #expect(written { $0.text("a\u{0}\u{1B}[2J\u{202E}b\u{7F}ü✓") } == "a\\u{0}\\u{1B}[2J\\u{202E}b\\u{7F}ü✓")
  }

  @Test func `Markup is well-formed, whatever it contains`() throws {
    let page = written { page in
      page.element("div") { page in
        for value in 0..<0x3000 {
          if let scalar = Unicode.Scalar(value) { page.element("p", ["title": "\(scalar)"], "\(scalar)") }
        }
      }
    }
    let parser = XMLParser(data: Data(page.utf8))
    #expect(parser.parse(), "\(String(describing: parser.parserError)) in line \(parser.lineNumber)")
  }
}
