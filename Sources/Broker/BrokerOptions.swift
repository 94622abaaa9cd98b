import Bridge
import Program

/// How to connect to a broker: the settings, with the password read from where it is kept.
package struct BrokerOptions: Sendable {
  package var address: BrokerAddress
  package var client: String
  package var user: String?
  package var password: [UInt8]?
  package var authorityFile: String?
  package var certificateFile: String?
  package var keyFile: String?
  package var version: BridgeSettings.MQTTVersion
  /// In seconds.
  package var keepAlive: Int

  /// - Parameters:
  ///   - client: the client's id, of which a broker serves only one.
  ///   - directory: systemd's folder of credentials; `nil`: there is none.
  package init(_ settings: BridgeSettings, client: String, credentials directory: String?) throws(PasswordError) {
    address = settings.broker
    self.client = client
    user = settings.user
    authorityFile = settings.authorityFile
    certificateFile = settings.certificateFile
    keyFile = settings.keyFile
    version = settings.version
    keepAlive = Int(settings.keepAlive.components.seconds)
    if user != nil { password = try Self.password(settings, directory) }
  }

  private static func password(_ settings: BridgeSettings, _ directory: String?) throws(PasswordError) -> [UInt8]? {
    let file = PasswordFile(isOfSession: settings.purpose == .session)
    if let path = settings.passwordFile { return try file.read(path) }
    guard let path = directory.map({ "\($0)/mqtt.password" }), Paths.exists(path) else { return nil }
    return try file.read(path)
  }
}

/// The reason why a password could not be read, with what to do about it.
package struct PasswordError: Error, CustomStringConvertible {
  package let description: String
  package let isPermission: Bool
  package let isMissing: Bool
}

struct PasswordFile {
  private static let longest = 4096

  /// A session's file is its user's alone; the service's is root's, and its group may read it.
  let isOfSession: Bool

  private func remedy(_ path: String) -> String {
    isOfSession ? "chmod 600 \(path)" : "chmod 640 \(path); chgrp tickled-mqtt \(path)"
  }

  /// Reads a password: the first line of a file that others can't read.
  func read(_ path: String) throws(PasswordError) -> [UInt8] {
    var call = "open"
    let status: FileStatus
    let bytes: [UInt8]
    do throws(Errno) {
      let file = try OpenFile(path, .reading, .nonBlocking)
      call = "stat"
      status = try file.status()
      call = "read"
      bytes = status.kind == .file ? try file.readToEnd(limit: Self.longest + 1) : []
    } catch { throw failure(SystemFailure(call, path, error)) }
    func problem(_ words: String, isPermission: Bool = false) -> PasswordError {
      PasswordError(description: "\(path): \(words)", isPermission: isPermission, isMissing: false)
    }
    if status.kind != .file { throw problem("is not a file") }
    if status.permissions & (isOfSession ? 0o077 : 0o007) != 0 {
      let who = isOfSession ? "others" : "everyone"
      throw problem("\(who) may use this password (\(remedy(path)))", isPermission: true)
    }
    if bytes.count > Self.longest { throw problem("is longer than a password") }
    var password = Array(bytes.prefix { $0 != UInt8(ascii: "\n") })
    if password.last == UInt8(ascii: "\r") { password.removeLast() }
    if password.contains(0) { throw problem("has a NUL character") }
    return password
  }

  private func failure(_ failure: SystemFailure) -> PasswordError {
    let error = failure.error, path = failure.object
    let remedy =
      error.isPermission
      ? " (\(remedy(path)))"
      : error.isMissing ? " (write the password there, or name another file as `password_file`)" : ""
    return PasswordError(
      description: "\(failure)\(remedy)", isPermission: error.isPermission, isMissing: error.isMissing)
  }
}
