import MocoaCore
import MocoaFeed
import MocoaTUI
import MocoaTestSupport
import Testing

@testable import MocoaFeedUI

@MainActor @Suite struct JSONFeedCellTests {
  private func screen(_ text: String, columns: Int = 40, rows: Int = 14) throws -> ScreenDriver {
    let feed = Feed(source: MemorySource(text, name: "notes.json"))
    return try screen(feed, columns: columns, rows: rows)
  }

  private func screen(_ feed: Feed, columns: Int = 40, rows: Int = 6) throws -> ScreenDriver {
    feed.wait(forRows: .max, timeout: .seconds(10))
    let registry = ModuleRegistry()
    let module = registry["mocoa://feed/"]
    module.registerPlainJSON()
    let table = TableView()
    table.show(ListViewModel(model: feed.listModel, module: module))
    return try ScreenDriver(columns: columns, rows: rows, showing: table)
  }

  private func feed(_ items: String) -> String {
    #"{"version":"https://jsonfeed.org/version/1.1","title":"Field notes","#
      + #""home_page_url":"https://e.org","items":[\#(items)]}"#
  }

  @Test func anItemHasTitleDateTextAndDetails() throws {
    let item =
      #"{"id":"1","title":"Two herons","date_published":"2026-10-01T09:30:00Z","#
      + #""content_html":"<p>Seen at the <b>harbour</b>, early in the morning, in the fog.</p>","#
      + #""authors":[{"name":"Grace"}],"tags":["birds","sea"],"attachments":[{"url":"u/a.mp3","#
      + #""duration_in_seconds":754,"size_in_bytes":34000000}]}"#
    let short = #"{"id":"2","content_text":"No title.","date_published":"2026-10-02"}"#
    let screen = try screen(feed([item, short].joined(separator: ",")), columns: 48, rows: 7)
    screen.expect(
      """
      Field notes 2 items https://e.org
      Two herons                      2026-10-01 09:30
      Seen at the harbour, early in the morning, in
      the fog.
      Grace  #birds #sea  + a.mp3 (12:34, 34.0 MB)
      No title.                             2026-10-02
      """)
    screen.resize(columns: 24, rows: 8)
    screen.expect(
      """
      Field notes 2 items htt…
      Two herons
      Seen at the harbour,
      early in the morning, in
      the fog.
      Grace  #birds #sea  + a…
      No title.     2026-10-02
      """)
  }

  @Test func whatAnItemLacksTakesNoRoom() throws {
    let screen = try screen(
      feed(#"{"id":1},{"id":2,"title":"T"},7,{"id":3,"tags":["x"]},{"id":4,}"#), rows: 8)
    screen.expect(
      """
      Field notes 5 items https://e.org

      T

      #x
      ! line 1: found '}' where a key is expe…
      """)
  }

  @Test func severalSourcesHaveTheirNamesAbove() throws {
    let joined = try Feed(joining: [
      FeedOrigin(name: "a.json") { MemorySource(#"{"sections":[{"header":"H","items":[1]}]}"#) },
      FeedOrigin(name: "b.json") { MemorySource("[2, 3]") },
      FeedOrigin.file("/nowhere/c.json"),
    ])
    try screen(joined).expect(
      """
      a.json: H 1 row
      1
      b.json 2 rows
      2
      3
      /nowhere/c.json ! no such file 0 rows
      """)
  }
}
