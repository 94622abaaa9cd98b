import Foundation
import Gestures
import Testing

@testable import TouchInput

@Suite struct `The values in an IIO buffer` {
  private func value(_ form: String, _ bytes: [UInt8]) throws -> Int64 {
    let format = try #require(ScanFormat(parsing: form))
    // The bytes before and behind do not count.
    return format.value(in: [0xAA, 0xAA] + bytes + [0xAA, 0xAA], at: 2)
  }

  @Test(
    arguments: [
      ("le:s16/16>>0", [0x34, 0x12], 0x1234), ("be:s16/16>>0", [0x12, 0x34], 0x1234),
      ("le:s16/16>>0", [0xFE, 0xFF], -2),
      ("le:u16/16>>0", [0xFE, 0xFF], 65534), ("le:s8/8>>0", [0x80], -128), ("le:u8/8>>0", [0x80], 128),
      // 12 bits in the upper ones of 16; the lower 4 are garbage.
      ("le:s12/16>>4", [0x1F, 0x80], -2047), ("le:s12/16>>4", [0xFF, 0x7F], 2047),
      ("le:u12/16>>4", [0x1F, 0x80], 2049),
      // 12 bits in the lower ones; the upper 4 are garbage.
      ("le:s12/16>>0", [0xFF, 0xA7], 2047), ("le:s12/16>>0", [0x00, 0xF8], -2048),
      ("be:u12/16>>0", [0xF8, 0x01], 0x801),
      ("be:s20/32>>12", [0x80, 0x00, 0x1F, 0xFF], -524287), ("le:s32/32>>0", [0xFF, 0xFF, 0xFF, 0xFF], -1),
      ("le:s64/64>>0", [0, 0, 0, 0, 0, 0, 0, 0x80], Int64.min),
      ("be:s64/64>>0", [0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], Int64.max),
      ("le:u64/64>>0", [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], Int64.max), ("le:s1/8>>7", [0x80], -1),
    ] as [(String, [UInt8], Int64)]) func `are the bits that the form names`(
      form: String, bytes: [UInt8], expected: Int64
    ) throws
  {
    #expect(try value(form, bytes) == expected)
  }

  @Test(arguments: [
    "", "le", "le:", "le:s", "le:s16", "le:s16/16", "le:s16/16>", "le:s16/16>>", "xe:s16/16>>0", "le:x16/16>>0",
    "le:s0/16>>0", "le:s17/16>>0", "le:s16/16>>1", "le:s12/16>>5", "le:s16/24>>0", "le:s16/0>>0", "le:s16/128>>0",
    "le:s-1/16>>0", "le:s16/16>>-1", "le:s16/16X0>>0", "le:s16/16X3>>0", "le:s16/16X2X2>>0", "le:s16/16X>>0",
    "le:s99999999999999999999/16>>0", "le:f32/32>>0", "le:s16/16>0", "le:s16/16>>0 ", "LE:s16/16>>0",
    "le:s16/16>>9223372036854775807", "le:s16/16>>0\u{0}",
  ]) func `are not read if the form is not one that the kernel has`(form: String) {
    #expect(ScanFormat(parsing: form) == nil)
  }

  @Test func `of an element with several values take more room`() throws {
    let rotation = try #require(ScanFormat(parsing: "le:s16/32X4>>0"))
    #expect(rotation.size == 16)
    #expect(!rotation.holdsOneValue)
    #expect(try #require(ScanFormat(parsing: "le:s16/32>>0")).holdsOneValue)
  }

  @Test func `stand at places that are multiples of their sizes`() throws {
    let sensor = try SysfsSensor([
      "scan_elements/in_accel_x_en": "1", "scan_elements/in_accel_x_index": "1",
      "scan_elements/in_temp_en": "1", "scan_elements/in_temp_index": "0", "scan_elements/in_temp_type": "le:u8/8>>0",
      "scan_elements/in_accel_y_en": "0", "scan_elements/in_accel_z_en": "1",
      "scan_elements/in_accel_z_index": "2", "scan_elements/in_accel_z_type": "be:s20/32>>12",
    ])
    let layout = try #require(ScanLayout(SysfsFolder(path: sensor.folder)))
    #expect(layout.elements.mapValues(\.place) == ["in_temp": 0, "in_accel_x": 2, "in_accel_z": 4])
    #expect(layout.size == 8)
  }

  @Test(arguments: [
    ["scan_elements/in_accel_x_en": "1", "scan_elements/in_accel_x_type": "garbage"],
    ["scan_elements/in_accel_x_en": "1", "scan_elements/in_accel_x_index": "x"], [:],
  ]) func `have no places if the layout is not understood, or nothing is enabled`(
    changes: [String: String]
  ) throws {
    #expect(ScanLayout(SysfsFolder(path: try SysfsSensor(changes).folder)) == nil)
  }
}

@Suite struct `A mount matrix` {
  @Test func `turns the axes of a sensor into those of its device`() throws {
    let matrix = try #require(MountMatrix(parsing: "0, -1, 0; 1, 0, 0; 0, 0, 1"))
    let turned = matrix.apply(1, 2, 3)
    #expect((turned.x, turned.y, turned.z) == (-2, 1, 3))
    let oblique = try #require(MountMatrix(parsing: "0.984,0,0.174;0,-1,0;-0.174,0,0.984"))
    #expect(abs(oblique.apply(0, 0, 1).z - 0.984) < 1e-9)
  }

  @Test(arguments: [
    "", "1", "1, 0, 0; 0, 1, 0", "1, 0, 0; 0, 1, 0; 0, 0, 1; 0, 0, 1", "1, 0; 0, 1, 0; 0, 0, 1",
    "0, 0, 0; 0, 0, 0; 0, 0, 0",
    "1, 0, 0; 0, 1, 0; 0, 0, 0", "1, 0, 0; 1, 0, 0; 0, 0, 1", "nan, 0, 0; 0, 1, 0; 0, 0, 1",
    "inf, 0, 0; 0, 1, 0; 0, 0, 1",
    "1000, 0, 0; 0, 1, 0; 0, 0, 1", "x, 0, 0; 0, 1, 0; 0, 0, 1", "1e308, 1e308, 0; -1e308, 1e308, 0; 0, 0, 1e308",
  ]) func `is refused if it is not the rotation of a sensor`(text: String) {
    #expect(MountMatrix(parsing: text) == nil)
  }
}
