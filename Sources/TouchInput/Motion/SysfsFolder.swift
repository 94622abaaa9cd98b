import Program

/// A folder of a device in `/sys`, whose files hold one short value each. Nothing in them is trusted.
struct SysfsFolder {
  /// The most bytes of a value that are read.
  private static let most = 256

  let path: String

  /// Returns the first line of a file, without spaces around it; `nil` if it can't be read.
  func text(_ name: String) -> String? {
    guard let bytes = SmallFiles.head(of: "\(path)/\(name)", limit: Self.most) else { return nil }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != 0 }
    return String(decoding: line, as: UTF8.self).trimmingSpaces()
  }

  /// Returns the number in a file; `nil` if it can't be read, or does not have a finite number.
  func number(_ name: String) -> Double? { text(name).flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }

  /// Returns the whole number in a file; `nil` if it can't be read, or does not have one.
  func integer(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

  /// Returns the files in a folder of this folder.
  func names(in folder: String) -> [String] { Paths.names(in: "\(path)/\(folder)") }

  func mayWrite(_ name: String) -> Bool { Paths.isWritable("\(path)/\(name)") }

  /// Writes a value. Returns whether the kernel accepted it.
  func write(_ text: String, to name: String) -> Bool {
    (try? SmallFiles.write(line: text, to: "\(path)/\(name)")) != nil
  }
}

/// Values in a folder of `/sys` that are changed for a while.
struct SysfsChanges {
  let folder: SysfsFolder
  private var former: [(name: String, text: String)] = []

  init(_ folder: SysfsFolder) { self.folder = folder }

  /// Changes a value. Returns whether it is the wanted one now.
  mutating func set(_ name: String, to text: String) -> Bool {
    guard let old = folder.text(name) else { return false }
    if old == text { return true }
    guard folder.write(text, to: name) else { return false }
    former.append((name, old))
    return true
  }

  /// Restores the former values, the latest change first.
  mutating func undo() {
    while let (name, text) = former.popLast() { _ = folder.write(text, to: name) }
  }
}

extension StringProtocol {
  func trimmingSpaces() -> String {
    let isSpace: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
    return String(drop(while: isSpace).reversed().drop(while: isSpace).reversed())
  }
}
