import CTouchInput
import Gestures

/// What a reader of a panel wants to know about its contacts besides their positions.
package struct ContactWishes: Hashable, Sendable {
  package enum Length: Hashable, Sendable {
    case millimetres(Double)
    /// In the panel's own units, for a panel that declares no resolution for them.
    case units(Int)
  }

  /// What tells that a finger has lifted.
  package enum Lifts: String, CaseIterable, Sendable {
    /// What the panel is seen to send: tracking ids, `BTN_TOUCH`.
    case panel
    /// `BTN_TOUCH` alone.
    case button
    /// Pressure at its minimum, too.
    case pressure
    /// No report for `TouchFilter.silence`, too.
    case silence
  }

  /// Whether frames carry imprints: the force and the size of each contact.
  package var imprints = false
  /// The length from which on a contact counts as a palm; `nil`: only those that the panel marks.
  package var palm: Length?
  /// Whether a pen that is near mutes the panel.
  package var penMutes = false
  /// The areas of the screen, in millimetres, in which contacts that land are not fingers.
  package var dead: [Rect] = []
  /// Whether contacts that land beside the picture are not fingers.
  package var ignoresOutside = false
  /// The pressure from which on a contact is a finger, as a part of the panel's range.
  package var leastPressure = 0.0
  package var lifts = Lifts.panel

  package init(imprints: Bool = false, palm: Length? = nil, penMutes: Bool = false) {
    self.imprints = imprints
    self.palm = palm
    self.penMutes = penMutes
  }
}

/// Converts the pressure and the size of a panel's contacts, turns contacts that are too large into palms, and leaves out those that are no
/// fingers by their place or their pressure.
///
/// The kernel gives a size in units of its axis (`ABS_MT_TOUCH_MAJOR`), which are millimetres only if the axis has a resolution, or if
/// it has the range of a position's axis: then it is in the units of positions. Other sizes cannot be compared with a length.
package struct ContactMeasures {
  private let force: ForceScale?
  /// Millimetres per unit.
  private let major: Double?
  private let minor: Double?
  private let hasSize: Bool
  /// The length from which on a contact counts as a palm, in units.
  private let palm: Double?
  private let wishes: ContactWishes
  private let size: Size
  /// Touches that became palms by their size, and contacts that are not fingers, until they lift.
  private var rejected: [UInt64] = []
  /// Touches that landed as palms.
  private var palms: [UInt64] = []
  /// Contacts that have not had enough pressure.
  private var light: [UInt64] = []

  private struct ForceScale {
    let minimum: Double
    let range: Double

    init?(_ axis: DeviceDescription.Axis) {
      minimum = Double(axis.minimum)
      range = Double(axis.maximum) - minimum
      if range <= 0 { return nil }
    }

    func share(of value: Int32) -> Double { max(0, min((Double(value) - minimum) / range, 1)) }
  }

  package init(_ wishes: ContactWishes, of description: DeviceDescription, _ geometry: PanelGeometry) {
    self.wishes = wishes
    size = geometry.size
    force = description.pressure.flatMap(ForceScale.init)
    func millimetresPerUnit(_ axis: DeviceDescription.Axis?) -> Double? {
      guard let axis else { return nil }
      if axis.resolution > 0 { return 1 / Double(axis.resolution) }
      let isLikePosition = axis.hasRange(of: description.x) || axis.hasRange(of: description.y)
      return isLikePosition && geometry.unit > 0 && geometry.sizeSource != .assumed ? geometry.unit : nil
    }
    hasSize = description.touchMajor != nil
    major = millimetresPerUnit(description.touchMajor)
    minor = millimetresPerUnit(description.touchMinor)
    palm =
      switch wishes.palm {
      case .millimetres(let length): major.map { length / $0 }
      case .units(let units) where hasSize: Double(units)
      case .units, nil: nil
      }
  }

  var penMutes: Bool { wishes.penMutes }
  var trustsButton: Bool { wishes.lifts == .button }

  /// Whether the panel measures force.
  package var hasForce: Bool { force != nil }

  /// Whether frames must be filled by `fill`.
  var isNeeded: Bool {
    wishes.imprints && (hasForce || major != nil) || palm != nil || !wishes.dead.isEmpty || wishes.ignoresOutside
      || leastPressure > 0
  }

  /// 0 if the panel measures no force.
  private var leastPressure: Double {
    if !hasForce { return 0 }
    return liftsByPressure ? max(wishes.leastPressure, .leastNonzeroMagnitude) : wishes.leastPressure
  }
  private var liftsByPressure: Bool { wishes.lifts == .pressure }

  /// A sentence about a `palm` or a `pressure` that this panel cannot compare with its contacts; otherwise `nil`.
  package var warning: String? {
    if (wishes.leastPressure > 0 || liftsByPressure) && !hasForce {
      let key = liftsByPressure ? "lifts = \"pressure\"" : "\"pressure\""
      return "\(key) has no effect: the panel does not measure pressure"
    }
    guard wishes.palm != nil, palm == nil else { return nil }
    return hasSize
      ? "\"palm\" has no effect: the panel does not give the size of contacts in millimetres "
        + "(a whole number such as palm = 40 is in the panel's own units)"
      : "\"palm\" has no effect: the panel does not measure the size of contacts"
  }

  /// Takes over the palms among the touches that are down.
  mutating func takePalms(of old: ContactMeasures) {
    rejected = old.rejected
    palms = old.palms
    light = old.light
  }

  /// Adds the imprints to a frame that has these contacts, and leaves out what is not a finger.
  mutating func fill(_ frame: inout TouchFrame, from contacts: UnsafeBufferPointer<ti_contact>) {
    var kept = 0
    for (index, raw) in contacts.enumerated() {
      var contact = frame.contacts[index]
      if wishes.imprints { contact.imprint = imprint(raw.now) }
      guard isFinger(&contact, raw.now), passes(&contact, raw.now) else { continue }
      frame.contacts[kept] = contact
      kept += 1
    }
    if kept < frame.contacts.count { frame.contacts.removeLast(frame.contacts.count - kept) }
  }

  private func imprint(_ state: ti_slot_state) -> Touch.Imprint {
    let length = major.map { Double(state.major) * $0 / 2 }
    // A panel without the minor axis reports circles.
    let width = minor.map { Double(state.minor) * $0 / 2 } ?? length
    return Touch.Imprint(force: force?.share(of: state.pressure), majorRadius: length, minorRadius: width)
  }

  /// Returns whether a contact is a finger's, by where it has landed and by its pressure. One with too little pressure lands when it has enough;
  /// one that loses it lifts, if that is what lifts are.
  private mutating func isFinger(_ contact: inout TouchFrame.Contact, _ state: ti_slot_state) -> Bool {
    let id = contact.id
    if contact.phase == .began {
      if isDead(contact.location) { rejected.append(id) } else if leastPressure > 0 { light.append(id) }
    }
    let index = light.firstIndex(of: id)
    if let index {
      let goes = contact.phase == .ended || contact.phase == .cancelled
      let isPressed = isPressed(state) && !goes
      if isPressed || goes { light.remove(at: index) }
      if isPressed { contact.phase = .began }
      return isPressed
    }
    guard let index = rejected.firstIndex(of: id) else {
      if liftsByPressure && contact.phase != .began && contact.phase != .cancelled && !isPressed(state) {
        rise(&contact)
      }
      return true
    }
    if contact.phase == .ended || contact.phase == .cancelled { rejected.remove(at: index) }
    return false
  }

  private func isPressed(_ state: ti_slot_state) -> Bool {
    (force?.share(of: state.pressure) ?? 1) >= leastPressure
  }

  private mutating func rise(_ contact: inout TouchFrame.Contact) {
    if contact.phase != .ended { light.append(contact.id) }
    contact.phase = .ended
  }

  private func isDead(_ place: Point) -> Bool {
    let isAtRim = place.x <= 0 || place.y <= 0 || place.x >= size.width.nextDown || place.y >= size.height.nextDown
    return wishes.ignoresOutside && isAtRim || wishes.dead.contains { $0.contains(place) }
  }

  /// Returns whether a contact is passed on. One that has become a palm is cancelled first, and then ignored until it lifts.
  private mutating func passes(_ contact: inout TouchFrame.Contact, _ state: ti_slot_state) -> Bool {
    guard let palm else { return true }
    let id = contact.id
    switch contact.phase {
    case .began:
      if Double(state.major) >= palm { contact.type = .palm }
      if contact.type == .palm { palms.append(id) }
    case .moved, .stationary:
      guard Double(state.major) >= palm, !palms.contains(id) else { break }
      contact.phase = .cancelled
      rejected.append(id)
    case .ended, .cancelled:
      palms.removeAll { $0 == id }
    }
    return true
  }
}

extension DeviceDescription.Axis {
  fileprivate func hasRange(of other: Self) -> Bool { minimum == other.minimum && maximum == other.maximum }
}
