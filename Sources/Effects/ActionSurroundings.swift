import Actions
import CLinux

/// The files and devices that actions use, and how long they wait for them. Tests have their own.
package struct ActionSurroundings: Sendable {
  /// How long the command for a gesture's end waits for the commands of its changes.
  package var patience: Duration = .seconds(10)
  /// How long a command without a `timeout` may run when its place is needed. A minute is far more than a user waits for a command, and
  /// long enough that a program that is meant to stay, such as an on-screen keyboard, is not started again and again.
  package var placeLimit: Duration = .seconds(60)
  /// How long after a dropped command has been reported the number of more dropped ones is reported.
  package var dropReportInterval: Duration = .seconds(10)
  /// The pause before a stream's program that ended is started again; it doubles each time up to the longest pause.
  package var firstPause: Duration = .milliseconds(100)
  package var longestPause: Duration = .seconds(30)
  /// A stream's program that has run for this long did not end because of its start: the next pause is the first, short one again.
  package var settledAfter: Duration = .seconds(10)
  /// How long a stream's program that no action names any more may continue after its standard input has ended.
  package var streamGrace: Duration = .seconds(2)
  /// The most processes and threads of this user with which a command can still start one; 0: no limit but this process's.
  package var mostCommandProcesses: UInt64 = 0
  /// The files that commands cannot open without `input_devices`, and the files in these folders: absolute paths whose last part may have
  /// wildcards. If it is not empty, this process must be root or unable to gain privileges.
  package var hiddenFromCommands: [String] = []
  /// The socket of the process that starts commands in a session (`StarterServer`); `nil`: they are started here.
  package var commandStarter: String?
  package var uinput = "/dev/uinput"
  /// Makes a keyboard with these keys; returns -1, and sets errno, if it cannot be made.
  package var makeKeyboard: @Sendable (_ path: String, _ codes: [UInt16]) -> Int32 = { path, codes in
    linux_keyboard_create(path, "tickled keyboard", "tickled/keyboard", codes, Int32(codes.count))
  }
  /// Makes a pointer; returns -1, and sets errno, if it cannot be made.
  package var makePointer: @Sendable (_ path: String, _ isAbsolute: Bool) -> Int32 = { path, isAbsolute in
    linux_pointer_create(
      path, isAbsolute ? "tickled absolute pointer" : "tickled pointer", "tickled/pointer", isAbsolute)
  }
  /// The pause after a button changed. libinput takes a button that changes again within 25 ms for one that bounces.
  package var buttonPace: Duration = .milliseconds(40)
  /// The pause between the first movement of a new pointer and a button. weston announces a pointer when it first moves, and an
  /// application that has not asked for its events by then would miss the press.
  package var pointerNotice: Duration = .milliseconds(150)
  /// How long a system needs to notice a new keyboard or pointer.
  package var keyboardSettling: Duration = .milliseconds(300)
  /// How long a keyboard or pointer stays after its last report, for readers that have not read it yet.
  package var keyboardLinger: Duration = .milliseconds(100)
  /// How long keys and buttons are held by a gesture that has no end, such as a swipe, unless an action releases them.
  package var longestHold: Duration = .seconds(10)
  package var leds = "/sys/class/leds"
  package var backlights = "/sys/class/backlight"
  package var framebuffers = "/sys/class/graphics"
  package var units = UnitJob.folder
  package var inputDevices = "/sys/class/input"
  package var inputNodes = "/dev/input"

  package init() {}

  /// The surroundings of a daemon. Its commands keep the soft limit of processes that the service sets, while the daemon itself raises its own to the
  /// hard one. Where the service rules out privileges, its commands cannot read panels and keyboards or type.
  package static func daemon(commandStarter: String?) -> ActionSurroundings {
    var surroundings = ActionSurroundings()
    surroundings.commandStarter = commandStarter
    surroundings.mostCommandProcesses = linux_keep_processes_for_self()
    if linux_gains_no_privileges() {
      surroundings.hiddenFromCommands = ["/dev/input", "/dev/uinput", "/dev/uhid", "/dev/hidraw*", "/dev/iio:device*"]
    }
    return surroundings
  }
}
