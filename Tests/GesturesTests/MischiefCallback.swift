/// The calls by which an engine calls a program's code.
enum MischiefCallback: Int, CaseIterable {
  // A delegate's questions.
  case delegateShouldBegin, delegateShouldReceiveTouch, delegateShouldReceivePress, delegateIsSimultaneous
  case delegateRequiresFailure, delegateIsRequiredToFail
  // Closures.
  case action, targetAction, change, misuse, landing
  // A view's methods.
  case viewHitTest, viewPointInside, viewTouchesBegan, viewTouchesMoved, viewTouchesEnded, viewTouchesCancelled
  // A responder's methods.
  case responderPressesBegan, responderPressesChanged, responderPressesEnded, responderPressesCancelled
  case responderMotionBegan, responderMotionEnded, responderMotionCancelled, responderCommand
  case responderNext, responderCanBecomeFirst, responderCanResignFirst, responderBecomesFirst, responderResignsFirst
  // A recognizer's methods.
  case gestureTouchesBegan, gestureTouchesMoved, gestureTouchesPressed, gestureTouchesEnded, gestureTouchesCancelled
  case gesturePressesBegan, gesturePressesChanged, gesturePressesEnded, gesturePressesCancelled
  case gestureCommand, gestureDeviceMoved, gestureMotionCancelled
  case gestureDeadline, gestureDidBegin, gestureReset, gestureValues, gestureLocation
  case gestureShouldReceiveTouch, gestureShouldReceivePress, gestureShouldReceiveCommand, gestureShouldReceiveMotion
  case gestureFollowsMotion, gestureCanContinue, gestureShouldBegin, gestureCanPrevent, gestureCanBePrevented
  case gestureRequiresFailure, gestureIsRequiredToFail
  // The end of an object of which the engine, a view or a recognizer had the last reference.
  case gestureEnd, viewEnd, captiveEnd
}

extension MischiefCallback {
  /// What must happen often for the callback to come.
  enum Cause {
    case touch, press, command, motion
  }

  /// Whether an object ends, to which its `deinit` must make no reference that outlives it.
  var isEnd: Bool { self == .gestureEnd || self == .viewEnd || self == .captiveEnd }

  var cause: Cause {
    switch self {
    case .delegateShouldReceivePress, .responderPressesBegan, .responderPressesChanged, .responderPressesEnded,
      .responderPressesCancelled, .gesturePressesBegan, .gesturePressesChanged, .gesturePressesEnded,
      .gesturePressesCancelled, .gestureShouldReceivePress:
      .press
    case .responderCommand, .gestureCommand, .gestureShouldReceiveCommand: .command
    case .responderMotionBegan, .responderMotionEnded, .responderMotionCancelled, .gestureDeviceMoved,
      .gestureMotionCancelled, .gestureShouldReceiveMotion, .gestureFollowsMotion:
      .motion
    default: .touch
    }
  }
}
