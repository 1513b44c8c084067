/// The reason why a command has no output.
public enum CommandError: Error, Hashable, Sendable {
  /// The command is not enabled; reported only to the caller.
  case notEnabled
  /// The work exceeded the timeout.
  case timedOut
}

extension CommandError: CustomStringConvertible {
  /// A sentence without a full stop.
  public var description: String {
    switch self {
    case .notEnabled: "this cannot be done now"
    case .timedOut: "it took too long"
    }
  }
}

/// The behavior of a command that is executed while a run is in progress.
public enum CommandConcurrency: Hashable, Sendable {
  /// The command is not enabled, as for a button that must not be pressed twice.
  case exclusive
  /// The run in progress is cancelled, as for a search, of which only the latest matters.
  case replacing
  /// Both runs are performed.
  case concurrent
}
