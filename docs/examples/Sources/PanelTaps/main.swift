// Prints the taps on this machine's touchscreens, or those in a recording: PanelTaps [RECORDING]
import Dispatch
import Gestures
import Glibc
import Touchscreens

@Sendable func printTaps(on screen: Touchscreen) {
  let root = View(name: screen.name, frame: Rect(origin: .zero, size: screen.size))
  let tap = TapGestureRecognizer()
  tap.addAction { tap in
    let place = tap.location(in: nil)
    print("tap at \(place.x.rounded()), \(place.y.rounded()) mm on \(tap.view?.name ?? "nothing")")
    fflush(nil)
  }
  root.addGestureRecognizer(tap)
  screen.engine = GestureEngine(root: root)
}

let screens = Touchscreens(queue: DispatchQueue(label: "gestures"), printTaps)
screens.onProblem = { print($0) }
do {
  let recording = CommandLine.arguments.dropFirst().first
  if let recording { try Touchscreen.play(recording: recording, printTaps) } else { try screens.start() }
  if recording == nil { dispatchMain() }
} catch {
  _ = "PanelTaps: \(error)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(1)
}
