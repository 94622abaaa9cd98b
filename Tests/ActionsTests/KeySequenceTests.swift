import CLinux
import Testing

@testable import Actions

@Suite("Key sequences")
struct KeySequenceTests {
  @Test(arguments: [
    ("a", [[30]]), ("ctrl+alt+t", [[29, 56, 20]]), ("Ctrl+Alt+Delete", [[29, 56, 111]]), ("super", [[125]]),
    ("volumeup", [[115]]), ("ctrl+c  ctrl+v", [[29, 46], [29, 47]]), ("rightctrl+f12", [[97, 88]]),
    (" enter ", [[28]]),
  ])
  func `Keys have the names from the kernel's header, and common names`(text: String, chords: [[UInt16]]) throws {
    let sequence = try KeySequence(text)
    #expect(sequence.chords.map(\.codes) == chords && sequence.chords.allSatisfy { $0.change == .press })
    #expect(!sequence.holdsKeys)
  }

  @Test func `A sign before a chord holds or releases its keys`() throws {
    let sequence = try KeySequence("+ctrl+alt tab -alt -ctrl +minus")
    #expect(sequence.chords.map(\.codes) == [[29, 56], [15], [56], [29], [12]])
    #expect(sequence.chords.map(\.change) == [.hold, .press, .release, .release, .hold])
    #expect(sequence.holdsKeys)
    #expect(try !KeySequence("-alt a").holdsKeys)
  }

  @Test(arguments: [
    ("+ctrl+", "+ without a key"), ("-", "no key is named"), ("++a", "+ without a key"), ("+-a", "no key is named"),
    ("", "names no key"), ("  ", "names no key"), ("ctrl+", "+ without a key"), ("+", "+ without a key"),
    ("ctrl + c", "+ without a key"), ("volumup", "no key is named \"volumup\""), ("a+a", "twice"),
    ("ctrl+leftctrl", "twice"), ("a+b+c+d+e+f+g+h+i", "9 keys"), (String(repeating: "a ", count: 33), "33 chords"),
    ("ctrl+é", "no key is named"),
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
}
