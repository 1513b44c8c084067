import Testing

@testable import MocoaFeed

/// What is known of the pages that were loaded, without a server.
@Suite struct LoadedPagesTests {
  private static let first = PageAddress("http://h/f")

  private func pages(_ paging: FeedPaging = .linked, limit: Int? = nil) -> LoadedPages {
    var pages = LoadedPages(PageSuccession(first: Self.first, paging: paging), limit: limit)
    _ = pages.sequence.begin(.next)
    return pages
  }

  private func page(
    _ rows: [String], at address: String = "http://h/f", next: String? = nil
  ) -> LoadedPage {
    var page = LoadedPage(address: PageAddress(address))
    page.rows = rows.map { Array($0.utf8) }
    page.identities = rows.map { _ in nil }
    page.next = next.map { PageAddress($0) }
    page.shape = .document
    return page
  }

  /// Adds a page, and settles it; returns its new rows.
  private func add(_ page: LoadedPage, to pages: inout LoadedPages) -> String {
    let request = pages.sequence.next
    let (rows, outcome) = pages.add(page, request, from: page.address)
    outcome.map { pages.sequence = $0 }
    _ = pages.sequence.begin(.next)
    return String(decoding: rows, as: UTF8.self)
  }

  @Test func aLinkLeadsToTheNextPage() {
    var pages = pages()
    #expect(add(page(["{\"a\":1}"], next: "http://h/2"), to: &pages) == "{\"a\":1}\n")
    #expect(pages.address == PageAddress("http://h/2") && pages.sequence.pageCount == 1)
    #expect(add(page(["2"], at: "http://h/2"), to: &pages) == "2\n")
    #expect(pages.address == nil && pages.error == nil && pages.sequence.state == .noMore)
  }

  // Behind the last page, a server may begin again, or answer with an error.
  @Test("34: pages that are counted end where the server says that all rows are loaded")
  func endsByNumbers() {
    let counted = FeedPaging.page(parameter: "p")
    func load(total: Int, _ rows: [[String]], _ name: String = "total") -> LoadedPages {
      var pages = self.pages(counted)
      for (number, rows) in rows.enumerated() where pages.address != nil {
        var loaded = self.page(rows, at: "http://h/\(number)", next: "http://h/\(number + 1)")
        loaded.total = RowTotal(name, total)
        if rows.isEmpty { loaded.next = nil }
        _ = add(loaded, to: &pages)
      }
      return pages
    }
    let whole = load(total: 4, [["1", "2"], ["3", "4"], ["5"]])
    #expect(whole.sequence.pageCount == 2 && whole.sequence.state == .noMore)
    #expect(
      whole.notices(identityKey: nil) == [
        "stopped after page 2, which is the last one by total (4)"
      ])
    #expect(load(total: 3, [["1", "2"], ["3"], ["4"]]).notices(identityKey: nil) == [])
    // Each page may have the number of its own rows.
    #expect(load(total: 2, [["1", "2"], ["3", "4"], []], "count").sequence.pageCount == 3)
    let more = load(total: 3, [["1", "2"], ["3", "4"], []])
    #expect(
      more.notices(identityKey: nil) == [
        "all pages have 4 rows, more than the 3 that the server counts (total)"
      ])
    let numbered = FurtherPages(JSONBytes(Array(#"{"total_pages":3}"#.utf8)))
    #expect(numbered.lastPage(3, [:]) == "total_pages" && numbered.lastPage(2, [:]) == nil)
    let fromZero = FurtherPages(JSONBytes(Array(#"{"page":1,"last_page":2}"#.utf8)))
    #expect(fromZero.lastPage(2, [:]) == nil)
    #expect(FurtherPages().lastPage(2, ["x-total-pages": "2"]) == "X-Total-Pages")
  }

  @Test func aCycleEndsThePages() {
    var pages = pages()
    _ = add(page(["1"], next: "http://h/2"), to: &pages)
    _ = add(page(["2"], at: "http://h/2", next: "http://h/f"), to: &pages)
    #expect(pages.address == nil)
    #expect(pages.error?.reason == .pageCycle(number: 2))
  }

  @Test func rowsOfAPageThatFailedAreNotRepeated() {
    var pages = pages()
    var half = page(["1", "2"])
    half.failure = FeedError(source: "f", reason: .unreadable("gone"))
    let request = pages.sequence.next
    let (rows, outcome) = pages.add(half, request, from: half.address)
    #expect(String(decoding: rows, as: UTF8.self) == "1\n2\n" && outcome == nil)
    #expect(add(page(["1", "2", "3"]), to: &pages) == "3\n")
  }

  @Test("F6: a page costs its own rows, however many were loaded before")
  func identitiesAreNotCopied() {
    func identified(_ rows: Range<Int>) -> LoadedPage {
      var page = page(rows.map { "\($0)" })
      page.identities = page.rows
      page.next = PageAddress("http://h/\(rows.upperBound)")
      return page
    }
    func duration(behind count: Int) -> Duration {
      var pages = pages()
      _ = add(identified(0..<count), to: &pages)
      let later = (0..<200).map { identified(count + 10 * $0..<count + 10 * $0 + 10) }
      return ContinuousClock().measure { for page in later { _ = add(page, to: &pages) } }
    }
    // The shortest of several: others run on the same processors.
    func shortest(behind count: Int) -> Duration {
      (0..<4).map { _ in duration(behind: count) }.min() ?? .zero
    }
    #expect(shortest(behind: 100_000) < shortest(behind: 10) * 6)
  }

  @Test func limitIsReported() {
    var pages = pages(limit: 1)
    _ = add(page(["1"], next: "http://h/2"), to: &pages)
    #expect(pages.address == nil)
    #expect(pages.notices(identityKey: nil) == ["stopped after 1 pages; there are more"])
  }

  @Test func noticesAreAddedOnce() {
    var pages = pages()
    pages.add(["a", "b", "a"], butFor: FeedError(source: "f", reason: .unreadable("b")))
    pages.add(["a", "c"], butFor: nil)
    #expect(pages.notices(identityKey: nil) == ["a", "c"])
  }

  @Test func laterPagesHaveTheShapeOfTheFirst() {
    var traits = PageTraits()
    let first = page(["1"])
    #expect(traits.difference(from: first) == nil)
    traits.add(first)
    var other = first
    other.shape = .array
    #expect(traits.difference(from: other) == "an object with rows")
    other = first
    other.columns = ["a"]
    #expect(traits.difference(from: other) == nil)
    traits.add(other)
    other.columns = ["b"]
    #expect(traits.difference(from: other) == "a table with the columns a")
  }
}
