import MocoaTUI

/// The output of commands, ready to be displayed.
struct CommandReport: Sendable {
  /// The lines of all commands; empty if there is no output.
  let lines: [Line]

  /// The error of the first one that failed.
  let failure: String?

  /// Assembles the output of commands; O(bytes), so do not call it on the main thread.
  init(_ outcomes: [CommandOutcome]) {
    failure = outcomes.lazy.compactMap(\.failure).first
    guard outcomes.contains(where: \.hasOutput) else {
      lines = []
      return
    }
    lines = outcomes.flatMap { $0.lines(withHeading: outcomes.count > 1) }
  }
}
