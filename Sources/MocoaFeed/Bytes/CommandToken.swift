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

  /// Whether the command was to be ended, so that no other shall be started.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Asks the command to end (SIGTERM), and makes it end (SIGKILL) when asked again.
  public func cancel() {
    let (process, isSecond) = state.withLock { state in
      defer { state.isCancelled = true }
      return (state.process, state.isCancelled)
    }
    process?.terminate(isForced: isSecond)
  }

  /// Says which command runs; one that is not wanted any more is asked to end.
  func begin(_ process: ChildProcess) {
    let isCancelled = state.withLock { state in
      state.process = process
      return state.isCancelled
    }
    if isCancelled { process.terminate() }
  }
}
