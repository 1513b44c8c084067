import MocoaFeed
import MocoaTUI

/// Shows the diagnostics of a feed's sources in the status bar of its page.
@MainActor
package final class SourceNotes {
  private weak var page: FeedPage?
  private weak var application: Application?
  private var shown = ""
  private var shownPassing: Set<String> = []
  private var restartCount = 0
  private static let interval = Duration.milliseconds(300)

  /// Begins polling.
  package init(_ page: FeedPage, in application: Application) {
    self.page = page
    self.application = application
    look()
  }

  /// Shows new diagnostics, and repeats while the feed is being read.
  private func look() {
    update()
    guard page?.feed.status.isLoading == true else { return }
    application?.schedule(after: Self.interval) { [weak self] in self?.look() }
  }

  /// Shows new diagnostics, reports restarts, and clears diagnostics that do not hold any more.
  package func update() {
    guard let page else { return }
    let restarts = page.feed.restarts
    if restarts.count > restartCount, let last = restarts.last {
      page.status.report(TextWidth.sanitized(last))
    }
    restartCount = restarts.count
    let (notes, diagnostics) = (page.feed.notes, page.feed.diagnostics)
    let passing = page.feed.passingNotes
    // The name of its only source is the title beside it.
    let title = "\(page.feed.name): "
    func sentence(_ note: String) -> String {
      TextWidth.sanitized(String(note.trimmingPrefix(title)))
    }
    // Those of an earlier reading do not hold any more.
    for note in shownPassing.subtracting(passing) { page.status.removeNote(sentence(note)) }
    shownPassing.formIntersection(passing)
    for note in passing where shownPassing.insert(note).inserted {
      page.status.note(sentence(note))
    }
    let lasting = page.feed.lastingNotes
    page.status.notices = lasting.map(TextWidth.sanitized)
    page.status.noticePlace = " (R)"
    let other = diagnostics.last { !notes.contains($0) && !lasting.contains($0) }
    let text = other.map(TextWidth.sanitized) ?? ""
    guard text != shown else { return }
    page.status.diagnostic = text
    shown = text
  }
}
