import Actions
import Foundation
import Glibc
import Program
import Testing

@testable import Effects

extension EffectsTests {
  /// Requests to systemd, with FIFOs in a folder in place of those of its sockets.
  struct UnitTests {
    private let bench: Bench
    private let ownFolder = OwnFolder()
    private var folder: String { ownFolder.path }
    private let stop = Action.unit(UnitJob(.stop, "kiosk.service"))

    init() throws {
      var surroundings = ActionSurroundings()
      surroundings.units = ownFolder.path
      bench = try Bench(level: .info, surroundings: surroundings)
      try FileManager.default.createDirectory(atPath: ownFolder.path, withIntermediateDirectories: true)
    }

    private func run() {
      bench.runner.run(stop, for: ActionContext(gesture: "exit", view: "main"))
      bench.finish()
    }

    /// Makes the FIFO of a socket, and returns a descriptor that reads it.
    private func makeFIFO() -> Int32 {
      let path = folder + "/stop@kiosk"
      #expect(mkfifo(path, 0o600) == 0)
      return open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    }

    @Test func `A request is one byte in the FIFO of its job`() {
      let reader = makeFIFO()
      defer { close(reader) }
      bench.runner.prepare(for: [stop])
      run()
      run()
      var bytes = [UInt8](repeating: 0, count: 8)
      #expect(read(reader, &bytes, bytes.count) == 2)
      #expect(bench.logged() == [])
    }

    @Test func `A job that is not allowed is reported at the start and at a gesture, with the command that allows it`()
    {
      let warning =
        "warning: unit: may not stop kiosk: open \(folder)/stop@kiosk: No such file or directory "
        + "(to allow it: `systemctl enable --now tickled-stop@kiosk.socket`)"
      bench.runner.prepare(for: [stop])
      bench.finish()
      #expect(bench.logged() == [warning])
      run()
      run()
      #expect(bench.logged() == [warning, warning])
    }

    @Test func `A FIFO without a reader, and a full one, block nothing`() {
      let reader = makeFIFO()
      let writer = open(folder + "/stop@kiosk", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
      let filling = [UInt8](repeating: 0, count: 4096)
      while write(writer, filling, filling.count) > 0 {}
      run()
      #expect(bench.logged() == [])
      close(writer)
      close(reader)
      run()
      #expect(bench.logged().count == 1)
      #expect(bench.logged().last?.contains("No such device or address (to allow it: `systemctl enable") == true)
    }

    @Test func `A file in the FIFO's place is not written`() throws {
      try "".write(toFile: folder + "/stop@kiosk", atomically: true, encoding: .utf8)
      run()
      #expect(bench.logged() == ["warning: unit: may not stop kiosk: \(folder)/stop@kiosk is not a FIFO of systemd"])
      #expect(try String(contentsOfFile: folder + "/stop@kiosk", encoding: .utf8) == "")
    }
  }
}
