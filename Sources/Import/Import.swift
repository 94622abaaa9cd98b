// Import: configurations of other gesture programs, read into neutral gestures and written as TOML.

/// A program whose configuration can be imported.
package enum ImportFormat: String, CaseIterable, Sendable {
  case lisgd, touchegg
  case libinputGestures = "libinput-gestures"
  case fusuma
  case inputActions = "inputactions"
  case hyprgrass
}

/// The configuration of another gesture program in tickled's words. Commands are copied and never run.
package struct Import: Equatable, Sendable {
  /// A gesture, or the reason why there is none.
  enum Item: Equatable, Sendable {
    case gesture(ImportedGesture)
    case omitted(ImportSource, reason: String)
    /// A gesture for another kind of device, such as a mouse. It is listed but not counted.
    case foreign(ImportSource, reason: String)
  }

  /// The most gestures that an imported file may have: far more than a person writes, and few enough to check quickly.
  static let mostGestures = 1_000
  /// The largest file in bytes, as for tickled's own configuration.
  package static let sizeLimit = 4 << 20

  let format: ImportFormat
  /// What applies to the whole file, one remark each.
  var head: [String] = []
  /// What a `[[screen]]` says; `nil`: none is needed.
  var screen: ImportedScreen?
  /// The views that gestures need.
  var views: [ImportedView] = []
  var items: [Item] = []

  init(_ format: ImportFormat) { self.format = format }

  /// Changes gestures one after the other, until `change` returns true.
  ///
  /// - Returns: whether it did.
  @discardableResult
  mutating func changeGestures(_ change: (inout ImportedGesture) -> Bool) -> Bool {
    for index in items.indices {
      guard case .gesture(var gesture) = items[index] else { continue }
      let isDone = change(&gesture)
      items[index] = .gesture(gesture)
      if isDone { return true }
    }
    return false
  }

  /// Reads a file, or what standard input had.
  package init(_ format: ImportFormat, bytes: [UInt8]) throws(ImportError) {
    let text = try ImportText(bytes)
    switch format {
    case .lisgd: self = try LisgdReader.read(text)
    case .touchegg: self = try ToucheggReader.read(text)
    case .libinputGestures: self = try LibinputGesturesReader.read(text)
    case .fusuma: self = try FusumaReader.read(text)
    case .inputActions: self = try InputActionsReader.read(text)
    case .hyprgrass: self = try HyprgrassReader.read(text)
    }
    if format != .lisgd { settle() }
    try checkResult()
  }

  /// Reads the words of a lisgd command line, without the program itself.
  package init(lisgdArguments words: [String]) throws(ImportError) {
    var reader = LisgdReader()
    reader.readOptions(words.map { ShellWord(text: $0, line: 1) })
    self = try reader.finished()
    try checkResult()
  }

  /// Leaves a gesture of the file out.
  mutating func omit(_ source: ImportSource, _ reason: String) { items.append(.omitted(source, reason: reason)) }

  /// Checks how many gestures were found, before they are compared with one another.
  func check(count: Int) throws(ImportError) {
    guard count <= Import.mostGestures else {
      throw ImportError("has \(count) gestures; at most \(Import.mostGestures) can be imported")
    }
  }

  private func checkResult() throws(ImportError) {
    try check(count: items.count)
    guard !items.isEmpty else { throw ImportError("has no gestures of \(format.rawValue)") }
    guard toml.utf8.count <= Import.sizeLimit else {
      throw ImportError("would become a configuration larger than the limit of \(Import.sizeLimit >> 20) MiB")
    }
  }

  /// The gestures in their order, without what was left out.
  var gestures: [ImportedGesture] {
    items.compactMap { if case .gesture(let gesture) = $0 { gesture } else { nil } }
  }

  // MARK: Counts

  /// How many gestures of the file became gestures of tickled.
  package var carried: Int { Set(sources { _ in true }).count }
  /// How many of those differ.
  package var different: Int { Set(sources { !$0.differences.isEmpty }).count }
  /// How many gestures the file has, except those for other kinds of devices.
  package var total: Int {
    let omitted = items.compactMap { item in
      if case .omitted(let source, _) = item { source.id } else { nil }
    }
    return Set(sources { _ in true }).union(omitted).count
  }
  /// How many gestures of the file are for mice and keyboards.
  package var foreign: Int {
    items.count { if case .foreign = $0 { true } else { false } }
  }

  /// The counts in one line, such as "20 of 21 gestures carried, 3 with differences".
  package var summary: String {
    let counts = "\(carried) of \(total) gesture\(total == 1 ? "" : "s") carried, \(different) with differences"
    return foreign == 0 ? counts : "\(counts); \(foreign) for other devices left out"
  }

  private func sources(where isCounted: (ImportedGesture) -> Bool) -> [Int] {
    gestures.filter(isCounted).flatMap { $0.sources.map(\.id) }
  }
}

/// The reason why a file cannot be imported, and the line if it has one.
package struct ImportError: Error, Equatable {
  package let line: Int?
  package let reason: String

  init(_ reason: String, line: Int? = nil) { (self.reason, self.line) = (reason, line) }
}
