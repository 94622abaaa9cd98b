import Bridge
import Glibc
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
    guard let path = directory.map({ "\($0)/mqtt.password" }), access(path, F_OK) == 0 else { return nil }
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
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard file >= 0 else { throw failure("open", path, errno) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw failure("stat", path, errno) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw PasswordError(description: "\(path): is not a file", isPermission: false, isMissing: false)
    }
    guard status.st_mode & 0o007 == 0 else {
      throw PasswordError(
        description: "\(path): everyone may use this password (chmod 640 \(path); chgrp tickled-mqtt \(path))",
        isPermission: true, isMissing: false)
    }
    var bytes = [UInt8](repeating: 0, count: longest + 1)
    let count = Glibc.read(file, &bytes, bytes.count)
    guard count >= 0 else { throw failure("read", path, errno) }
    guard count <= longest else {
      throw PasswordError(description: "\(path): is longer than a password", isPermission: false, isMissing: false)
    }
    var password = Array(bytes[..<count].prefix { $0 != UInt8(ascii: "\n") })
    if password.last == UInt8(ascii: "\r") { password.removeLast() }
    guard !password.contains(0) else {
      throw PasswordError(description: "\(path): has a NUL character", isPermission: false, isMissing: false)
    }
    return password
  }

  private static func failure(_ call: String, _ path: String, _ code: Int32) -> PasswordError {
    let isPermission = code == EACCES || code == EPERM
    let isMissing = code == ENOENT || code == ENOTDIR
    let remedy =
      isPermission
      ? " (chgrp tickled-mqtt \(path); chmod 640 \(path))"
      : isMissing ? " (write the password there, or name another file as `password_file`)" : ""
    return PasswordError(
      description: "\(call) \(path): \(systemError(code))\(remedy)", isPermission: isPermission,
      isMissing: isMissing)
  }
}
