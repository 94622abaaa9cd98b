import CTouchInput
import Gestures
import Glibc
import Testing

@testable import TouchInput

/// A device decodes most frames as the kernel sends them, without its buffer; a recording's decoder never does.
@Suite("Frames of a device")
struct DeviceFramesTests {
  private static let files = Recordings.all.filter { $0.hasSuffix(".evemu") && !$0.contains("/dropped.") }

  @Test(arguments: files)
  func `are those of its recording`(file: String) throws {
    let recording = try Recording(file: file)
    for wishes in [ContactWishes(), ContactWishes(imprints: true)] { try compare(recording, wishes) }
  }

  /// Mostly movements, and among them everything that ends or prevents one: times that go back, values without a finger or a slot, palms
  /// fingers that hover, and frames that were lost.
  @Test(arguments: UInt64(1)...12)
  func `are those of a recording of random events`(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    var text = Panel.slots + "A: 37 0 2 0 0 0\nA: 3b 0 9 0 0 0\n"
    var time: Int64 = 1_000_000
    for _ in 0..<6000 {
      time += Int64(Int.random(in: 1...40, using: &random) == 1 ? -500 : 8000)
      var values: [(String, Int)] = []
      switch Int.random(in: 1...20, using: &random) {
      case 1: values = [("2f", Int.random(in: 0...6, using: &random))]
      case 2: values = [("39", Int.random(in: -1...3, using: &random))]
      case 3: values = [("37", Int.random(in: 0...2, using: &random))]
      case 4: values = [("3b", Int.random(in: 0...1, using: &random))]
      case 5: values = [("2f", 0), ("39", 7), ("37", 0), ("3b", 0)]
      default: break
      }
      if Int.random(in: 1...8, using: &random) > 1 { values.append(("35", Int.random(in: -40...1040, using: &random))) }
      if Int.random(in: 1...8, using: &random) > 1 { values.append(("36", Int.random(in: 0...3, using: &random))) }
      let isLost = Int.random(in: 1...100, using: &random) == 1
      let stamp = "\(time / 1_000_000).\(String(1_000_000 + time % 1_000_000).dropFirst())"
      for (code, value) in values { text += "E: \(stamp) 3 \(code) \(value)\n" }
      text += isLost ? "E: \(stamp) 0 3 0\n" : "E: \(stamp) 0 0 0\n"
    }
    let frames = try compare(try Recording(bytes: Array(text.utf8), file: "random"), ContactWishes())
    #expect(frames > 1000)
  }

  /// - Returns: the number of frames.
  @discardableResult
  private func compare(
    _ recording: Recording, _ wishes: ContactWishes, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Int {
    let played = try recording.frames(wishes), read = try frames(ofDevice: recording, wishes)
    #expect(read.count == played.count, sourceLocation: sourceLocation)
    let different = zip(read, played).enumerated().first { $1.0.time != $1.1.time || $1.0.contacts != $1.1.contacts }
    #expect(different == nil, sourceLocation: sourceLocation)
    return read.count
  }

  /// Sends one frame after the other, as the kernel does, now and then two at once, or one in two parts.
  private func frames(ofDevice recording: Recording, _ wishes: ContactWishes) throws -> [TouchFrame] {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    for end in ends { #expect(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
    defer { close(ends[1]) }
    let device = try #require(TouchDevice(adopting: ends[0], recording.description))
    device.wishes = wishes
    let source = PanelSource(device, DiscoveredDevice(at: ""))
    var random = SplitMix(state: 1)
    var all: [TouchFrame] = []
    var waiting: [input_event] = []
    var isAfterLoss = false
    let events = recording.events.storage
    for (index, event) in events.enumerated() {
      var raw = input_event()
      raw.time.tv_sec = Int(event.time / 1_000_000)
      raw.time.tv_usec = Int(event.time % 1_000_000)
      (raw.type, raw.code, raw.value) = (event.type, event.code, event.value)
      waiting.append(raw)
      let isReport = Int32(event.type) == EV_SYN && Int32(event.code) == SYN_REPORT
      // What follows a loss in the same read is discarded, so it is sent in the next one.
      let isOdd = Int.random(in: 1...9, using: &random) == 1 && !(isReport && isAfterLoss)
      if Int32(event.type) == EV_SYN { isAfterLoss = Int32(event.code) == SYN_DROPPED }
      if isReport == isOdd && waiting.count < 100 && index + 1 < events.count { continue }
      let size = waiting.count * MemoryLayout<input_event>.stride
      try #require(write(ends[1], waiting, size) == size)
      waiting.removeAll()
      while case .pressing = try source.read({ all.append($0) }) {}
    }
    return all
  }
}
