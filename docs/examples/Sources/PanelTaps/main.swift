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

if CommandLine.arguments.count > 1 {
  try Touchscreen.play(recording: CommandLine.arguments[1], printTaps)
} else {
  let screens = Touchscreens(queue: DispatchQueue(label: "gestures"), printTaps)
  screens.onProblem = { print($0) }
  try screens.start()
  dispatchMain()
}
