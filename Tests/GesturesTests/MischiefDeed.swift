/// What a program may do while it is called.
enum MischiefDeed: Int, CaseIterable {
  // Calls of the engine.
  case handle, advance, perform, cancelTouches, press, cancelPresses, command, sample, cancelMotion
  // Its recognizers.
  case addRecognizer, removeRecognizer, moveRecognizer, forgetRecognizer, toggle, ignore, setState
  case require, relate, place, rearrangeSteps, report, dropDelegate, dropTarget, removeActions
  // Its views and responders.
  case addView, removeView, moveView, hideView, transformView, forgetView
  case becomeFirstResponder, resignFirstResponder, dropResponder, adopt
  // Its engine, its touches and everything at once.
  case configure, newEngine, forgetAll, keepTouches, readTouches
}
