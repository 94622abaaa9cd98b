/// Lines that a stream's program has not read yet, in order; bounded.
///
/// Of a gesture's changes that follow one another only the newest is kept. Everything else stays, up to the limit.
struct StreamBacklog {
  enum Addition { case kept, replacedOlder, full }

  /// Far more than hands can do while a program hangs for a moment.
  static let mostLines = 1024
  static let mostBytes = 256 * 1024

  private struct Line {
    let bytes: [UInt8]
    let source: ActionContext.Source
    let occasion: ActionContext.Occasion
  }

  private var lines: [Line] = []
  private var size = 0
  /// How much of the first line has been written.
  private var written = 0

  var isEmpty: Bool { lines.isEmpty }
  var count: Int { lines.count }

  mutating func add(_ context: ActionContext) -> Addition {
    let line = Line(bytes: context.line, source: context.source, occasion: context.occasion)
    let older = line.occasion == .change ? lines.lastIndex { $0.source == line.source } : nil
    var addition = Addition.kept
    // One that is being written has to go out whole.
    if let older, lines[older].occasion == .change, older > 0 || written == 0 {
      size -= lines.remove(at: older).bytes.count
      addition = .replacedOlder
    }
    guard lines.count < StreamBacklog.mostLines, size + line.bytes.count <= StreamBacklog.mostBytes else {
      return .full
    }
    lines.append(line)
    size += line.bytes.count
    return addition
  }

  /// Hands out what comes next until `write` takes no more: it gives how many bytes it took, `nil` for none now.
  /// - Returns: how many lines went out whole.
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

  /// A new reader has seen nothing of the line that the old one got half of.
  mutating func rewind() { written = 0 }

  /// - Returns: how many lines there were.
  mutating func removeAll() -> Int {
    defer { self = StreamBacklog() }
    return lines.count
  }
}
