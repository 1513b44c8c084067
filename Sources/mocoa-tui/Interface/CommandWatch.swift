import MocoaTUI

/// Shows in the status bar what a command writes to standard error, while it runs and at its end.
@MainActor
final class CommandWatch {
  private let page: FeedPage
  private weak var application: Application?
  private var shown = ""

  /// How often is looked while the command runs.
  private static let interval = Duration.milliseconds(300)

  /// Begins to look.
  init(_ page: FeedPage, in application: Application) {
    self.page = page
    self.application = application
    look()
  }

  private func look() {
    let text = page.feed.diagnostics.last ?? ""
    if text != shown, !text.isEmpty {
      // What a command complains about is seen until something else is said.
      page.status.show(TextWidth.sanitized(text), style: .warning, for: .seconds(3_600))
    }
    shown = text
    guard page.feed.status.isLoading else { return }
    application?.schedule(after: Self.interval) { [weak self] in self?.look() }
  }
}
