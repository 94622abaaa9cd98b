import Glibc

/// Runs `body` on a thread of its own, and waits for it; on this thread if none can be started.
///
/// What `body` leaves behind lies apart from what the calling thread allocates later, as the C library gives each thread memory of its own.
package func onSeparateThread<Result>(_ body: () -> Result) -> Result {
  withoutActuallyEscaping(body) { body in
    let work = Work(body)
    var thread = pthread_t()
    let context = Unmanaged.passUnretained(work).toOpaque()
    let error = pthread_create(
      &thread, nil,
      { context in
        Unmanaged<AnyWork>.fromOpaque(context!).takeUnretainedValue().run()
        return nil
      }, context)
    if error != 0 { return body() }
    pthread_join(thread, nil)
    return work.result!
  }
}

private class AnyWork {
  func run() {}
}

private final class Work<Result>: AnyWork {
  let body: () -> Result
  var result: Result?

  init(_ body: @escaping () -> Result) { self.body = body }

  override func run() { result = body() }
}
