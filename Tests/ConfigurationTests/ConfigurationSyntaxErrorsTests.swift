import Testing

@Test func `TOML syntax errors have positions, too, and any line can be shown`() {
  for broken in syntax { broken.check() }
}

private let syntax: [BrokenConfiguration] = [
  .init(
    "header",
    #"""
    [
    """#,
    says: #"""
      c.toml:1:2: error: encountered end-of-file (table header)
         1 | [
           |  ^
      """#),
  .init(
    "junk in a header",
    #"""
    [!]
    """#,
    says: #"""
      c.toml:1:2: error: expected bare key starting character or string delimiter, saw '!' (key)
         1 | [!]
           |  ^
      """#),
  .init(
    "value",
    #"""
    [daemon]
    watch = maybe
    """#,
    says: #"""
      c.toml:2:1: error: a text must be in quotes; did you mean watch = "maybe"?
         2 | watch = maybe
           | ^~~~~~~~~~~~~
      """#),
  .init(
    "twice the same key",
    #"""
    [daemon]
    watch = true
    watch = false
    """#,
    says: #"""
      c.toml:3:9: error: this table has "watch" twice, the first time on line 2: a list such as ["a", "b"] has several values
         3 | watch = false
           |         ^
      """#),
  .init(
    "string",
    #"""
    [daemon]
    socket = "/run
    """#,
    says: #"""
      c.toml:2:1: error: this string has no quote at its end; did you mean socket = "/run"?
         2 | socket = "/run
           | ^~~~~~~~~~~~~~
      """#),
  .init(
    "integer",
    #"""
    taps = 99999999999999999999
    """#,
    says: #"""
      c.toml:1:28: error: '99999999999999999999' is not representable in 64 bits (decimal integer)
         1 | taps = 99999999999999999999
           |                            ^
      """#),
  .init(
    "too deep",
    #"""
    a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w.x.y.z.a.b.c.d.e.f.g = 1
    """#,
    says: #"""
      c.toml:1:64: error: a key of more than 32 parts
         1 | a.b.c.d.e.f.g.h.i.j.k.l.m.n.o.p.q.r.s.t.u.v.w.x.y.z.a.b.c.d.e.f.g = 1
           |                                                                ^
      """#),
  .init(
    "a letter outside ASCII in a bare key",
    #"""
    [daemon]
    größe = 1
    """#,
    says: #"""
      c.toml:2:3: error: a character outside ASCII must be in quotes
         2 | größe = 1
           |   ^
      """#),
  .init(
    "an escaped letter outside ASCII",
    #"""
    [daemon]
    socket = "/run/\öl"
    """#,
    says: #"""
      c.toml:2:1: error: a backslash begins an escape; a text in single quotes has none; did you mean socket = '/run/\öl'?
         2 | socket = "/run/\öl"
           | ^~~~~~~~~~~~~~~~~~~
      """#),
  .init(
    "a quote within a value",
    #"""
    [daemon]
    watch = true"
    """#,
    says: #"""
      c.toml:2:13: error: unexpected quote within a value
         2 | watch = true"
           |             ^
      """#),
  .init(
    "a backslash that joins lines, and a word behind it",
    ##"""
    [daemon]
    socket = """/run\ über"""
    """##,
    says: ##"""
      c.toml:2:19: error: a backslash that joins two lines must be the last character of its line
         2 | socket = """/run\ über"""
           |                   ^
      """##),
  .init(
    "lines that are joined before a letter outside ASCII",
    ##"""
    [daemon]
    log_level = """\
      über"""
    """##,
    says: ##"""
      c.toml:2:13: error: "log_level" must be "error", "warning", "info" or "debug", not "über"
         2 | log_level = """\
           |             ^~~~
      """##),
  .init(
    "too deep a list",
    #"""
    a = [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
    """#,
    says: #"""
      c.toml:1:37: error: exceeded maximum nested value depth of 32 (value)
         1 | a = [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]
           |                                     ^
      """#),
  .init(
    "tabs and wide characters",
    #"""
    [daemon]
    	sound_device = "日本語"	# e\u0301
    	log_level = "日本語é"
    """#,
    says: #"""
      c.toml:3:14: error: "log_level" must be "error", "warning", "info" or "debug", not "日本語é"
         3 |  log_level = "日本語é"
           |              ^~~~~~~~~
      """#),
  .init(
    "long line",
    #"""
    action = [ { log = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa" }, { log = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb" } ]
    daemon = { log_level = "info", sound_device = "default", socket = "/run/tickled/a.sock", wtach = true }
    """#,
    says: #"""
      c.toml:1:1: error: "action" is a key of a gesture: write it below [[gesture]]
         1 | action = [ { log = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…
           | ^~~~~~
      c.toml:2:90: error: unknown key "wtach"; did you mean "watch"?
         2 | …mon = { log_level = "info", sound_device = "default", socket = "/run/tickled/a.sock", wtach = true }
           |                                                                                        ^~~~~
      """#),
]
