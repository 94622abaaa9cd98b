/// The Wayland compositor of the user's session.
package enum WaylandSocket {
  /// The name of the session's compositor, such as `wayland-0`, if the environment doesn't say it: the first of wayland-0 to wayland-9
  /// that has a socket in XDG_RUNTIME_DIR. `nil`: the environment names one, or none is found.
  ///
  /// A service that the session's manager has started before the compositor doesn't get the variable. A compositor takes the first
  /// number that no other one uses.
  package static func unnamed() -> String? {
    guard environmentVariable("WAYLAND_DISPLAY") == nil, environmentVariable("WAYLAND_SOCKET") == nil,
      let folder = environmentVariable("XDG_RUNTIME_DIR")
    else { return nil }
    return (0..<10).lazy.map { "wayland-\($0)" }.first { Paths.exists("\(folder)/\($0)") }
  }
}
