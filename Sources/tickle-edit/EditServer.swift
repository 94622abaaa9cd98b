// tickle-edit: the editor's command line, and its HTTP server on the loopback interface.
import CLinux
import Cmicrohttpd
import Editor
import Program

/// The HTTP server of the editor, on the loopback interface. All of it runs in the one thread that waits.
final class EditServer {
  struct Failure: Error { let description: String }

  /// The time after which it ends without a page, in microseconds. A page that is open reports itself every 20 s, and at least every
  /// minute in a tab that is not shown.
  static let longestSilence: Int64 = 600_000_000

  private var editor: Editor
  private var files: EditedFiles
  private let loop: EventLoop
  private var gate: Gate
  private var daemon: OpaquePointer?
  private let port: UInt16
  /// The sockets whose requests have not been admitted yet, the oldest first. Any user of this machine can connect: too many of them are
  /// ended, so that there is room for the browser.
  private var strangers: [Int32] = []
  private static let mostStrangers = 32
  private var lastSign = linux_monotonic_microseconds()
  /// Whether the page said that it is done. The answer is still to be sent.
  private var isDone = false

  init(_ editor: Editor, _ files: EditedFiles, _ loop: EventLoop, port wanted: UInt16) throws(Failure) {
    (self.editor, self.files, self.loop) = (editor, files, loop)
    gate = Gate(token: Self.random(), session: Self.random(), folder: Self.random())
    let (listener, port) = try Self.listen(wanted)
    self.port = port
    let context = Unmanaged.passUnretained(self).toOpaque()
    daemon = editor_start(listener, handleRequest, forgetRequest, noteConnection, context)
    guard let daemon, loop.watch(editor_descriptor(daemon)) else {
      Descriptor.close(listener)
      throw Failure(description: "the server does not start: \(Errno.latest)")
    }
  }

  deinit { if let daemon { MHD_stop_daemon(daemon) } }

  /// 128 bits from the kernel, in hexadecimal.
  private static func random() -> String {
    var kernel = SystemRandomNumberGenerator()
    return (0..<16).map { _ in
      let byte = UInt8.random(in: 0...255, using: &kernel)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  private static func listen(_ port: UInt16) throws(Failure) -> (socket: Int32, port: UInt16) {
    do throws(Errno) {
      return try Sockets.listenLocally(port: port, most: 16)
    } catch {
      throw Failure(description: "listen on 127.0.0.1:\(port): \(error) (choose another --port, or none)")
    }
  }

  // MARK: Running

  /// Serves until a signal arrives, the page says that it is done, or no page is open any more.
  func run() -> ExitStatus {
    announce()
    guard let daemon else { return .software }
    while true {
      let now = linux_monotonic_microseconds()
      var moment = lastSign + Self.longestSilence
      if now >= moment {
        EditCommandLine.say("No page was open for ten minutes, so the editor ended.\(loss)")
        return .done
      }
      let milliseconds = editor_timeout(daemon)
      if milliseconds >= 0 { moment = min(moment, now + min(milliseconds, 60_000) * 1000) }
      let count = loop.wait(until: moment)
      for index in 0..<count where loop.isSignals(loop.descriptor(index)) {
        if loop.nextSignal() != nil {
          if editor.document.isChanged { EditCommandLine.say("The editor ended.\(loss)") }
          return .done
        }
      }
      MHD_run(daemon)
      if isDone {
        // Sends the answer.
        for _ in 0..<20 {
          blockThread(microseconds: 5_000)
          MHD_run(daemon)
        }
        return .done
      }
    }
  }

  private var loss: String { editor.document.isChanged ? " Changes that were not saved are lost." : "" }

  private func announce() {
    let address = "http://127.0.0.1:\(port)\(gate.firstPath)"
    let connection = variable("SSH_CONNECTION").map { $0.split(separator: " ") } ?? []
    if connection.count == 4 || (variable("DISPLAY") ?? variable("WAYLAND_DISPLAY")) == nil {
      let machine = connection.count == 4 ? String(connection[2]) : hostName
      let user = UserAccount.with(id: UserAccount.ownID).map { $0.name + "@" } ?? ""
      EditCommandLine.say(
        """
        To open the editor in the browser of another machine, run this there first, and leave it running:

            ssh -L \(port):127.0.0.1:\(port) \(user)\(machine)

        """)
    }
    EditCommandLine.say("Open this address in a browser. It works once. Ctrl-C ends the editor.")
    _ = writeAll(Array("\(address)\n".utf8), to: Descriptor.standardOutput)
  }

  private func variable(_ name: String) -> String? {
    environmentVariable(name).flatMap { $0.isEmpty ? nil : $0 }
  }

  // MARK: Answering

  struct Answer {
    var status = 200
    var type = "text/plain; charset=utf-8"
    var body: [UInt8]
    var cookie: String?

    init(_ body: [UInt8], type: String) { (self.body, self.type) = (body, type) }
    init(status: Int, sentence: String) { (self.status, body) = (status, Array("\(sentence)\n".utf8)) }
  }

  fileprivate func connect(_ socket: Int32) {
    strangers.append(socket)
    if strangers.count > Self.mostStrangers { Sockets.end(strangers.removeFirst()) }
  }

  fileprivate func disconnect(_ socket: Int32) { strangers.removeAll { $0 == socket } }

  /// Called once for each request, when its head was read. `nil`: the body is awaited.
  fileprivate func begin(_ head: Gate.Head, on socket: Int32) -> Answer? {
    let admission = gate.admit(head)
    if case .refused = admission {} else { disconnect(socket) }
    switch admission {
    case .refused(let status, let sentence): return Answer(status: status, sentence: sentence)
    case .opened(let cookie):
      lastSign = linux_monotonic_microseconds()
      var answer = Answer(EditPage.bytes(EditPage.markup), type: "text/html; charset=utf-8")
      answer.cookie = cookie
      return answer
    case .file(let name):
      lastSign = linux_monotonic_microseconds()
      guard let file = EditPage.file(named: name) else {
        return Answer(status: 404, sentence: "There is nothing at this address.")
      }
      return Answer(file.bytes, type: file.type)
    case .request: return nil
    }
  }

  /// Called when the body was read.
  fileprivate func end(_ body: [UInt8]) -> Answer {
    lastSign = linux_monotonic_microseconds()
    var (json, effect) = editor.answer(body)
    switch effect {
    case .none: break
    case .end: isDone = true
    case .save(let parts):
      do throws(SaveFailure) {
        try files.write(parts)
        json = editor.wasSaved()
      } catch {
        let remedy = error.isConflict ? " (copy your text, and start `tickle edit` again)" : ""
        json = editor.wasNotSaved("\(error)\(remedy)", besides: error.saved)
      }
    }
    return Answer(json, type: "application/json")
  }
}

// MARK: - The library's side

/// A request whose body is read.
private final class Pending {
  var body: [UInt8] = []
  var isTooLarge = false
}

private func handleRequest(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ url: UnsafePointer<CChar>?,
  _ method: UnsafePointer<CChar>?, _ version: UnsafePointer<CChar>?, _ data: UnsafePointer<CChar>?,
  _ size: UnsafeMutablePointer<Int>?, _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
  guard let context, let connection, let url, let method, let size, let state else { return .NO }
  let server = Unmanaged<EditServer>.fromOpaque(context).takeUnretainedValue()
  guard let known = state.pointee else {
    func header(_ name: String) -> String? { editor_header(connection, name).map { String(cString: $0) } }
    var head = Gate.Head(method: String(cString: method), path: String(cString: url))
    head.token = editor_argument(connection, "token").map { String(cString: $0) }
    (head.host, head.origin, head.cookie) = (header("Host"), header("Origin"), header("Cookie"))
    (head.fetchSite, head.purpose) = (header("Sec-Fetch-Site"), header("Sec-Purpose") ?? header("Purpose"))
    head.contentType = header("Content-Type")
    if let answer = server.begin(head, on: editor_socket(connection)) { return send(answer, connection) }
    state.pointee = Unmanaged.passRetained(Pending()).toOpaque()
    return .YES
  }
  let pending = Unmanaged<Pending>.fromOpaque(known).takeUnretainedValue()
  if size.pointee > 0 {
    if pending.body.count + size.pointee > EditRequest.mostBytes {
      pending.isTooLarge = true
    } else if let data {
      pending.body += UnsafeRawBufferPointer(start: data, count: size.pointee)
    }
    size.pointee = 0
    return .YES
  }
  if pending.isTooLarge {
    return send(EditServer.Answer(status: 413, sentence: "The request is too large."), connection)
  }
  return send(server.end(pending.body), connection)
}

private func forgetRequest(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ reason: MHD_RequestTerminationCode
) {
  guard let state, let known = state.pointee else { return }
  Unmanaged<Pending>.fromOpaque(known).release()
  state.pointee = nil
}

private func noteConnection(
  _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?,
  _ state: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ change: MHD_ConnectionNotificationCode
) {
  guard let context, let connection else { return }
  let server = Unmanaged<EditServer>.fromOpaque(context).takeUnretainedValue()
  let socket = editor_socket(connection)
  if change == .CONNECTION_NOTIFY_STARTED { server.connect(socket) } else { server.disconnect(socket) }
}

private func send(_ answer: EditServer.Answer, _ connection: OpaquePointer) -> MHD_Result {
  guard let response = editor_response(answer.body, answer.body.count) else { return .NO }
  defer { MHD_destroy_response(response) }
  var headers = EditPage.headers
  headers.append(("Content-Type", answer.type))
  if let cookie = answer.cookie { headers.append(("Set-Cookie", cookie)) }
  for (name, value) in headers { MHD_add_response_header(response, name, value) }
  return MHD_queue_response(connection, UInt32(answer.status), response)
}
