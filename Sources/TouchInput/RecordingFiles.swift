import Glibc

/// What one file holds: devices with their events, or one of both.
struct RecordingContent {
  private(set) var devices: [RecordedDevice]
  private var format: RecordingFormat

  /// The format is told by the content: names say little, and those of others are not ours to choose.
  init(bytes: [UInt8], file: String) throws(RecordingError) {
    if bytes.isEmpty { throw RecordingError(file: file, problem: "is empty") }
    if bytes.contains(0) {
      throw RecordingError(file: file, problem: "is no text: is it a recording of evemu, libinput or getevent?")
    }
    format = RecordingFormat(of: bytes)
    switch format {
    case .evemu:
      var reader = EvemuReader(bytes: bytes, file: file)
      try reader.read()
      devices = [reader.device]
    case .libinput:
      var reader = LibinputReader(bytes: bytes, file: file)
      try reader.read()
      devices = reader.devices
    case .getevent:
      var reader = GeteventReader(bytes: bytes, file: file)
      try reader.read()
      devices = reader.devices
      // A log of one device does not name it, though all may be described before it.
      self = described(by: self)
    }
  }

  var hasEvents: Bool { devices.contains { !$0.events.isEmpty } }
  var isDescribed: Bool { devices.contains { $0.isDescribed } }

  /// The same events, of the devices that another file describes.
  func described(by other: RecordingContent) -> RecordingContent {
    var result = self
    for index in devices.indices where !devices[index].isDescribed {
      guard var device = other.device(at: devices[index].node) else { continue }
      device.replaceEvents(by: devices[index].events)
      result.devices[index] = device
    }
    return result
  }

  /// That of a node, else the only touchscreen.
  private func device(at node: String) -> RecordedDevice? {
    if let device = devices.first(where: { $0.node == node && $0.isDescribed }) { return device }
    let screens = devices.filter { DeviceDescription($0.description, hints: $0.hints.rawValue).isTouchscreen }
    return screens.count == 1 ? screens[0] : nil
  }

  /// Its touchscreens, at least one. Other devices of the same file are left out.
  func recordings(of file: String) throws(RecordingError) -> [Recording] {
    if !hasEvents { throw RecordingError(file: file, problem: "holds no events") }
    if !isDescribed && format == .evemu {
      throw RecordingError(
        file: file,
        problem: "holds events and no device: name the file that describes it first, or put it beside as NAME.desc")
    }
    var recordings: [Recording] = []
    var failure: RecordingError?
    for var device in devices where !device.events.isEmpty {
      if !device.isDescribed && format == .getevent { device.inferDescription() }
      do throws(RecordingError) {
        recordings.append(try Recording(device, file: file))
      } catch {
        failure = failure ?? error
      }
    }
    if recordings.isEmpty, let failure { throw failure }
    return recordings
  }
}

enum RecordingFormat {
  case evemu, libinput, getevent

  /// By the first line that is no comment.
  init(of bytes: [UInt8]) {
    var lines = TextLines(bytes, file: "")
    self = .evemu
    while let line = lines.next() {
      guard let first = line.first, first != UInt8(ascii: "#") else { continue }
      let begins = { (word: String) in line.starts(with: word.utf8) }
      if ["version:", "ndevices:", "libinput:", "system:", "devices:", "---"].contains(where: begins) {
        self = .libinput
      } else if GeteventReader.beginnings.contains(where: begins) {
        self = .getevent
      }
      return
    }
  }
}

/// Recordings as a command line names them. A file with events alone takes its device from the file with a description
/// alone that was named before it; or from one beside it, of the same name up to a point, that ends in `.desc`, `.prop` or
/// `.description`.
package struct RecordingFiles {
  private let paths: [String]

  package init(_ paths: [String]) { self.paths = paths }

  /// Hands over the touchscreens of all files, in their order, and in place of those that cannot be read why not.
  package func read(_ body: (Result<Recording, RecordingError>) -> Void) {
    var description: (file: String, content: RecordingContent, isUsed: Bool)?
    func complainOfUnused() {
      guard let description, !description.isUsed else { return }
      body(.failure(RecordingError(file: description.file, problem: "holds no events")))
    }
    for path in paths {
      do throws(RecordingError) {
        var content = try Self.content(of: path)
        if !content.hasEvents && content.isDescribed {
          complainOfUnused()
          description = (path, content, false)
          continue
        }
        if content.hasEvents && !content.isDescribed {
          if let known = description {
            description?.isUsed = true
            content = content.described(by: known.content)
          } else if let beside = try Self.descriptionBeside(path) {
            content = content.described(by: beside)
          }
        }
        for recording in try content.recordings(of: path) { body(.success(recording)) }
      } catch {
        body(.failure(error))
      }
    }
    complainOfUnused()
  }

  private static func content(of path: String) throws(RecordingError) -> RecordingContent {
    let bytes: [UInt8]
    do {
      bytes = try File.contents(of: path, limit: Recording.sizeLimit)
    } catch {
      throw RecordingError(file: path, error)
    }
    return try RecordingContent(bytes: bytes, file: path)
  }

  private static func descriptionBeside(_ path: String) throws(RecordingError) -> RecordingContent? {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    var name = path.dropFirst(folder.count)
    while let point = name.lastIndex(of: "."), point > name.startIndex {
      name = name[..<point]
      for ending in ["desc", "prop", "description"] {
        let candidate = "\(folder)\(name).\(ending)"
        if candidate != path, access(candidate, F_OK) == 0 { return try content(of: candidate) }
      }
    }
    return nil
  }
}
