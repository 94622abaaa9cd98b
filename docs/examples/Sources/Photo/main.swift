// A photo that stays under the fingers, on this machine's touchscreens or in a recording: Photo [RECORDING]
import Dispatch
import Gestures
import Glibc
import Touchscreens

/// A picture in the middle of a screen. A program with a window would draw it in `photo.transform`, around `photo.center`.
@Sendable func showPhoto(on screen: Touchscreen) {
  let root = View(name: screen.name, frame: Rect(origin: .zero, size: screen.size))
  let photo = View(
    name: "photo", frame: root.bounds.insetBy(dx: root.bounds.width / 8, dy: root.bounds.height / 8))
  root.addSubview(photo)

  let hold = TransformGestureRecognizer(name: "hold")
  hold.scaleLimits = 0.5...8
  hold.hasMomentum = true
  hold.addAction { hold in
    hold.moveView()
    guard hold.state == .ended, let photo = hold.view else { return }
    let transform = photo.transform, turn = atan2(transform.b, transform.a) * 180 / .pi
    print("the photo is at \(rounded(photo.center.x)), \(rounded(photo.center.y)) mm", terminator: "")
    print(", \(rounded(hypot(transform.a, transform.b))) times as large, turned by \(rounded(turn))°")
    fflush(nil)
  }
  photo.addGestureRecognizer(hold)

  let again = TapGestureRecognizer(name: "as at first")
  again.numberOfTapsRequired = 2
  again.addAction { [middle = photo.center] again in
    again.view?.transform = .identity
    again.view?.center = middle
    print("the photo is as at first")
  }
  photo.addGestureRecognizer(again)
  screen.engine = GestureEngine(root: root)
}

func rounded(_ value: Double) -> Double { (value * 10).rounded() / 10 }

let screens = Touchscreens(queue: DispatchQueue(label: "gestures"), showPhoto)
screens.onProblem = { print($0) }
do {
  let recording = CommandLine.arguments.dropFirst().first
  if let recording { try Touchscreen.play(recording: recording, showPhoto) } else { try screens.start() }
  if recording == nil { dispatchMain() }
} catch {
  _ = "Photo: \(error)\n".withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(1)
}
