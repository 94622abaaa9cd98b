enum RecordingFormat {
  case evemu, libinput, getevent, motion

  /// Recognizes the format by the first line that is not a comment.
  init(of bytes: [UInt8]) {
    var lines = TextLines(bytes, file: "")
    self = .evemu
    while let line = lines.next() {
      guard let first = line.first, first != UInt8(ascii: "#") else { continue }
      let begins = { (word: String) in line.starts(with: word.utf8) }
      if ["version:", "ndevices:", "libinput:", "system:", "devices:", "---"].contains(where: begins) {
        self = .libinput
      } else if begins(MotionReader.beginning) {
        self = .motion
      } else if GeteventReader.beginnings.contains(where: begins) {
        self = .getevent
      }
      return
    }
  }
}
