import Actions
import CSession

extension KeyboardLayout {
  /// Creates a layout of xkb-data; `nil` if there is none with these names. Dead keys are left out, as they type nothing alone.
  package init?(named layout: String, variant: String? = nil) {
    self.init { session_layout_named(layout, variant, $0) }
  }

  /// - Parameter read: stores the characters as `session_layout_named` does, and returns whether there are any.
  init?(_ read: (UnsafeMutablePointer<UInt32>) -> Bool) {
    let levels = Int(SESSION_LEVELS)
    let characters = [UInt32](unsafeUninitializedCapacity: Int(SESSION_KEYS) * levels) { buffer, count in
      count = read(buffer.baseAddress!) ? buffer.count : 0
    }
    if characters.isEmpty { return nil }
    var rows: [String: String] = [:]
    for key in Self.keys {
      guard let code = (try? KeySequence.code(of: key)).map(Int.init) else { continue }
      var row = String.UnicodeScalarView()
      for level in 0..<levels {
        let scalar = Unicode.Scalar(characters[code * levels + level]) ?? "\0"
        // Where AltGr is only another Alt, its combinations type the same characters again.
        row.append(scalar.value > 0x20 && !row.contains(scalar) ? scalar : " ")
      }
      while row.last == " " { row.removeLast() }
      if !row.isEmpty { rows[key] = String(row) }
    }
    guard let layout = try? KeyboardLayout(rows) else { return nil }
    self = layout
  }
}
