import Gestures
import Glibc
import Testing

@testable import TouchInput

@Suite struct `A display's size` {
  @Test(
    arguments: [
      (
        "the detailed timing's, in millimetres", edid(centimetres: (34, 19), timing: (344, 194)),
        Size(width: 344, height: 194)
      ),
      ("without a timing, in centimetres", edid(centimetres: (34, 19), timing: nil), Size(width: 340, height: 190)),
      (
        "a timing that gives the aspect ratio instead", edid(centimetres: (34, 19), timing: (16, 9)),
        Size(width: 340, height: 190)
      ),
      ("a projector", edid(centimetres: (0, 0), timing: (0, 0)), nil),
      ("a large display", edid(centimetres: (143, 80), timing: (1428, 803)), Size(width: 1428, height: 803)),
      ("cut", Array(edid(centimetres: (34, 19), timing: nil).prefix(127)), nil),
      ("something else", [UInt8](repeating: 7, count: 128), nil),
      ("nothing", [], nil),
    ] as [(String, [UInt8], Size?)]) func `comes from its EDID`(name: String, edid: [UInt8], size: Size?)
  {
    #expect(DisplaySize.size(edid: edid) == size, "\(name)")
  }

  @Test(
    arguments: [
      (["connected"], Size(width: 344, height: 194)),
      (["disconnected", "connected", "unknown"], Size(width: 344, height: 194)),
      (["connected", "connected"], nil),
      (["disconnected"], nil),
      ([], nil),
    ] as [([String], Size?)]) func `is that of the only connected display`(connectors: [String], size: Size?) throws
  {
    var template = Array("/tmp/displays-XXXXXX\0".utf8CString)
    let folder = String(cString: try #require(mkdtemp(&template)))
    defer { for name in ["*/*", "*", ""] { remove(folder, name) } }
    for (number, status) in connectors.enumerated() {
      mkdir("\(folder)/card0-DP-\(number)", 0o700)
      write(Array((status + "\n").utf8), to: "\(folder)/card0-DP-\(number)/status")
      write(edid(centimetres: (34, 19), timing: (344, 194)), to: "\(folder)/card0-DP-\(number)/edid")
    }
    #expect(DisplaySize.ofOnlyDisplay(sysfs: folder) == size)
    #expect(DisplaySize.ofOnlyDisplay(sysfs: folder + "/nowhere") == nil)
  }

  private func write(_ bytes: [UInt8], to path: String) {
    let descriptor = open(path, O_WRONLY | O_CREAT, 0o600)
    _ = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    close(descriptor)
  }

  /// Removes the files in a folder that match a pattern.
  private func remove(_ folder: String, _ pattern: String) {
    var found = glob_t()
    glob("\(folder)/\(pattern)", 0, nil, &found)
    for index in 0..<Int(found.gl_pathc) { Glibc.remove(found.gl_pathv[index]!) }
    globfree(&found)
  }
}

private func edid(centimetres: (UInt8, UInt8), timing: (Int, Int)?) -> [UInt8] {
  var edid = [UInt8](repeating: 0, count: 128)
  for index in 1...6 { edid[index] = 0xFF }
  (edid[21], edid[22]) = centimetres
  if let (width, height) = timing {
    (edid[54], edid[55]) = (0x02, 0x3A)
    edid[66] = UInt8(width & 0xFF)
    edid[67] = UInt8(height & 0xFF)
    edid[68] = UInt8((width >> 8) << 4 | height >> 8)
  }
  return edid
}
