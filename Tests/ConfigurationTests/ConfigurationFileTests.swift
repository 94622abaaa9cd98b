import Configuration
import Glibc
import Testing

@Test func `The configuration is the file of --config, the user's own, or the system's`() {
  let own = "/home/ada/.config/tickled/config.toml"
  let rows: [(option: String?, xdg: String?, home: String?, there: String?, path: String)] = [
    ("mine.toml", "/x", "/home/ada", own, "mine.toml"),
    (nil, nil, "/home/ada", own, own),
    (nil, nil, "/home/ada", nil, "/etc/tickled/config.toml"),
    (nil, nil, nil, nil, "/etc/tickled/config.toml"),
    (nil, "/x", "/home/ada", "/x/tickled/config.toml", "/x/tickled/config.toml"),
    (nil, "/x", "/home/ada", own, "/etc/tickled/config.toml"),
    (nil, "", "/home/ada", own, own),
    (nil, "x", "/home/ada", own, own),
    (nil, nil, "/", "//.config/tickled/config.toml", "//.config/tickled/config.toml"),
  ]
  for row in rows {
    let path = Configuration.path(
      option: row.option, environment: { ["XDG_CONFIG_HOME": row.xdg, "HOME": row.home][$0] ?? nil },
      exists: { $0 == row.there })
    #expect(path == row.path)
  }
}

@Test func `A missing configuration names the places that were looked at, and a file that is not read`() {
  let own = "/home/ada/.config/tickled/config.toml"
  let system = "/etc/tickled/config.toml"
  let rows: [(path: String, home: String?, there: String?, says: String)] = [
    ("mine.toml", "/home/ada", nil, "write a configuration there, or name another with --config"),
    (system, "/home/ada", own, "write a configuration there, or name another with --config"),
    (
      system, "/home/ada", nil,
      "nor is there \(own); `tickle init` writes a configuration to start from; docs/nothing-happens.md"
    ),
    (system, nil, nil, "`tickle init` writes a configuration to start from; docs/nothing-happens.md"),
    (
      system, "/home/ada", "/home/ada/.config/tickled.toml",
      "/home/ada/.config/tickled.toml is not read: move it to \(own); docs/nothing-happens.md"
    ),
    (
      system, "/home/ada", "/etc/tickled.toml",
      "/etc/tickled.toml is not read: move it to \(system); docs/nothing-happens.md"
    ),
    (
      system, nil, "/etc/tickled/tickled.toml",
      "/etc/tickled/tickled.toml is not read: move it to \(system); docs/nothing-happens.md"
    ),
  ]
  for row in rows {
    let remedy = Configuration.remedy(
      forMissing: row.path, environment: { ["HOME": row.home][$0] ?? nil }, exists: { $0 == row.there })
    #expect(remedy == row.says)
  }
}

@Test func `A file that cannot be read is a different error from mistakes in it`() throws {
  var template = Array("/tmp/tickled-XXXXXX".utf8CString)
  let folder = String(cString: try #require(mkdtemp(&template)))
  let file = folder + "/config.toml"
  defer {
    unlink(file)
    rmdir(folder)
  }
  func error(_ path: String) -> ConfigurationError? {
    do {
      _ = try Configuration.load(path: path)
      return nil
    } catch {
      return error
    }
  }
  #expect(error(file) == .missing(path: file))
  #expect(error(file + "/x") == .missing(path: file + "/x"))
  #expect(error(folder) == .unreadable(path: folder, reason: "Is a directory (name the file in it)"))
  mkfifo(file, 0o600)
  #expect(error(file) == .unreadable(path: file, reason: "Is not a regular file"))
  unlink(file)

  let descriptor = open(file, O_CREAT | O_RDWR, 0o600)
  defer { close(descriptor) }
  #expect(error(file) == nil)
  write(descriptor, "[", 1)
  guard case .unusable(let diagnostics) = error(file) else {
    Issue.record("a broken file was taken")
    return
  }
  #expect(diagnostics.map(\.line) == [1])
  ftruncate(descriptor, 4 << 20 + 1)
  guard case .unusable(let large) = error(file) else {
    Issue.record("a large file was taken")
    return
  }
  #expect(large.map(\.message) == ["this file is larger than the limit of 4 MiB"])
  if geteuid() != 0 {
    fchmod(descriptor, 0)
    #expect(error(file) == .noPermission(path: file))
  }
}

@Test(arguments: [
  ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
  ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  (
    "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
  ),
  (
    String(repeating: "a", count: 1_000), "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
  ),
])
func `The hash of a configuration is its SHA-256`(text: String, hash: String) {
  #expect(ConfigurationText(bytes: Array(text.utf8), path: "x").hash == hash)
}
