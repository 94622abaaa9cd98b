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
  /// In millimetres; `nil`: the device or the display tells.
  package var size: Size?
  package var pixels: PixelSize?
  /// Six numbers as udev's `LIBINPUT_CALIBRATION_MATRIX`; `nil`: udev's.
  package var calibration: [Double]?
  /// Grab the panel: applications see what gestures leave them.
  package var intercept = false
  /// How it keeps from them what a gesture takes.
  package var takeBack = TakeBack.hold
  package var cloneName = CloneName.marked
  /// The longest that a touch may be held back; `nil`: not said, see `longestDelay`.
  package var maxDelay: DelayLimit?
  /// So many fingers for so long let an intercepted panel go; `nil`: none do.
  package var panicFingers = 5
  package var panicTime: Duration? = .seconds(5)
  /// With the display off, the first touch is nobody's, nor what lands so shortly after it; `nil`: it is as any.
  package var wakeGuard: Duration?
  /// What that touch sets off.
  package var wakeActions: [Action] = []
  /// Whether gestures exclude one another by a shared touch, or all on the screen.
  package var exclusive = Exclusion.touch
  /// What recognition follows where hands and UIKit differ.
  package var recognition = Recognition.hand
  /// The leading one of pan, pinch and rotation of the same fingers begins, and no other (ARB-12).
  package var followsLeader = ByRecognition(hand: true, uikit: false)
  /// How long after a landing a gesture for fewer fingers waits for one for more (ARB-13).
  package var landingGrace = ByRecognition(hand: Duration.milliseconds(80), uikit: .zero)
  /// Keep the panel's noise from gestures.
  package var steadies = ByRecognition(hand: true, uikit: false)
  /// Drop touches that no finger made.
  package var filter = true
  /// How long a contact may neither move nor lift until it is none; `nil`: for ever.
  package var stale: Duration? = .seconds(300)

  package init() {}
}

/// Which device a screen is: all that is given must fit.
package struct DeviceMatch: Equatable, Sendable {
  /// A glob for the device's name.
  package var name: String?
  package var vendor: UInt16?
  package var product: UInt16?
  package var path: String?
  package var serial: String?

  package init() {}
}

package struct PixelSize: Equatable, Sendable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }
}
