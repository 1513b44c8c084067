import MocoaFeed
import MocoaTUI

/// A command that was run for a row, and its result.
struct CommandOutcome: Sendable {
  let arguments: [String]

  /// The command line, for display.
  let line: String
  let result: Result<CommandResult, FeedError>

  /// Runs a command to its end; blocks, so do not call it on the main thread.
  ///
  /// It is terminated after a number of bytes of output. A detached one may outlive the program.
  init(
    running arguments: [String], as line: String? = nil, limit: Int? = nil,
    isDetached: Bool = false, token: CommandToken? = nil
  ) {
    self.arguments = arguments
    self.line = line ?? arguments.map { ShellTemplate.word(for: $0) }.joined(separator: " ")
    result = Result { () throws(FeedError) in
      try CommandResult.run(
        arguments, keeping: limit ?? CommandResult.outputLimit, endsAtLimit: limit != nil,
        isDetached: isDetached, token: token)
    }
  }

  /// Runs a command to its end in the foreground of the terminal, which has been released.
  init(runningInForeground arguments: [String], as line: String) {
    self.arguments = arguments
    self.line = line
    result = Result { () throws(FeedError) in try CommandResult.runInForeground(arguments) }
  }

  var hasOutput: Bool {
    guard case .success(let result) = result else { return false }
    return !result.output.allSatisfy(\.isWhitespace)
      || !result.isSuccess && result.diagnostics.contains { !$0.isWhitespace }
  }

  /// The error in one line; nil if it succeeded.
  var failure: String? {
    switch result {
    case .failure(let error): "\(error)"
    case .success(let result):
      switch result.end {
      case .exited(status: 0): nil
      case .exited(let status): "\(arguments[0]): exited with status \(status)"
      case .killed(let signal): "\(arguments[0]): was killed by signal \(signal)"
      }
    }
  }

  /// Returns its output, and its error if it failed.
  func lines(withHeading hasHeading: Bool) -> [Line] {
    var lines: [Line] = []
    if hasHeading {
      lines.append(Line("$ " + line, style: .sectionHeader))
    }
    if case .success(let result) = result {
      lines += TerminalOutput.lines(of: result.output).map { Line($0) }
      lines += TerminalOutput.lines(of: result.diagnostics).map { Line($0, style: .warning) }
      if result.isCut { lines.append(Line("output truncated", style: .secondary)) }
    }
    if let failure { lines.append(Line(failure, style: .error)) }
    return lines
  }
}
