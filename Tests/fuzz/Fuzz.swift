import Glibc

// libFuzzer's entry points. The environment variable FUZZ selects the subject. A fuzzer fails if it traps.

private enum Subject: String, CaseIterable {
  case recording, libinput, getevent, evtest, debugevents, frames, repair, lane, relay, configuration, quirks, panels,
    shape, control, bridge, edit

  static let chosen: Subject = {
    guard let name = getenv("FUZZ").flatMap({ Subject(rawValue: String(cString: $0)) }) else {
      fatalError("FUZZ is one of \(allCases.map(\.rawValue).joined(separator: ", "))")
    }
    return name
  }()
}

/// The package manager provides the entry point itself, so this calls libFuzzer's driver instead of linking its `main`.
@main
private enum Fuzz {
  static func main() {
    var count = CommandLine.argc
    var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(runDriver(&count, &arguments, testOneInput))
  }
}

@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
  _ count: UnsafeMutablePointer<CInt>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

private func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  switch Subject.chosen {
  case .recording, .libinput, .getevent, .evtest, .debugevents: fuzzRecording(bytes)
  case .frames: fuzzFrames(bytes)
  case .repair: fuzzRepair(bytes)
  case .lane: fuzzLane(bytes)
  case .relay: fuzzRelay(bytes)
  case .configuration: fuzzConfiguration(bytes)
  case .quirks: fuzzQuirks(bytes)
  case .panels: fuzzPanels(bytes)
  case .shape: fuzzShape(bytes)
  case .control: fuzzControl(bytes)
  case .bridge: fuzzBridge(bytes)
  case .edit: fuzzEdits(bytes)
  }
  return 0
}
