import MocoaSystem

/// Threads for work that waits: for bytes, files, commands and engines.
///
/// The workers of libdispatch, some hundred at most, would all wait where there are as many
/// sources, and nothing else would be done.
enum BlockingThread {
  private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// The number of attempts to create a thread, some milliseconds apart: others may end.
  private static let attemptCount = 10

  /// Calls a closure on a thread of its own; throws if the system allows no more threads.
  static func start(_ body: @escaping @Sendable () -> Void) throws(FeedError.Reason) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    let work = Unmanaged.passRetained(Work(body))
    var status: CInt = 0
    for attempt in 1...attemptCount {
      status = create(work, &attributes)
      if status == 0 { return }
      if attempt < attemptCount { usleep(10_000) }
    }
    work.release()
    throw .unreadable(
      "no thread can be started: \(String(cString: strerror(status))); "
        + "ulimit -u and -v show the limits")
  }

  /// Creates a thread without signals, which are handled by the main thread.
  private static func create(
    _ work: Unmanaged<Work>, _ attributes: inout pthread_attr_t
  ) -> CInt {
    var (all, previous) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    var thread = pthread_t()
    return pthread_create(
      &thread, &attributes,
      { context in
        guard let context else { return nil }
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
  }
}
