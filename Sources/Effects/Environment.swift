import Program

/// This process's own environment, without the variables that its service manager set only for it. Copied once, as it is much longer than
/// what is added for each command.
final class Environment {
  private struct Entry {
    let text: UnsafeMutablePointer<CChar>
    let nameLength: Int
  }

  private var entries: [Entry] = []

  init() {
    let notPassedOn = [
      "NOTIFY_SOCKET=", "WATCHDOG_PID=", "WATCHDOG_USEC=", "LISTEN_PID=", "LISTEN_FDS=", "LISTEN_FDNAMES=",
    ].map { $0.utf8.map(CChar.init) }
    for entry in environmentEntries() {
      if notPassedOn.contains(where: { entry.starts(with: $0) }) { continue }
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: entry.count)
      copy.initialize(from: entry, count: entry.count)
      let length = nameLength(copy)
      // The last one of a name counts.
      if let earlier = entries.firstIndex(where: { isSameName($0.text, $0.nameLength, copy, length) }) {
        entries.remove(at: earlier).text.deallocate()
      }
      entries.append(Entry(text: copy, nameLength: length))
    }
  }

  deinit {
    for entry in entries { entry.text.deallocate() }
  }

  /// Calls `body` with the environment of a command, as the bytes that it receives.
  /// - Parameter added: entries NAME=VALUE, which replace earlier ones of the same name.
  func withPointers<Result>(
    adding added: inout CStrings, _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    added.withPointers { own in
      let names = own.map { nameLength($0) }
      // Most inherited names have a length that none of the others has.
      let lengths: UInt64 = names.reduce(0) { $0 | 1 << ($1 & 63) }
      var all: [UnsafeMutablePointer<CChar>?] = []
      all.reserveCapacity(entries.count + own.count + 1)
      for entry in entries
      where lengths & 1 << (entry.nameLength & 63) == 0
        || !own.indices.contains(where: { isSameName(own[$0], names[$0], entry.text, entry.nameLength) })
      {
        all.append(entry.text)
      }
      for index in own.indices
      where !own.indices[(index + 1)...].contains(where: { isSameName(own[$0], names[$0], own[index], names[index]) }) {
        all.append(own[index])
      }
      all.append(nil)
      return body(all)
    }
  }
}

/// The length of NAME= at the beginning of an entry; 0 if it has none.
private func nameLength(_ entry: UnsafePointer<CChar>) -> Int {
  var length = 0
  while entry[length] != 0 {
    length += 1
    if entry[length - 1] == CChar(UInt8(ascii: "=")) { return length }
  }
  return 0
}

private func isSameName(_ a: UnsafePointer<CChar>, _ aLength: Int, _ b: UnsafePointer<CChar>, _ bLength: Int) -> Bool {
  aLength == bLength && aLength > 0 && (0..<aLength).allSatisfy { a[$0] == b[$0] }
}
