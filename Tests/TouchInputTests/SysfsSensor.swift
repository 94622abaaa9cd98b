import Foundation
import Testing

@testable import TouchInput

/// A folder with the files of an IIO device, and a FIFO in place of its node.
final class SysfsSensor {
  let folder: String
  private var end: Int32 = -1

  /// A sensor with a buffer whose trigger and clock can be chosen, at rest on a table, with 1 g of its z axis.
  static let usual = [
    "name": "bmc150_accel", "in_accel_x_raw": "-3", "in_accel_y_raw": "5", "in_accel_z_raw": "1000",
    "in_accel_scale": "0.00980665", "sampling_frequency": "50", "sampling_frequency_available": "7.81 15.63 50 125 250",
    "buffer/enable": "0", "buffer/length": "2", "current_timestamp_clock": "realtime", "trigger/current_trigger": "",
    "scan_elements/in_accel_x_en": "0", "scan_elements/in_accel_x_index": "0",
    "scan_elements/in_accel_x_type": "le:s12/16>>4", "scan_elements/in_accel_y_en": "0",
    "scan_elements/in_accel_y_index": "1", "scan_elements/in_accel_y_type": "le:s12/16>>4",
    "scan_elements/in_accel_z_en": "0", "scan_elements/in_accel_z_index": "2",
    "scan_elements/in_accel_z_type": "le:s12/16>>4", "scan_elements/in_timestamp_en": "0",
    "scan_elements/in_timestamp_index": "3", "scan_elements/in_timestamp_type": "le:s64/64>>0",
  ]

  /// - Parameters:
  ///   - changes: contents that differ from the usual ones.
  ///   - missing: files that it does not have.
  init(_ changes: [String: String] = [:], without missing: [String] = []) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    let files = Self.usual.merging(changes) { _, new in new }.filter { !missing.contains($0.key) }
    for (name, text) in files {
      let path = "\(folder)/\(name)"
      try FileManager.default.createDirectory(
        atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
      try "\(text)\n".write(toFile: path, atomically: false, encoding: .utf8)
    }
    try #require(mkfifo(node, 0o600) == 0)
    end = open(node, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    try #require(end >= 0)
  }

  deinit {
    unplug()
    try? FileManager.default.removeItem(atPath: folder)
  }

  var node: String { "\(folder)/node" }

  var found: DiscoveredDevice {
    var found = DiscoveredDevice(at: node)
    found.node = node
    found.sysname = "iio:device3"
    found.name = "bmc150_accel"
    found.syspath = folder
    found.traits = [.iio, .accelerometer]
    return found
  }

  func unplug() {
    if end >= 0 { close(end) }
    end = -1
  }

  func text(_ name: String) -> String? {
    (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8))?.trimmingCharacters(in: .newlines)
  }

  func set(_ name: String, _ text: String) throws {
    try "\(text)\n".write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
  }

  func send(_ bytes: [UInt8]) { #expect(write(end, bytes, bytes.count) == bytes.count) }
}
