import Dispatch
import Glibc

/// Threads for work that waits: for bytes, files, commands and engines.
///
/// The workers of libdispatch, some hundred at most, would all wait where there are as many
/// sources, and nothing else would be done.
enum BlockingThread {
  private final class Work {
    let body: () -> Void
    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Calls a closure on a thread of its own.
  static func start(_ body: @escaping @Sendable () -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, CInt(PTHREAD_CREATE_DETACHED))
    // Signals are handled by the main thread.
    var (all, previous) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    var thread = pthread_t()
    let work = Unmanaged.passRetained(Work(body))
    let status = pthread_create(
      &thread, &attributes,
      { context in
        guard let context else { return nil }
        Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, work.toOpaque())
    guard status != 0 else { return }
    // Too many threads; one of libdispatch will be free.
    work.release()
    DispatchQueue.global(qos: .userInitiated).async(execute: body)
  }
}
