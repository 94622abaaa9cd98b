import CLinux
import Testing

@testable import Actions

private func codes(of sequence: KeySequence, on layout: KeyboardLayout = .us) -> [[UInt16]?] {
  sequence.chords.map { layout.codes(of: $0) }
}

@Suite("Key sequences")
struct KeySequenceTests {
  @Test(arguments: [
    ("a", [[30]]), ("ctrl+alt+t", [[29, 56, 20]]), ("Ctrl+Alt+Delete", [[29, 56, 111]]), ("super", [[125]]),
    ("volumeup", [[115]]), ("ctrl+c  ctrl+v", [[29, 46], [29, 47]]), ("rightctrl+f12", [[97, 88]]),
    (" enter ", [[28]]), ("shift+minus", [[42, 12]]), ("plus -", [[42, 13], [12]]), ("position:z", [[44]]),
  ])
  func `Keys have the names from the kernel's header, and common names`(text: String, chords: [[UInt16]]) throws {
    let sequence = try KeySequence(text)
    #expect(codes(of: sequence) == chords && sequence.chords.allSatisfy { $0.change == .press })
    #expect(!sequence.holdsKeys)
  }

  @Test func `A sign before a chord holds or releases its keys`() throws {
    let sequence = try KeySequence("+ctrl+alt tab -alt -ctrl +minus")
    #expect(codes(of: sequence) == [[29, 56], [15], [56], [29], [12]])
    #expect(sequence.chords.map(\.change) == [.hold, .press, .release, .release, .hold])
    #expect(sequence.holdsKeys)
    #expect(try !KeySequence("-alt a").holdsKeys)
  }

  @Test(arguments: [
    ("+ctrl+", "+ without a key"), ("++a", "+ without a key"), ("+-a", "no key is named"),
    ("", "names no key"), ("  ", "names no key"), ("ctrl+", "+ without a key"), ("+", "+ without a key"),
    ("ctrl + c", "+ without a key"), ("volumup", "no key is named \"volumup\""), ("a+a", "twice"),
    ("ctrl+leftctrl", "twice"), ("a+b+c+d+e+f+g+h+i", "9 keys"), (String(repeating: "a ", count: 33), "33 chords"),
    ("ctrl+ée", "no key is named"), ("position:é", "no key is named"), ("position:", "no key is named"),
    ("a+\t", "no key is named"),
  ])
  func `A text that is not a key sequence is rejected with the reason`(text: String, reason: String) {
    do throws(KeyError) {
      _ = try KeySequence(text)
      Issue.record("accepted: \(text)")
    } catch {
      #expect(error.reason.contains(reason), "\(error.reason)")
    }
  }

  @Test func `Every alias means a key, and hides no name of the kernel's`() {
    for (alias, name) in KeySequence.aliases {
      #expect(linux_key_code(name) >= 0, "\(name)")
      #expect(linux_key_code(alias) == -1, "\(alias)")
    }
  }

  /// German, as far as it is needed: z and y are exchanged, and - ß ? and € are elsewhere.
  private static let german = [
    "y": "zZ", "z": "yY", "slash": "-_", "minus": "ß?\\", "e": "eE€", "semicolon": "öÖ", "7": "7/{", "s": "sSſẞ",
    "1": "1",
  ]

  @Test(arguments: [
    ("z", [[21]]), ("ctrl+z", [[29, 21]]), ("Z", [[21]]), ("minus", [[53]]), ("shift+hyphen", [[42, 53]]),
    ("slash", [[42, 8]]), ("shift+slash", [[42, 8]]), ("rightshift+/", [[54, 42, 8]]), ("€", [[100, 18]]),
    ("position:z", [[44]]), ("position:minus", [[12]]), ("enter f5 volumeup", [[28], [63], [115]]), ("ö", [[39]]),
    ("o\u{308}", [[39]]), ("ctrl+€ +z", [[29, 100, 18], [21]]), ("position:y+z", [[21]]),
  ])
  func `Letters are pressed where the layout has them, and other keys by their position`(
    text: String, chords: [[UInt16]]
  ) throws {
    #expect(codes(of: try KeySequence(text), on: try KeyboardLayout(Self.german)) == chords)
  }

  @Test func `A text is typed with the modifiers that its characters need`() throws {
    let layout = try KeyboardLayout(Self.german)
    let text = try KeySequence(typing: "zZ ß?€\n\tẞ+")
    #expect(
      codes(of: text, on: layout) == [
        [21], [42, 21], [57], [12], [42, 12], [100, 18], [28], [15], [42, 100, 31], nil,
      ])
    #expect(layout.missing(in: text) == "+")
    #expect(layout.missing(in: try KeySequence(typing: "zß")) == nil)
    #expect(throws: KeyError.self) { try KeySequence(typing: String(repeating: "z", count: 201)) }
    #expect(try KeySequence(typing: String(repeating: "z", count: 200)).chords.count == 200)
  }

  @Test func `Only letters that keyboards have at different places depend on the layout`() throws {
    for text in ["ctrl+c", "enter", "position:z", "alt+f4 super", "b+x"] {
      #expect(try !KeySequence(text).hasMovedLetters, "\(text)")
    }
    for text in ["z", "ctrl+a", "1", "minus", "é", "c ctrl+w"] {
      #expect(try KeySequence(text).hasMovedLetters, "\(text)")
    }
  }

  @Test(arguments: [
    (["leftctrl": "z"], "leftctrl"), (["power": "a"], "power"), (["": "a"], ""), (["position:z": "z"], "position:z"),
    (["z": ""], "z"), (["z": "zZzZz"], "z"), (["z": "z\u{308}\u{308}\u{308}\u{308}"], "z"),
  ])
  func `A layout of keys that do not type, or of too many characters, is refused`(rows: [String: String], key: String) {
    do throws(KeyError) {
      _ = try KeyboardLayout(rows)
      Issue.record("accepted")
    } catch { #expect(error.unknown == key) }
  }

  @Test func `Spaces and controls in a layout type nothing, and a space is always the space bar`() throws {
    let layout = try KeyboardLayout(["z": " \u{1B}\n\u{A0}", "y": " Z"])
    #expect(codes(of: try KeySequence(typing: " \n"), on: layout) == [[57], [28]])
    #expect(layout.missing(in: try KeySequence(typing: "\u{A0}")) == "\u{A0}")
    #expect(layout.missing(in: try KeySequence(typing: "\u{1B}")) == "\u{1B}")
    #expect(codes(of: try KeySequence(typing: "Z"), on: layout) == [[42, 21]])
  }

  @Test func `Every key of a layout has a code`() {
    for key in KeyboardLayout.keys { #expect((2...124).contains(linux_key_code(key)), "\(key)") }
  }
}
