// References that keep nothing alive. Embedded Swift has no weak references; this file is the only one that knows.
//
// A variable with such a reference is read with `load`: a read of `object` copies the reference first, which costs more than the read.

#if hasFeature(Embedded)
  /// A view or a recognizer, which `Weak` can refer to.
  protocol Referent: AnyObject {
    var life: Life { get set }
  }

  /// The life of an object to which there are weak references. The object calls `end` in its `deinit`.
  struct Life {
    /// Created with the first reference.
    fileprivate var anchor: Anchor?

    /// Sets all references to `nil`.
    func end() { anchor?.object = nil }
  }

  /// What the references share. It outlives the object.
  private final class Anchor {
    var object: UnsafeMutableRawPointer?
    init(_ object: UnsafeMutableRawPointer) { self.object = object }
  }

  /// A weak reference.
  struct Weak<Object: Referent> {
    private let anchor: Anchor?

    init(_ object: Object?) {
      guard let object else {
        anchor = nil
        return
      }
      if object.life.anchor == nil { object.life.anchor = Anchor(Unmanaged.passUnretained(object).toOpaque()) }
      anchor = object.life.anchor
    }

    var object: Object? { anchor?.object.map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() } }
    mutating func load() -> Object? { object }
  }

  /// A reference to an object of the client: a delegate, or the target of an action.
  ///
  /// Any class can be that, and not every object says when its life ends. So the reference keeps the object alive: a client that
  /// forgets to clear it loses memory, and does not read memory that is no longer its own.
  struct ClientReference<Object> {
    private var object: Object?
    init(_ object: Object?) { self.object = object }

    mutating func load() -> Object? { object }
    mutating func store(_ object: Object?) { self.object = object }
  }

  typealias DelegateReference = ClientReference<any GestureRecognizerDelegate>
  typealias TargetReference = ClientReference<AnyObject>
#else
  protocol Referent: AnyObject {}

  /// Nothing: the run-time library sets weak references to `nil`.
  struct Life {
    @inline(__always)
    func end() {}
  }

  /// A weak reference.
  struct Weak<Object: AnyObject> {
    private(set) weak var object: Object?
    init(_ object: Object?) { self.object = object }

    @inline(__always)
    mutating func load() -> Object? { object }
  }

  /// A weak reference to a delegate.
  struct DelegateReference {
    private weak var object: (any GestureRecognizerDelegate)?
    init(_ object: (any GestureRecognizerDelegate)?) { self.object = object }

    @inline(__always)
    mutating func load() -> (any GestureRecognizerDelegate)? { object }
    @inline(__always)
    mutating func store(_ object: (any GestureRecognizerDelegate)?) { self.object = object }
  }

  /// A weak reference to the target of an action.
  struct TargetReference {
    private weak var object: AnyObject?
    init(_ object: AnyObject?) { self.object = object }

    @inline(__always)
    mutating func load() -> AnyObject? { object }
    @inline(__always)
    mutating func store(_ object: AnyObject?) { self.object = object }
  }
#endif
