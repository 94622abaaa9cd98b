// A card that fingers drag and turn over, played from a recording:
//
//     swift run CardTable [RECORDING]
//
// Without an argument it plays the recording of `tickle demo`.

import Foundation
import Gestures

let demo = URL(filePath: #filePath).appending(path: "../../../../../config/demo.evemu").standardized.path
let file = CommandLine.arguments.dropFirst().first ?? demo

do {
  let recording = try Recording(file: file)
  let table = CardTable(size: recording.size)
  var events = recording.frames.flatMap { table.handle($0) }
  events += table.finish()
  for event in events where event.state != .changed {
    let name = "\(event.recognizer.name) \(event.state)".padding(toLength: 12, withPad: " ", startingAt: 0)
    print(name, String(format: "at %.1f, %.1f mm", event.location.x, event.location.y))
  }
  let origin = table.card.frame.origin
  print(String(format: "the card is at %.1f, %.1f mm, face", origin.x, origin.y), table.isFaceUp ? "up" : "down")
} catch {
  FileHandle.standardError.write(Data("CardTable: \(error)\n".utf8))
  exit(66)
}
