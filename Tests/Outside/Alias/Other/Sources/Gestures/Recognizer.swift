/// A type of another module Gestures, which has a recognizer with a name that tickled's has, too.
public struct TapGestureRecognizer {
  public init() {}
}
