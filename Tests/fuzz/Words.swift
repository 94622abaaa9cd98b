import Configuration
import Gestures
import Hands
import Import
import TouchInput
import Trials

/// Reads a configuration of another program, in the format of the first byte. It is rejected, or what it becomes can be read.
func fuzzImports(_ bytes: [UInt8]) {
  guard let first = bytes.first else { return }
  let format = ImportFormat.allCases[Int(first) % ImportFormat.allCases.count]
  guard let imported = try? Import(format, bytes: Array(bytes.dropFirst())) else { return }
  let (configuration, diagnostics) = Configuration.parse(text: imported.toml, path: "fuzz.toml")
  guard configuration != nil else { fatalError("\(diagnostics.map(\.description)) in\n\(imported.toml)") }
}

/// Reads what a hand does. It is rejected, or its fingers can be played on a panel of each protocol.
func fuzzWords(_ bytes: [UInt8]) {
  guard let sentence = try? HandSentence(String(decoding: bytes, as: UTF8.self)) else { return }
  guard let hand = try? Hand(sentence, on: HandPanel(), shape: { _ in nil }) else { return }
  for touchProtocol in [DeviceDescription.TouchProtocol.slots, .anonymous, .single] {
    let device = hand.panel.device(touchProtocol, resolution: 10)
    guard let recording = try? hand.recording(on: device, name: "fuzz") else { continue }
    let size = Size(width: hand.panel.width, height: hand.panel.height)
    play(recording, ContactWishes(), on: PanelGeometry(recording.description), Lives(size: size))
  }
}
