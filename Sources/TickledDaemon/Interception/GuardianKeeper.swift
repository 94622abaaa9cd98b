import Gestures
import TouchInput

/// Keeps a guardian running: starts another one after the last one ended, and tries again later if none can be started.
final class GuardianKeeper {
  /// The time from a failure to the next try, in microseconds.
  static let pause: Int64 = 10_000_000
  /// The number of guardians that may be started in `period` microseconds. If more are needed, something ends them at once.
  static let mostStarts = 10
  static let period: Int64 = 10_000_000

  /// `nil` until the first one is needed, and while none can be started.
  private(set) var guardian: Guardian?
  /// Why none can be started.
  private(set) var failure: String?
  /// The time before which none is started.
  private(set) var nextTry: Timestamp?
  /// The times at which the last guardians were started.
  private var starts: [Timestamp] = []
  private let make: () throws(DeviceError) -> Guardian

  init(make: @escaping () throws(DeviceError) -> Guardian) { self.make = make }

  /// Returns the guardian that runs; starts one if there is none and it is time to try.
  func guardianInService(at time: Timestamp) -> Guardian? {
    if let guardian { return guardian }
    if let nextTry, time < nextTry { return nil }
    starts.removeAll { $0 + Self.period <= time }
    guard starts.count < Self.mostStarts else {
      return fail("\(starts.count) ended within \(Self.period / 1_000_000) s", at: time)
    }
    starts.append(time)
    do throws(DeviceError) {
      guardian = try make()
      (failure, nextTry) = (nil, nil)
      return guardian
    } catch {
      return fail("\(error)", at: time)
    }
  }

  private func fail(_ why: String, at time: Timestamp) -> Guardian? {
    (failure, nextTry) = (why, time + Self.pause)
    return nil
  }

  /// Forgets the guardian if it has ended.
  /// - Returns: how it ended; `nil` if it runs, or if there was none.
  func takeEnd() -> Guardian.End? {
    guard let end = guardian?.end else { return nil }
    guardian = nil
    return end
  }

  /// Makes the next call try, even if a failure was a moment ago.
  func tryNow() { nextTry = nil }

  /// Ends the guardian, at the daemon's end. The panels have been released.
  func close() { guardian = nil }
}
