import Glibc

/// Runs `body` on a thread of its own, and waits for it; on this thread if none can be started.
///
/// What `body` leaves behind lies apart from what the calling thread allocates later, as the C library gives each thread memory of its own.
package func onSeparateThread<Result>(_ body: () -> Result) -> Result {
  withoutActuallyEscaping(body) { body in
    var result: Result?
    guard let thread = try? startThread(Work { result = body() }) else { return body() }
    pthread_join(thread, nil)
    return result!
  }
}

/// Starts a thread that runs `body`. Nothing waits for its end.
package func startThread(_ body: @escaping @Sendable () -> Void) throws(Errno) {
  pthread_detach(try startThread(Work(body)))
}

private func startThread(_ work: Work) throws(Errno) -> pthread_t {
  var thread = pthread_t()
  let context = Unmanaged.passRetained(work)
  let error = pthread_create(
    &thread, nil,
    { context in
      Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().body()
      return nil
    }, context.toOpaque())
  if error == 0 { return thread }
  context.release()
  throw Errno(rawValue: error)
}

private final class Work {
  let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }
}
