/// How a program ended.
package enum ExitStatus: Hashable, Sendable, CustomStringConvertible {
  /// Exited with a status.
  case exited(Int32)
  /// By a signal.
  case signalled(Int32)

  /// Reads what `waitpid` reports.
  init(waitStatus status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
  }

  package var description: String {
    switch self {
    case .exited(let status): "exit status \(status)"
    case .signalled(let signal): "signal \(signal)"
    }
  }
}

/// Why a test could not run a program, or not to its end.
enum ProgramError: Error, Sendable, CustomStringConvertible {
  /// It could not be started; what was tried, and the reason.
  case notStarted(String, reason: String)
  /// It is not where the build puts it.
  case notBuilt(String, expectedAt: String)
  /// What was waited for did not happen in time; what there was instead.
  case timedOut(waitingFor: String, instead: String)

  var description: String {
    switch self {
    case .notStarted(let program, let reason): "cannot run \(program): \(reason)"
    case .notBuilt(let name, let path): "\(name) has not been built; it should be at \(path)"
    case .timedOut(let event, let instead): "timed out waiting for \(event); instead:\n\(instead)"
    }
  }
}
