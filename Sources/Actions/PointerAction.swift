/// What a `click`, `scroll`, `drag` or `pointer` action does with a virtual pointer.
package enum PointerAction: Hashable, Sendable {
  case click(Click)
  case scroll(Scroll)
  case drag(Drag)
  case move(Move)

  package enum Button: String, CaseIterable, Hashable, Sendable {
    case left, right, middle

    /// The button's code in linux/input-event-codes.h: BTN_LEFT, BTN_RIGHT or BTN_MIDDLE.
    package var code: UInt16 {
      switch self {
      case .left: 0x110
      case .right: 0x111
      case .middle: 0x112
      }
    }
  }

  /// Where a pointer action works.
  package enum Place: String, CaseIterable, Hashable, Sendable {
    /// Where the screen is touched: between the fingers.
    case touch
    /// Where the screen is touched by the finger that landed first.
    case first
    /// Where the pointer already is.
    case pointer

    package var device: Device { self == .pointer ? .relative : .absolute }
  }

  /// One of the two virtual pointers.
  package enum Device: CaseIterable, Hashable, Sendable {
    /// Like a tablet: goes where the screen is touched.
    case absolute
    /// Like a mouse, with a wheel.
    case relative
  }

  package struct Click: Hashable, Sendable {
    package var button: Button
    /// 1…3
    package var count: Int
    package var place: Place

    package init(_ button: Button = .left, count: Int = 1, place: Place = .touch) {
      self.button = button
      self.count = count
      self.place = place
    }
  }

  package struct Scroll: Hashable, Sendable {
    package var place = Place.touch
    /// What turns the wheel by one step; `nil`: 10 mm, a tenth more or less, or 15°, by the gesture's kind.
    package var step: Step?
    /// Whether the content follows the finger; otherwise it moves against it, as with a wheel.
    package var isNatural = true
    /// Whether scrolling continues after the lift.
    package var hasInertia = true

    package enum Step: Hashable, Sendable {
      /// The way of a drag, in millimetres; greater than 0.
      case millimetres(Double)
      /// The factor of a pinch; greater than 1.
      case ratio(Double)
      /// The angle of a rotation, in radians; greater than 0.
      case radians(Double)
    }

    package init() {}

    /// The way of a drag for one step of the wheel, in millimetres; a step of another gesture counts as 10.
    package var distance: Double { if case .millimetres(let distance) = step { distance } else { 10 } }
    /// The factor of a pinch for one step.
    package var ratio: Double { if case .ratio(let ratio) = step { ratio } else { 1.1 } }
    /// The angle of a rotation for one step, in radians.
    package var angle: Double { if case .radians(let angle) = step { angle } else { .pi / 12 } }
  }

  package struct Drag: Hashable, Sendable {
    package var button = Button.left
    package var place = Place.touch
    /// The factor for the relative pointer: 1 is one count for each `pt`.
    package var speed = 1.0
    /// How long the button stays down after the lift, for a new landing that continues the drag; `nil`: it goes up at the lift.
    package var liftTime: Duration?

    package init() {}
  }

  package struct Move: Hashable, Sendable {
    package var place = Place.pointer
    /// The factor for the relative pointer: 1 is one count for each `pt`.
    package var speed = 1.0

    package init() {}
  }

  /// Whether the action follows a gesture from its recognition to its end.
  package var followsGesture: Bool { if case .click = self { false } else { true } }

  package var place: Place {
    switch self {
    case .click(let click): click.place
    case .scroll(let scroll): scroll.place
    case .drag(let drag): drag.place
    case .move(let move): move.place
    }
  }

  /// The pointers that the action needs: the wheel belongs to the relative one.
  package var devices: Set<Device> { if case .scroll = self { [place.device, .relative] } else { [place.device] } }
}
