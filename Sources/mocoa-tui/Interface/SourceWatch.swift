import MocoaFeedUI

/// Shows in the status bar what the sources of a feed report besides rows: the last line that a
/// command has written to standard error, headers that were withheld.
@MainActor
final class SourceWatch {
  private let page: FeedPage
  private weak var application: Application?
  private var shown = ""

  /// The time between two looks.
  private static let interval = Duration.milliseconds(300)

  /// Begins to look.
  init(_ page: FeedPage, in application: Application) {
    self.page = page
    self.application = application
    look()
  }

  /// Shows what is new, and looks again while the feed is being read.
  private func look() {
    update()
    guard page.feed.status.isLoading else { return }
    application?.schedule(after: Self.interval) { [weak self] in self?.look() }
  }

  /// Shows what is new.
  func update() {
    let text = page.feed.diagnostics.last ?? ""
    if text != shown, !text.isEmpty {
      // What a command complains about is seen until something else is said.
      page.status.show(TextWidth.sanitized(text), style: .warning, for: .seconds(3_600))
    }
    shown = text
  }
}
