import Actions
import Gestures
import TouchInput

/// `[[screen]]`
package struct ScreenSettings: Equatable, Sendable {
  /// Also the name of the screen's root view.
  package var name = "main"
  package var match = DeviceMatch()
  /// How the panel is mounted.
  package var orientation = PanelGeometry.Orientation.normal
  /// The size in millimetres; `nil`: as the device or the display reports it.
  package var size: Size?
  package var pixels: PixelSize?
  /// The device's units at the ends of the glass, if the device declares wrong ones.
  package var ranges = PanelGeometry.Ranges()
  /// Six numbers, in the format of udev's `LIBINPUT_CALIBRATION_MATRIX`; `nil`: udev's own calibration.
  package var calibration: [Double]?
  /// Whether to grab the panel, so that applications only see touches that gestures leave to them.
  package var intercept = false
  /// How touches that a gesture takes are kept from applications.
  package var takeBack = TakeBack.hold
  package var cloneName = CloneName.marked
  /// The places that the absolute pointer reports.
  package var pointer = PointerPlaces.picture
  /// The longest time for which a touch may be held back; `nil`: not configured, see `longestDelay`.
  package var maxDelay: DelayLimit?
  /// The panic gesture: this many fingers held for `panicTime` release an intercepted panel; without a time there is none.
  package var panicFingers = 5
  package var panicTime: Duration? = .seconds(5)
  /// While the display is off, neither gestures nor applications get the first touch, nor touches that land within this time after
  /// it. `nil`: the first touch is like any other.
  package var wakeGuard: Duration?
  /// The actions that this first touch triggers.
  package var wakeActions: [Action] = []
  /// Whether gestures exclude each other only if they share a touch, or always on the same screen.
  package var exclusive = Exclusion.touch
  /// The rules to follow where the user's intention and UIKit's rules differ.
  package var recognition = Recognition.hand
  /// Whether only the leading one of pan, pinch and rotation with the same fingers may begin (ARB-12).
  package var followsLeader = ByRecognition(hand: true, uikit: false)
  /// The time after a landing in which a gesture for fewer fingers waits for one for more fingers (ARB-13).
  package var landingGrace = ByRecognition(hand: Duration.milliseconds(80), uikit: .zero)
  /// Whether to keep the panel's noise and ghost touches from gestures.
  package var steadies = ByRecognition(hand: true, uikit: false)
  /// Whether to drop touches that no finger made.
  package var filter = true
  /// Whether a sample that jumps waits for the next one.
  package var settles = ByRecognition(hand: true, uikit: false)
  /// When a finger that lifts may go on as the same touch.
  package var bridge = ByRecognition(hand: TouchFilter.Settings.Bridge.whereSeen, uikit: .off)
  /// The length from which on a contact counts as a palm; `nil`: only contacts that the panel marks as such.
  package var palm: ContactWishes.Length?
  /// Whether touches are ignored while a pen is near.
  package var penMutes = false
  /// The areas in which contacts that land are not fingers.
  package var dead: [Frame] = []
  /// The keys that a table has. Two tables that mean the same are equal, whatever they leave to the defaults.
  struct GivenKeys: Equatable, Sendable {
    var names: Set<String> = []

    static func == (_: GivenKeys, _: GivenKeys) -> Bool { true }
  }

  /// What becomes of contacts that land beside the picture.
  package var outside = OutsideContacts.edge
  /// The pressure from which on a contact is a finger, as a part of the panel's range.
  package var leastPressure = 0.0
  /// What tells that a finger has lifted.
  package var lifts = ContactWishes.Lifts.panel
  /// The time after which a contact that neither moves nor lifts no longer counts as a finger; `nil`: never.
  package var stale: Duration? = .seconds(300)

  /// The keys that were given, by the screen or by what is known of its panel.
  var given = GivenKeys()
  /// The rows of `PanelQuirks` that gave some, with their keys.
  package internal(set) var quirks: [String] = []

  package init() {}
}

/// What becomes of contacts that land beside the picture, on glass that is larger.
package enum OutsideContacts: String, CaseIterable, Sendable {
  /// They are touches at its edge.
  case edge
  case ignore
}

/// The places that the absolute pointer reports.
package enum PointerPlaces: String, CaseIterable, Sendable {
  /// Places on the picture, as the user sees it, for compositors that spread the pointer over the desktop.
  case picture
  /// Places on the panel, for compositors that turn the pointer with its output, as they do with the touchscreen.
  case panel
}

/// Conditions for the device of a screen; all that are given must match.
package struct DeviceMatch: Equatable, Sendable {
  /// A glob for the device's name.
  package var name: String?
  package var vendor: UInt16?
  package var product: UInt16?
  package var path: String?
  package var serial: String?
}

package struct PixelSize: Equatable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
}
