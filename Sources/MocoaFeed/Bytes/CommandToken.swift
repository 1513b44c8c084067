/// Cancels a command while another thread waits for it.
package final class CommandToken: Sendable {
  private struct State {
    var isCancelled = false
    weak var process: ChildProcess?
  }

  private let state = Monitor(State())

  /// Creates a token for consecutive commands.
  package init() {}

  /// A Boolean value that indicates whether the token was cancelled; later commands are not run.
  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Terminates the command: SIGTERM, and SIGKILL a second later.
  package func cancel() {
    state.withLock { state in
      state.isCancelled = true
      return state.process
    }?.terminate()
  }

  /// Sets the running command; it is terminated at once if the token was cancelled.
  func begin(_ process: ChildProcess) {
    let isCancelled = state.withLock { state in
      state.process = process
      return state.isCancelled
    }
    if isCancelled { process.terminate() }
  }
}
