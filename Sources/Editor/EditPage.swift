/// The files of the page. They are parts of the program: nothing is read from a folder, and nothing is fetched from elsewhere.
package enum EditPage {
  /// The headers of every answer.
  package static let headers: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
        + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"),
    ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Embedder-Policy", "require-corp"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("X-Frame-Options", "DENY"),
  ]

  package static func bytes(_ text: StaticString) -> [UInt8] {
    Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  private static var script: [UInt8] {
    Array([screenScript, gestureScript, outcomeScript].map(bytes).joined(separator: "\n".utf8))
  }

  /// Returns a file by its name below the page's folder; the page itself has none.
  package static func file(named name: String) -> (bytes: [UInt8], type: String)? {
    switch name {
    case "": (bytes(markup), "text/html; charset=utf-8")
    case "editor.js": (script, "text/javascript; charset=utf-8")
    case "editor.css": (bytes(styleSheet), "text/css; charset=utf-8")
    default: nil
    }
  }
}
