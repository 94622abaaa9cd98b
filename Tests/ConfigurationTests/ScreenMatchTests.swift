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
