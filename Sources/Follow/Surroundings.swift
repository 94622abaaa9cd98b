import Actions
import CSession

/// What the session says about its displays at one moment.
package struct Surroundings: Equatable, Sendable {
  package struct Output: Equatable, Sendable {
    package var name: String
    /// How often its picture is turned counter-clockwise by a quarter, 0 to 3.
    package var turns = 0
    /// Whether the picture is mirrored as well, which no touchscreen can follow.
    package var isMirrored = false
    /// Whether it has power; `nil`: the compositor does not say.
    package var isOn: Bool?
  }

  package enum Lock: Sendable {
    case locked, unlocked
    /// The user has no session.
    case missing
  }

  /// The outputs that show something; `nil`: there is no compositor.
  package var outputs: [Output]?
  /// The application ID of the active window; `nil`: no window is active.
  package var application: String?
  /// Whether there was input of any device a moment ago; `nil`: the compositor does not say.
  package var isUsed: Bool?
  /// How often the device itself is turned, as `turns` of an output; `nil`: no sensor says so.
  package var deviceTurns: Int?
  /// The layout of the keyboards; `nil`: the compositor has sent none.
  package var layout: KeyboardLayout?
  /// `nil`: nothing says whether the session is locked.
  package var lock: Lock?

  package init(
    outputs: [Output]? = nil, application: String? = nil, isUsed: Bool? = nil, deviceTurns: Int? = nil,
    layout: KeyboardLayout? = nil, lock: Lock? = nil
  ) {
    self.outputs = outputs
    self.application = application
    self.isUsed = isUsed
    self.deviceTurns = deviceTurns
    self.layout = layout
    self.lock = lock
  }
}

package final class Compositor {
  private let wayland: OpaquePointer

  /// Connects to the compositor of the environment, or to one at a socket.
  /// - Returns: `nil`, with errno set, if there is none.
  package init?(socket: String? = nil) {
    guard let wayland = session_wayland_open(socket) else { return nil }
    self.wayland = wayland
  }

  deinit { session_wayland_close(wayland) }

  package var fileDescriptor: Int32 { session_wayland_descriptor(wayland) }

  /// Reads what the compositor has sent, without waiting.
  /// - Returns: false if the compositor has gone.
  package func read() -> Bool { session_wayland_read(wayland) }

  /// The protocols that are missing for a plan, each with what cannot be followed for that reason.
  package func missing(for plan: FollowPlan) -> [String] {
    var sentences: [String] = []
    if !session_wayland_has_applications(wayland) {
      sentences.append("it has no wlr-foreign-toplevel-management: applications are not followed")
    }
    if !hasPower {
      sentences.append("it has no wlr-output-power-management: whether the display is on is not followed")
    }
    if plan.followsUse && !session_wayland_has_use(wayland) {
      sentences.append("it has no ext-idle-notify: only touches count for [[idle]]")
    }
    return sentences
  }

  package var outputs: [Surroundings.Output] {
    withUnsafeTemporaryAllocation(of: session_output.self, capacity: Int(SESSION_MOST_OUTPUTS)) { buffer in
      let count = Int(session_wayland_outputs(wayland, buffer.baseAddress!))
      return buffer[..<count].map { output in
        let name = withUnsafeBytes(of: output.name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        let turns = Int(output.transform)
        let isOn = output.power == SESSION_POWER_UNKNOWN ? nil : output.power == SESSION_POWER_ON
        return Surroundings.Output(name: name, turns: turns % 4, isMirrored: turns >= 4, isOn: isOn)
      }
    }
  }

  /// Whether the compositor says whether outputs have power, if it is asked.
  package var hasPower: Bool { session_wayland_has_power(wayland) }

  /// Asks whether the outputs have power. The answer is read later.
  package func askPower() { session_wayland_ask_power(wayland) }

  package var application: String? { session_wayland_application(wayland).map { String(cString: $0) } }

  /// The layout of the keyboards: of the first seat's, in the group that the compositor reports, or else in its first group.
  package var layout: KeyboardLayout? { KeyboardLayout { session_wayland_layout(wayland, $0) } }

  /// Whether there was input of any device within the last second, or something such as a film keeps the session from becoming idle;
  /// `nil`: the compositor does not say.
  package var isUsed: Bool? { session_wayland_has_use(wayland) ? session_wayland_is_used(wayland) : nil }
}

/// The services on the system bus: the device's orientation, by iio-sensor-proxy, and the session's lock, by logind.
package final class SystemBus {
  private let bus: OpaquePointer

  /// - Returns: `nil`, with errno set, if there is no system bus.
  package init?(followsSensor: Bool, followsLock: Bool) {
    guard let bus = session_bus_open(followsSensor, followsLock) else { return nil }
    self.bus = bus
  }

  deinit { session_bus_close(bus) }

  package var fileDescriptor: Int32 { session_bus_descriptor(bus) }

  /// Reads what the bus has sent, without waiting.
  /// - Returns: false if the bus has gone.
  package func read() -> Bool { session_bus_read(bus) }

  /// `nil` if there is no sensor, or if it has not found an orientation yet.
  package var turns: Int? {
    let turns = session_bus_turns(bus)
    return turns < 0 ? nil : Int(turns)
  }

  /// `nil` if the lock is not followed, or if logind has not answered yet.
  package var lock: Surroundings.Lock? {
    switch session_bus_lock(bus) {
    case SESSION_MISSING: .missing
    case SESSION_UNLOCKED: .unlocked
    case SESSION_LOCKED: .locked
    default: nil
    }
  }
}
