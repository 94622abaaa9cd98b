import Configuration
import Testing
import Trials

@testable import Import

/// Whether configurations know `starts_at` and `ends_at`.
let placesAreKnown = true
/// Whether configurations know the actions `click`, `scroll`, `drag` and `pointer`.
let pointerIsKnown = true

extension Trait where Self == ConditionTrait {
  static var needsPlaces: Self { .enabled(if: placesAreKnown, "needs starts_at: skipped") }
  static var needsPointer: Self { .enabled(if: pointerIsKnown, "needs the action click: skipped") }
}

func imported(_ format: ImportFormat, _ text: String) throws -> Import {
  try Import(format, bytes: Array(text.utf8))
}

/// Returns the reason why bytes cannot be imported.
func refusal(_ format: ImportFormat, _ bytes: [UInt8]) -> ImportError? {
  do {
    _ = try Import(format, bytes: bytes)
    return nil
  } catch {
    return error
  }
}

extension Import {
  var gestures: [ImportedGesture] {
    items.compactMap { item in
      if case .gesture(let gesture) = item { gesture } else { nil }
    }
  }

  var omissions: [String] {
    items.compactMap { item in
      if case .omitted(_, let reason) = item { reason } else { nil }
    }
  }

  /// The TOML without comments, blank lines between gestures kept.
  var tables: String {
    let lines = toml.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("#") }
    return lines.joined(separator: "\n").split(separator: "\n\n\n").joined(separator: "\n\n")
  }
}

/// Checks that the written configuration has no errors, that a hand makes each of its gestures but those named, and returns it.
@discardableResult
func valid(
  _ imported: Import, neverMade: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
) throws -> Configuration {
  let (configuration, diagnostics) = Configuration.parse(text: imported.toml, path: "/tmp/imported.toml")
  let errors = diagnostics.filter { $0.severity == .error }.map(\.description)
  #expect(errors == [], sourceLocation: sourceLocation)
  // `tickle check` says nothing of it that a reload does not say, but what commands need of the machine and of the service, and
  // that letters need a layout.
  let machine = Machine(searchPath: "/nowhere", units: "/nowhere", unitFolders: [])
  let needs = ["as a service, ", "as the system's service, ", "no program ", "to allow this", "letters are "]
  let remarks = Configuration.parse(bytes: Array(imported.toml.utf8), path: "/tmp/imported.toml", on: machine).1.filter
  {
    remark in !diagnostics.contains(remark) && !needs.contains { remark.message.hasPrefix($0) }
  }
  #expect(remarks.map(\.description) == [], sourceLocation: sourceLocation)
  let read = try #require(configuration, sourceLocation: sourceLocation)
  let doubts = Reach(read) { _ in nil }.remarks
  #expect(doubts.map(\.gesture) == neverMade, "\(doubts.map(\.sentence))", sourceLocation: sourceLocation)
  return read
}
