import Configuration
import Program
import Text

/// Makes a starter the service's configuration, with the drop-ins and permissions that it needs, and shows the gestures as they come.
struct ServiceSetup {
  private static let configuration = "/etc/tickled/config.toml"
  private static let bridge = "/etc/tickled/mqtt.toml"
  private static let folder = "/etc/systemd/system/tickled.service.d"

  /// Whether the bridge is set up, too.
  let withHomeAssistant: Bool

  /// Writes the configuration and becomes the shell that does the rest, so that its user sees each command. It returns only if that fails.
  func run(_ text: String) throws {
    guard Paths.exists("/run/systemd/system") else {
      throw Diagnostics.failure("tickle: systemd does not run here: name a file with --output", .unavailable)
    }
    guard let dropIns = ShippedFiles.dropIns.find() else {
      throw Diagnostics.failure("tickle: \(ShippedFiles.dropIns.missing)", .noInput)
    }
    try NewFile(path: Self.configuration).write(text)
    // The service is another user, whatever root's umask is.
    Paths.setPermissions(of: Self.configuration, to: 0o644)
    Diagnostics.say("Wrote \(Self.configuration). What it needs, and the gestures as they come (Ctrl-C ends this):")
    let messages = try Configuration.inspect(path: Self.configuration, for: .service).remarks.map(\.message)
    let commands =
      links(to: dropIns, for: messages) + ["systemctl daemon-reload", "systemctl restart tickled"]
      + permits(in: messages) + (withHomeAssistant ? bridgeCommands : []) + ["exec tickle watch --format text"]
    let error = Processes.become("sh", ["sh", "-exc", commands.joined(separator: "\n")])
    throw Diagnostics.failure("tickle: sh: \(error)", .unavailable)
  }

  /// Most commands need nothing of what the service denies, so its rights to the network stay as they are.
  private func links(to folder: String, for messages: [String]) -> [String] {
    let names = Paths.names(in: folder).sorted().filter { name in
      name != "commands.conf" && messages.contains { $0.contains("drop-in \(name)") }
    }
    if names.isEmpty { return [] }
    let files = names.map { "\(folder)/\($0)".shellWord }.joined(separator: " ")
    return ["mkdir -p \(Self.folder)", "ln -sf \(files) \(Self.folder)/"]
  }

  private func permits(in messages: [String]) -> [String] {
    messages.flatMap { $0.split(separator: "`").map(String.init) }.filter {
      $0.hasPrefix("systemctl enable --now tickled-")
    }
  }

  /// The package tickled-mqtt has a file without settings.
  private var bridgeCommands: [String] {
    guard let bytes = SmallFiles.head(of: Self.bridge, limit: 65_536) else {
      return ["echo 'Then install the bridge: apt install tickled-mqtt; docs/home-assistant.md'"]
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    if lines.contains(where: { !$0.allSatisfy(\.isWhitespace) && !$0.hasPrefix("#") }) {
      return ["echo '\(Self.bridge) has settings: control = true and backlight = true are up to you'"]
    }
    let settings = #"'broker = "homeassistant.local"' 'control = true' 'backlight = true'"#
    return [#"printf '%s\n' \#(settings) >> \#(Self.bridge)"#, "systemctl restart tickled-mqtt"]
  }
}
