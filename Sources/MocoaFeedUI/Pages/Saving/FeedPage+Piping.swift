import MocoaFeed
import MocoaTUI

/// Piping the displayed or marked rows through a command of the user.
extension FeedPage {
  /// Prompts for a command that reads the rows as lines of JSON; its output is shown as a list.
  func askForPipe() {
    ask(
      PromptRequest(
        label: "|", history: .pipe,
        onSubmit: { [weak self] text in
          guard let self, text.contains(where: { !$0.isWhitespace }) else { return true }
          if let fault = takeRowsFault() {
            prompt?.show(fault, style: .error)
            return false
          }
          remember(text, in: .pipe)
          closePrompt()
          pipe(through: text)
          return true
        }))
    prompt?.show("a command that gets the rows as lines of JSON: jq '.name', sort | uniq -c")
  }

  private func pipe(through script: String) {
    guard let export = export(as: .json) else { return }
    actions.work.run("passing the rows on") { token in
      let input = try CommandInput()
      return (input, try export.write(token: token) { try input.write($0) })
    } completion: { [weak self] input, outcome in
      guard let self else { return }
      do {
        let page = try PipePage(script, reading: input, of: self)
        stack?.push(page)
        guard !outcome.faults.isWhole || !export.notes.isEmpty else { return }
        page.status.show(
          "the command read \(outcome.text)\(export.notes)", style: .warning, for: .seconds(60))
      } catch {
        status.show("\(error)", style: .error)
      }
    }
  }
}

/// A page with the output of a command that read the rows of another page.
@MainActor
final class PipePage: InnerFeedPage {
  private let input: CommandInput

  /// Creates a page, and starts the command.
  ///
  /// - Throws: A `FeedError` if the command cannot be started.
  init(_ script: String, reading input: CommandInput, of page: FeedPage) throws {
    self.input = input
    var options = FeedOptions()
    options.acceptsText = true
    let feed = try Feed(
      .command(input.command(running: script), name: script), options: options)
    super.init(feed: feed, over: page)
    status.hint = "? help  | another command  r runs it again  Esc back"
  }
}
