import Bridge
import CLinux
import Configuration

/// Reads the bridge's few options with glibc's getopt_long.
enum BridgeOptions {
  enum Outcome {
    case run(path: String)
    case check(path: String)
    case fleet(FleetOptions)
    case help(String)
    case version
    case mistake(String)
  }

  static let usage = """
    usage: tickled-mqtt [--config FILE] [--check] [--help] [--version]
           tickled-mqtt fleet [--config FILE] [--broker ADDRESS] [--user NAME] [--password-file FILE] [--ca-file FILE]
                              [--topic TOPIC] [--wait SECONDS] [--silent HOURS] [--format text|json]
    """

  static let help = """
    \(usage)

    Reports the gestures of a running tickled to an MQTT broker, where Home Assistant finds the panel by itself.

      -c, --config FILE     the settings (default: ~/.config/tickled/mqtt.toml if you have one,
                            otherwise \(BridgeFile.systemPath))
          --check           says whether the settings can be used, and ends
      -h, --help            prints this help
      -V, --version         prints the version

    `tickled-mqtt fleet`, or `tickle fleet`, lists the panels that a broker knows; see `tickled-mqtt fleet --help`.

    """

  static let fleetHelp = """
    usage: tickled-mqtt fleet [OPTION]...

    Lists the panels that a broker knows, what differs between them, and which ones are silent.

      -c, --config FILE        the settings with the broker (default: as for tickled-mqtt, if it exists)
      -b, --broker ADDRESS     the broker: HOST, mqtt://HOST:PORT or mqtts://HOST:PORT
      -u, --user NAME          the user's name at the broker
          --password-file FILE a file with the password, which others can't read
          --ca-file FILE       the certificates of the authorities that may have signed the broker's
          --topic TOPIC        the first level of the panels' topics (default: tickled)
      -w, --wait SECONDS       how long answers are awaited, 0.1 to 600 (default: 2)
      -s, --silent HOURS       a panel without a touch for this long is silent (default: 24)
      -f, --format FORMAT      text or json
      -h, --help               prints this help
      -V, --version            prints the version

    """

  static func parse() -> Outcome {
    let isFleet = CommandLine.argc > 1 && CommandLine.unsafeArgv[1].map { String(cString: $0) == "fleet" } == true
    return isFleet ? parseFleet() : parseBridge()
  }

  private static func parseBridge() -> Outcome {
    var path = BridgeFile.standardPath()
    var isCheck = false
    let other = read([("config", "c", true), ("check", "k", false)], help, skipping: 0) { code, value in
      if code == "c" { path = value } else { isCheck = true }
      return nil
    }
    return other ?? (isCheck ? .check(path: path) : .run(path: path))
  }

  private static func parseFleet() -> Outcome {
    var fleet = FleetOptions()
    let options: [(StaticString, Character, Bool)] = [
      ("config", "c", true), ("broker", "b", true), ("user", "u", true), ("password-file", "p", true),
      ("ca-file", "a", true), ("topic", "t", true), ("wait", "w", true), ("silent", "s", true), ("format", "f", true),
    ]
    let other = read(options, fleetHelp, skipping: 1) { code, value in
      switch code {
      case "c": fleet.path = value
      case "b":
        do throws(BrokerAddress.Mistake) {
          fleet.broker = try BrokerAddress(value)
        } catch {
          return "tickled-mqtt: --broker: \(error.sentence)"
        }
      case "u": fleet.user = value
      case "p": fleet.passwordFile = value
      case "a": fleet.authorityFile = value
      case "t":
        if let objection = TopicLevel.objection(to: value) { return "tickled-mqtt: --topic \(objection)" }
        fleet.topic = value
      case "w":
        guard let seconds = Double(value), (0.1...600).contains(seconds) else {
          return "tickled-mqtt: --wait must be from 0.1 to 600 seconds, not \(value.quoted)"
        }
        fleet.wait = seconds
      case "s":
        guard let hours = Double(value), (0...1e6).contains(hours) else {
          return "tickled-mqtt: --silent must be a number of hours, not \(value.quoted)"
        }
        fleet.silence = hours * 3600
      default:
        guard ["text", "json"].contains(value) else {
          return "tickled-mqtt: --format must be text or json, not \(value.quoted)"
        }
        fleet.isJSON = value == "json"
      }
      return nil
    }
    return other ?? .fleet(fleet)
  }

  private typealias Option = (name: StaticString, code: Character, takesArgument: Bool)

  /// Reads all options, and gives each to `take`, which returns a mistake.
  /// - Parameter skipping: how many words before the options are known.
  /// - Returns: a mistake, or what is asked for instead.
  private static func read(
    _ own: [Option], _ help: String, skipping count: Int,
    _ take: (Character, String) -> String?
  ) -> Outcome? {
    let known: [Option] = own + [("help", "h", false), ("version", "V", false)]
    var result: Outcome?
    let options = known.map { option in
      linux_option(
        name: UnsafeRawPointer(option.name.utf8Start).assumingMemoryBound(to: CChar.self),
        takes_argument: option.takesArgument, code: Int32(option.code.asciiValue!))
    }
    let (words, number) = (CommandLine.unsafeArgv + count, CommandLine.argc - Int32(count))
    while true {
      var argument: UnsafePointer<CChar>?
      let code = linux_getopt(number, words, options, Int32(options.count), &argument)
      if code == -1 {
        let operand = Int(linux_getopt_index())
        guard operand < Int(number), let word = words[operand] else { return result }
        return .mistake("tickled-mqtt: unexpected \(String(cString: word).quoted)")
      }
      guard let option = known.first(where: { Int32($0.code.asciiValue!) == code }) else {
        let index = max(1, Int(linux_getopt_index()) - 1)
        let word = index < Int(number) ? words[index].map { String(cString: $0) } ?? "" : ""
        let isBare = code == Int32(UInt8(ascii: ":"))
        return .mistake("tickled-mqtt: \(word.quoted) \(isBare ? "needs a value" : "is not an option")")
      }
      switch option.code {
      case "h": result = result ?? .help(help)
      case "V": result = result ?? .version
      case let code:
        if let mistake = take(code, argument.map { String(cString: $0) } ?? "") { return .mistake(mistake) }
      }
    }
  }
}

struct FleetOptions {
  /// The settings with the broker; `nil`: the usual file, if there is one.
  var path: String?
  var broker: BrokerAddress?
  var user: String?
  var passwordFile: String?
  var authorityFile: String?
  var topic: String?
  /// In seconds, as is the other.
  var wait = 2.0
  var silence = 86400.0
  var isJSON = false
}
