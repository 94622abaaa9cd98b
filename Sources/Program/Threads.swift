import CLinux

/// Starts a thread that runs `body`. Nothing waits for its end.
package func startThread(_ body: @escaping @Sendable () -> Void) throws(Errno) {
  let work = Unmanaged.passRetained(Work(body))
  let error = linux_start_thread(
    { context in
      Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().body()
      return nil
    }, work.toOpaque())
  if error == 0 { return }
  work.release()
  throw Errno(rawValue: error)
}

private final class Work {
  let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}
