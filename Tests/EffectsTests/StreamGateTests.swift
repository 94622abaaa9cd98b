import CLinux
import Glibc
import Testing

@testable import Effects

struct StreamGateTests {
  private let gate = StreamGate(["cat"])

  private func write(_ text: String) -> Int { Array(text.utf8).withUnsafeBytes { gate.write($0) } }

  /// Calls `body` with the ends of a pipe.
  private func withPipe(_ body: (_ reading: Int32, _ writing: Int32) -> Void) {
    var ends: [Int32] = [-1, -1]
    #expect(linux_pipe(&ends, O_NONBLOCK) == 0)
    body(ends[0], ends[1])
    close(ends[0])
    close(ends[1])
  }

  private func unread(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 1 << 17)
    let count = read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes[..<max(0, count)], as: UTF8.self)
  }

  @Test func `A line goes to the program at once while nothing waits for it`() {
    withPipe { reading, writing in
      #expect(write("first") == 0, "shut at first")
      gate.noteArrival()
      gate.open(writing)
      #expect(write("second") == 6)
      #expect(unread(reading) == "second")
    }
  }

  @Test func `A line does not overtake those that are on their way to the program`() {
    withPipe { reading, writing in
      #expect(write("1") == 0)
      #expect(write("2") == 0)
      gate.noteArrival()
      gate.open(writing)
      #expect(write("3") == 0, "2 has not arrived")
      gate.noteArrival()
      gate.noteArrival()
      gate.open(writing)
      #expect(write("4") == 1)
      #expect(unread(reading) == "4")
    }
  }

  @Test func `A full pipe shuts the gate, in the middle of a line if need be`() {
    withPipe { reading, writing in
      gate.open(writing)
      let line = String(repeating: "x", count: 100_000)
      let written = write(line)
      #expect(written > 0 && written < line.count)
      #expect(unread(reading).count == written)
      #expect(write("next") == 0, "the rest of the line comes first")
      gate.noteArrival()
      gate.open(writing)
      #expect(write("next") == 0)
    }
  }

  @Test func `A gate whose stream closes its pipe writes no more`() {
    withPipe { reading, writing in
      gate.open(writing)
      gate.shut()
      #expect(write("late") == 0)
      #expect(unread(reading) == "")
    }
  }

  @Test func `A reader that is gone neither ends the process nor loses the line`() {
    withPipe { _, writing in
      var ends: [Int32] = [-1, -1]
      #expect(linux_pipe(&ends, O_NONBLOCK) == 0)
      close(ends[0])
      gate.open(ends[1])
      #expect(write("lost?") == 0)
      gate.noteArrival()
      gate.open(writing)
      #expect(write("next") == 4)
      close(ends[1])
    }
  }
}
