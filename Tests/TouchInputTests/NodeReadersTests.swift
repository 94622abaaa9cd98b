import Foundation
import Testing

@testable import TouchInput

@Test func `The processes that have a file open are found`() throws {
  let file = FileManager.default.temporaryDirectory.appending(path: "node-\(UUID().uuidString)")
  try Data().write(to: file)
  defer { try? FileManager.default.removeItem(at: file) }
  let path = file.resolvingSymlinksInPath().path
  #expect(NodeReaders.of(path) == [])
  let handle = try FileHandle(forReadingFrom: file)
  let readers = NodeReaders.of(path)
  #expect(readers.count == 1)
  #expect(readers.first?.hasSuffix(" (\(ProcessInfo.processInfo.processIdentifier))") == true)
  try handle.close()
  #expect(NodeReaders.of(path) == [])
}
