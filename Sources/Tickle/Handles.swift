// Tickle: libtickle, the engine with a C interface: tickle.h in CTickle, whose functions this module implements.
import CTickle

/// What a handle names.
enum Named {
  case engine(Engine)
  case view(ScreenView)
  case recognizer(Recognizer)
}

/// The objects that have handles, of all engines and threads.
enum Handles {
  /// Accessed with the lock only.
  nonisolated(unsafe) private static var table = HandleTable()

  private static func locked<Result>(_ body: (inout HandleTable) -> Result) -> Result {
    tickle_lock()
    defer { tickle_unlock() }
    return body(&table)
  }

  /// Returns a handle for an object; `nil` if there are too many, which has been noted.
  static func add(_ object: Named) -> OpaquePointer? {
    let handle = locked { $0.add(object) }
    if handle == nil { _ = refused(TICKLE_FULL, "there are too many objects") }
    return handle
  }

  static func remove(_ ended: [OpaquePointer?]) { locked { table in for handle in ended { table.remove(handle) } } }

  static subscript(handle: OpaquePointer?) -> Named? { locked { $0[handle] } }
}

/// A handle is a number in the guise of a pointer, so that a wrong one is found and never read: the place of the object in the table, and how
/// often the place was used before.
private struct HandleTable {
  private struct Place {
    var object: Named?
    var uses: UInt = 1
  }

  private var places: [Place] = []
  private var free: [Int] = []

  /// Half of a pointer counts the uses. On 32-bit machines that is 65,536 objects.
  private static let half = UInt(UInt.bitWidth / 2)
  private static let mask = (UInt(1) << half) - 1

  mutating func add(_ object: Named) -> OpaquePointer? {
    if free.isEmpty {
      guard places.count < Int(Self.mask) else { return nil }
      free.append(places.count)
      places.append(Place())
    }
    let place = free.removeLast()
    places[place].object = object
    return OpaquePointer(bitPattern: places[place].uses << Self.half | UInt(place))
  }

  subscript(handle: OpaquePointer?) -> Named? {
    guard let handle, let place = place(of: handle) else { return nil }
    return places[place].object
  }

  mutating func remove(_ handle: OpaquePointer?) {
    guard let handle, let place = place(of: handle) else { return }
    places[place].object = nil
    // A place whose uses are counted out is never used again, so that no old handle names a new object.
    guard places[place].uses < Self.mask else { return }
    places[place].uses += 1
    free.append(place)
  }

  private func place(of handle: OpaquePointer) -> Int? {
    let bits = UInt(bitPattern: handle)
    let place = Int(bits & Self.mask)
    return place < places.count && places[place].uses == bits >> Self.half && places[place].object != nil ? place : nil
  }
}

/// Notes why a call has failed, for `tickle_error`.
func refused(_ status: tickle_status, _ sentence: String) -> tickle_status {
  var sentence = sentence
  sentence.withUTF8 { tickle_note_error($0.baseAddress, $0.count) }
  return status
}

func gone(_ what: String) -> tickle_status { refused(TICKLE_GONE, "there is no such \(what), or it has ended") }

/// The engine with this handle; `nil` if there is none, which has been noted.
func knownEngine(_ handle: OpaquePointer?) -> Engine? {
  if case .engine(let engine) = Handles[handle] { return engine }
  _ = gone("engine")
  return nil
}

func knownView(_ handle: OpaquePointer?) -> ScreenView? {
  if case .view(let view) = Handles[handle] { return view }
  _ = gone("view")
  return nil
}

func knownRecognizer(_ handle: OpaquePointer?) -> Recognizer? {
  if case .recognizer(let recognizer) = Handles[handle] { return recognizer }
  _ = gone("recognizer")
  return nil
}
