import Bridge
import Broker
import CLinux
import Configuration
import Program

/// `tickled-mqtt fleet`: asks a broker for the panels that it knows.
enum FleetCommand {
  static func run(_ options: FleetOptions) -> ExitStatus {
    let settings: BridgeSettings
    do throws(FleetMistake) { settings = try self.settings(options) } catch { return failure(error.text, error.status) }
    let connection: BrokerOptions
    do throws(PasswordError) {
      let client = "tickle-fleet-\(Processes.own)-\(UInt32.random(in: 0...UInt32.max))"
      connection = try BrokerOptions(settings, client: client, credentials: credentialsDirectory)
    } catch { return failure("tickled-mqtt: \(error)", error.exitStatus) }
    var fleet = Fleet(topic: settings.topic)
    BrokerConnection.prepareLibrary()
    guard let broker = BrokerConnection(connection, will: nil) else {
      return failure("tickled-mqtt: out of memory or descriptors", .ioError)
    }
    if let reason = collect(&fleet, from: broker, for: options.wait) {
      return failure("tickled-mqtt: \(settings.broker.text): \(reason)", .unavailable)
    }
    broker.close(within: 100)
    let now = BridgeLoop.moment().unix
    let output =
      options.isJSON
      ? fleet.json(at: now, silentAfter: options.silence)
      : Array(fleet.text(at: now, silentAfter: options.silence).utf8)
    if fleet.panels.isEmpty {
      return failure(
        "tickled-mqtt: no panel has reported to \(settings.broker.text) below \(settings.topic.quoted)", .unavailable)
    }
    return writeAll(output, to: Descriptor.standardOutput) ? .done : .ioError
  }

  /// A mistake in the options or the settings.
  private struct FleetMistake: Error { let status: ExitStatus, text: String }

  private static func settings(_ options: FleetOptions) throws(FleetMistake) -> BridgeSettings {
    var result: BridgeSettings
    let path = options.path ?? BridgeFile.standardPath()
    if options.path != nil || (options.broker == nil && Paths.exists(path)) {
      do throws(ConfigurationError) {
        result = try BridgeFile.load(path: path)
      } catch { throw FleetMistake(status: error.exitStatus, text: "\(error)") }
    } else if let broker = options.broker {
      result = BridgeSettings(broker: broker)
    } else {
      throw FleetMistake(status: .usage, text: "tickled-mqtt: name the broker: --broker HOST (or in \(path))")
    }
    result.broker = options.broker ?? result.broker
    result.user = options.user ?? result.user
    result.passwordFile = options.passwordFile ?? result.passwordFile
    result.authorityFile = options.authorityFile ?? result.authorityFile
    result.topic = options.topic ?? result.topic
    return result
  }

  /// Takes what the broker has kept, until a time has passed.
  /// - Returns: the reason why the broker did not answer.
  private static func collect(
    _ fleet: inout Fleet, from broker: BrokerConnection, for seconds: Double
  ) -> String? {
    // Connecting may take longer than the answers.
    var end = linux_monotonic_microseconds() + 15_000_000
    var hasAnswered = false
    while true {
      let rest = end - linux_monotonic_microseconds()
      if rest <= 0 { return hasAnswered ? nil : "no answer" }
      let ready = Descriptor.wait(
        for: broker.wantsToWrite ? [.readable, .writable] : .readable, of: broker.descriptor,
        milliseconds: Int32(min(rest / 1000 + 1, 1000)))
      for event in broker.take(reading: !ready.isEmpty, writing: broker.wantsToWrite) {
        switch event {
        case .connected:
          hasAnswered = true
          for topic in fleet.topics { broker.subscribe(topic) }
          end = linux_monotonic_microseconds() + Int64(seconds * 1e6)
        case .message(let topic, let payload, _): fleet.take(topic, payload)
        case .lost(let reason): return reason
        case .confirmed: break
        }
      }
    }
  }
}

extension PasswordError {
  var exitStatus: ExitStatus { isPermission ? .noPermission : isMissing ? .noInput : .ioError }
}

/// systemd's folder of credentials.
var credentialsDirectory: String? { environmentVariable("CREDENTIALS_DIRECTORY") }

func complain(_ text: String) { _ = writeAll(Array("\(text)\n".utf8), to: Descriptor.standardError) }

/// Says why the program ends, and returns its exit status.
func failure(_ text: String, _ status: ExitStatus) -> ExitStatus {
  complain(text)
  return status
}
