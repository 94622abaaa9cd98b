/// Admits the browser that opened the printed address first, and no other.
///
/// The address has a token that works once. It is exchanged for a cookie, which the browser sends only to this server's own folder, a name
/// that is not known to other servers on the same machine: to a browser, all ports of one host share their cookies.
package struct Gate: Sendable {
  /// The parts of a request that decide whether it is answered.
  package struct Head: Sendable {
    package var method: String
    /// The path without its query.
    package var path: String
    /// The value of `token` in the query.
    package var token: String?
    package var host: String?
    package var origin: String?
    package var fetchSite: String?
    package var purpose: String?
    package var cookie: String?
    package var contentType: String?

    package init(method: String, path: String) { (self.method, self.path) = (method, path) }
  }

  package enum Admission: Equatable, Sendable {
    /// The page, for a token that is now used up. The answer sets the cookie.
    case opened(cookie: String)
    /// A file of the page: the name below the folder, empty for the page itself.
    case file(String)
    case request
    case refused(status: Int, sentence: String)
  }

  private let folder: String
  private let session: String
  private var token: String?

  /// - Parameters:
  ///   - token, session, folder: random texts of letters and digits.
  package init(token: String, session: String, folder: String) {
    (self.token, self.session, self.folder) = (token, session, folder)
  }

  package var firstPath: String { "/\(folder)/?token=\(token ?? "")" }

  private static let cookieName = "tickle-edit"

  package mutating func admit(_ head: Head) -> Admission {
    guard let host = head.host, Self.isLoopback(host) else {
      return .refused(status: 403, sentence: "This editor answers only to the address that it printed.")
    }
    if let origin = head.origin, origin != "http://\(host)" { return Self.foreign }
    guard head.path.hasPrefix("/\(folder)/") else { return Self.unknown }
    let name = String(head.path.dropFirst(folder.utf8.count + 2))
    let isNavigation = head.method == "GET" && name.isEmpty
    // A link in another page, such as that of a terminal in the browser, may open the editor; nothing else may come from elsewhere.
    if let site = head.fetchSite, site != "same-origin", !(isNavigation && (site == "none" || head.token != nil)) {
      return Self.foreign
    }
    if isNavigation, let given = head.token {
      guard head.purpose == nil else {
        return .refused(status: 403, sentence: "The address works once, so it is not loaded in advance.")
      }
      guard let token else {
        return .refused(
          status: 403, sentence: "This address was used already. Start `tickle edit` again for a new one.")
      }
      guard Self.isEqual(given, token) else { return Self.unknown }
      self.token = nil
      return .opened(cookie: "\(Self.cookieName)=\(session); Path=/\(folder)/; HttpOnly; SameSite=Strict")
    }
    guard let value = Self.cookie(in: head.cookie), Self.isEqual(value, session) else {
      return .refused(status: 403, sentence: "Open the address that `tickle edit` printed. It works once.")
    }
    switch head.method {
    case "GET": return .file(name)
    case "POST":
      guard name == "request" else { return .refused(status: 404, sentence: "There is nothing at this address.") }
      // Other pages can send forms, but not JSON.
      guard head.origin != nil, head.contentType == "application/json" else { return Self.foreign }
      return .request
    default: return .refused(status: 405, sentence: "The editor knows GET and POST.")
    }
  }

  private static let unknown = Admission.refused(
    status: 403, sentence: "This is not the address that the editor printed.")
  private static let foreign = Admission.refused(
    status: 403, sentence: "Another page sent this request, so it was not answered.")

  /// Whether a host is this machine by a name that no name server can give to another one.
  static func isLoopback(_ host: String) -> Bool {
    for name in ["127.0.0.1", "localhost", "[::1]"] where host.hasPrefix(name) {
      let rest = host.dropFirst(name.count)
      if rest.isEmpty { return true }
      return rest.first == ":" && (2...6).contains(rest.utf8.count)
        && rest.dropFirst().utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
    return false
  }

  private static func cookie(in header: String?) -> String? {
    for part in header?.split(separator: ";") ?? [] {
      let words = part.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      if words.count == 2, words[0] == cookieName { return String(words[1]) }
    }
    return nil
  }

  /// Compares in a time that does not depend on the texts.
  private static func isEqual(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    guard a.count == b.count else { return false }
    return zip(a, b).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
