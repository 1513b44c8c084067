/// Runs work in a detached task, which is cancelled with the current one.
package func withDetachedTask<Value: Sendable, Failure: Error>(
  priority: TaskPriority? = nil, _ work: @escaping @Sendable () throws(Failure) -> Value
) async throws(Failure) -> Value {
  let task = Task.detached(priority: priority) {
    Result { () throws(Failure) -> Value in try work() }
  }
  let result = await withTaskCancellationHandler {
    await task.value
  } onCancel: {
    task.cancel()
  }
  return try result.get()
}
