/// An unowned reference, for closures that the object itself, or what it owns, keeps: `[owner = Unowned(self)] in owner.object.change()`.
/// The owner of the closure must be released before the object is. Builds that can check this trap otherwise.
package struct Unowned<Object: AnyObject> {
  #if hasFeature(Embedded)
    package unowned(unsafe) let object: Object
  #else
    package unowned let object: Object
  #endif

  package init(_ object: Object) { self.object = object }
}
