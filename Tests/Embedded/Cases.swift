import Gestures

@_cdecl("play_case")
func play(_ name: UnsafePointer<CChar>, _ text: UnsafePointer<UInt8>, _ length: Int) -> CaseResult {
  let name = String(cString: name)
  guard let json = JSON(text: UnsafeBufferPointer(start: text, count: length)) else {
    print("\(name): not JSON")
    return CASE_FAILS
  }
  if json["peer_specific"].bool == true { return CASE_SKIPPED }
  let player = CasePlayer(json)
  player.play()
  for failure in player.failures { print("\(name): \(failure)") }
  return player.failures.isEmpty ? CASE_HOLDS : CASE_FAILS
}

/// Embedded Swift has no weak references. The module's own must be nil all the same when their objects are gone.
@_cdecl("check_references")
func checkReferences() -> CInt {
  var failures: CInt = 0
  func check(_ holds: Bool, _ what: StaticString) {
    if !holds {
      print("\(what)")
      failures += 1
    }
  }

  let screen = View(name: "screen", frame: Rect(x: 0, y: 0, width: 100, height: 100))
  let engine = GestureEngine(root: screen)
  let pan = PanGestureRecognizer(name: "pan")
  screen.addGestureRecognizer(pan)

  // A set names a recognizer that is gone.
  pan.simultaneousRecognizers = .some([TapGestureRecognizer(name: "gone")])
  let tap = TapGestureRecognizer(name: "another one, perhaps at the same address")
  check(!pan.simultaneousRecognizers.contains(tap), "a set contains a recognizer that is not in it")

  // An action outlives its recognizer.
  var calls = 0
  let action = TapGestureRecognizer(name: "gone").addAction { _ in calls += 1 }
  action.remove()

  // The view of a touch is gone, and then the gesture ends.
  do {
    let view = View(name: "gone", frame: screen.frame)
    screen.addSubview(view)
    let contact = TouchFrame.Contact(id: 1, phase: .began, location: Point(x: 50, y: 50))
    _ = engine.handle(TouchFrame(time: Timestamp(microseconds: 0), contacts: [contact]))
    check(engine.touches.first?.view === view, "a touch has lost its view")
    view.removeFromSuperview()
  }
  check(engine.touches.first?.view == nil, "a touch has a view that is gone")
  _ = engine.cancelTouches(at: Timestamp(microseconds: 1000))

  // A sequence of which a gesture was a step is gone.
  do {
    let sequence = SequenceGestureRecognizer(name: "gone")
    sequence.steps = [[tap], [TapGestureRecognizer(name: "second")]]
  }
  tap.addAction { _ in calls += 1 }
  screen.addGestureRecognizer(tap)
  for (phase, time) in [(Touch.Phase.began, 10_000), (.ended, 60_000)] as [(Touch.Phase, Int64)] {
    let contact = TouchFrame.Contact(id: 2, phase: phase, location: Point(x: 50, y: 50))
    _ = engine.handle(TouchFrame(time: Timestamp(microseconds: time), contacts: [contact]))
  }
  check(calls == 1, "a tap did not call its action once")

  // The target of an action is kept alive, as the documentation says, until the action is removed.
  final class Target {
    let end: () -> Void
    init(_ end: @escaping () -> Void) { self.end = end }
    deinit { end() }
  }
  var isGone = false
  let kept = tap.addAction(for: Target { isGone = true }) { _, _ in calls += 1 }
  check(!isGone, "the target of an action is gone")
  kept.remove()
  check(isGone, "the target of an action that was removed is kept alive")
  return failures
}
