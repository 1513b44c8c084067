import Synchronization

/// Ends a command while another thread waits for it.
public final class CommandToken: Sendable {
  private struct State {
    var isCancelled = false
    weak var process: ChildProcess?
  }

  private let state = Mutex(State())

  /// Makes a token for commands that run one after the other.
  public init() {}

  /// A Boolean value that indicates whether the command was cancelled, so that no other is started.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Ends the command: SIGTERM, and SIGKILL a second later.
  public func cancel() {
    state.withLock { state in
      state.isCancelled = true
      return state.process
    }?.terminate()
  }

  /// Takes the command that runs; it is ended at once if the token was cancelled.
  func begin(_ process: ChildProcess) {
    let isCancelled = state.withLock { state in
      state.process = process
      return state.isCancelled
    }
    if isCancelled { process.terminate() }
  }
}
