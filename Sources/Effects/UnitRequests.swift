import Actions
import Glibc
import Program

/// Asks systemd for the jobs of `unit` actions. Used only on its queue. Nothing here waits: the FIFOs are opened and written without
/// blocking.
final class UnitRequests {
  var log: Log
  private let folder: String
  /// The jobs that were reported as impossible since the last check.
  private var reported: Set<UnitJob> = []

  init(log: Log, folder: String) {
    self.log = log
    self.folder = folder
  }

  /// Reports those that the administrator has not allowed. Each is reported again when a gesture first asks for it, as that may be long
  /// after.
  func check(_ jobs: Set<UnitJob>) {
    reported.removeAll()
    for job in jobs.sorted(by: { $0.description < $1.description }) {
      if let descriptor = open(job) { close(descriptor) }
    }
    reported.removeAll()
  }

  func request(_ job: UnitJob) {
    guard let descriptor = open(job) else { return }
    defer { close(descriptor) }
    var byte = UInt8(ascii: "\n")
    // A FIFO that is full has been asked before, and systemd will read all of it at once.
    if write(descriptor, &byte, 1) == 1 || errno == EAGAIN {
      reported.remove(job)
      log.debug("unit: asked to \(job)")
    } else {
      report(job, "write \(path(job)): \(systemError())")
    }
  }

  private func path(_ job: UnitJob) -> String { "\(folder)/\(job.fifo)" }

  /// - Returns: a descriptor of the job's FIFO; `nil` if it cannot be written, which has then been reported.
  private func open(_ job: UnitJob) -> Int32? {
    let descriptor = Glibc.open(path(job), O_WRONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      let error = errno
      report(job, "open \(path(job)): \(systemError(error)) (\(remedy(job, error)))")
      return nil
    }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
      close(descriptor)
      report(job, "\(path(job)) is not a FIFO of systemd")
      return nil
    }
    return descriptor
  }

  private func remedy(_ job: UnitJob, _ error: Int32) -> String {
    switch error {
    case EACCES, EPERM:
      "only the user of its socket may: `systemctl edit tickled-\(job.fifo).socket`, SocketUser="
    default: "to allow it: `\(job.permit)`"
    }
  }

  private func report(_ job: UnitJob, _ reason: String) {
    if reported.insert(job).inserted { log.warning("unit: may not \(job): \(reason)") }
  }
}
