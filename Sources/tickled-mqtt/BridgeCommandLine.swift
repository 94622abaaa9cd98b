// tickled-mqtt: the bridge's command line, and the loop that waits for the daemon and the broker.
import Bridge
import Broker
import Configuration
import Control
import Program

/// The bridge's command line.
@main
enum BridgeCommandLine {
  static func main() {
    switch BridgeOptions.parse() {
    case .help(let text): answer(text).exit()
    case .version: answer("tickled-mqtt \(Version.current)\n").exit()
    case .mistake(let message): failure("\(message)\n\(BridgeOptions.usage)", .usage).exit()
    case .check(let path): check(path).exit()
    case .fleet(let options): FleetCommand.run(options).exit()
    case .run(let path): run(path).exit()
    }
  }

  private static func answer(_ text: String) -> ExitStatus {
    if writeAll(Array(text.utf8), to: Descriptor.standardOutput) { return .done }
    return failure("tickled-mqtt: write to standard output: \(Errno.latest)", .ioError)
  }

  private static func check(_ path: String) -> ExitStatus {
    do throws(ConfigurationError) {
      let settings = try BridgeFile.load(path: path)
      let client = Topics(panel: panelName(settings), base: settings.topic, discoveryPrefix: "").id
      do throws(PasswordError) {
        _ = try BrokerOptions(settings, client: client, credentials: credentialsDirectory)
      } catch { return failure("tickled-mqtt: \(error)", error.exitStatus) }
      return answer(
        "\(path): \(settings.broker.text), panel \(panelName(settings)), "
          + "\(settings.mayControl ? "may be controlled" : "read-only")\n")
    } catch { return failure("\(error)", error.exitStatus) }
  }

  /// The machine's name, without its domain.
  private static var machine: String {
    let host = String(hostName.prefix { $0 != "." })
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
    guard let loop = EventLoop(signals: [.terminate, .interrupt]) else {
      log.error("epoll: \(Errno.latest)")
      return .ioError
    }
    Signal.ignoreBrokenPipes()
    BrokerConnection.prepareLibrary()
    BridgeLoop(bridge, options, loop: loop, log: log).run()
    return .done
  }

  /// A person sees the offending lines; a journal gets a line for each mistake.
  private static func report(_ error: ConfigurationError, _ log: Log) {
    guard case .unusable = error, Descriptor.isTerminal(Descriptor.standardError) else {
      for line in error.lines { log.error(line) }
      return
    }
    complain("\(error)")
  }
}
