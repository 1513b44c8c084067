import MocoaFeed
import MocoaTUI

/// Commands that run beside the page.
extension FeedPage {
  /// Runs a command once for each row, one after the other, and then shows what they have written.
  ///
  /// Esc ends the one that runs, and those behind it are not started.
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

  /// Has links opened; what opens them may stay for as long as it likes, and is heard of again only
  /// where it fails.
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

/// What commands have written, ready to be shown.
struct CommandReport: Sendable {
  /// The lines of all of them; empty where none has written anything.
  let lines: [Line]

  /// Why the first one that failed has failed.
  let failure: String?

  /// Puts together what commands have written; O(bytes), so not for the main thread.
  init(_ outcomes: [CommandOutcome]) {
    failure = outcomes.lazy.compactMap(\.failure).first
    guard outcomes.contains(where: \.hasOutput) else {
      lines = []
      return
    }
    lines = outcomes.flatMap { $0.lines(withHeading: outcomes.count > 1) }
  }
}
