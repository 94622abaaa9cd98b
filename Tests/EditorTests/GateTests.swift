import Testing

@testable import Editor

@Suite("Access to the editor")
struct GateTests {
  private static func gate() -> Gate { Gate(token: "t1", session: "s1", folder: "f1") }

  private static func head(_ method: String = "GET", _ path: String = "/f1/") -> Gate.Head {
    var head = Gate.Head(method: method, path: path)
    head.host = "127.0.0.1:4000"
    return head
  }

  private static func request() -> Gate.Head {
    var head = head("POST", "/f1/request")
    head.cookie = "other=1; tickle-edit=s1"
    head.origin = "http://127.0.0.1:4000"
    head.fetchSite = "same-origin"
    head.contentType = "application/json"
    return head
  }

  private func isRefused(_ admission: Gate.Admission) -> Bool { if case .refused = admission { true } else { false } }

  @Test func `The token opens the page once`() {
    var gate = Self.gate()
    #expect(gate.firstPath == "/f1/?token=t1")
    var head = Self.head()
    for token in ["t2", "u1"] {
      head.token = token
      #expect(gate.admit(head) == .refused(status: 403, sentence: "This is not the address that the editor printed."))
    }
    head.token = "t1"
    // A browser that loads it in advance does not use it up.
    head.purpose = "prefetch"
    #expect(isRefused(gate.admit(head)))
    head.purpose = nil
    #expect(gate.admit(head) == .opened(cookie: "tickle-edit=s1; Path=/f1/; HttpOnly; SameSite=Strict"))
    guard case .refused(_, let sentence) = gate.admit(head) else { return #expect(Bool(false)) }
    #expect(sentence.hasPrefix("This address was used already."))
    head.token = ""
    #expect(isRefused(gate.admit(head)))
  }

  @Test func `The cookie opens the files and the requests, and nothing else does`() {
    var gate = Self.gate()
    #expect(gate.admit(Self.request()) == .request)
    var file = Self.head("GET", "/f1/editor.js")
    #expect(isRefused(gate.admit(file)))
    file.cookie = "tickle-edit=s1"
    #expect(gate.admit(file) == .file("editor.js"))
    for cookie in ["tickle-edit=", "tickle-edit=s", "tickle-edit=s11", "xtickle-edit=s1", "tickle-edit", "=", ";;"] {
      file.cookie = cookie
      #expect(isRefused(gate.admit(file)), "\(cookie)")
    }
    // Each character counts, whatever follows it.
    for cookie in ["r1", "s0", "q1", "q3"] {
      file.cookie = "tickle-edit=\(cookie)"
      #expect(isRefused(gate.admit(file)), "\(cookie)")
    }
  }

  @Test func `Other hosts, other origins, forms and other folders are refused`() {
    var gate = Self.gate()
    let changes: [(String, (inout Gate.Head) -> Void)] = [
      ("no host", { $0.host = nil }), ("a name that someone gave this machine", { $0.host = "evil.example:4000" }),
      ("a name that begins alike", { $0.host = "127.0.0.1.evil.example" }),
      ("another that begins alike", { $0.host = "localhost.evil.example:80" }),
      ("a port that is none", { $0.host = "localhost:80a" }),
      ("another origin", { $0.origin = "http://evil.example" }),
      ("another port", { $0.origin = "http://127.0.0.1:4001" }), ("null", { $0.origin = "null" }),
      ("no origin", { $0.origin = nil }), ("another site", { $0.fetchSite = "cross-site" }),
      ("another port of this host", { $0.fetchSite = "same-site" }), ("a form", { $0.contentType = "text/plain" }),
      ("no type", { $0.contentType = nil }), ("another folder", { $0.path = "/f2/request" }),
      ("the root", { $0.path = "/request" }), ("another name", { $0.path = "/f1/other" }),
      ("another method", { $0.method = "PUT" }), ("no cookie", { $0.cookie = nil }),
    ]
    for (name, change) in changes {
      var head = Self.request()
      change(&head)
      #expect(isRefused(gate.admit(head)), "\(name)")
    }
    // The browser sees another port if the port is forwarded, and maybe another name.
    for host in ["localhost:8080", "[::1]:9000", "localhost"] {
      var head = Self.request()
      (head.host, head.origin) = (host, "http://\(host)")
      #expect(gate.admit(head) == .request, "\(host)")
    }
  }
}
