import Configuration
import Control
import Program
import Testing
import TouchInput

@testable import Doctor

/// A machine on which all is well: the system's service reads a panel.
private func sound(_ text: String = tap) throws -> Facts {
  var facts = Facts()
  let (configuration, diagnostics) = Configuration.parse(text: text, path: facts.path)
  #expect(configuration != nil, "\(diagnostics)")
  facts.configuration = configuration
  facts.daemons = [(7, .service)]
  facts.status = DaemonStatus(
    pid: 7, uptime: 1, configuration: facts.path, isPaused: false, mode: "default", views: 0, gestures: 1, watchers: 0,
    panels: [
      .init(
        node: "/dev/input/event4", name: "Panel", screen: "main", width: 200, height: 100, sizeSource: "resolution",
        touches: 0, frames: 0, dropped: 0, filtered: .init())
    ])
  var panel = Facts.Panel(node: "/dev/input/event4", name: "Panel")
  panel.screen = "main"
  panel.readers = "group touchscreen"
  facts.panels = [panel]
  return facts
}

private let tap = "[[gesture]]\nname = \"a\"\nkind = \"tap\"\naction = { log = \"x\" }\n"

extension Facts {
  fileprivate subscript(_ question: Question) -> Finding { findings.first { $0.question == question.rawValue }! }
  fileprivate var failing: [String] { findings.filter { $0.isWell == false }.map(\.question) }
}

@Suite struct `The doctor` {
  @Test func `asks ten questions, in the order of the causes, and finds nothing where all is well`() throws {
    let findings = try sound().findings
    #expect(
      findings.map(\.question) == [
        "daemon", "configuration", "panel", "access", "size", "touches", "gestures", "actions", "display", "attempts",
      ])
    #expect(findings.map(\.isWell) == [true, true, true, true, true, nil, true, true, nil, true])
    #expect(findings.allSatisfy { $0.remedies.isEmpty && $0.lines.count == 1 })
    #expect(findings[0].lines == ["✓ daemon: the system's service, process 7, version \(Version.current)"])
    #expect(findings[8].lines == ["– display: nothing is intercepted"])
  }

  @Test func `knows little without a daemon, a configuration and rights, and claims nothing else`() {
    var facts = Facts()
    #expect(facts.failing == ["daemon", "panel"])
    #expect(facts[.daemon].remedies == ["sudo systemctl enable --now tickled"])
    facts.isForSession = true
    #expect(facts[.daemon].remedies == ["systemctl --user enable --now tickled-user"])
    facts.daemons = [(7, .service)]
    facts.isSocketDenied = true
    #expect(facts[.daemon].isWell == nil && facts[.daemon].text.contains("`sudo tickle doctor`"))
    #expect(facts[.configuration].isWell == nil && facts[.attempts].isWell == nil)
    facts.isMissing = true
    #expect(facts[.configuration].remedies == ["tickle init kiosk --output /etc/tickled/config.toml"])
  }

  @Test func `notices two services, and a pause`() throws {
    var facts = try sound()
    facts.daemons.append((8, .session))
    #expect(facts.failing == ["daemon"] && facts[.daemon].remedies == ["sudo systemctl disable --now tickled"])
    facts = try sound()
    facts.status?.isPaused = true
    #expect(facts.failing == ["daemon"] && facts[.daemon].remedies == ["tickle resume"])
  }

  @Test func `notices a file that is not the active one`() throws {
    var facts = try sound()
    facts.status?.isConfigurationNewer = true
    #expect(facts.failing == ["configuration"] && facts[.configuration].remedies == ["tickle reload"])
    facts.errors = ["c.toml:1:1: no", "c.toml:2:1: nor this"]
    #expect(facts[.configuration].text == "c.toml:1:1: no (and 1 more); the last valid one is active")
    #expect(facts[.configuration].remedies == ["tickle check /etc/tickled/config.toml"])
    facts = try sound()
    facts.ignored = [("/etc/tickled.toml", "mv -i /etc/tickled.toml /etc/tickled/config.toml")]
    #expect(facts[.configuration].lines[0] == "✗ configuration: /etc/tickled.toml is not read")
    #expect(facts[.configuration].lines[1] == "    mv -i /etc/tickled.toml /etc/tickled/config.toml")
  }

  @Test func `says why there is no panel, and how a device becomes one`() throws {
    var facts = try sound()
    facts.panels = []
    facts.status?.panels = []
    #expect(facts.failing == ["panel"] && facts[.panel].remedies == ["tickle devices"])
    facts.refusals = [("/dev/input/event2: it looks like a mouse", "[[screen]] match = { name = \"X\" }")]
    #expect(facts[.panel].text.hasSuffix("it looks like a mouse"))
    #expect(facts[.panel].remedies == ["[[screen]] match = { name = \"X\" }"])
  }

  @Test func `says who may read a panel that is not read, and that a contact is down`() throws {
    var facts = try sound()
    facts.status?.panels = []
    #expect(facts.failing == ["access"] && facts[.access].text.contains("the daemon does not read /dev/input/event4"))
    #expect(facts[.access].remedies[0].contains("udevadm trigger"))
    // What the daemon says of it is more precise.
    facts.status?.troubles = [
      Trouble(about: "device /dev/input/event4", "open /dev/input/event4: Device or resource busy")
    ]
    #expect(facts[.access].text == "open /dev/input/event4: Device or resource busy")
    facts = try sound()
    facts.panels[0].contacts = 1
    // The daemon ignores it, so gestures work.
    #expect(facts.failing == [])
    facts.status?.panels[0].touches = 1
    #expect(facts.failing == ["access"] && facts[.access].remedies == ["[[screen]] stale = \"30s\""])
    facts = try sound()
    facts.status?.panels = []
    facts.status?.troubles = [
      Trouble(
        about: "device /dev/input/event4",
        "open /dev/input/event4: Permission denied (add the user to the group \"touchscreen\")")
    ]
    #expect(facts[.access].remedies[0].contains("udevadm trigger"))
    facts.status?.troubles[0].message = "not of the group \"touchscreen\": see `tickle recipe point-of-sale`"
    #expect(facts[.access].remedies == ["tickle recipe point-of-sale"])
    facts = try sound()
    (facts.daemons, facts.status, facts.panels[0].isReadable) = ([], nil, false)
    #expect(facts[.access].remedies == ["sudo usermod --append --groups touchscreen $USER"])
  }

  @Test func `notices sizes that are guesses, panels without a screen and screens without a panel`() throws {
    var facts = try sound()
    facts.status?.panels[0].sizeSource = "assumed"
    #expect(facts.failing == ["size"] && facts[.size].remedies == ["tickle setup --write"])
    facts = try sound("[[screen]]\nname = \"left\"\nmatch = { name = \"X\" }\n" + tap)
    facts.panels[0].screen = nil
    facts.panels[0].match = "match = { name = \"Panel\" }"
    facts.status?.panels = []
    #expect(facts.failing == ["size"])
    #expect(facts[.size].text == "no [[screen]] matches Panel; the [[screen]] \"left\" matches no panel")
    #expect(facts[.size].remedies == ["[[screen]] match = { name = \"Panel\" }", "tickle devices"])
  }

  @Test func `says what became of the touch that it waited for`() throws {
    var facts = try sound()
    facts.status?.lastTouch = 90
    #expect(facts[.touches].text == "the last touch was 90 s ago; `tickle doctor --touch 5` waits for one")
    for (touch, isWell) in [(Facts.Touch.arrived, true), (.missing, false), (.grabbed, false)] {
      facts.touch = touch
      #expect(facts[.touches].isWell == isWell)
    }
    #expect(facts[.touches].remedies == ["sudo tickle doctor"])
    facts.panels[0].programs = ["evtest (9)", "a (1);reboot (12)", "b (c)"]
    #expect(
      facts[.touches].text == "another program has grabbed the panel: evtest (9), a (1);reboot (12), b (c)")
    #expect(facts[.touches].remedies == ["systemctl status 9 12"])
  }

  @Test func `names the gestures that cannot fire, and why`() throws {
    var facts = try sound("")
    #expect(facts[.gestures].remedies == ["tickle init"])
    facts = try sound("[[gesture]]\nname = \"a\"\nkind = \"tap\"\n")
    #expect(facts[.gestures].text == "no gesture has an action")
    facts = try sound(tap + "[mode.dark]\ndisable = [\"a\"]\n")
    facts.status?.mode = "dark"
    #expect(facts.failing == ["gestures"] && facts[.gestures].remedies == ["tickle set mode default"])
    facts = try sound(tap + "[[gesture]]\nname = \"b\"\nkind = \"swipe\"\n[mode.dark]\ndisable = [\"a\"]\n")
    facts.status?.mode = "dark"
    #expect(facts[.gestures].text == "1 of 2 can fire; the mode \"dark\" switches off \"a\"")
    facts = try sound()
    facts.status?.switchedOff = ["gesture two words"]
    #expect(facts[.gestures].remedies == ["tickle set gesture 'two words' on"])
    facts = try sound()
    facts.warnings = ["c.toml:3:1: no hand makes this"]
    #expect(facts.failing == ["gestures"] && facts[.gestures].remedies == ["tickle check /etc/tickled/config.toml"])
    // The daemon has said it, too: once is enough.
    facts.status?.troubles = [Trouble(about: "configuration", "c.toml:3:1: no hand makes this")]
    #expect(facts.failing == ["configuration"])
  }

  @Test func `knows the drop-in, the group or the command for what actions lack`() throws {
    let need = "c.toml:4:1: as a service, this needs the drop-in sound.conf: access to the sound cards in /dev/snd"
    let trouble = Trouble(
      about: "keys",
      "key actions press nothing: open /dev/uinput: Permission denied (join the group \"tickled-outputs\"; the service needs its "
        + "drop-in keys.conf)")
    var facts = try sound()
    facts.needs = [need, need.replacing("sound.conf", with: "keys.conf")]
    facts.status?.troubles = [trouble]
    let remedies = facts[.actions].remedies
    #expect(facts.failing == ["actions"] && remedies.count == 2)
    #expect(remedies[0].contains("/drop-in/keys.conf /etc/systemd/system/tickled.service.d/"))
    #expect(remedies[1].contains("/drop-in/sound.conf /etc/systemd/system/tickled.service.d/"))
    facts.dropIns = ["sound", "keys"]
    // Its drop-in is there, and the node has another group.
    #expect(facts[.actions].remedies.count == 1 && facts[.actions].remedies[0].contains("udevadm trigger"))
    facts.status?.troubles = []
    #expect(facts.failing == [])
    facts.needs = ["c.toml:4:1: there is no \"/opt/x\""]
    #expect(facts[.actions].remedies == ["tickle check /etc/tickled/config.toml"])
    facts.status?.troubles = [Trouble(about: "sound", "sound device \"default\": open: No such file or directory")]
    #expect(facts[.actions].remedies[0] == "cat /proc/asound/cards")
    facts.needs = []
    facts.daemons = [(7, .session)]
    facts.status?.troubles = [trouble]
    #expect(facts[.actions].remedies == ["sudo usermod --append --groups tickled-outputs $USER"])
    let permit = "systemctl enable --now tickled-stop@kiosk.socket"
    facts.status?.troubles = [Trouble(about: "unit stop kiosk", "unit: may not stop kiosk (to allow it: `\(permit)`)")]
    #expect(facts[.actions].remedies == ["sudo \(permit) && tickle reload"])
  }

  @Test func `notices interception that fails, outputs without a display, and the bridge`() throws {
    var facts = try sound(tap + "[[follow]]\noutput = \"DP-*\"\nscreen = \"main\"\n")
    facts.status?.panels[0].interception = "not intercepted: open /dev/uinput: No such file (`modprobe uinput`)"
    #expect(facts[.display].remedies == ["sudo modprobe uinput && sudo systemctl restart tickled"])
    facts.panels[0].programs = ["evtest (9)"]
    facts.status?.troubles = [
      Trouble(
        about: "interception /dev/input/event4",
        "not intercepted: Device or resource busy (another program has grabbed it)")
    ]
    #expect(facts[.display].text.hasSuffix("(another program has grabbed it): evtest (9)"))
    #expect(facts[.display].remedies == ["systemctl status 9"])
    facts.status?.troubles = []
    facts.status?.panels[0].interception = "intercepted, applications see /dev/input/event9"
    #expect(facts[.display].isWell == true)
    facts.displays = ["HDMI-A-1", "DSI-1"]
    #expect(facts[.display].text.hasSuffix("no display is called \"DP-*\", but HDMI-A-1, DSI-1"))
    #expect(facts[.display].remedies == ["[[follow]] output = \"HDMI-A-1\""])
    facts.displays = ["DP-2"]
    #expect(facts[.display].isWell == true)
    facts.bridge = .stopped
    #expect(facts.failing == ["display"])
    facts.bridge = .offline
    #expect(facts[.display].text == "tickled-mqtt has no connection to a broker")
  }

  @Test func `passes on what hands often miss`() throws {
    var facts = try sound()
    facts.status?.panels[0].nearMisses = [
      NearMiss("ring", kind: "tap", .interval, recognized: 7, missed: 9, values: [0.5], limit: 0.35)
    ]
    #expect(facts.failing == ["attempts"] && facts[.attempts].remedies == ["tickle tune --profile"])
  }

  @Test func `prints hostile texts safely, not without end, and proposes no command of theirs`() throws {
    var facts = try sound()
    let name = "\u{1b}[31m" + String(repeating: "x", count: 10_000)
    facts.panels[0].name = name
    facts.ignored = [("/etc/\(name)", "mv -i '\(name)' x")]
    facts.status?.version = name
    facts.status?.troubles =
      (0..<50).map { Trouble(about: "led \($0)", "`tickle \(name)`") }
      + [
        Trouble(about: "device a", "\"`systemctl enable --now tickled;reboot`\" on /dev/input/event9"),
        Trouble(about: "device b", "`reboot`"),
      ]
    for finding in facts.findings {
      #expect(finding.lines.allSatisfy { $0.utf8.count < 2000 && !$0.unicodeScalars.contains("\u{1b}") })
      #expect(finding.lines.count <= 7 && finding.json.utf8.count < 10_000)
    }
    #expect(facts[.access].remedies == [] && facts[.actions].remedies == [] && facts[.configuration].remedies == [])
    #expect(facts[.actions].lines.last == "  and 45 more")
  }

  @Test func `answers with an object for each question`() throws {
    var facts = try sound()
    facts.status?.isPaused = true
    #expect(
      facts[.daemon].json == #"{"question":"daemon","ok":false,"text":"it is paused","do":["tickle resume"]}"#)
    #expect(
      facts[.touches].json
        == #"{"question":"touches","ok":null,"text":"`tickle doctor --touch 5` waits for one","do":[]}"#)
  }
}
