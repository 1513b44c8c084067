import MocoaFeed
import MocoaTUI

/// A page with the output of a command that read the rows of another page.
@MainActor
final class PipePage: InnerFeedPage {
  private let input: CommandInput
  private var notes: SourceNotes?

  /// Creates a page, and starts the command.
  ///
  /// - Throws: A `FeedError` if the command cannot be started.
  init(
    _ script: String, reading input: CommandInput, with faults: ResultFaults,
    of page: any FeedContext
  ) throws {
    self.input = input
    var options = FeedOptions()
    options.acceptsText = true
    let feed = try Feed(
      .command(input.command(running: script), name: script), options: options)
    super.init(feed: feed, over: page)
    inheritedFaults = faults
    status.hint = "? help  | another command  r runs it again  Esc back"
    onStatusChange = { [weak self] _ in self?.notes?.update() }
    noteReloads(of: page.feed, untilReload: false)
  }

  override func didAppear() {
    super.didAppear()
    if notes == nil { notes = application.map { SourceNotes(self, in: $0) } }
  }
}
