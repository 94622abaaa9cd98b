// Gestures/Embedded: what Embedded Swift lacks: weak references, and an object's class.

extension Referent {
  /// Returns whether this is an instance of the class itself, and not of a subclass. Embedded Swift cannot compare types; there, as
  /// everywhere without Objective-C, an object begins with the address of its class, which is also what a class is as a value.
  @inline(__always)
  func isExactly<Class: Swift.AnyObject>(_ other: Class.Type) -> Bool {
    #if hasFeature(Embedded)
      return Unmanaged.passUnretained(self).toOpaque().load(as: UnsafeRawPointer.self)
        == unsafeBitCast(other, to: UnsafeRawPointer.self)
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
