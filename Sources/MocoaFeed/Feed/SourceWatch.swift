/// Calls a closure whenever a source may have changed: after changes of its file, or at intervals.
@MainActor
final class SourceWatch {
  private var task: Task<Void, Never>?

  /// Starts watching the file of a source; the interval is also the maximum time to wait until it
  /// is at rest; `onChange` returns whether to continue.
  init(
    _ path: String?, every interval: Duration, onChange: @escaping @MainActor () -> Bool
  ) {
    let watcher = path.map { FileWatcher(path: $0) }
    task = Task {
      await withTaskCancellationHandler {
        var pause = watcher == nil ? interval : .zero
        while !Task.isCancelled {
          try? await Task.sleep(for: pause)
          await watcher?.settle(atMost: interval)
          guard !Task.isCancelled, onChange() else { return }
          pause = interval
        }
      } onCancel: {
        watcher?.stop()
      }
    }
  }

  deinit { task?.cancel() }
}
