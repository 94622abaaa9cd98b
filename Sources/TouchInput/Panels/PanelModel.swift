import Gestures

/// Measures a panel while it is used: its report rate, the noise of its positions, the skew (the time between the landings of the
/// fingers of one hand), and the number of contacts that no finger made.
///
/// It uses only the times of the frames, no clock, so a replay gives the same results each time; it begins without any knowledge, or with
/// that of a recording's head.
/// A frame takes time only while `framesToMeasure` is not 0: for `measuredFrames` frames after some of the landings, and for
/// `suspectFrames` frames after landings beside other contacts.
package struct PanelModel: Sendable {
  /// The number of frames that are measured after a landing. Enough for a tap of 0.25 s at 120 Hz, and few compared with a drag.
  static let measuredFrames = 32
  /// The number of frames in which a contact that lands beside others may be a ghost: 25 ms at 480 Hz.
  private static let suspectFrames = 12
  /// The number of first landings that are all measured; after them, one landing in `handsPerSample` is. The choice must not depend on
  /// the results: stopping early when a panel looked clean made clean panels seem noisy.
  private static let firstHands = 2
  private static let handsPerSample = 8
  /// The number of fingers whose positions are measured, those that landed first. More would take more time than they are worth.
  private static let measuredFingers = 2
  /// The number of frames after a landing whose intervals count for the rate.
  private static let framesForRate = 8
  /// Microseconds. A longer time between two reports means a finger at rest, and says nothing about the panel's rate.
  private static let longestPeriod: Int64 = 50_000
  /// Microseconds. Fingers of one hand that are meant to land together do so within about 100 ms.
  private static let longestSkew: Int64 = 150_000
  /// The number of intervals that determine the rate.
  private static let fewestPeriods = 5

  /// The number of frames that remain to be measured.
  private(set) var framesToMeasure = 0
  /// The noise, if it is large enough to react to: the standard deviation on each axis, in millimetres. 0 while the panel is clean or
  /// not known well enough. Changes in steps of 10 % or more, so a caller can compare it with the value after the previous frame to see
  /// whether there is something to do.
  private(set) var noise = 0.0
  private(set) var ghosts = 0

  private let unit: Double
  private var touches = 0
  /// The number of landings on an empty panel.
  private var hands = 0
  private var tracks: [Track] = []
  private var estimate = NoiseEstimate()
  private var periods = RecentMedian()
  private var skews = RecentMedian()
  private var largestSkew: Int64 = 0
  private var group = Group(start: Timestamp(microseconds: 0))

  /// A contact from its landing to its lift.
  private struct Track {
    let id: UInt64
    let landed: Timestamp
    /// The time after the landing in which it may be a ghost, in microseconds; 0: it landed alone, so it is not a ghost.
    let suspectSpan: Int64
    /// The time after the first landing of its group, in microseconds; `nil`: it began the group, or has been counted.
    var skew: Int64?
    var isReportedAgain = false
    var positions: TouchPositions
  }

  /// Fingers that land within `longestSkew` of the first of them.
  private struct Group {
    let start: Timestamp
    /// The time from the first landing to the last, in microseconds; `nil`: only one finger has certainly landed.
    var skew: Int64?
  }

  /// - Parameters:
  ///   - unit: The length of a device unit in millimetres; 0 if unknown.
  ///   - known: what touches depend on of earlier measurements. The noise counts only if it was measured with the same unit.
  init(unit: Double, known: Summary = Summary()) {
    self.unit = unit
    tracks.reserveCapacity(16)
    if let period = known.reportPeriod { for _ in 0..<Self.fewestPeriods { periods.add(Int64(period * 1e6)) } }
    guard let measured = known.noise, ((known.unit ?? 0) - unit).magnitude < 1e-6 else { return }
    // As certain as if it had settled.
    estimate.add(NoiseEstimate.Sample(sum: measured * measured * 256, count: 256))
    noise = known.steadied ?? 0
  }

  package var summary: Summary {
    var summary = Summary()
    if unit > 0 { summary.unit = unit }
    summary.reportPeriod = period.map { Double($0) / 1e6 }
    if estimate.isKnown { summary.noise = estimate.variance.squareRoot() }
    summary.steadied = noise > 0 ? noise : nil
    if let typical = skews.value {
      summary.landingSkew = .init(typical: Double(typical) / 1e6, largest: Double(largestSkew) / 1e6)
    }
    summary.touches = touches
    summary.ghosts = ghosts
    return summary
  }

  /// Forgets the touches that are down, for a panel whose frames begin again. Results in millimetres are kept only if the unit is the
  /// same.
  mutating func restart(unit: Double) {
    var new = PanelModel(unit: unit)
    new.touches = touches
    new.ghosts = ghosts
    new.periods = periods
    new.skews = skews
    new.largestSkew = largestSkew
    if unit == self.unit {
      new.estimate = estimate
      new.noise = noise
    }
    self = new
  }

  /// Returns the time until which a contact that has just landed may be a ghost; `nil` if it landed alone. Call it after
  /// `measure(_:)`.
  func suspicion(of id: UInt64) -> Timestamp? {
    guard let track = tracks.last(where: { $0.id == id }), track.suspectSpan > 0 else { return nil }
    return track.landed + track.suspectSpan
  }

  // MARK: - A frame

  /// Measures a frame as the panel reported it. Must be called for each frame with a landing or a lift, and for each frame while
  /// `framesToMeasure` is not 0.
  ///
  /// - Returns: whether fingers landed or lifted.
  @discardableResult
  mutating func measure(_ frame: TouchFrame) -> Bool {
    var (hasMoves, hasLandings, hasLifts) = (false, false, false)
    for place in frame.contacts.indices {
      switch frame.contacts[place].phase {
      case .began: hasLandings = true
      case .moved: hasMoves = true
      case .ended, .cancelled: hasLifts = true
      case .stationary: break
      }
    }
    if framesToMeasure > 0 {
      framesToMeasure -= 1
      if hasMoves { measureMoves(of: frame) }
    }
    if !hasLandings && !hasLifts { return false }
    let others = hasLandings && hasLifts ? countOthers(than: frame) : tracks.count
    // The loop goes by places, as a copy of each contact would cost more than all that is done with most of them.
    for place in frame.contacts.indices {
      let (id, phase) = (frame.contacts[place].id, frame.contacts[place].phase)
      switch phase {
      case .began: land(id, at: frame.contacts[place].location, frame.time, others: others)
      case .ended, .cancelled: lift(id, phase, at: frame.time)
      case .moved, .stationary: break
      }
    }
    return true
  }

  private mutating func measureMoves(of frame: TouchFrame) {
    var sample = NoiseEstimate.Sample()
    var period: Int64 = 0
    var skew = group.skew
    frame.contacts.withUnsafeBufferPointer { contacts in
      tracks.withUnsafeMutableBufferPointer { tracks in
        var next = 0
        for contact in contacts where contact.phase == .moved {
          // Fingers are mostly reported in the same order as in the previous frame, so the next track is usually the right one.
          if next >= tracks.count || tracks[next].id != contact.id {
            guard let index = tracks.firstIndex(where: { $0.id == contact.id }) else { continue }
            next = index
          }
          tracks[next].isReportedAgain = true
          if let certain = tracks[next].skew {
            skew = max(skew ?? 0, certain)
            tracks[next].skew = nil
          }
          if next < Self.measuredFingers {
            if period == 0 { period = frame.time - tracks[next].positions.latest }
            tracks[next].positions.add(contact.location, at: frame.time, longest: Self.longestPeriod, to: &sample)
          }
          next += 1
        }
      }
    }
    group.skew = skew
    // The contacts of a frame have their period in common.
    if framesToMeasure >= Self.measuredFrames - Self.framesForRate && period > 0 && period <= Self.longestPeriod {
      periods.add(period)
    }
    if sample.count == 0 { return }
    estimate.add(sample)
    if !estimate.isSettled || framesToMeasure & 3 == 0 { judgeNoise() }
  }

  /// Returns the number of contacts that were down before a frame and are still down after it.
  private func countOthers(than frame: TouchFrame) -> Int {
    var count = tracks.count
    for contact in frame.contacts where contact.phase == .ended || contact.phase == .cancelled {
      if tracks.contains(where: { $0.id == contact.id }) { count -= 1 }
    }
    return count
  }

  private mutating func land(_ id: UInt64, at location: Point, _ time: Timestamp, others: Int) {
    touches += 1
    if tracks.isEmpty { hands += 1 }
    let isSample = tracks.isEmpty && (hands <= Self.firstHands || hands % Self.handsPerSample == 1)
    if isSample || noise > 0 {
      framesToMeasure = Self.measuredFrames
    } else if others > 0 {
      framesToMeasure = max(framesToMeasure, Self.suspectFrames)
    }
    var skew: Int64?
    if !tracks.isEmpty && time - group.start <= Self.longestSkew {
      skew = time - group.start
    } else {
      closeGroup(at: time)
      group = Group(start: time)
    }
    tracks.append(
      Track(
        id: id, landed: time, suspectSpan: others > 0 ? suspectSpan : 0, skew: skew,
        positions: TouchPositions(location, at: time)))
  }

  /// The report period in microseconds; `nil` while a few unusual intervals could determine it.
  private var period: Int64? { periods.count >= Self.fewestPeriods ? periods.value : nil }

  /// The time in which a contact may be a ghost, in microseconds. A ghost that is reported once is gone at the next report, which may
  /// be late by half a period. At least 12 ms, the period of a panel of 83 Hz, also if the rate is unknown; at most 25 ms, as 95 % of a
  /// person's taps are longer than 23 ms.
  private var suspectSpan: Int64 { min(max((period ?? 0) * 3 / 2, 12_000), 25_000) }

  private mutating func lift(_ id: UInt64, _ phase: Touch.Phase, at time: Timestamp) {
    guard let index = tracks.firstIndex(where: { $0.id == id }) else { return }
    if phase == .ended && !tracks[index].isReportedAgain
      && time - tracks[index].landed < tracks[index].suspectSpan
    {
      ghosts += 1
    } else {
      confirm(index)
    }
    // Most fingers are alone.
    if index == tracks.count - 1 { tracks.removeLast() } else { tracks.remove(at: index) }
    if tracks.isEmpty { closeGroup(at: time) }
  }

  // MARK: - Skew

  /// Counts a contact that is certainly not a ghost as a finger of its group.
  private mutating func confirm(_ index: Int) {
    guard let skew = tracks[index].skew else { return }
    group.skew = max(group.skew ?? 0, skew)
    tracks[index].skew = nil
  }

  private mutating func closeGroup(at time: Timestamp) {
    if tracks.isEmpty && group.skew == nil { return }
    for index in tracks.indices {
      if time - tracks[index].landed >= tracks[index].suspectSpan { confirm(index) }
      tracks[index].skew = nil
    }
    guard let skew = group.skew else { return }
    group.skew = nil
    skews.add(skew)
    largestSkew = max(largestSkew, skew)
  }

  // MARK: - Noise

  /// The noise above which a panel is not clean, in millimetres. In 33 of 35 recordings of real panels it is below 0.09 mm, in most of
  /// them below 0.05 mm; much of that is the rounding to whole units. A tablet of 2012 has 0.12 to 0.13 mm while fingers are fast; an
  /// N-Trig panel, known for its noise, has more.
  private static let cleanLimit = 0.14
  /// The limit for coarse panels, in units; the larger of the two limits applies. Rounding looks like noise of
  /// 0.3 units, and of up to 0.7 units while the finger hardly moves.
  private static let roundingLimit = 0.75
  /// The part of the limit below which a noisy panel counts as clean again.
  private static let cleanAgain = 0.7
  /// The largest noise that is reported, in millimetres. A panel with more is unusable anyway, and the dead band must not swallow short
  /// drags.
  static let mostNoise = 0.8

  private mutating func judgeNoise() {
    guard estimate.isKnown else { return }
    let limit = max(Self.cleanLimit, unit * Self.roundingLimit)
    let measured = estimate.variance
    if noise > 0 {
      if measured < limit * limit * Self.cleanAgain * Self.cleanAgain { return noise = 0 }
    } else if measured < limit * limit * estimate.uncertainty {
      return
    }
    let new = min(measured.squareRoot(), Self.mostNoise)
    if abs(new - noise) > 0.1 * noise { noise = new }
  }
}
