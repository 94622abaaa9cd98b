import Foundation
import Testing

/// The service as systemd-analyze rates it, without running it.
@Suite(
  .startsPrograms,
  .enabled(if: access("/usr/bin/systemd-analyze", X_OK) == 0, "systemd-analyze is not installed: skipped"))
struct `The exposure of the service` {
  @Test(arguments: [[], ["buttons"], ["motion"], ["buttons", "motion"]] as [[String]])
  func `stays 1.0 with the drop-ins for buttons and motion`(dropIns: [String]) async throws {
    let root = try TemporaryFolder()
    let units = "etc/systemd/system", overrides = "\(units)/tickled.service.d"
    for folder in [overrides, "usr/bin"] {
      try FileManager.default.createDirectory(atPath: root.path(folder), withIntermediateDirectories: true)
    }
    try copy("tickled.service", to: root.path("\(units)/tickled.service"))
    for name in dropIns { try copy("drop-in/\(name).conf", to: root.path("\(overrides)/\(name).conf")) }
    // Programs that the unit starts must exist.
    for program in ["tickled", "tickle"] {
      #expect(FileManager.default.createFile(atPath: root.path("usr/bin/\(program)"), contents: nil))
      chmod(root.path("usr/bin/\(program)"), 0o755)
    }
    let words = [
      "systemd-analyze", "security", "--offline=yes", "--no-pager", "--root=\(root.path)", "tickled.service",
    ]
    let outcome = try await Child(words, environment: [:], output: nil).ended()
    let level = outcome.output.split(separator: "tickled.service: ").last?.split(separator: " ").first
    #expect(Double(level ?? "") ?? 10 <= 1.0, "\(outcome.output.suffix(200)) \(outcome.errors)")
  }

  @Test func `of the bridge to MQTT, which needs the network, is at most 2.0`() async throws {
    let root = try TemporaryFolder()
    for folder in ["etc/systemd/system", "usr/bin"] {
      try FileManager.default.createDirectory(atPath: root.path(folder), withIntermediateDirectories: true)
    }
    try copy("mqtt/tickled-mqtt.service", to: root.path("etc/systemd/system/tickled-mqtt.service"))
    for program in ["tickled-mqtt", "grep"] {
      #expect(FileManager.default.createFile(atPath: root.path("usr/bin/\(program)"), contents: nil))
      chmod(root.path("usr/bin/\(program)"), 0o755)
    }
    let words = [
      "systemd-analyze", "security", "--offline=yes", "--no-pager", "--root=\(root.path)", "tickled-mqtt.service",
    ]
    let outcome = try await Child(words, environment: [:], output: nil).ended()
    let level = outcome.output.split(separator: "tickled-mqtt.service: ").last?.split(separator: " ").first
    #expect(Double(level ?? "") ?? 10 <= 2.0, "\(outcome.output.suffix(200)) \(outcome.errors)")
  }

  private func copy(_ name: String, to path: String) throws {
    try FileManager.default.copyItem(atPath: "\(Files.checkout)/systemd/\(name)", toPath: path)
  }
}
