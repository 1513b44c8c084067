/// Why a command did not do its work.
public enum CommandError: Error, Hashable, Sendable {
  /// The command is not enabled now; reported to the caller alone.
  case notEnabled
  /// The work took longer than it may.
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

/// What happens to a command that is executed while it runs.
public enum CommandConcurrency: Hashable, Sendable {
  /// It is not enabled: a button that must not be pressed twice.
  case exclusive
  /// The run that goes on is cancelled: a search, where only the newest question matters.
  case replacing
  /// Both go on.
  case concurrent
}
