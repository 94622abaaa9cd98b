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
    /// Where the screen is touched: the absolute pointer.
    case touch
    /// Where the pointer already is: the relative pointer.
    case pointer
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
    /// The distance for one step of the wheel, in millimetres; greater than 0.
    package var step = 10.0
    /// Whether the content follows the finger; otherwise it moves against it, as with a wheel.
    package var isNatural = true
    /// Whether scrolling continues after the lift.
    package var hasInertia = true

    package init() {}
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
  package var pointers: Set<Place> { if case .scroll = self { [place, .pointer] } else { [place] } }
}
