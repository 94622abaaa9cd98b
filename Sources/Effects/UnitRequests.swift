import Actions
import Program

/// Asks systemd for the jobs of `unit` actions. Used only on its queue. Nothing here waits: the FIFOs are opened and written without
/// blocking.
final class UnitRequests {
  private let actions: ActionQueue
  /// The jobs that were reported as impossible since the last check.
  private var reported: Set<UnitJob> = []

  init(_ actions: ActionQueue) { self.actions = actions }

  /// Reports those that the administrator has not allowed. Each is reported again when a gesture first asks for it, as that may be long
  /// after.
  func check(_ jobs: Set<UnitJob>) {
    reported.removeAll()
    actions.log.fixed(all: "unit")
    for job in jobs.sorted(by: { $0.description < $1.description }) {
      _ = open(job)
    }
    reported.removeAll()
  }

  func request(_ job: UnitJob) {
    guard let fifo = open(job) else { return }
    do throws(Errno) {
      try fifo.write([UInt8(ascii: "\n")])
    } catch {
      // A FIFO that is full has been asked before, and systemd will read all of it at once.
      if error != .wouldBlock { return report(job, "write \(path(job)): \(error)") }
    }
    reported.remove(job)
    actions.log.fixed("unit \(job)")
    actions.log.debug("unit: asked to \(job)")
  }

  private func path(_ job: UnitJob) -> String { "\(actions.surroundings.units)/\(job.fifo)" }

  /// - Returns: the job's FIFO; `nil` if it cannot be written, which has then been reported.
  private func open(_ job: UnitJob) -> OpenFile? {
    do throws(Errno) {
      let fifo = try OpenFile(path(job), .writing, [.nonBlocking, .noFollow])
      if try fifo.status().kind == .pipe { return fifo }
      report(job, "\(path(job)) is not a FIFO of systemd")
    } catch {
      report(job, "open \(path(job)): \(error) (\(remedy(job, error)))")
    }
    return nil
  }

  private func remedy(_ job: UnitJob, _ error: Errno) -> String {
    error.isPermission
      ? "only the user of its socket may: `systemctl edit tickled-\(job.fifo).socket`, SocketUser="
      : "to allow it: `\(job.permit)`"
  }

  private func report(_ job: UnitJob, _ reason: String) {
    if reported.insert(job).inserted { actions.log.fixed("unit \(job)") }
    actions.log.trouble(about: "unit \(job)", "unit: may not \(job): \(reason)")
  }
}
