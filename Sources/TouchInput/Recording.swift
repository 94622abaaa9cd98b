import CTouchInput
import Gestures
import Glibc

/// What a touchscreen once sent: its description and its events.
package struct Recording: Sendable {
  /// Events in the order of the file, 16 bytes each.
  package struct Events: Sendable {
    var storage: [ti_event] = []

    package var count: Int { storage.count }

    /// As a device would send them, so many seconds from now on.
    package func write(to descriptor: Int32, later seconds: Int) {
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      var raw = storage.map { event in
        var raw = input_event()
        raw.time.tv_sec = now.tv_sec + seconds + Int(event.time / 1_000_000)
        raw.time.tv_usec = Int(event.time % 1_000_000)
        (raw.type, raw.code, raw.value) = (event.type, event.code, event.value)
        return raw
      }
      _ = Glibc.write(descriptor, &raw, raw.count * MemoryLayout<input_event>.stride)
    }
    /// The time of the last event.
    package var end: Timestamp { Timestamp(microseconds: storage.last?.time ?? 0) }
  }

  /// Larger files are refused: an hour of ten fingers is less.
  package static let sizeLimit = 64 << 20

  /// As it was given; escape it before it is printed.
  package let file: String
  package let description: DeviceDescription
  package let events: Events
  /// What the user should know: that the ranges of its axes are a guess, for instance.
  package let warnings: [String]

  /// The first touchscreen of a file; see `RecordingFiles` for all of them.
  package init(file: String) throws(RecordingError) {
    var first: Result<Recording, RecordingError>?
    RecordingFiles([file]).read { first = first ?? $0 }
    self = try first!.get()
  }

  /// Reads what a file holds; `file` names it in errors.
  package init(bytes: [UInt8], file: String) throws(RecordingError) {
    self = try RecordingContent(bytes: bytes, file: file).recordings(of: file)[0]
  }

  /// Throws where the device is no touchscreen.
  init(_ device: RecordedDevice, file: String) throws(RecordingError) {
    let description = DeviceDescription(device.description, hints: device.hints.rawValue)
    if let objection = description.objection {
      throw RecordingError(
        file: file,
        problem: "\(description.printableName.isEmpty ? "the device" : description.printableName)"
          + " is no touchscreen: \(objection)")
    }
    self.file = file
    self.description = description
    events = Events(storage: device.events)
    warnings = device.warnings
  }
}

/// A recording that cannot be used, and where.
package struct RecordingError: Error, Hashable, CustomStringConvertible {
  package let file: String
  package let line: Int?
  package let problem: String
  /// Of the call that failed; nil where the content is at fault.
  package let code: Int32?

  init(file: String, line: Int? = nil, problem: String, code: Int32? = nil) {
    self.file = file
    self.line = line
    self.problem = problem
    self.code = code
  }

  init(file: String, _ error: File.Failure) {
    switch error {
    case .system(let code): self.init(file: file, problem: "cannot be read: \(systemMessage(code))", code: code)
    case .notRegular: self.init(file: file, problem: "is no regular file")
    case .tooLarge(let limit): self.init(file: file, problem: "is larger than \(limit >> 20) MiB")
    }
  }

  /// `FILE:LINE: what is wrong`.
  package var description: String {
    "\(file.printable):\(line.map { "\($0):" } ?? "") \(problem)"
  }
}

/// Reads whole small files.
enum File {
  enum Failure: Error {
    case system(Int32)
    case notRegular
    case tooLarge(Int)
  }

  /// The content of a regular file.
  static func contents(of path: String, limit: Int) throws(Failure) -> [UInt8] {
    // Without waiting: a FIFO would keep us until somebody writes.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .system(errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notRegular }
    guard Int(status.st_size) <= limit else { throw .tooLarge(limit) }
    let bytes = try read(descriptor, limit: limit + 1)
    guard bytes.count <= limit else { throw .tooLarge(limit) }
    return bytes
  }

  /// What is in a folder; nothing, where it is none.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name.utf8.first != UInt8(ascii: ".") { names.append(name) }
    }
    return names
  }

  /// The first bytes of a file of the kernel's, whose size is not told.
  static func head(of path: String, limit: Int) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    return try? read(descriptor, limit: limit)
  }

  private static func read(_ descriptor: Int32, limit: Int) throws(Failure) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: min(limit, 1 << 16))
    while bytes.count < limit {
      let count = Glibc.read(descriptor, &buffer, min(buffer.count, limit - bytes.count))
      if count < 0 && errno == EINTR { continue }
      if count < 0 { throw .system(errno) }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return bytes
  }
}
