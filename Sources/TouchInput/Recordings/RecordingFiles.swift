import Program

/// The recordings that a command line names; `-` is standard input. A file with only events takes its device from the last file named before
/// it that has only a description. If there is none, it takes it from a file next to it, whose name is the same up to a dot and then ends
/// in `.desc`, `.prop` or `.description`, or else from the first file named after it that has only a description.
package struct RecordingFiles {
  private let paths: [String]
  private let isNamed: (DeviceDescription) -> Bool

  /// - Parameter isNamed: whether the user means a device that claims to be something else than a touchscreen.
  package init(_ paths: [String], isNamed: @escaping (DeviceDescription) -> Bool = { _ in false }) {
    self.paths = paths
    self.isNamed = isNamed
  }

  /// Calls `body` for the touchscreens of all files, in order, and with the error for each file that cannot be read.
  package func read(_ body: (Result<Recording, RecordingError>) -> Void) {
    readEach({ content, file throws(RecordingError) in try content.recordings(of: file) }, body)
  }

  /// Calls `body` for the touchscreens and other devices of all files, in order, and with the error for each file that cannot be read.
  package func readAll(_ body: (Result<RecordedInput, RecordingError>) -> Void) {
    readEach({ content, file throws(RecordingError) in try content.inputs(of: file) }, body)
  }

  private func readEach<Input>(
    _ inputs: (RecordingContent, String) throws(RecordingError) -> [Input],
    _ body: (Result<Input, RecordingError>) -> Void
  ) {
    var description: (file: String, content: RecordingContent, isUsed: Bool)?
    /// A description that a file named before it has used.
    var ahead: (place: Int, content: RecordingContent)?
    func complainOfUnused() {
      guard let description, !description.isUsed else { return }
      body(.failure(RecordingError(file: description.file, problem: "holds no events")))
    }
    let files = paths.map(InputFile.init)
    for (place, file) in files.enumerated() {
      do throws(RecordingError) {
        var content = try Self.content(of: file)
        if !content.hasEvents && content.isDescribed {
          complainOfUnused()
          description = (file.name, content, ahead?.place == place)
          continue
        }
        if content.hasEvents && !content.isDescribed {
          if let known = description {
            description?.isUsed = true
            content = content.described(by: known.content)
          } else if !file.isStandardInput, let beside = try Self.descriptionBeside(file.path) {
            content = content.described(by: beside)
          } else {
            ahead = ahead ?? Self.description(in: files, after: place)
            if let ahead { content = content.described(by: ahead.content) }
          }
        }
        content.name(isNamed)
        for input in try inputs(content, file.name) { body(.success(input)) }
      } catch {
        body(.failure(error))
      }
    }
    complainOfUnused()
  }

  private static func content(of file: InputFile) throws(RecordingError) -> RecordingContent {
    let bytes: [UInt8]
    do {
      bytes =
        file.isStandardInput
        ? try InputFile.standardInput(limit: Recording.sizeLimit)
        : try SmallFiles.contents(of: file.path, limit: Recording.sizeLimit)
    } catch {
      throw RecordingError(file: file.name, error)
    }
    return try RecordingContent(bytes: bytes, file: file.name)
  }

  /// Returns the first description that is named after a file. Files that cannot be read are reported when it is their turn.
  private static func description(in files: [InputFile], after place: Int) -> (place: Int, content: RecordingContent)? {
    for (place, file) in files.enumerated().dropFirst(place + 1) {
      guard let content = try? content(of: file), content.isDescribed, !content.hasEvents else { continue }
      return (place, content)
    }
    return nil
  }

  private static func descriptionBeside(_ path: String) throws(RecordingError) -> RecordingContent? {
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    var name = path.dropFirst(folder.count)
    while let point = name.lastIndex(of: "."), point > name.startIndex {
      name = name[..<point]
      for ending in ["desc", "prop", "description"] {
        let candidate = "\(folder)\(name).\(ending)"
        if candidate != path, Paths.exists(candidate) { return try content(of: InputFile(candidate)) }
      }
    }
    return nil
  }
}
