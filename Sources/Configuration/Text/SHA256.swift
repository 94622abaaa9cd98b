import Text

/// The SHA-256 of FIPS 180-4, by which people and machines tell whether two files are the same: `sha256sum` prints the
/// same digits.
package enum SHA256 {
  /// Returns the hash of bytes, as 64 hexadecimal digits.
  static func hexadecimal(of bytes: [UInt8]) -> String {
    var state: [UInt32] = [
      0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]
    // The padding: a bit of 1, zeros, and the number of bits.
    let tailStart = bytes.count & ~63
    var tail = Array(bytes[tailStart...]) + [0x80]
    while tail.count % 64 != 56 { tail.append(0) }
    for shift in stride(from: 56, through: 0, by: -8) {
      tail.append(UInt8(truncatingIfNeeded: (UInt64(bytes.count) << 3) >> UInt64(shift)))
    }
    for start in stride(from: 0, to: tailStart, by: 64) { add(bytes[start..<start + 64], to: &state) }
    for start in stride(from: 0, to: tail.count, by: 64) { add(tail[start..<start + 64], to: &state) }
    return state.map { Text.hexadecimal($0, digits: 8) }.joined()
  }

  /// Returns the hash of bytes in Base64, as pages name a script.
  package static func base64(of bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let digits = hexadecimal(of: bytes).compactMap { $0.hexDigitValue }
    // Three digits of four bits are two letters of six. The 64 digits leave one, which is padded.
    var text = ""
    for start in stride(from: 0, to: digits.count, by: 3) {
      let three = (start..<start + 3).map { $0 < digits.count ? digits[$0] : 0 }
      let bits = three[0] << 8 | three[1] << 4 | three[2]
      text.append(letters[bits >> 6])
      if start + 1 < digits.count { text.append(letters[bits & 63]) }
    }
    return text + "="
  }

  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    var words = [UInt32](repeating: 0, count: 64)
    for (index, byte) in block.enumerated() { words[index / 4] = words[index / 4] << 8 | UInt32(byte) }
    for index in 16..<64 {
      let (a, b) = (words[index - 15], words[index - 2])
      let first = turned(a, 7) ^ turned(a, 18) ^ a >> 3
      let second = turned(b, 17) ^ turned(b, 19) ^ b >> 10
      words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      let sum = h &+ high &+ (e & f ^ ~e & g) &+ constants[index] &+ words[index]
      let low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
      let majority = a & b ^ a & c ^ b & c
      (h, g, f, e) = (g, f, e, d &+ sum)
      (d, c, b, a) = (c, b, a, sum &+ low &+ majority)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] = state[index] &+ word }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }

  /// The first 32 bits of the fractions of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}

extension ConfigurationText {
  /// The SHA-256 of all parts, one after the other, in hexadecimal digits. Of a file without a folder it is what
  /// `sha256sum` prints.
  package var hash: String { SHA256.hexadecimal(of: parts.flatMap { $0.bytes }) }
}
