/// A bounded queue of the lines that a stream's program has not read yet.
///
/// Of a gesture's consecutive changes only the newest is kept. All other lines stay, up to the limits.
struct StreamBacklog {
  enum Addition { case kept, replacedOlder, full }

  /// The limits: far more than hands can do while a program hangs for a moment.
  static let mostLines = 1024
  static let mostBytes = 256 * 1024

  private struct Line {
    let bytes: [UInt8]
    let source: ActionContext.Source
    let occasion: ActionContext.Occasion
  }

  private var lines: [Line] = []
  private var size = 0
  /// The number of bytes of the first line that have been written.
  private var written = 0

  var isEmpty: Bool { lines.isEmpty }

  /// - Parameter written: the number of the line's bytes that have been written; 0 unless the line is the first one.
  mutating func add(_ context: ActionContext, _ written: Int = 0) -> Addition {
    let line = Line(bytes: context.line, source: context.source, occasion: context.occasion)
    let older = line.occasion == .change ? lines.lastIndex { $0.source == line.source } : nil
    var addition = Addition.kept
    // A line that has been written in part must be completed.
    if let older, lines[older].occasion == .change, older > 0 || self.written == 0 {
      size -= lines.remove(at: older).bytes.count
      addition = .replacedOlder
    }
    guard lines.count < StreamBacklog.mostLines, size + line.bytes.count <= StreamBacklog.mostBytes else {
      return .full
    }
    if lines.isEmpty { self.written = written }
    lines.append(line)
    size += line.bytes.count
    return addition
  }

  /// Passes the next bytes to `write` until it accepts no more. `write` returns the number of bytes that it accepted; `nil`: none now.
  /// - Returns: the number of lines that were completed.
  mutating func drain(_ write: (ArraySlice<UInt8>) -> Int?) -> Int {
    var done = 0
    while done < lines.count {
      guard let count = write(lines[done].bytes[written...]) else { break }
      written += count
      guard written == lines[done].bytes.count else { continue }
      size -= written
      written = 0
      done += 1
    }
    lines.removeFirst(done)
    return done
  }

  /// Starts the first line again, for a new reader that has not seen the part that the old one received.
  mutating func rewind() { written = 0 }

  /// - Returns: the number of lines that were removed.
  mutating func removeAll() -> Int {
    defer { self = StreamBacklog() }
    return lines.count
  }
}
