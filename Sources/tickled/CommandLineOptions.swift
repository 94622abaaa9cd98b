import CLinux
import Configuration
import Screen
import Text
import TickledDaemon

/// Reads the daemon's few options with glibc's getopt_long.
enum CommandLineOptions {
  enum Outcome {
    case run(DaemonOptions)
    case help
    case version
    case startCommands
    case check(String)
    case mistake(String)
  }

  static let usage =
    "usage: tickled [--config FILE] [--device NODE]... [--dry-run] [--check] [--format text|json] [--help] [--version]"

  static let help = """
    \(usage)

    Recognizes gestures on touchscreens and runs the actions that its configuration binds to them.

      -c, --config FILE     the configuration (default: ~/.config/tickled/config.toml if it exists, else
                            /etc/tickled/config.toml)
      -d, --device NODE     reads only this node, for example /dev/input/event4; can be given several times
      -n, --dry-run         reports actions instead of running them
      -f, --format FORMAT   prints gestures and other events as text or json (JSON Lines); default: prints nothing
      -C, --check           says what is wrong with the configuration, and exits with 78 if it is invalid; `tickle check` says more
      -s, --starter SOCKET  has commands started by the process that listens at this socket
      -S, --start-commands  is that process: listens at the socket that systemd passes to it, and starts commands
      -h, --help            prints this help
      -V, --version         prints the version

    SIGHUP reloads the configuration, SIGTERM and SIGINT end the daemon. Use `tickle` to check configurations, list panels
    and replay recordings.

    """

  static func parse() -> Outcome {
    var config: String?
    var result = DaemonOptions(path: "")
    var checks = false
    let codes = "cdnfhVsSC".utf8.map { Int32($0) }
    let names: [StaticString] = [
      "config", "device", "dry-run", "format", "help", "version", "starter", "start-commands", "check",
    ]
    let options = zip(names, codes).map { name, code in
      linux_option(
        name: UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self),
        takes_argument: [0, 1, 3, 6].contains(codes.firstIndex(of: code)), code: code)
    }
    while true {
      var argument: UnsafePointer<CChar>?
      let code = linux_getopt(
        CommandLine.argc, CommandLine.unsafeArgv, options, Int32(options.count), &argument)
      let value = argument.map { String(cString: $0) } ?? ""
      switch code {
      case codes[0]: config = value
      case codes[1]: result.devices.append(value)
      case codes[2]: result.isDryRun = true
      case codes[3]:
        guard let known = OutputFormat(rawValue: value) else {
          return .mistake("tickled: --format must be text or json, not \"\(value.printable)\"")
        }
        result.format = known
      case codes[4]: return .help
      case codes[5]: return .version
      case codes[6]: result.commandStarter = value
      case codes[7]: return .startCommands
      case codes[8]: checks = true
      case -1:
        let operand = Int(linux_getopt_index())
        if operand < Int(CommandLine.argc), let word = CommandLine.unsafeArgv[operand] {
          return .mistake("tickled: unexpected \"\(String(cString: word).printable)\": tickled takes options only")
        }
        result.path = Configuration.path(option: config)
        return checks ? .check(result.path) : .run(result)
      default: return .mistake(mistake(code))
      }
    }
  }

  private static func mistake(_ code: Int32) -> String {
    let index = max(1, Int(linux_getopt_index()) - 1)
    let word = index < Int(CommandLine.argc) ? CommandLine.unsafeArgv[index].map { String(cString: $0) } : nil
    let shown = "\"\((word ?? "").printable)\""
    return code == Int32(UInt8(ascii: ":"))
      ? "tickled: \(shown) needs a value" : "tickled: \(shown) is not an option"
  }
}
