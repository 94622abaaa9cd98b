import Gestures
import Hands
import TouchInput

extension Hand {
  /// The fingers as the events of a panel.
  ///
  /// - Parameters:
  ///   - device: the panel; its size is that of the hand's panel.
  ///   - name: what errors call the recording.
  package func recording(on device: MadeDevice, name: String) throws(HandProblem) -> Recording {
    var writer = MadeEvents(device)
    _ = try write(to: &writer, later: 0, mostFingers: device.mostFingers)
    return writer.recording(named: name)
  }

  /// Several hands on panels of the same size as the events of one panel, one after the other.
  ///
  /// - Parameter seconds: the time from the end of one hand to the next.
  /// - Returns: the recording, and the time of each hand's beginning in seconds.
  package static func recording(
    of hands: [Hand], apart seconds: Double, on device: MadeDevice
  ) throws(HandProblem) -> (recording: Recording, starts: [Double]) {
    var writer = MadeEvents(device)
    var starts: [Double] = []
    var start = 0
    for hand in hands {
      starts.append(Double(start) / hand.panel.rate)
      start = try hand.write(to: &writer, later: start, mostFingers: device.mostFingers)
      start += hand.panel.frames(seconds)
    }
    return (writer.recording(named: "hands"), starts)
  }

  /// Writes the frames in which a finger lands or lifts, and all between in which one is down.
  ///
  /// - Parameter later: the frame in which the hand begins.
  /// - Returns: the frame in which it ends.
  private func write(to writer: inout MadeEvents, later: Int, mostFingers: Int) throws(HandProblem) -> Int {
    let landings = fingers.indices.sorted { (fingers[$0].land, $0) < (fingers[$1].land, $1) }
    var waiting = landings[...]
    var down: [Int] = []
    var frame = waiting.first.map { fingers[$0].land } ?? 0
    while !waiting.isEmpty || !down.isEmpty {
      down.removeAll { fingers[$0].lift <= frame }
      while let next = waiting.first, fingers[next].land <= frame {
        down.append(next)
        waiting.removeFirst()
      }
      guard down.count <= mostFingers else {
        throw HandProblem(
          description: mostFingers == 1
            ? "the panel reports one finger, and the hand has more at a time"
            : "the hand has more than \(mostFingers) fingers at a time")
      }
      let contacts = down.map { finger in
        let place = fingers[finger].place(at: frame)
        return MadeEvents.Contact(finger: finger, x: place.x, y: place.y)
      }
      writer.add(contacts, at: microseconds(later + frame))
      // Nothing changes until the next finger lands.
      frame = down.isEmpty ? waiting.first.map { fingers[$0].land } ?? frame : frame + 1
    }
    let last = later + max(end, frame)
    writer.end(at: microseconds(last))
    return last
  }

  private func microseconds(_ frame: Int) -> Int64 { Int64((Double(frame) * 1e6 / panel.rate).rounded()) }
}

/// The reason why a panel cannot report a hand, or why a panel cannot be made.
package struct HandProblem: Error, CustomStringConvertible {
  package let description: String
}

extension HandPanel {
  /// A device with this panel's size. `nil` if its axes would have too many units.
  package func device(_ touchProtocol: DeviceDescription.TouchProtocol, resolution: Int) -> MadeDevice {
    MadeDevice(touchProtocol, width: width, height: height, resolution: resolution)
  }
}
