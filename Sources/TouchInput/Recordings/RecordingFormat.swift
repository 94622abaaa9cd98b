enum RecordingFormat {
  case evemu, libinput, getevent, motion, evtest, debugEvents
  /// Reports of a USB or I²C device, before the kernel has made events of them.
  case hidReports

  /// Recognizes the format by the first line that is neither a comment nor a command in a shell.
  init(of bytes: [UInt8]) {
    var lines = TextLines(bytes, file: "")
    self = .evemu
    while let line = lines.next() {
      guard let first = line.first, first != UInt8(ascii: "#") else { continue }
      let begins = { (word: String) in line.starts(with: word.utf8) }
      if first == UInt8(ascii: "$") {
        self = .getevent
        continue
      }
      if ["version:", "ndevices:", "libinput:", "system:", "devices:", "---"].contains(where: begins) {
        self = .libinput
      } else if begins(MotionReader.beginning) {
        self = .motion
      } else if GeteventReader.beginnings.contains(where: begins) {
        self = .getevent
      } else if EvtestReader.beginnings.contains(where: begins) {
        self = .evtest
      } else if begins("D: ") || begins("R: ") {
        self = .hidReports
      } else if DebugEventsReader.isLine(line) {
        self = .debugEvents
      }
      return
    }
  }
}
