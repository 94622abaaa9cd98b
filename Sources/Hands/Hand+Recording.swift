import TouchInput

extension Hand {
  /// The fingers as the events of a panel.
  ///
  /// - Parameters:
  ///   - device: the panel; its size is that of the hand's panel.
  ///   - name: what errors call the recording.
  package func recording(on device: MadeDevice, name: String) throws(HandProblem) -> Recording {
    var writer = MadeEvents(device)
    // The frames in which a finger lands or lifts, and all between in which one is down.
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
      guard down.count <= device.mostFingers else {
        throw HandProblem(
          description: device.mostFingers == 1
            ? "the panel reports one finger, and the hand has more at a time"
            : "the hand has more than \(device.mostFingers) fingers at a time")
      }
      let contacts = down.map { finger in
        let place = fingers[finger].place(at: frame)
        return MadeEvents.Contact(finger: finger, x: place.x, y: place.y)
      }
      writer.add(contacts, at: microseconds(frame))
      // Nothing changes until the next finger lands.
      frame = down.isEmpty ? waiting.first.map { fingers[$0].land } ?? frame : frame + 1
    }
    writer.end(at: microseconds(max(end, frame)))
    return writer.recording(named: name)
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
