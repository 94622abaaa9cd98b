import Configuration
import Text
import TouchInput

/// What the daemon recognizes and can be set to: for programs that show it elsewhere. It changes with the
/// configuration.
package struct DaemonDescription: Equatable, Sendable {
  package struct Gesture: Equatable, Sendable {
    package var name: String
    package var kind: String
    /// The states that its lines can have.
    package var states: [String]
    /// The field of its lines that says what it was, such as `direction`; `nil` if its kind has no such choice.
    package var outcomeField: String?
    /// The field's possible values.
    package var outcomes: [String] = []

    package init(
      name: String, kind: String, states: [String], outcomeField: String? = nil, outcomes: [String] = []
    ) {
      self.name = name
      self.kind = kind
      self.states = states
      self.outcomeField = outcomeField
      self.outcomes = outcomes
    }
  }

  package struct Screen: Equatable, Sendable {
    package var name: String
    /// As it is mounted, without what a client that follows its picture turns.
    package var orientation: String

    package init(name: String, orientation: String) {
      self.name = name
      self.orientation = orientation
    }
  }

  /// The SHA-256 of the configuration's text.
  package var hash: String
  /// The names of the modes, with `default`.
  package var modes: [String]
  package var screens: [Screen]
  /// Whether the display is on, as a client has said; `nil`: no client has.
  package var isDisplayOn: Bool?
  package var gestures: [Gesture]
  /// The number of gestures that found no room in the reply.
  package var omitted = 0
  /// What the client that asks may do on its socket.
  package var rights: Set<SocketRight>
  /// The named actions that it may trigger.
  package var actions: [String]

  /// The most bytes of gestures, as a client that does not read 256 kB is dropped.
  private static let most = 128 << 10

  package init(
    hash: String, modes: [String], screens: [Screen], isDisplayOn: Bool? = nil, gestures: [Gesture], omitted: Int = 0,
    rights: Set<SocketRight> = Set(SocketRight.allCases), actions: [String] = []
  ) {
    self.hash = hash
    self.modes = modes
    self.screens = screens
    self.isDisplayOn = isDisplayOn
    self.gestures = gestures
    self.omitted = omitted
    self.rights = rights
    self.actions = actions
  }

  package init(
    _ configuration: Configuration, hash: String, orientation: (ScreenSettings) -> PanelGeometry.Orientation,
    isDisplayOn: Bool?, rights: Set<SocketRight> = Set(SocketRight.allCases), actions: [String] = []
  ) {
    let screens = configuration.screens.isEmpty ? [ScreenSettings()] : configuration.screens
    self.init(
      hash: hash, modes: ["default"] + configuration.modes.map { $0.name }.filter { $0 != "default" },
      screens: screens.map { Screen(name: $0.name, orientation: orientation($0).rawValue) }, isDisplayOn: isDisplayOn,
      gestures: configuration.gestures.map(Gesture.init), rights: rights, actions: actions)
  }

  func write(to writer: inout JSONWriter) {
    writer.object("description") { writer in
      writer.member("hash", hash)
      writer.member("rights", SocketRight.allCases.filter(rights.contains).map { $0.rawValue })
      if !actions.isEmpty { writer.member("actions", actions) }
      writer.member("modes", modes)
      writer.objects("screens", screens) { screen, writer in
        writer.member("name", screen.name)
        writer.member("orientation", screen.orientation)
      }
      if let isDisplayOn { writer.member("display", isDisplayOn) }
      var omitted = omitted
      writer.key("gestures")
      writer.array { writer in
        for gesture in gestures {
          if writer.count > Self.most { omitted += 1 } else { gesture.write(to: &writer) }
        }
      }
      if omitted > 0 { writer.member("omitted", omitted) }
    }
  }
}

extension DaemonDescription.Gesture {
  fileprivate init(_ gesture: GestureSettings) {
    let states: [ActionBinding.State] =
      gesture.kind.isDiscrete ? [.ended] : [.began, .changed, .ended, .cancelled]
    let outcomes = gesture.kind.outcomes
    self.init(
      name: gesture.name, kind: gesture.kind.name.rawValue, states: states.map { $0.rawValue },
      outcomeField: outcomes?.field, outcomes: outcomes?.values ?? [])
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", name)
      writer.member("kind", kind)
      writer.member("states", states)
      guard let outcomeField else { return }
      writer.object("outcomes") { writer in
        writer.member("field", outcomeField)
        writer.member("values", outcomes)
      }
    }
  }
}

// MARK: - Reading

extension DaemonDescription {
  /// Reads a reply; members that are missing become empty.
  init(_ json: JSONValue) {
    self.init(
      hash: json["hash"]?.string ?? "", modes: json["modes"]?.array.compactMap { $0.string } ?? [],
      screens: json["screens"]?.array.map { screen in
        Screen(name: screen["name"]?.string ?? "", orientation: screen["orientation"]?.string ?? "")
      } ?? [],
      isDisplayOn: json["display"]?.bool,
      gestures: json["gestures"]?.array.map { gesture in
        Gesture(
          name: gesture["name"]?.string ?? "", kind: gesture["kind"]?.string ?? "",
          states: gesture["states"]?.array.compactMap { $0.string } ?? [],
          outcomeField: gesture["outcomes"]?["field"]?.string,
          outcomes: gesture["outcomes"]?["values"]?.array.compactMap { $0.string } ?? [])
      } ?? [],
      omitted: json["omitted"]?.number.flatMap { Int(exactly: $0) } ?? 0,
      rights: json["rights"].map { Set($0.array.compactMap { $0.string.flatMap(SocketRight.init) }) }
        ?? Set(SocketRight.allCases), actions: json["actions"]?.array.compactMap { $0.string } ?? [])
  }
}
