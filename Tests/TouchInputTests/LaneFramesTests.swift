import CTouchInput
import Gestures
import Glibc
import Testing

@testable import TouchInput

/// What a lane keeps of frames in the orders in which panels send them, and what it recalls.
@Suite("Frames in a lane")
struct LaneFramesTests {
  private typealias Values = [(code: Int, value: Int)]

  /// Three fingers in slots 0 to 2 of a panel of 1000 by 1000 units that measures pressures.
  private final class Lane {
    let device: TouchDevice
    private let end: Int32
    var time: Int64 = 1_000_000

    init(
      panel: String = Panel.slots, window: Int64 = -1, most: UInt32 = .max, isCentred: Bool = false,
      isPaired: Bool = false
    ) throws {
      var ends: [Int32] = [0, 0]
      try #require(pipe(&ends) == 0)
      for end in ends { #expect(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
      end = ends[1]
      let text = panel + "A: 3a 0 255 0 0 0\nE: 0.000000 0 0 0\n"
      let recording = try Recording(bytes: Array(text.utf8), file: "lane")
      device = try #require(TouchDevice(adopting: ends[0], recording.description))
      var frame = ti_frame()
      let landings = (0..<3).flatMap { [(0x2f, $0), (0x39, $0 + 1), (0x35, 100 * $0 + 100), (0x36, 1)] }
      send(landings + [(0x2f, 0)])
      try #require(ti_device_next(device.device, &frame) == 1)
      try #require(ti_device_open_lane(device.device, window, most))
      allow()
      // 2 units are a millimetre across, and 4 down.
      let centre = ti_disc(xx: 0.5, xy: 0, x: -100, yx: 0, yy: 0.25, y: -0.25, radius: 25.1)
      if isCentred { ti_device_allow_centre(device.device, centre) }
      if isPaired { pair() }
    }

    private func allow() {
      for touch in UInt64(1)...3 {
        ti_device_allow(device.device, touch, ti_area(left: 50, right: 5000, top: -5000, bottom: 5000))
      }
    }

    /// Requires of the first two touches that they are at most 200 units apart.
    func pair() {
      ti_device_allow_pair(
        device.device, 1, 2,
        ti_way(xx: 1, xy: 0, yx: 0, yy: 1, shortest: 0, longest: 200, x: 0, y: 0, steepest: 0))
    }

    /// The next frame as the decoder reports it: its time, and each contact as slot, x and y; `nil`: there is none.
    func decoded() -> [Int]? {
      var frame = ti_frame()
      guard ti_device_next(device.device, &frame) == 1 else { return nil }
      return [Int(frame.time)]
        + UnsafeBufferPointer(start: frame.contacts, count: frame.count).flatMap {
          [Int($0.slot), Int($0.now.x), Int($0.now.y)]
        }
    }

    deinit { close(end) }

    /// - Parameter isWhole: whether the frame ends with these values.
    func send(_ values: Values, isWhole: Bool = true) {
      time += 8000
      let end = isWhole ? [(EV_SYN, 0, 0)] : []
      let events = (values.map { (EV_ABS, $0.code, $0.value) } + end).map { type, code, value in
        var raw = input_event()
        raw.time.tv_sec = Int(time / 1_000_000)
        raw.time.tv_usec = Int(time % 1_000_000)
        (raw.type, raw.code, raw.value) = (UInt16(type), UInt16(code), Int32(value))
        return raw
      }
      let size = events.count * MemoryLayout<input_event>.stride
      #expect(write(self.end, events, size) == size)
    }

    /// - Returns: whether the frame is kept.
    func keeps(_ values: Values) -> Bool {
      send(values)
      return glides()
    }

    func opens() -> Bool {
      let opens = ti_device_open_lane(device.device, -1, .max)
      allow()
      return opens
    }
    func glides() -> Bool { ti_device_glide(device.device, .max) }
    func dozes() -> Bool { ti_device_doze(device.device) }

    /// The kept frames: the time, and each place as touch, x and y.
    func recalled() -> [[Int]] {
      _ = ti_device_close_lane(device.device)
      ti_device_skip_kept(device.device)
      var frames: [[Int]] = []
      var time: Int64 = 0
      var touch: UInt64 = 0
      var x: Int32 = 0, y: Int32 = 0
      while ti_device_recall_forgotten(device.device, &touch, &x, &y) {
        frames.append([-1, Int(touch), Int(x), Int(y)])
      }
      while ti_device_recall_frame(device.device, &time) {
        frames.append([])
        while ti_device_recall_place(device.device, &touch, &x, &y) {
          frames[frames.count - 1] += [Int(touch), Int(x), Int(y)]
        }
      }
      return frames
    }
  }

  @Test func `are not kept if they name a slot without a finger`() throws {
    let lane = try Lane()
    #expect(!lane.keeps([(0x2f, 4), (0x35, 0), (0x36, 0)]))
  }

  @Test func `are not kept while the decoder has a part of one`() throws {
    let lane = try Lane()
    lane.send([(0x35, 110)], isWhole: false)
    #expect(!lane.glides() && lane.decoded() == nil && !lane.opens())
    lane.send([(0x36, 2)])
    #expect(lane.decoded() != nil && lane.opens())
  }

  @Test func `are not left to the kernel where it cannot leave any out, as of a pipe`() throws {
    let lane = try Lane()
    #expect(!lane.dozes())
  }

  @Test func `are not kept before those that were read for the decoder`() throws {
    let lane = try Lane()
    #expect(lane.recalled() == [])
    lane.send([(0x35, 110)])
    lane.send([(0x35, 120)])
    #expect(lane.decoded() == [Int(lane.time) - 8000, 0, 110, 1])
    #expect(lane.opens() && !lane.glides())
    #expect(lane.decoded() == [Int(lane.time), 0, 120, 1])
  }

  @Test func `are kept in any order of a finger's values`() throws {
    let lane = try Lane()
    #expect(lane.keeps([(0x35, 110), (0x36, 2)]))
    #expect(lane.keeps([(0x36, 1)]))
    #expect(lane.keeps([(0x36, 2), (0x35, 120)]))
    #expect(lane.keeps([(0x35, 130), (0x2f, 1), (0x35, 210), (0x36, 3), (0x2f, 2), (0x36, 3)]))
    #expect(
      lane.keeps([
        (0x2f, 0), (0x35, 140), (0x36, 3), (0x3a, 9), (0x2f, 1), (0x3a, 9), (0x35, 220), (0x2f, 2), (0x35, 310),
        (0x36, 1),
      ]))
    #expect(lane.keeps([(0x2f, 1), (0x35, 220), (0x36, 3)]), "nothing has changed")
    #expect(
      lane.recalled() == [
        [1, 110, 2], [1, 110, 1], [1, 120, 2], [1, 130, 2, 2, 210, 3, 3, 300, 3], [1, 140, 3, 2, 220, 3, 3, 310, 1],
      ])
  }

  private static let others: [(String, [(code: Int, value: Int)])] = [
    ("a finger in two parts", [(0x35, 110), (0x36, 2), (0x35, 120)]),
    ("a finger in two parts, with a pressure", [(0x35, 110), (0x36, 2), (0x3a, 7), (0x36, 3)]),
    ("slots that descend", [(0x2f, 2), (0x35, 310), (0x36, 2), (0x2f, 1), (0x35, 210), (0x36, 2)]),
    ("a slot twice", [(0x35, 110), (0x36, 2), (0x2f, 0), (0x35, 120), (0x36, 2)]),
    ("a slot without a finger", [(0x2f, 3), (0x35, 120), (0x36, 2)]),
    ("a slot that there is not", [(0x2f, 200), (0x35, 120), (0x36, 2)]),
    ("a slot below 0", [(0x2f, -1), (0x35, 120), (0x36, 2)]),
    ("a lift", [(0x35, 120), (0x36, 2), (0x39, -1)]),
    ("the first finger outside", [(0x35, 49), (0x36, 2)]),
    ("the last finger outside", [(0x35, 110), (0x36, 2), (0x2f, 2), (0x35, 49), (0x36, 2)]),
    ("a finger outside that only moves along x", [(0x35, 110), (0x36, 2), (0x2f, 2), (0x35, 49)]),
  ]

  @Test(arguments: others.indices) func `are not kept if they are anything else`(index: Int) throws {
    let lane = try Lane()
    #expect(lane.keeps([(0x35, 105), (0x36, 1)]))
    #expect(!lane.keeps(Self.others[index].1), "\(Self.others[index].0)")
    #expect(lane.recalled() == [[1, 105, 1]])
  }

  @Test func `leave the fingers and the time to the decoder`() throws {
    let lane = try Lane()
    #expect(lane.keeps([(0x35, 110), (0x36, 2), (0x2f, 1), (0x35, 210), (0x36, 3), (0x2f, 2), (0x35, 1000)]))
    #expect(lane.recalled() == [[1, 110, 2, 2, 210, 3, 3, 1000, 1]])
    lane.send([(0x36, 5)])
    #expect(lane.decoded() == [Int(lane.time), 2, 1000, 5], "of the slot that the lane has reached")
    lane.send([(0x2f, 1), (0x35, 210), (0x36, 4)])
    #expect(lane.decoded() == [Int(lane.time), 1, 210, 4])
    lane.send([(0x2f, 0), (0x35, 110), (0x36, 2)])
    #expect(lane.decoded() == nil, "where the lane has left it")
  }

  @Test func `leave their time to the decoder, which does not go back`() throws {
    let lane = try Lane()
    #expect(lane.keeps([(0x35, 110)]))
    let last = lane.time
    #expect(lane.recalled() == [[1, 110, 1]])
    lane.time -= 12_000
    lane.send([(0x35, 120)])
    #expect(lane.time < last)
    #expect(lane.decoded() == [Int(last), 0, 120, 1])
  }

  @Test func `leave the fingers to the decoder if one frame is not kept`() throws {
    let lane = try Lane()
    #expect(lane.keeps([(0x35, 110), (0x36, 2)]))
    #expect(!lane.keeps([(0x35, 120), (0x36, 2), (0x2f, 2), (0x35, 10)]))
    #expect(lane.recalled() == [[1, 110, 2]])
    #expect(lane.decoded() == [Int(lane.time), 0, 120, 2, 2, 10, 1])
    let other = try Lane()
    #expect(other.keeps([(0x2f, 1), (0x35, 210)]))
    #expect(!other.keeps([(0x36, 3), (0x35, 10)]))
    #expect(other.recalled() == [[2, 210, 1]])
    #expect(other.decoded() == [Int(other.time), 1, 10, 3], "of the slot that the kept frame has named")
  }

  @Test func `are kept while a pair stays as it may be, within the edges`() throws {
    let lane = try Lane(isPaired: true)
    #expect(lane.keeps([(0x35, 200), (0x36, 2), (0x2f, 1), (0x35, 390), (0x36, 2)]))
    #expect(lane.keeps([(0x2f, 0), (0x35, 380), (0x2f, 1), (0x35, 200)]), "in the other direction")
    #expect(!lane.keeps([(0x35, 170)]), "too far apart")
    #expect(lane.recalled() == [[1, 200, 2, 2, 390, 2], [1, 380, 2, 2, 200, 2]])
  }

  @Test(arguments: [false, true]) func `are not kept beyond the edge`(isPaired: Bool) throws {
    let lane = try Lane(isPaired: isPaired)
    #expect(lane.keeps([(0x35, 200), (0x36, 0)]))
    #expect(!lane.keeps([(0x36, -1)]))
    #expect(lane.recalled() == [[1, 200, 0]])
  }

  @Test func `of a pair are not kept if it begins beyond the edge`() throws {
    let lane = try Lane()
    #expect(!lane.keeps([(0x35, 200), (0x36, -1)]))
    #expect(lane.decoded() == [Int(lane.time), 0, 200, 0] && lane.opens())
    lane.pair()
    #expect(!lane.keeps([(0x35, 210), (0x36, 0)]))
  }

  @Test func `are not kept where they show that the axes are turned`() throws {
    let lane = try Lane(panel: Panel.slots.replacing("A: 36 0 1000", with: "A: 36 0 272"))
    #expect(!lane.keeps([(0x36, 500)]))
    #expect(lane.recalled() == [] && lane.decoded()?.last == 136)
  }

  @Test func `are read by a thread that waits for several devices, while the device is in the list`() throws {
    let (one, other) = (try Lane(), try Lane())
    let lanes = Lanes()
    func glides(_ lane: Lane, until time: Int64? = nil) -> Bool {
      Lanes.glide(lanes.context(until: time.map { Timestamp(microseconds: $0) }), UInt64(lane.device.fileDescriptor))
    }
    lanes.add(one.device)
    lanes.add(other.device)
    one.send([(0x35, 110)])
    other.send([(0x35, 120)])
    #expect(glides(one) && glides(other))
    lanes.remove(one.device)
    one.send([(0x35, 130)])
    other.send([(0x35, 140)])
    #expect(!glides(one) && glides(other))
    other.send([(0x35, 150)])
    #expect(!glides(other, until: other.time))
    #expect(one.recalled() == [[1, 110, 1]])
    #expect(other.recalled() == [[1, 120, 1], [1, 140, 1]])
  }

  @Test func `are kept of any number of devices`() throws {
    let lanes = Lanes()
    let all = try (0..<40).map { _ in try Lane() }
    for lane in all {
      lanes.add(lane.device)
      lane.send([(0x35, 110)])
    }
    #expect(all.allSatisfy { Lanes.glide(lanes.context(until: nil), UInt64($0.device.fileDescriptor)) })
  }

  /// The mean of the three is at 200 in the beginning, and may be at 250 at most, or at 100 units below.
  @Test func `are kept while the centre stays inside`() throws {
    let lane = try Lane(isCentred: true)
    #expect(lane.keeps([(0x35, 200)]))
    #expect(lane.keeps([(0x35, 150), (0x36, 2), (0x2f, 1), (0x35, 250), (0x36, 3), (0x2f, 2), (0x35, 350), (0x36, 3)]))
    #expect(!lane.keeps([(0x2f, 0), (0x35, 151)]))
    let diagonal = try Lane(isCentred: true)
    func down(_ y: Int) -> [(code: Int, value: Int)] {
      [(0x2f, 0), (0x35, 136), (0x36, y), (0x2f, 1), (0x35, 236), (0x36, y), (0x2f, 2), (0x35, 336), (0x36, y)]
    }
    #expect(diagonal.keeps(down(70)))
    #expect(!diagonal.keeps(down(74)), "18 mm in both directions")
  }

  /// More frames than a lane has room for. The third finger moves in the first frame only, the second one in the first ten.
  @Test(arguments: [0, 40_000, 300_000]) func `are recalled if they move a finger soon before it stops`(window: Int64)
    throws
  {
    let lane = try Lane(window: window)
    var frames: [[Int]] = []
    for step in 1...200 {
      var values: Values = [(0x2f, 0), (0x35, 100 + step), (0x36, step % 3)]
      var places = [1, 100 + step, step % 3]
      if step <= 10 {
        values += [(0x2f, 1), (0x35, 200 + step), (0x36, step % 3)]
        places += [2, 200 + step, step % 3]
      }
      if step == 1 {
        values += [(0x2f, 2), (0x35, 301), (0x36, 2)]
        places += [3, 301, 2]
      }
      #expect(lane.keeps(values) == (step <= 128), "\(step)")
      guard step <= 128 else { break }
      frames.append(places)
    }
    // The third finger's only frame is the first one.
    #expect(lane.recalled() == frames)
  }

  @Test func `are kept up to the number that may be recalled`() throws {
    for fingers in 1...2 {
      let lane = try Lane(most: 3)
      for step in 1...4 {
        let second: Values = fingers == 1 ? [] : [(0x2f, 1), (0x35, 200 + step), (0x36, step)]
        #expect(lane.keeps([(0x2f, 0), (0x35, 100 + step), (0x36, step)] + second) == (step <= 3))
      }
      #expect(lane.recalled().count == 3)
    }
    let lane = try Lane(most: 3)
    for step in 1...4 { #expect(lane.keeps([(0x35, 100 + step), (0x36, step)]) == (step <= 3), "a plain frame") }
  }

  @Test func `are forgotten up to the last moments`() throws {
    let lane = try Lane(window: 40_000)
    #expect(lane.keeps([(0x35, 101), (0x36, 2), (0x2f, 1), (0x35, 201), (0x36, 2)]))
    for step in 2...30 {
      #expect(lane.keeps([(0x2f, 0), (0x35, 100 + step)] + (step > 20 ? [(0x2f, 1), (0x35, 200 + step)] : [])))
    }
    let last = (25...30).map { [1, 100 + $0, 2, 2, 200 + $0, 2] }
    #expect(lane.recalled() == [[-1, 1, 124, 2], [-1, 2, 224, 2]] + last)
  }
}
