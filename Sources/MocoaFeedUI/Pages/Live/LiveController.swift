import MocoaCore
import MocoaFeed
import MocoaTUI

/// The feature of changes of a feed while it is displayed: how many, where, paused or reloaded.
@MainActor
final class LiveController: FeedFeature {
  static let bindings: [KeyBinding<LiveController>] = [
    .init("reload", ["r"], help: "Reload the feed, or retry") { $0.page.reload() },
    .init("pause", ["p"], help: "Pause or resume updates") { live in
      live.page.feed.isPaused.toggle()
      live.page.updateStatus()
    },
    .init(
      "next-change", ["c"],
      help: "Next changed row; the status bar counts + new, ~ changed, - gone rows"
    ) { $0.goToNextChange() },
  ]

  /// The changes made by others while the page is displayed.
  var changes = LiveChanges()

  /// A Boolean value that indicates whether rows changed by others are counted and flash.
  var reportsChanges = true

  /// The time at which loading began.
  private(set) var loadingSince = ContinuousClock.now

  /// A Boolean value that indicates whether the initial content of a followed feed has been read.
  private var hasCaughtUp: Bool

  private unowned let page: any FeedContext
  private let tail: TailFollower
  private let pages: PageLoader

  /// Creates the feature; the page outlives it.
  init(page: any FeedContext, tail: TailFollower, pages: PageLoader) {
    (self.page, self.tail, self.pages) = (page, tail, pages)
    hasCaughtUp = page.feed.status.isFollowing
  }

  func feedDidChange(_ change: FeedChange) {
    guard !hasCaughtUp, page.feed.status.isFollowing else { return }
    hasCaughtUp = true
    tail.didCatchUp()
  }

  /// Reloads the feed, or retries what has failed.
  func reload() {
    if pages.retry() { return }
    guard page.feed.canReload else {
      return page.status.show("this source can be read only once", style: .warning)
    }
    guard !page.feed.status.isFollowing else {
      return page.status.show("the source is followed; what is appended is shown at once")
    }
    if page.feed.isPaused { page.status.note("p goes on") }
    loadingSince = .now
    page.source.retry()
    page.feed.reload()
  }

  private func goToNextChange() {
    guard let place = changes.place(after: page.cursor), page.list.contains(place) else {
      let areCollapsed =
        changes.inserted + changes.changed > 0 && page.rows?.areCollapsible == true
      return page.status.show(areCollapsed ? "the changed rows are collapsed" : "no changes")
    }
    page.table.moveCursor(to: place)
  }

  /// Performs an update that is news to the user.
  func withNews<Result>(_ body: () async -> Result) async -> Result {
    guard reportsChanges else { return await body() }
    setCounting(true)
    defer { setCounting(false) }
    return await body()
  }

  /// Performs an update that is no change of the feed.
  func withoutNews(_ body: () -> Void) {
    let known = changes
    body()
    changes = known
  }

  /// Adds rows that were appended by others; the first ones already existed.
  func withGrowth(_ body: () -> Void) {
    guard hasCaughtUp else { return body() }
    setCounting(true)
    body()
    setCounting(false)
  }

  private func setCounting(_ isCounting: Bool) {
    changes.isCounting = isCounting
    page.table.flashesAppendedItems = isCounting
  }
}
