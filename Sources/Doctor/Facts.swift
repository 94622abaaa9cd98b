// Doctor: what keeps gestures from working: facts, questions about them, answers. It looks at no file and no device itself.
import Configuration
import Control
import Program

/// What was found out about a machine, its daemon and its panels. Texts may come from anyone.
package struct Facts {
  /// How a daemon was started.
  package enum Place: String, Sendable {
    case service = "the system's service"
    case session = "the session's service"
    case hand = "a daemon that was started by hand"
  }

  package struct Panel {
    package var node: String
    package var name: String
    /// The groups and users that may read it, besides root.
    package var readers = ""
    package var isReadable = true
    package var hasSize = true
    /// Its `[[screen]]`; `nil`: none matches.
    package var screen: String?
    /// The programs that have it open, besides ours, with their numbers: `evtest (9)`.
    package var programs: [String] = []
    /// The contacts that are down.
    package var contacts = 0
    /// The line of a `[[screen]]` that names it.
    package var match = ""

    package init(node: String, name: String) { (self.node, self.name) = (node, name) }
  }

  package enum Touch {
    case notAsked, arrived, missing
    /// The panel has a contact, and its events go to another program.
    case grabbed
  }

  package enum Bridge { case absent, stopped, offline, connected }

  package var daemons: [(process: Int, place: Place)] = []
  /// `nil`: no daemon answers.
  package var status: DaemonStatus?
  /// Whether there is a daemon's socket that this user may not use.
  package var isSocketDenied = false
  /// The configuration's file.
  package var path = "/etc/tickled/config.toml"
  package var isForSession = false
  /// `nil`: it is missing, has errors, or this user may not read it.
  package var configuration: Configuration?
  package var isMissing = false
  /// The lines of its errors.
  package var errors: [String] = []
  /// What can never work in it.
  package var warnings: [String] = []
  /// What it needs of this machine and of the service.
  package var needs: [String] = []
  /// The service's drop-ins.
  package var dropIns: Set<String> = []
  /// Files that look like configurations and are not read, and the command that has each of them read.
  package var ignored: [(file: String, remedy: String)] = []
  package var panels: [Panel] = []
  /// Why other devices were refused, and the line that makes one of them a panel.
  package var refusals: [(sentence: String, remedy: String?)] = []
  package var touch = Touch.notAsked
  /// The names of the connected displays.
  package var displays: [String] = []
  package var bridge = Bridge.absent

  package init() {}

  var isService: Bool { daemons.contains { $0.place == .service } || (daemons.isEmpty && !isForSession) }
}
