import Bridge
import Broker
import Configuration
import Control
import Glibc
import Program

/// The bridge's command line.
@main
enum BridgeCommandLine {
  static func main() {
    switch BridgeOptions.parse() {
    case .help(let text): exit(answer(text).rawValue)
    case .version: exit(answer("tickled-mqtt \(Version.current)\n").rawValue)
    case .mistake(let message):
      complain("\(message)\n\(BridgeOptions.usage)")
      exit(ExitStatus.usage.rawValue)
    case .check(let path): exit(check(path).rawValue)
    case .fleet(let options): exit(FleetCommand.run(options).rawValue)
    case .run(let path): exit(run(path).rawValue)
    }
  }

  private static func answer(_ text: String) -> ExitStatus {
    if writeAll(Array(text.utf8), to: STDOUT_FILENO) { return .done }
    complain("tickled-mqtt: write to standard output: \(systemError())")
    return .ioError
  }

  private static func check(_ path: String) -> ExitStatus {
    do throws(ConfigurationError) {
      let settings = try BridgeFile.load(path: path)
      let client = Topics(panel: panelName(settings), base: settings.topic, discoveryPrefix: "").id
      do throws(PasswordError) {
        _ = try BrokerOptions(settings, client: client, credentials: credentialsDirectory)
      } catch {
        complain("tickled-mqtt: \(error)")
        return error.exitStatus
      }
      return answer(
        "\(path): \(settings.broker.text), panel \(panelName(settings)), "
          + "\(settings.mayControl ? "may be controlled" : "read-only")\n")
    } catch {
      complain("\(error)")
      return error.exitStatus
    }
  }

  /// The machine's name, without its domain.
  private static var machine: String {
    var name = [CChar](repeating: 0, count: 256)
    gethostname(&name, name.count - 1)
    let host = String(decoding: name.prefix { $0 != 0 && $0 != 0x2E }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return host.isEmpty || TopicLevel.objection(to: host) != nil ? "panel" : host
  }

  private static func panelName(_ settings: BridgeSettings) -> String { settings.panel ?? machine }

  private static func run(_ path: String) -> ExitStatus {
    let log = Log(program: "tickled-mqtt")
    let settings: BridgeSettings
    do throws(ConfigurationError) {
      settings = try BridgeFile.load(path: path)
    } catch {
      report(error, log)
      return error.exitStatus
    }
    let bridge = Bridge(settings, machine: machine)
    let options: BrokerOptions
    do throws(PasswordError) {
      options = try BrokerOptions(settings, client: bridge.topics.id, credentials: credentialsDirectory)
    } catch {
      log.error("\(error)")
      return error.exitStatus
    }
    if options.password != nil && !options.address.isSecure {
      log.warning("the password is sent without TLS: write broker = \"mqtts://\(options.address.host)\" if you can")
    }
    // Before any other thread is started, as they inherit the blocked signals.
    guard let loop = EventLoop(signals: [SIGTERM, SIGINT]) else {
      log.error("epoll: \(systemError())")
      return .ioError
    }
    signal(SIGPIPE, SIG_IGN)
    BrokerConnection.prepareLibrary()
    let socket = settings.socket ?? ControlSocket.pathToDaemon(configured: DaemonSettings().socket)
    BridgeLoop(bridge, options, socket: socket, loop: loop, log: log).run()
    return .done
  }

  /// A person sees the offending lines; a journal gets a line for each mistake.
  private static func report(_ error: ConfigurationError, _ log: Log) {
    guard case .unusable = error, isatty(STDERR_FILENO) != 0 else {
      for line in error.lines { log.error(line) }
      return
    }
    complain("\(error)")
  }
}
