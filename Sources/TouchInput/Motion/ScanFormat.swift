/// The form of a value in an IIO buffer, as `scan_elements/…_type` has it: `le:s12/16>>4` is a signed value of 12 bits in the upper bits of
/// 16, the lower byte first. The other bits may have any values.
struct ScanFormat: Hashable {
  private let isBigEndian: Bool
  private let isSigned: Bool
  private let bits: Int
  private let shift: Int
  /// The bytes of one value: 1, 2, 4 or 8.
  private let bytes: Int
  /// The bytes of all values of the element, which may be several, such as those of a rotation. A power of 2.
  let size: Int

  /// `nil` if the text is not such a form, or one that no element has.
  init?(parsing text: String) {
    var rest = text[...]
    guard let order = rest.take(upTo: ":"), let sign = rest.popFirst(),
      let bits = rest.take(upTo: "/").flatMap({ Int($0) }),
      let storage = rest.take(upTo: ">").map({ $0.split(separator: "X", omittingEmptySubsequences: false) }),
      rest.popFirst() == ">", let shift = Int(rest), (1...2).contains(storage.count), let width = Int(storage[0])
    else { return nil }
    let repeats = storage.count == 2 ? Int(storage[1]) ?? 0 : 1
    guard order == "le" || order == "be", sign == "s" || sign == "u", [8, 16, 32, 64].contains(width),
      (1...width).contains(bits), (0...width - bits).contains(shift), [1, 2, 4, 8, 16].contains(repeats)
    else { return nil }
    isBigEndian = order == "be"
    isSigned = sign == "s"
    self.bits = bits
    self.shift = shift
    bytes = width / 8
    size = bytes * repeats
  }

  var holdsOneValue: Bool { size == bytes }

  /// Returns the first value of the element that begins at a place. An unsigned value above the range of `Int64` becomes its greatest.
  func value(in buffer: [UInt8], at place: Int) -> Int64 {
    var all: UInt64 = 0
    for index in 0..<bytes {
      all = all << 8 | UInt64(buffer[place + (isBigEndian ? index : bytes - 1 - index)])
    }
    let unused = 64 - bits
    let field = (all >> UInt64(shift)) << UInt64(unused)
    return isSigned ? Int64(bitPattern: field) >> Int64(unused) : Int64(clamping: field >> UInt64(unused))
  }
}

/// The places of the enabled elements in each scan of an IIO buffer.
struct ScanLayout {
  struct Element: Hashable {
    let format: ScanFormat
    let place: Int
  }

  /// The largest scan: far more than an inertial sensor has.
  private static let largest = 1024

  private(set) var elements: [String: Element] = [:]
  /// The bytes of a scan.
  let size: Int

  /// Reads the layout from the folder of a device; `nil` if it is not understood.
  init?(_ folder: SysfsFolder) {
    var enabled: [(name: String, index: Int, format: ScanFormat)] = []
    for file in folder.names(in: "scan_elements") where file.hasSuffix("_en") {
      let name = String(file.dropLast(3)), path = "scan_elements/\(name)"
      guard let state = folder.text("\(path)_en") else { return nil }
      if state == "0" { continue }
      guard let index = folder.integer("\(path)_index"),
        let format = folder.text("\(path)_type").flatMap(ScanFormat.init(parsing:))
      else { return nil }
      enabled.append((name, index, format))
    }
    // Each element is aligned to its own size, and a scan to that of its largest element (Linux 5.5 and newer).
    var end = 0, alignment = 1
    for (name, _, format) in enabled.sorted(by: { ($0.index, $0.name) < ($1.index, $1.name) }) {
      end = end.aligned(to: format.size)
      elements[name] = Element(format: format, place: end)
      end += format.size
      alignment = max(alignment, format.size)
      if end > Self.largest { return nil }
    }
    size = end.aligned(to: alignment)
    if size == 0 { return nil }
  }
}

extension Int {
  /// - Parameter size: a power of 2.
  fileprivate func aligned(to size: Int) -> Int { (self + size - 1) & ~(size - 1) }
}

extension Substring {
  /// Removes the text up to a character, and the character. Returns that text; `nil` if there is no such character.
  fileprivate mutating func take(upTo character: Character) -> Substring? {
    guard let place = firstIndex(of: character) else { return nil }
    defer { self = self[index(after: place)...] }
    return self[..<place]
  }
}
