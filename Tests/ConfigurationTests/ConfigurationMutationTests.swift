import Configuration
import Testing

@Test func `A damaged file never traps, and each error has a position`() {
  var random = Xorshift(state: 0x5EED)
  let whole = Array(specimen.utf8)
  #expect(Configuration.parse(bytes: whole, path: "c.toml").0 != nil)
  for _ in 0..<3_000 {
    var bytes = whole
    for _ in 0...Int.random(in: 0..<4, using: &random) { mutate(&bytes, using: &random) }
    let (configuration, diagnostics) = Configuration.parse(bytes: bytes, path: "c.toml")
    #expect(configuration != nil || diagnostics.contains { $0.severity == .error })
    #expect(diagnostics.allSatisfy { $0.line >= 1 && $0.column >= 1 && !$0.description.contains("\u{1B}") })
  }
}

@Test func `Degenerate texts never trap`() {
  let texts: [[UInt8]] = [
    [], [0], [0xEF, 0xBB, 0xBF], [0xFF], [0xEF, 0xBB], [0x61, 0x3D, 0x22, 0xC3], Array("[".utf8), Array("[!]".utf8),
    Array("a".utf8), Array("é = 1".utf8), Array("[ο]".utf8), Array("a=".utf8), Array("\r".utf8), Array("a=\"\"\"".utf8),
    Array("[[[[".utf8),
    Array(String(repeating: "[", count: 100_000).utf8), Array(("a=" + String(repeating: "[", count: 100_000)).utf8),
    Array(("a=" + String(repeating: "{a=", count: 100_000)).utf8), Array(String(repeating: "a.", count: 100_000).utf8),
    Array(("[" + String(repeating: "a . ", count: 100_000)).utf8),
  ]
  for text in texts {
    let (configuration, diagnostics) = Configuration.parse(bytes: text, path: "c.toml")
    #expect((configuration == nil) == diagnostics.contains { $0.severity == .error && $0.line >= 1 })
  }
}

@Test func `Invalid UTF-8 is reported at its byte`() {
  let bytes = Array("# ä\n# ä".utf8) + [0xFF, 0x0A]
  let diagnostics = Configuration.parse(bytes: bytes, path: "c.toml").1
  #expect(diagnostics.map(\.description) == ["c.toml:2:4: error: this is not UTF-8\n   2 | # ä\u{FFFD}\n     |    ^"])
}

private func mutate(_ bytes: inout [UInt8], using random: inout Xorshift) {
  guard !bytes.isEmpty else { return }
  let start = Int.random(in: 0..<bytes.count, using: &random)
  let range = start..<min(bytes.count, start + Int.random(in: 1..<12, using: &random))
  switch Int.random(in: 0..<4, using: &random) {
  case 0: bytes.removeSubrange(range)
  case 1: bytes.insert(contentsOf: bytes[range], at: Int.random(in: 0..<bytes.count, using: &random))
  case 2: bytes[start] = UInt8.random(in: 0...255, using: &random)
  default: bytes[start] = Array("[]{}=\".,#-0e\n\\%".utf8).randomElement(using: &random)!
  }
}

private struct Xorshift: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}

private let specimen = #"""
  [daemon]
  log_level = "info"
  socket = "/run/tickled/tickled.sock"
  watch = false

  [[screen]]
  name = "main"
  match = { name = "Goodix*", vendor = 0x27c6, product = 0x0111 }
  orientation = "normal"
  pointer = "picture"
  size = ["217mm", "136mm"]
  pixels = [1920, 1200]
  calibration = [1, 0, 0, 0, 1, 0]
  max_delay = "150ms"
  filter = true
  stale = "300s"

  [[view]]
  name = "stage"
  [[view]]
  name = "snake"
  screen = "main"
  parent = "stage"
  frame = { x = "10%", y = "20%", width = "30mm", height = "80px" }
  alpha = 0.5

  [[gesture]]
  name = "tap"
  kind = "tap"
  view = ["snake", "main"]
  requires_failure_of = ["double"]
  tools = ["finger", "pen"]
  held = 1
  held_side = "left"
  starts_at = ["left", { edge = "top", from = "50%", to = "90%" }]
  ends_at = "top-left"
  edge_width = "5mm"
  corner_size = "15mm"
  min_spread = "10%"
  max_spread = "60mm"
  movement = "none"
  max_duration = "0.75s"
  action = { sound = "chomp", volume = 0.5 }

  [[gesture]]
  name = "double"
  kind = "tap"
  view = "snake"
  taps = 2
  action = "volume_up"

  [[gesture]]
  name = "pan"
  kind = "pan"
  view = "snake"
  simultaneous_with = "all"
  threshold = "12pt"
  [gesture.on]
  began = { exec = ["prog", "arg\n"], timeout = "10s", env = { A = "é" } }
  changed = { shell = "echo $TICKLED_X", every = "5mm" }
  ended = [{ log = "done" }, { mode = "locked" }]

  [[gesture]]
  name = "swipe"
  kind = "swipe"
  direction = ["left", "up"]
  max_angle = "30deg"

  [mode.locked]
  disable = ["swipe", "snake"]
  timeout = "30s"

  [actions.volume_up]
  shell = """
  wpctl set-volume 2%+"""
  """#
