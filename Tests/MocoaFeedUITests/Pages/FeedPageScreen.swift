import MocoaCore
import MocoaFeed
import MocoaTUI
import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

/// A feed of lines that has been read to its end.
@MainActor func readFeed(_ text: String) -> Feed {
  let feed = Feed(source: MemorySource(Array(text.utf8), name: "feed.ndjson"))
  feed.start()
  feed.wait(forRows: .max, timeout: .seconds(10))
  return feed
}

/// A page of a feed on a scripted terminal; the feed's text can be changed and reloaded.
@MainActor final class FeedPageScreen {
  let feed: Feed
  let page: FeedPage
  let screen: ScreenDriver
  private let text: SharedText
  private let registry = ModuleRegistry()

  convenience init(_ text: String, columns: Int = 60, rows: Int = 8) throws {
    let shared = SharedText(text)
    let feed = try Feed(FeedOrigin(name: "feed") { MemorySource(shared.value, name: "feed") })
    feed.wait(forRows: .max, timeout: .seconds(10))
    try self.init(feed: feed, text: shared, columns: columns, rows: rows)
  }

  /// A page of any feed.
  convenience init(feed: Feed, columns: Int = 60, rows: Int = 8) throws {
    try self.init(feed: feed, text: SharedText(""), columns: columns, rows: rows)
  }

  private init(feed: Feed, text: SharedText, columns: Int, rows: Int) throws {
    self.feed = feed
    self.text = text
    let module = registry["mocoa://feed/"]
    page = FeedPage(feed: feed, module: module)
    let stack = PageStack()
    screen = try ScreenDriver(columns: columns, rows: rows, showing: stack)
    stack.push(page)
    screen.application.renderIfNeeded()
  }

  /// Rows `{"n": …, "name": …}` with these names.
  convenience init(names: [String], columns: Int = 60, rows: Int = 8) throws {
    try self.init(Self.rows(names), columns: columns, rows: rows)
  }

  static func rows(_ names: [String]) -> String {
    let rows = names.enumerated().map { #"{"name":"\#($1)","id":\#($0)}"# }
    return "[" + rows.joined(separator: ",\n") + "]"
  }

  /// The first words of the rows in sight.
  var names: [String] {
    screen.application.renderIfNeeded()
    return page.table.visibleIndexPaths.compactMap {
      page.row(at: $0)?.json.member("name")?.string
    }
  }

  /// The name of the row that the cursor is on.
  var cursorName: String? {
    page.table.state.cursor.flatMap { page.row(at: $0) }?.json.member("name")?.string
  }

  /// The last line of the screen.
  var statusLine: String {
    screen.application.renderIfNeeded()
    return screen.terminal.lines.last ?? ""
  }

  /// Types a text, and lets what it asks for be done.
  func type(_ text: String) {
    for character in text { screen.press(Key(character)) }
    settle()
  }

  func press(_ keys: Key...) {
    for key in keys { screen.press(key) }
    settle()
  }

  /// Waits for what runs in the background.
  func settle() {
    page.source.wait()
    page.search.wait()
    screen.application.renderIfNeeded()
  }

  /// Changes what will be read the next time.
  func change(_ text: String) { self.text.set(text) }

  /// Changes the text, reloads it, and waits until so many rows, hidden ones too, are displayed.
  func reload(
    _ text: String, count: Int, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    change(text)
    feed.reload()
    await wait(for: "\(count) rows", sourceLocation: sourceLocation) {
      settle()
      return page.rows?.base.numberOfRows == count && page.updater.updateTask == nil
        && !feed.status.isRefreshing
    }
  }

  /// Waits until something is so.
  func wait(
    for event: String, sourceLocation: SourceLocation = #_sourceLocation,
    until isSo: () -> Bool
  ) async {
    let deadline = ContinuousClock.now + .seconds(60)
    while !isSo() {
      guard .now < deadline else {
        Issue.record("there is still no \(event)", sourceLocation: sourceLocation)
        return
      }
      try? await Task.sleep(for: .milliseconds(1))
    }
    screen.application.renderIfNeeded()
  }
}

/// A text that is read by other threads.
private final class SharedText: Sendable {
  private let text: Monitor<String>

  init(_ value: String) { text = Monitor(value) }

  var value: String { text.withLock { $0 } }

  func set(_ value: String) { text.withLock { $0 = value } }
}
