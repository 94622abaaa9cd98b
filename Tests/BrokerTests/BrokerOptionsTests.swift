import Bridge
import Configuration
import Foundation
import Testing

@testable import Broker

final class BrokerOptionsTests {
  private let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tickled-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func write(_ bytes: [UInt8], mode: Int = 0o600, to name: String = "mqtt.password") throws -> String {
    let path = "\(folder)/\(name)"
    try Data(bytes).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  private func problem(_ path: String, isOfSession: Bool = true) -> PasswordError? {
    do throws(PasswordError) {
      _ = try PasswordFile(isOfSession: isOfSession).read(path)
      return nil
    } catch { return error }
  }

  @Test func `The options are those of the settings`() throws {
    var settings = BridgeSettings(broker: BrokerAddress(host: "house", isSecure: true))
    (settings.user, settings.authorityFile, settings.certificateFile) = ("panel", "/ca", "/certificate")
    (settings.keyFile, settings.version, settings.keepAlive) = ("/key", .three, .seconds(42))
    settings.passwordFile = try write(Array("secret\n".utf8), to: "own")
    _ = try write(Array("other\n".utf8))
    let options = try BrokerOptions(settings, client: "id", credentials: folder)
    #expect(options.address == settings.broker && options.client == "id" && options.user == "panel")
    #expect(options.authorityFile == "/ca" && options.certificateFile == "/certificate" && options.keyFile == "/key")
    #expect(options.version == .three && options.keepAlive == 42)
    #expect(options.password == Array("secret".utf8), "the file that is named comes first")
  }

  @Test func `Without a file that is named the credential is the password, and without a user there is none`() throws {
    var settings = BridgeSettings(broker: BrokerAddress(host: "house"))
    settings.user = "panel"
    #expect(try BrokerOptions(settings, client: "id", credentials: folder).password == nil, "without a credential")
    _ = try write(Array("other\n".utf8))
    #expect(try BrokerOptions(settings, client: "id", credentials: folder).password == Array("other".utf8))
    #expect(try BrokerOptions(settings, client: "id", credentials: nil).password == nil)
    (settings.user, settings.passwordFile) = (nil, "/nowhere/password")
    #expect(try BrokerOptions(settings, client: "id", credentials: folder).password == nil, "it is not read")
  }

  @Test func `A service's password may be read by its group, and a session's by its user alone`() throws {
    var settings = BridgeSettings(broker: BrokerAddress(host: "house"))
    (settings.user, settings.passwordFile) = ("panel", try write([0x61], mode: 0o640))
    settings.purpose = .service
    #expect(try BrokerOptions(settings, client: "id", credentials: nil).password == [0x61])
    settings.purpose = .session
    #expect(throws: PasswordError.self) { try BrokerOptions(settings, client: "id", credentials: nil) }
  }

  @Test(arguments: [
    (0o600, true, true), (0o400, true, true), (0o640, false, true), (0o610, false, true), (0o604, false, false),
    (0o602, false, false), (0o601, false, false),
  ])
  func `Others must not be able to use the password`(mode: Int, session: Bool, service: Bool) throws {
    let path = try write([0x61], mode: mode)
    let (ofSession, ofService) = (problem(path), problem(path, isOfSession: false))
    #expect((ofSession == nil) == session && (ofService == nil) == service)
    if let ofSession {
      #expect(ofSession.description == "\(path): others may use this password (chmod 600 \(path))")
      #expect(ofSession.isPermission && !ofSession.isMissing)
    }
    if let ofService {
      #expect(
        ofService.description
          == "\(path): everyone may use this password (chmod 640 \(path); chgrp tickled-mqtt \(path))")
      #expect(ofService.isPermission && !ofService.isMissing)
    }
  }

  @Test(arguments: [
    ("secret", "secret"), ("secret\n", "secret"), ("secret\r\nmore\n", "secret"), ("a\rb\n", "a\rb"), ("\n", ""),
    ("", ""), ("secret\nwith a NUL \0\n", "secret"), ("secret \r\r\n", "secret \r"),
    (String(repeating: "x", count: 4096), String(repeating: "x", count: 4096)),
  ])
  func `A password is the first line of its file`(text: String, password: String) throws {
    #expect(try PasswordFile(isOfSession: true).read(write(Array(text.utf8))) == Array(password.utf8))
  }

  @Test func `What is not a password is refused with the reason`() throws {
    let missing = try #require(problem("\(folder)/none"))
    #expect(
      missing.description
        == "open \(folder)/none: No such file or directory (write the password there, or name another "
        + "file as `password_file`)")
    #expect(missing.isMissing && !missing.isPermission)
    let directory = try #require(problem(folder))
    #expect(directory.description == "\(folder): is not a file" && !directory.isMissing && !directory.isPermission)
    let fifo = "\(folder)/fifo"
    try #require(mkfifo(fifo, 0o600) == 0)
    #expect(problem(fifo)?.description == "\(fifo): is not a file")
    #expect(problem("/proc/self/mem")?.description == "read /proc/self/mem: Input/output error")
    let long = try write([UInt8](repeating: 0x78, count: 4097))
    #expect(problem(long)?.description == "\(long): is longer than a password")
    let nul = try write(Array("a\0b\n".utf8))
    #expect(problem(nul)?.description == "\(nul): has a NUL character" && problem(nul)?.isPermission == false)
  }
}
