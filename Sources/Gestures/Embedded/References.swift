// References that keep nothing alive.
//
// A weak variable gives its object a side table, and from then on each count of a reference to the object costs three times as much. So
// views and recognizers, which are counted where fingers land and lift, have an anchor instead. Embedded Swift has no weak variables at
// all; this file is the only one that knows.

/// A reference to an object that clears it in its `deinit`, or before the owner of the reference can be asked for it.
///
/// Reading an unowned variable counts a reference to the object, which costs more than most of what is read. `read` counts none.
struct BackReference<Object: Swift.AnyObject> {
  private var reference: Unmanaged<Object>?

  init(_ object: Object? = nil) { reference = object.map { Unmanaged.passUnretained($0) } }

  /// The object. Use this wherever a client may be called, which may drop the last other reference to it.
  @inline(__always)
  var object: Object? { reference?.takeUnretainedValue() }

  /// Calls `body` with the object, if there is one. `body` must call no client.
  @inline(__always)
  func read<Result>(_ body: (Object) -> Result) -> Result? {
    guard let reference else { return nil }
    return reference._withUnsafeGuaranteedRef(body)
  }

  /// Calls `body` with the object, if there is one. `body` may call clients if `isHeld` says that a caller keeps the object alive
  /// meanwhile; otherwise a reference to it is counted.
  @inline(__always)
  func call(ifHeld isHeld: (Object) -> Bool, _ body: (Object) -> Void) {
    guard let reference else { return }
    if reference._withUnsafeGuaranteedRef(isHeld) {
      reference._withUnsafeGuaranteedRef(body)
    } else {
      body(reference.takeUnretainedValue())
    }
  }

  /// Returns whether this refers to an object, and the other one to the same.
  @inline(__always)
  func isSame(as other: BackReference) -> Bool {
    guard let reference, let theirs = other.reference else { return false }
    return reference.toOpaque() == theirs.toOpaque()
  }
}

/// A view or a recognizer, which `Weak` can refer to.
protocol Referent: AnyObject {
  var life: Life { get set }
}

/// The life of an object to which there are weak references. The object calls `end` in its `deinit`.
struct Life {
  /// Created with the first reference.
  fileprivate var anchor: Anchor?

  /// Sets all references to `nil`.
  @inline(__always)
  func end() { anchor?.object = nil }
}

/// What the references share. It outlives the object, which clears it.
private final class Anchor {
  unowned(unsafe) var object: AnyObject?
  init(_ object: AnyObject) { self.object = object }
}

/// A weak reference, to be used only on the queue of its object. It ends in the `deinit` of `View` or `GestureRecognizer`, which comes after
/// those of their subclasses.
struct Weak<Object: Referent> {
  private let anchor: Anchor?

  init(_ object: Object?) {
    if let object, object.life.anchor == nil { object.life.anchor = Anchor(object) }
    anchor = object?.life.anchor
  }

  var object: Object? { anchor?.object.map { unsafeDowncast($0, to: Object.self) } }

  /// Returns whether this refers to an object, without a reference to it.
  func refers(to object: Object) -> Bool { anchor != nil && anchor === object.life.anchor }
}

#if hasFeature(Embedded)
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
  // These are read with `load`: a read of a weak variable's copy would copy the reference first, which costs more than the read.

  struct DelegateReference {
    private weak var object: (any GestureRecognizerDelegate)?
    init(_ object: (any GestureRecognizerDelegate)?) { self.object = object }

    @inline(__always)
    mutating func load() -> (any GestureRecognizerDelegate)? { object }
    @inline(__always)
    mutating func store(_ object: (any GestureRecognizerDelegate)?) { self.object = object }
  }

  struct TargetReference {
    private weak var object: AnyObject?
    init(_ object: AnyObject?) { self.object = object }

    @inline(__always)
    mutating func load() -> AnyObject? { object }
    @inline(__always)
    mutating func store(_ object: AnyObject?) { self.object = object }
  }
#endif
