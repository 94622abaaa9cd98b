import CLinux
import Glibc
import Testing

struct LinuxTests {
  @Test func `epoll reports which of its descriptors is ready`() {
    let epoll = linux_epoll_create()
    let quiet = linux_eventfd()
    let raised = linux_eventfd()
    defer { [epoll, quiet, raised].forEach { close($0) } }
    #expect(linux_epoll_add(epoll, quiet, LINUX_EPOLL_IN, 1) == 0)
    #expect(linux_epoll_add(epoll, raised, LINUX_EPOLL_IN, .max) == 0)
    var events = [linux_epoll_event](repeating: linux_epoll_event(), count: 4)
    #expect(linux_epoll_wait(epoll, &events, 4, 0) == 0)

    linux_eventfd_raise(raised)
    #expect(linux_epoll_wait(epoll, &events, 4, -1) == 1)
    #expect(events[0].data == .max && events[0].events == LINUX_EPOLL_IN)
    linux_eventfd_clear(raised)
    let start = linux_monotonic_microseconds()
    #expect(linux_epoll_wait(epoll, &events, 4, 1500) == 0)
    #expect(linux_monotonic_microseconds() - start >= 1500)

    #expect(linux_epoll_modify(epoll, quiet, LINUX_EPOLL_OUT, 2) == 0)
    #expect(linux_epoll_wait(epoll, &events, 4, -1) == 1)
    #expect(events[0].data == 2)
    #expect(linux_epoll_remove(epoll, quiet) == 0)
    #expect(linux_epoll_wait(epoll, &events, 4, 0) == 0)
  }

  @Test func `A blocked signal is read from its descriptor`() {
    let signals = [SIGUSR1, SIGUSR2]
    #expect(linux_block_signals(signals, 2) == 0)
    let fd = linux_signalfd(signals, 2)
    defer { close(fd) }
    #expect(linux_signalfd_read(fd) == -1 && errno == EAGAIN)
    pthread_kill(pthread_self(), SIGUSR2)
    #expect(linux_signalfd_read(fd) == SIGUSR2)
  }

  @Test func `Short and long options are read, and wrong ones are named`() {
    let texts = ["tickled", "-c", "a", "operand", "--config=b", "--dry-run", "--nonsense", "--config"]
    var arguments: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
    let copies = arguments
    defer { copies.forEach { free($0) } }
    let config = strdup("config")!
    let dryRun = strdup("dry-run")!
    defer {
      free(config)
      free(dryRun)
    }
    let options = [
      linux_option(name: config, takes_argument: true, code: Int32(UInt8(ascii: "c"))),
      linux_option(name: dryRun, takes_argument: false, code: 256),
    ]
    var read: [String] = []
    while true {
      var argument: UnsafePointer<CChar>?
      let code = linux_getopt(Int32(texts.count), &arguments, options, 2, &argument)
      if code == -1 { break }
      read.append("\(code) \(argument.map { String(cString: $0) } ?? "-")")
    }
    #expect(read == ["99 a", "99 b", "256 -", "63 -", "58 -"])
    #expect(linux_getopt_index() == 7)
    #expect(String(cString: arguments[7]!) == "operand")
  }

  @Test func `Writing to a pipe without a reader fails, without a signal`() {
    var ends: [Int32] = [-1, -1]
    #expect(linux_pipe(&ends, 0) == 0)
    #expect(linux_write_pipe(ends[1], "x", 1) == 1)
    close(ends[0])
    #expect(linux_write_pipe(ends[1], "x", 1) == -1 && errno == EPIPE)
    close(ends[1])
    var pending = sigset_t()
    sigpending(&pending)
    #expect(sigismember(&pending, SIGPIPE) == 0)
  }

  @Test func `Every key is found by its name`() {
    var count: Int32 = 0
    let keys = UnsafeBufferPointer(start: linux_keys(&count), count: Int(count))
    #expect(count > 500)
    for key in keys { #expect(linux_key_code(key.name) == Int32(key.code)) }
    #expect(linux_key_code("a") == 30 && linux_key_code("volumeup") == 115 && linux_key_code("leftmeta") == 125)
    #expect(linux_key_code("A") == -1 && linux_key_code("") == -1 && linux_key_code("reserved") == -1)
  }
}
