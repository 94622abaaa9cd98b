import Program
import Text

/// The daemon's answer: done, or the errors with their exit status.
package enum ControlReply: Equatable, Sendable {
  case done
  /// A configuration is valid, and is active now or as soon as touches and gestures in progress have ended.
  case taken(isPending: Bool)
  case failed(ExitStatus, [String])
  case status(DaemonStatus)
  case description(DaemonDescription)

  /// Reads the line of a reply, without its line feed; `nil` if it is not a reply.
  package init?(line: some Collection<UInt8>) {
    guard let json = JSONValue(parsing: line), let isDone = json["ok"]?.bool else { return nil }
    if !isDone {
      let status = json["status"]?.number.flatMap { Int32(exactly: $0) }.flatMap(ExitStatus.init) ?? .software
      self = .failed(status, json["errors"]?.array.compactMap { $0.string } ?? [])
    } else if let isPending = json["pending"]?.bool {
      self = .taken(isPending: isPending)
    } else if let description = json["description"] {
      self = .description(DaemonDescription(description))
    } else if json["version"] != nil {
      self = .status(DaemonStatus(json))
    } else {
      self = .done
    }
  }

  /// The line that the daemon sends.
  package func line(to request: String) -> [UInt8] {
    JSONWriter.line { writer in
      writer.member("type", "reply")
      writer.member("request", request)
      switch self {
      case .done: writer.member("ok", true)
      case .taken(let isPending):
        writer.member("ok", true)
        writer.member("pending", isPending)
      case .failed(let status, let errors):
        writer.member("ok", false)
        writer.member("status", Int(status.rawValue))
        writer.member("errors", errors)
      case .status(let status):
        writer.member("ok", true)
        status.write(to: &writer)
      case .description(let description):
        writer.member("ok", true)
        description.write(to: &writer)
      }
    }
  }
}
