// Two creatures to drag, pinch, turn, tap and tickle:
//
//     swift run Creatures [RECORDING]
//
// It takes the first touchscreen that it may read, or a recording, or else the mouse; with the shift key, the mouse is two fingers.

import CSDL2
import Dispatch
import Gestures
import Glibc
import Touchscreens

func now() -> Timestamp { Timestamp(microseconds: Int64(DispatchTime.now().uptimeNanoseconds / 1000)) }

do {
  let meadow = Meadow()
  let window = try Window(title: "Creatures", width: 868, height: 544)
  let queue = DispatchQueue(label: "gestures")
  let screens = Touchscreens(queue: queue) { meadow.open($0) }
  var mouse = Mouse()
  var drawn: Meadow.Look?
  var player = try CommandLine.arguments.dropFirst().first.map { try Player(recording: $0, from: now()) }
  if let player { meadow.fit(player.size) } else { try screens.start() }

  // The main thread waits for the window's events, and enters the queue to handle them and to draw.
  while window.isOpen {
    let events = window.wait(milliseconds: 16)
    queue.sync {
      let time = now()
      if player != nil {
        while let frame = player?.next(at: time) { _ = meadow.engine.handle(frame) }
        _ = meadow.engine.advance(to: time)
      } else if meadow.screen == nil {
        let scale = window.scale(of: meadow.root.frame.size)
        for event in events {
          if let frame = mouse.frame(event, scale: scale, at: time, in: meadow) { _ = meadow.engine.handle(frame) }
        }
        _ = meadow.engine.advance(to: time)
      }
      let look = meadow.look(at: time)
      if look != drawn || window.takeExposure() { window.draw(meadow, at: time) }
      drawn = look
    }
  }
  queue.sync { screens.stop() }
} catch {
  _ = "Creatures: \(error)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(1)
}
