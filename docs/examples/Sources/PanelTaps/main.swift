// Prints the taps on this machine's touchscreens, or those in a recording: PanelTaps [RECORDING]
import Dispatch
import Gestures
import Glibc
import Touchscreens

@Sendable func recognizeTaps(on screen: Touchscreen) {
  let root = View(name: screen.name, frame: Rect(origin: .zero, size: screen.size))
  root.addGestureRecognizer(TapGestureRecognizer())
  screen.engine = GestureEngine(root: root)
}

func show(_ tap: GestureEvent.Snapshot) {
  print("tap at \(tap.location.x.rounded()), \(tap.location.y.rounded()) mm on \(tap.view ?? "nothing")")
  fflush(nil)
}

do {
  if let recording = CommandLine.arguments.dropFirst().first {
    try Touchscreen.play(recording: recording) { screen in
      recognizeTaps(on: screen)
      screen.onEvents = { for case .gesture(let tap) in $0 { show(tap.snapshot) } }
    }
  } else {
    let screens = Touchscreens(queue: DispatchQueue(label: "gestures"), recognizeTaps)
    screens.onProblem = { print($0) }
    let taps = screens.gestures
    try screens.start()
    for await tap in taps { show(tap) }
  }
} catch {
  _ = "PanelTaps: \(error)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(1)
}
