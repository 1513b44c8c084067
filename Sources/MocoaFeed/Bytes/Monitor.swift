import MocoaSystem

/// A value that is shared by threads, which can wait for changes of it.
///
/// `@unchecked`, since the value is only accessed with the mutex locked.
package final class Monitor<Value>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var value: Value

  package init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Accesses the value, and wakes the threads that wait for its changes.
  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return try body(&value)
  }

  /// Waits until a closure returns a result, or nil after the timeout; it is called at once and
  /// after each change.
  package func wait<Result>(
    timeout: Duration? = nil, until body: (inout Value) throws -> Result?
  ) rethrows -> Result? {
    let deadline = timeout.map { Self.deadline(after: $0) }
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    while true {
      if let result = try body(&value) { return result }
      guard var deadline else {
        pthread_cond_wait(changed, mutex)
        continue
      }
      if pthread_cond_timedwait(changed, mutex, &deadline) == ETIMEDOUT { return try body(&value) }
    }
  }

  private static func deadline(after duration: Duration) -> timespec {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    let (seconds, attoseconds) = max(duration, .zero).components
    let nanoseconds = now.tv_nsec + Int(attoseconds / 1_000_000_000)
    return timespec(
      tv_sec: now.tv_sec + Int(seconds) + nanoseconds / 1_000_000_000,
      tv_nsec: nanoseconds % 1_000_000_000)
  }
}
