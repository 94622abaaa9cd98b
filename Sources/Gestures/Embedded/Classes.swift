// Gestures/Embedded: what Embedded Swift lacks: weak references, and an object's class.

extension Referent {
  /// Returns whether this is an instance of the class itself, and not of a subclass. In Embedded Swift the answer is always no, as if a
  /// subclass of another module might have overridden anything: that costs time, and changes nothing that a client can see.
  @inline(__always)
  func isExactly<Class: Swift.AnyObject>(_ other: Class.Type) -> Bool {
    #if hasFeature(Embedded)
      return false
    #else
      return type(of: self) == other
    #endif
  }
}

extension GestureRecognizer {
  final var className: String {
    #if hasFeature(Embedded)
      return "GestureRecognizer"
    #else
      return "\(type(of: self))"
    #endif
  }
}

extension View {
  final var className: String {
    #if hasFeature(Embedded)
      return "View"
    #else
      return "\(type(of: self))"
    #endif
  }
}
