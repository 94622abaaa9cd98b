import Foundation
import Testing

/// lisgd itself, which reads a recording instead of a panel. Two preload libraries make it do so as fast as it can, on the recording's
/// clock (`Benchmarks/peers`).
private enum Lisgd {
  static let canRun = ["lisgd", "cc"].allSatisfy { access("/usr/bin/\($0)", X_OK) == 0 }
  static let missing: Comment = "lisgd or cc is not installed: skipped"

  /// The folder of the preload libraries, beside the programs; `nil` if they cannot be compiled.
  private static let libraries: String? = {
    let folder = "\(Program.folder)/peers"
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in ["fakenode", "replayed"] {
      let compiler = try? Child.run(
        ["cc", "-O1", "-D_GNU_SOURCE", "-shared", "-fPIC", "-o", "\(folder)/\(name).so"]
          + ["\(Files.checkout)/Benchmarks/peers/\(name).c", "-ldl"])
      if compiler?.end != .status(0) { return nil }
    }
    return folder
  }()

  /// The commands that lisgd runs for a recording, each with its time. The panel is the one of `Recording`, with 10 pixels per millimetre.
  static func commands(
    _ options: [String], for recording: Recording
  ) async throws -> [(time: Double, command: String)] {
    let libraries = try #require(libraries)
    let folder = try TemporaryFolder()
    let events = try folder.write(recording.binaryEvents, to: "events")
    // Pieces of at most 4096 bytes are written whole, so that no event is torn apart. lisgd keeps the FIFO open for writing.
    let script = """
      mkfifo "$0" && exec 3<> "$0" || exit
      dd if="$1" of="$0" bs=4080 status=none 3<&- &
      shift
      exec env LD_PRELOAD="$LIBRARIES/fakenode.so $LIBRARIES/replayed.so" lisgd -d "$0" -w 2000 -h 1200 "$@"
      """
    let node = folder.path("event1")
    let child = try Child(
      ["sh", "-c", script, node, events] + options,
      environment: [
        "LIBRARIES": libraries, "FAKENODE": node, "FAKENODE_PANEL": "20000x12000@100", "REPLAYED": "1",
      ], output: nil)
    let outcome = try await child.ended()
    #expect(outcome.end == .status(0), "\(outcome.errors)")
    return outcome.output.split(separator: "\n").compactMap { line in
      let words = line.split(separator: " ", maxSplits: 1)
      return Double(words[0]).map { ($0, String(words[1])) }
    }
  }
}

extension Recording {
  /// The events as the kernel has them, and one of type 0xffff, which ends a program that is replayed to.
  fileprivate var binaryEvents: Data {
    var data = Data()
    func add(_ seconds: Int64, _ microseconds: Int64, _ type: UInt16, _ code: UInt16, _ value: Int32) {
      withUnsafeBytes(of: (seconds, microseconds, type, code, value)) { data.append(contentsOf: $0) }
    }
    for line in events().split(separator: "\n") {
      let words = line.dropFirst(3).split { " .".contains($0) }
      guard let seconds = Int64(words[0]), let microseconds = Int64(words[1]), let type = UInt16(words[2], radix: 16),
        let code = UInt16(words[3], radix: 16), let value = Int32(words[4])
      else { continue }
      add(seconds, microseconds, type, code, value)
    }
    add(0, 0, 0xFFFF, 0, 0)
    return data
  }
}

/// A straight movement of fingers side by side, and the commands that it runs.
private struct StraightHand {
  /// Written as `20,60 > 60,60 x2 0.5s: command, command`, with places in millimetres; without `x2`, one finger; without a time,
  /// 0.3 s. After `|` follow the commands of tickled, if they differ.
  let text: String
  private(set) var lisgd: [String] = []
  private(set) var tickled: [String] = []
  private var start = (x: 0.0, y: 0.0)
  private var end = (x: 0.0, y: 0.0)
  private var fingers = 1
  private var seconds = 0.3

  init(_ text: String) {
    self.text = text
    let sides = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    precondition(sides.count == 2, "not a movement and its commands: \(text)")
    let answers = sides.last!.split(separator: "|", omittingEmptySubsequences: false).map { answer in
      answer.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
    (lisgd, tickled) = (answers[0], answers[answers.count - 1])
    var places: [(x: Double, y: Double)] = []
    for word in sides[0].split(separator: " ") {
      let numbers = word.split(separator: ",").compactMap { Double($0) }
      if numbers.count == 2 { places.append((numbers[0], numbers[1])) }
      if word.hasPrefix("x") { fingers = Int(word.dropFirst()) ?? 0 }
      if word.hasSuffix("s") { seconds = Double(word.dropLast()) ?? 0 }
    }
    precondition(places.count == 2 && fingers > 0 && seconds > 0, "not a movement: \(text)")
    (start, end) = (places[0], places[1])
  }

  /// The frames, of which the first one has this time. There is one every 10 ms.
  func frames(from time: Double) -> [(Double, [Recording.Event])] {
    let isAcross = abs(end.x - start.x) < abs(end.y - start.y)
    func place(_ finger: Int, _ share: Double) -> (Double, Double) {
      let side = 15 * (Double(finger) - Double(fingers - 1) / 2)
      return (
        start.x + (end.x - start.x) * share + (isAcross ? side : 0),
        start.y + (end.y - start.y) * share + (isAcross ? 0 : side)
      )
    }
    let count = Int((seconds / 0.01).rounded())
    var frames: [(Double, [Recording.Event])] = []
    for step in 0...count {
      let events = (0..<fingers).map { finger in
        let (x, y) = place(finger, Double(step) / Double(count))
        return step == 0 ? Recording.Event.down(x, y, finger: finger) : .move(x, y, finger: finger)
      }
      frames.append((time + 0.01 * Double(step), events))
    }
    frames.append((time + seconds + 0.01, (0..<fingers).map { .up(finger: $0) }))
    return frames
  }
}

/// Options of lisgd, and hands on a panel of 200 mm × 120 mm.
private struct Trial: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let options: [String]
  let hands: [String]
  /// What the imported configuration says of the differences.
  let remarks: [String]

  init(_ name: String, _ options: String = "", _ gestures: String, _ hands: String, says remarks: String...) {
    testDescription = name
    let rows = gestures.split(separator: "\n").flatMap { ["-g", String($0)] }
    self.options = options.split(separator: " ").map(String.init) + rows
    self.hands = hands.split(separator: "\n").map(String.init)
    self.remarks = remarks
  }

  /// Eight directions of lisgd's, each with a movement of 40 mm or so.
  private static let movements = [
    ("LR", "80,60 > 120,60"), ("RL", "120,60 > 80,60"), ("UD", "100,40 > 100,80"), ("DU", "100,80 > 100,40"),
    ("DLUR", "80,80 > 120,40"), ("URDL", "120,40 > 80,80"), ("ULDR", "80,40 > 120,80"), ("DRUL", "120,80 > 80,40"),
  ]

  private static func fingers(_ count: Int) -> Trial {
    Trial(
      "\(count) fingers in eight directions", "",
      [1, 2, 3, 4].flatMap { fingers in movements.map { "\(fingers),\($0.0),*,*,R,\(fingers) \($0.0)" } }
        .joined(separator: "\n"),
      movements.map { "\($0.1) x\(count): \(count) \($0.0)" }.joined(separator: "\n"))
  }

  /// The eight directions on a panel that is turned this many times to the left: what is to the right on the panel is upwards after one.
  private static func turned(_ turns: Int) -> Trial {
    let circle = ["LR", "DLUR", "DU", "DRUL", "RL", "URDL", "UD", "ULDR"]
    let hands = circle.indices.map { index in
      let movement = movements.first { $0.0 == circle[index] }!.1
      return "\(movement): \(circle[(index + 2 * turns) % 8])"
    }
    return Trial(
      "orientation \(turns)", "-o \(turns)", circle.map { "1,\($0),*,*,R,\($0)" }.joined(separator: "\n"),
      hands.joined(separator: "\n"))
  }

  static let table =
    [1, 2, 3, 4].map(fingers) + [0, 1, 2, 3].map(turned) + [
      Trial(
        "edges and corners", "",
        """
        1,ULDR,TL,*,R,from TL
        1,DRUL,TL,*,R,to TL
        1,URDL,TR,*,R,from TR
        1,DLUR,BL,*,R,from BL
        1,DRUL,BR,*,R,from BR
        1,ULDR,BR,*,R,to BR
        1,LR,L,*,R,from L
        1,RL,L,*,R,to L
        1,RL,R,*,R,from R
        1,LR,R,*,R,to R
        1,UD,T,*,R,from T
        1,DU,T,*,R,to T
        1,DU,B,*,R,from B
        1,UD,B,*,R,to B
        1,LR,*,*,R,LR
        1,ULDR,*,*,R,ULDR
        """,
        """
        1,1 > 41,41: from TL
        41,41 > 1,1: to TL
        199,1 > 159,41: from TR
        1,119 > 41,79: from BL
        199,119 > 159,79: from BR
        159,79 > 199,119: to BR
        1,60 > 41,60: from L
        41,60 > 1,60: to L
        199,60 > 159,60: from R
        159,60 > 199,60: to R
        100,1 > 100,41: from T
        100,41 > 100,1: to T
        100,119 > 100,79: from B
        100,79 > 100,119: to B
        80,60 > 120,60: LR
        80,40 > 120,80: ULDR
        120,60 > 80,60:
        1,1 > 1,41: from T
        1,1 > 41,1: from L
        """),
      Trial(
        "edges on a panel that is turned", "-o 1",
        """
        1,ULDR,TL,*,R,from TL
        1,LR,L,*,R,from L
        1,RL,L,*,R,to L
        1,UD,T,*,R,from T
        1,DU,B,*,R,from B
        """,
        """
        1,119 > 41,79:
        199,1 > 159,41: from TL
        100,1 > 100,41: from L
        100,119 > 100,79:
        1,60 > 41,60: from B
        199,60 > 159,60: from T
        """),
      Trial(
        "diagonal swipes at edges", "",
        """
        1,DLUR,T,*,R,to T
        1,URDL,L,*,R,to L
        1,ULDR,L,*,R,from L
        1,DRUL,B,*,R,from B
        1,URDL,BR,*,R,from R to B
        """,
        """
        60,41 > 100,1: to T
        41,40 > 1,80: to L
        1,40 > 41,80: from L
        100,119 > 60,79: from B
        199,79 > 159,119: from R to B
        80,80 > 120,40:
        """),
      Trial(
        "swipes into a corner, along an edge", "",
        """
        1,RL,TL,*,R,to TL
        1,RL,L,*,R,to L
        1,RL,T,*,R,along T
        1,DU,TR,*,R,up to TR
        1,UD,BR,*,R,down to BR
        """,
        """
        41,1 > 1,1: to TL
        41,60 > 1,60: to L
        140,1 > 100,1: along T
        199,41 > 199,1: up to TR
        199,79 > 199,119: down to BR
        """),
      Trial(
        "away from the edges", "",
        """
        1,LR,N,*,R,inside
        1,LR,R,*,R,to R
        1,LR,*,*,R,any
        2,UD,N,*,R,inside 2
        """,
        """
        80,60 > 120,60: inside
        159,60 > 199,60: to R
        1,60 > 41,60: any
        80,40 > 80,80 x2: inside 2
        80,1 > 80,41 x2:
        80,79 > 80,119 x2: | inside 2
        """, says: "it may end at an edge, where lisgd has only swipes of that edge"),
      Trial(
        "a swipe along an edge that only ends there", "", "1,LR,T,*,R,along T",
        """
        60,1 > 100,1: along T
        60,1 > 100,9: along T
        60,9 > 100,1: along T |
        """, says: "it must begin at the edge; lisgd also accepts a swipe that only ends there"),
      Trial(
        "distances", "",
        """
        1,LR,*,L,R,long
        1,LR,*,M,R,medium
        1,LR,*,S,R,short
        1,DU,*,M,R,up medium
        1,DU,*,*,R,up
        """,
        """
        20,60 > 155,60: long
        20,60 > 148,60: medium
        20,60 > 90,60: medium
        20,60 > 82,60: short
        20,60 > 35,60: short
        100,100 > 100,58: up medium
        100,100 > 100,64: up
        """),
      Trial(
        "a diagonal distance", "", "1,ULDR,*,M,R,medium\n1,ULDR,*,*,R,any",
        """
        20,20 > 40,40: any
        20,20 > 65,65: any | medium
        20,20 > 85,85: medium
        """, says: "33% is of the longest such swipe that the screen has room for; lisgd means the screen's diagonal"),
      Trial(
        "the order of edges and distances", "",
        """
        1,LR,L,L,R,from L long
        1,LR,L,*,R,from L
        1,LR,*,M,R,medium
        1,LR,*,*,R,any
        1,LR,R,*,R,never
        """,
        """
        1,60 > 160,60: from L long
        1,60 > 90,60: from L
        20,60 > 110,60: medium
        20,60 > 50,60: any
        160,60 > 199,60: any
        """, says: "lisgd never runs it, as the gesture on line 1 always matches first"),
      Trial(
        "an edge before its corner", "", "1,LR,L,*,R,from L\n1,LR,TL,*,R,never",
        """
        1,60 > 41,60: from L
        1,1 > 41,1: from L
        """, says: "lisgd never runs it, as the gesture on line 1 always matches first"),
      Trial(
        "the shortest distance", "-t 200", "1,LR,*,*,R,right",
        """
        80,60 > 99,60:
        80,60 > 101,60: right
        """),
      Trial(
        "no shortest distance", "", "1,LR,*,*,R,right",
        """
        80,60 > 87,60:
        80,60 > 90,60: | right
        80,60 > 93,60: right
        """, says: "lisgd's swipes are at least 125 pixels long without -t; here tickled's own \"8mm\" applies."),
      Trial(
        "the longest time", "-m 400", "1,LR,*,*,R,right",
        """
        80,60 > 120,60 0.1s: right
        80,60 > 120,60 0.37s: right
        80,60 > 120,60 0.42s:
        """),
      Trial(
        "no longest time", "", "1,LR,*,*,R,right",
        """
        80,60 > 120,60 0.77s: right
        80,60 > 120,60 0.82s:
        """),
      Trial(
        "angles", "-r 20", "1,LR,*,*,R,right\n1,ULDR,*,*,R,down right",
        """
        80,60 > 119,72: right
        80,60 > 118,75:
        80,60 > 115,81: down right
        80,60 > 115,48: right
        80,60 > 115,45:
        """),
      Trial(
        "angles without -r", "", "1,LR,*,*,R,right",
        """
        80,60 > 118,69: right
        80,60 > 115,73: | right
        80,60 > 110,90:
        """, says: "lisgd's directions are 15° to either side; here the nearest direction counts, up to 40°."),
      Trial(
        "angles that overlap", "-r 45", "1,LR,*,*,R,right",
        """
        80,60 > 118,69: right
        80,60 > 118,51: | right
        """, says: "-r 45: lisgd's directions overlap"),
      Trial(
        "several fingers at edges", "",
        """
        2,LR,L,*,R,2 from L
        2,LR,R,*,R,2 to R
        3,DU,B,*,R,3 from B
        4,UD,*,*,R,4 down
        """,
        """
        1,60 > 41,60 x2: 2 from L
        159,60 > 199,60 x2: 2 to R
        100,119 > 100,79 x3: 3 from B
        100,30 > 100,70 x4: 4 down
        100,30 > 100,70 x3:
        1,60 > 41,60:
        """),
      Trial(
        "steps while the finger moves", "",
        """
        1,DU,R,*,P,up
        1,UD,R,*,P,down
        1,LR,*,*,P,right
        1,RL,*,*,R,left
        """,
        """
        199,100 > 199,95:
        199,100 > 199,93: up
        199,100 > 199,74 0.6s: up, up, up, up
        199,40 > 199,59 0.4s: down, down, down
        40,60 > 71,60 0.6s: right, right, right, right, right
        100,60 > 60,60: left
        100,100 > 100,60:
        """),
      Trial(
        "longer steps", "-T 120", "1,LR,*,*,P,right",
        """
        40,60 > 51,60:
        40,60 > 65,60 0.6s: right, right
        """),
      Trial(
        "steps of two fingers", "", "2,DU,*,*,P,up", "100,80 > 100,67 x2: up, up, up, up | up, up",
        says: "it runs once for all 2 fingers; lisgd runs it for each of them"),
      Trial(
        "steps with a distance, which lisgd takes at the lift", "", "1,LR,*,M,P,right",
        """
        40,60 > 80,60:
        40,60 > 120,60: right
        """),
    ]
}

@Suite("Gestures of lisgd", .startsPrograms, .enabled(if: Lisgd.canRun, Lisgd.missing))
struct BesideLisgdTests {
  @Test(arguments: Trial.table)
  fileprivate func `are triggered by the hands that trigger them in lisgd itself`(trial: Trial) async throws {
    let hands = trial.hands.map(StraightHand.init)
    let recording = Recording(hands.enumerated().flatMap { $1.frames(from: 1 + 3 * Double($0)) })
    var lisgd = hands.map { _ in [String]() }
    for (time, command) in try await Lisgd.commands(trial.options, for: recording) {
      lisgd[Int((time - 0.5) / 3)].append(command)
    }
    let imported = try Program.tickle.run(["import", "lisgd", "--"] + trial.options)
    var tickled = hands.map { _ in [String]() }
    for (time, command) in try commands(of: imported.outputBytes, for: recording) {
      tickled[Int((time + 0.5) / 3)].append(command)
    }
    for (index, hand) in hands.enumerated() {
      #expect(lisgd[index] == hand.lisgd, "lisgd: \(hand.text)")
      #expect(tickled[index] == hand.tickled, "tickled: \(hand.text)")
    }
    for remark in trial.remarks { #expect(imported.output.contains(remark)) }
    #expect(!trial.remarks.isEmpty || lisgd == tickled)
  }

  /// The commands that tickled runs for a recording, each with the time from its first frame.
  private func commands(of configuration: Data, for recording: Recording) throws -> [(time: Double, command: String)] {
    let folder = try TemporaryFolder()
    let toml = try folder.write(configuration, to: "config.toml")
    let replay = try Program.tickle.run([
      "replay", "--config", toml, "--format", "json", try folder.write(recording.text, to: "hands.evemu"),
    ])
    #expect(replay.end == .status(0), "\(replay.errors)")
    return try JSON.lines(replay.outputBytes).filter { $0["action"].string == "shell" }.compactMap { line in
      guard let time = line["time"].double, let command = line["value"].string else { return nil }
      return (time, command)
    }
  }
}
