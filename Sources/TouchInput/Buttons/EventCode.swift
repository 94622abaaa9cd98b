import CTouchInput

/// A key or a switch by its evdev code.
package enum EventCode: Hashable, Sendable {
  /// A code of `EV_KEY`: `KEY_…` and `BTN_…`.
  case key(UInt16)
  /// A code of `EV_SW`: `SW_LID`, `SW_TABLET_MODE`, ….
  case `switch`(UInt16)

  /// The first press code of a switch, which is above all codes of keys.
  private static let firstSwitch: UInt16 = 0x1000

  /// The code of the press: a key's own code; 0x1000 + the code of a switch, which begins when it turns on and ends when it turns off.
  package var pressCode: UInt16 {
    switch self {
    case .key(let code): code
    case .switch(let code): Self.firstSwitch &+ code
    }
  }

  /// Creates the code that has this code of a press.
  package init(pressCode: UInt16) {
    self = pressCode >= Self.firstSwitch ? .switch(pressCode - Self.firstSwitch) : .key(pressCode)
  }

  /// The kernel's name, such as `KEY_VOLUMEUP` or `SW_LID`; the number of a code that has none.
  package var name: String {
    let (type, code) =
      switch self {
      case .key(let code): (UInt32(EV_KEY), code)
      case .switch(let code): (UInt32(EV_SW), code)
      }
    return ti_code_name(type, UInt32(code)).map { String(cString: $0) } ?? "\(code)"
  }
}

extension ti_codes {
  /// Creates a set. Codes that evdev cannot have are left out.
  init(_ codes: some Sequence<EventCode>) {
    self.init()
    for code in codes {
      switch code {
      case .key(let code): Self.set(code, in: &keys)
      case .switch(let code): Self.set(code, in: &switches)
      }
    }
  }

  var all: Set<EventCode> {
    Set(Self.codes(in: keys).map(EventCode.key) + Self.codes(in: switches).map(EventCode.switch))
  }

  private static func set<Bits>(_ code: UInt16, in bits: inout Bits) {
    withUnsafeMutableBytes(of: &bits) { bytes in
      let place = Int(code) / 8
      if place < bytes.count { bytes[place] |= 1 << (code % 8) }
    }
  }

  private static func codes<Bits>(in bits: Bits) -> [UInt16] {
    withUnsafeBytes(of: bits) { bytes in
      var codes: [UInt16] = []
      for (place, byte) in bytes.enumerated() where byte != 0 {
        for bit in 0..<8 where byte >> UInt8(bit) & 1 == 1 { codes.append(UInt16(place * 8 + bit)) }
      }
      return codes
    }
  }
}
