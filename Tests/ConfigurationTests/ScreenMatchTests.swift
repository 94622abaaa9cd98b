import Testing
import TouchInput

@testable import Configuration

@Test func `A device that may not be read is named by its name, its numbers, or its path`() throws {
  func names(_ match: String, _ change: (inout DiscoveredDevice) -> Void = { _ in }) throws -> Bool {
    var device = DiscoveredDevice(at: "/dev/input/event4")
    (device.name, device.vendor, device.product) = ("Elo Panel", 0x4E7, 0x20)
    change(&device)
    return try configuration("[[screen]]\nname = \"till\"\n\(match)").names(device)
  }
  #expect(try names("match = { name = \"Elo*\" }"))
  #expect(try !names("match = { name = \"ELO*\" }"))
  #expect(try names("match = { vendor = 0x4e7, product = 0x20 }"))
  #expect(try !names("match = { vendor = 0x4e7, product = 0x21 }"))
  #expect(try names("match = { path = \"/dev/input/event4\" }"))
  #expect(try !names("match = { path = \"/dev/input/event5\" }"))
  #expect(try !names("match = { name = \"Elo*\", serial = \"7\" }"))
  #expect(try names("match = { name = \"Elo*\", serial = \"7\" }") { $0.serial = "7" })
  #expect(try !names("match = { name = \"*\" }"), "that names nothing")
  #expect(try !names(""))
}

@Test func `A device that claims to be something else is meant if the match of its screen names it alone`() throws {
  func means(_ match: String, beside others: [DiscoveredDevice] = []) throws -> Bool {
    var pad = DiscoveredDevice(at: "/dev/input/event4")
    (pad.name, pad.vendor, pad.product, pad.serial) = ("Zy Pad", 0x14C8, 5, "7")
    return try configuration("[[screen]]\nname = \"till\"\n\(match)").means(pad, among: [pad] + others)
  }
  #expect(try means("match = { name = \"Zy Pad\" }"))
  #expect(try means("match = { vendor = 0x14c8, product = 5 }"))
  #expect(try means("match = { path = \"/dev/input/event4\" }"))
  #expect(try means("match = { name = \"Zy*\", serial = \"7\" }"))
  #expect(try !means("match = { name = \"Zy*\" }"), "others may have such a name, too")
  #expect(try !means("match = { vendor = 0x14c8 }"))
  #expect(try !means("match = { product = 6 }"))
  #expect(try !means(""))
  // The touchscreen of the same device.
  var screen = DiscoveredDevice(at: "/dev/input/event5")
  (screen.name, screen.vendor, screen.product) = ("Zy Touch", 0x14C8, 5)
  screen.hints = .touchscreen
  #expect(try !means("match = { vendor = 0x14c8, product = 5 }", beside: [screen]))
  #expect(try means("match = { name = \"Zy Pad\" }", beside: [screen]))
  screen.hints = .touchpad
  #expect(try means("match = { vendor = 0x14c8, product = 5 }", beside: [screen]))
}

@Test func `The line that names a device has its name, or else its numbers, or else its node`() throws {
  var device = DiscoveredDevice(at: "/dev/input/event4")
  #expect(DeviceMatch.line(naming: device) == "match = { path = \"/dev/input/event4\" }")
  (device.vendor, device.product) = (0x14C8, 5)
  #expect(DeviceMatch.line(naming: device) == "match = { vendor = 0x14c8, product = 0x5 }")
  device.name = "Zy Pad"
  #expect(DeviceMatch.line(naming: device) == "match = { name = \"Zy Pad\" }")
  for name in ["Zy [1]", "Zy \"1\"", "Zy*", "Zy \\", "Zÿ"] {
    device.name = name
    #expect(DeviceMatch.line(naming: device) == "match = { vendor = 0x14c8, product = 0x5 }", "\(name)")
  }
}
