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
    if let path = settings.passwordFile { return try PasswordFile.read(path) }
    guard let path = directory.map({ "\($0)/mqtt.password" }), Paths.exists(path) else { return nil }
    return try PasswordFile.read(path)
  }
}

/// The reason why a password could not be read, with what to do about it.
package struct PasswordError: Error, CustomStringConvertible {
  package let description: String
  package let isPermission: Bool
  package let isMissing: Bool
}

enum PasswordFile {
  private static let longest = 4096

  /// Reads a password: the first line of a file that others can't read.
  static func read(_ path: String) throws(PasswordError) -> [UInt8] {
    var call = "open"
    let status: FileStatus
    let bytes: [UInt8]
    do throws(Errno) {
      let file = try OpenFile(path, .reading, .nonBlocking)
      call = "stat"
      status = try file.status()
      call = "read"
      bytes = status.kind == .file ? try file.readToEnd(limit: longest + 1) : []
    } catch { throw failure(SystemFailure(call, path, error)) }
    guard status.kind == .file else {
      throw PasswordError(description: "\(path): is not a file", isPermission: false, isMissing: false)
    }
    guard status.permissions & 0o007 == 0 else {
      throw PasswordError(
        description: "\(path): everyone may use this password (chmod 640 \(path); chgrp tickled-mqtt \(path))",
        isPermission: true, isMissing: false)
    }
    guard bytes.count <= longest else {
      throw PasswordError(description: "\(path): is longer than a password", isPermission: false, isMissing: false)
    }
    var password = Array(bytes.prefix { $0 != UInt8(ascii: "\n") })
    if password.last == UInt8(ascii: "\r") { password.removeLast() }
    guard !password.contains(0) else {
      throw PasswordError(description: "\(path): has a NUL character", isPermission: false, isMissing: false)
    }
    return password
  }

  private static func failure(_ failure: SystemFailure) -> PasswordError {
    let error = failure.error, path = failure.object
    let remedy =
      error.isPermission
      ? " (chgrp tickled-mqtt \(path); chmod 640 \(path))"
      : error.isMissing ? " (write the password there, or name another file as `password_file`)" : ""
    return PasswordError(
      description: "\(failure)\(remedy)", isPermission: error.isPermission, isMissing: error.isMissing)
  }
}
