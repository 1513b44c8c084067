import MocoaFeed
import MocoaTUI

/// Commands that run in the background.
extension FeedPage {
  /// Runs a command once for each row, one after the other, and then displays the output.
  ///
  /// Esc terminates the running one and cancels the rest.
  func run(_ command: RowCommand, for rows: [JSONBytes]) {
    let jobs = rows.compactMap { row in
      command.arguments(for: row).map { (arguments: $0, line: command.line(for: row)) }
    }
    if command.isForeground {
      var outcomes: [CommandOutcome] = []
      application?.releaseTerminal {
        outcomes = jobs.map { CommandOutcome(runningInForeground: $0.arguments, as: $0.line) }
      }
      return commandDidEnd(command, CommandReport(outcomes))
    }
    work.run("running \(command.title)", asksBeforeQuitting: false) { token in
      var outcomes: [CommandOutcome] = []
      for job in jobs where !token.isCancelled {
        outcomes.append(CommandOutcome(running: job.arguments, as: job.line, token: token))
      }
      return CommandReport(outcomes)
    } completion: { [weak self] report in
      self?.commandDidEnd(command, report)
    }
  }

  private func commandDidEnd(_ command: RowCommand, _ report: CommandReport) {
    if command.reloads, feed.canReload { feed.reload() }
    if !report.lines.isEmpty {
      stack?.push(PagerPage(name: command.title, lines: report.lines))
    } else if let failure = report.failure {
      status.show(failure, style: .error, for: .seconds(20))
    } else {
      status.show("done: \(command.title)")
    }
  }

  /// Opens links with a detached command, which is reported only if it fails.
  func startOpening(_ links: [String]) {
    guard let first = links.first else { return }
    status.show("opening \(links.count == 1 ? first : "\(links.count) links")")
    for link in links {
      let job = linkPolicy.opener + [link]
      BackgroundWork.detach {
        CommandOutcome(running: job, isDetached: true).failure
      } completion: { [weak self] failure in
        failure.map { self?.status.show($0, style: .error, for: .seconds(20)) }
      }
    }
  }

}

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
