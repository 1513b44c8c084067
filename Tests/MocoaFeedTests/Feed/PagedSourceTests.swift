import Foundation
import MocoaTestSupport
import Testing

@testable import MocoaFeed

@MainActor
@Suite struct PagedSourceTests {
  /// A feed whose pages are texts by address.
  private func makeFeed(
    _ pages: [String: String], first: String = "http://h/f", paging: FeedPaging = .linked,
    id: String? = nil, pageLimit: Int? = nil
  ) throws -> Feed {
    let options = FeedOptions(identityKey: id)
    return Feed(
      source: PagedSource(first, paging: paging, options: options, pageLimit: pageLimit) {
        address in
        guard let text = pages[address] else {
          throw FeedError(source: address, reason: .unreadable("404"))
        }
        return MemorySource(text, name: address)
      })
  }

  private func loadAll(_ feed: Feed) async throws {
    feed.start()
    for _ in 0..<10 {
      try await wait { feed.pageState?.isLoading == false }
      guard feed.loadNextPage() else { break }
    }
    try await wait { !feed.status.isLoading }
  }

  @Test("34: the status and the state of the pages are of one moment")
  func statesOfOneMoment() async throws {
    let count = 40
    let feed = Feed(
      source: PagedSource("http://h/f", paging: .page(parameter: "p")) { address in
        let page = address.split(separator: "=").last.flatMap { Int($0) } ?? 1
        return MemorySource(page <= count ? "[{\"id\":\(page)}]" : "[]", name: address)
      })
    var differences = 0
    let observation = feed.observeChanges { _ in
      if feed.status.isLoading != feed.pageState?.isLoading { differences += 1 }
      feed.loadNextPage()
    }
    feed.start()
    try await wait { feed.pageState == .noMore }
    observation.cancel()
    #expect(feed.listModel.numberOfRows == count)
    #expect(differences == 0)
  }

  @Test(
    "34: a page that says that there are more, but not where, is not the last without a fault",
    arguments: [
      (
        FeedPaging.linked, #""meta":{"next":"10"}"#, "/meta/next",
        "cursor=NAME:/meta/next"
      ),
      (.linked, #""has_more":true"#, "has_more", "cursor=NAME:/POINTER"),
      (
        .linked, #""metadata":{"continue":"c"}"#, "/metadata/continue",
        "cursor=NAME:/metadata/continue"
      ),
      (.linked, #""next":true"#, "next", "cursor=NAME:/next"),
      (
        .cursor(JSONPointer(tokens: ["cursor"]), parameter: "c"),
        #""pagination":{"has_next":true}"#, "/pagination/has_next", "cursor=NAME:/POINTER"
      ),
    ])
  func signsOfFurtherPages(
    paging: FeedPaging, member: String, name: String, advice: String
  ) async throws {
    let feed = try makeFeed(["http://h/f": "{\"items\":[{\"id\":1}],\(member)}"], paging: paging)
    try await loadAll(feed)
    #expect(texts(feed) == [#"{"id":1}"#])
    #expect(
      feed.status.error?.reason.description
        == "page 1 says that there are more (\(name)), which were not requested; --paging "
        + "page=NAME, offset=NAME or \(advice)")
    let whole = try makeFeed(["http://h/f": #"{"items":[{"id":1}],"has_more":false,"next":null}"#])
    try await loadAll(whole)
    #expect(whole.status.error == nil && whole.diagnostics.isEmpty)
  }

  // The first page was taken for all rows.
  @Test(
    "34: cursors, numbers of pages and of rows under further names say that there are more",
    arguments: [
      (#"{"items":[{"id":1}],"response_metadata":{"next_cursor":"a"}}"#, "next_cursor"),
      (#"{"Items":[{"id":1}],"NextToken":"a"}"#, "NextToken"),
      (#"{"Items":[{"id":1}],"LastEvaluatedKey":{"id":1}}"#, "LastEvaluatedKey"),
      (#"{"items":[{"id":1}],"IsTruncated":true}"#, "IsTruncated"),
      (#"{"items":[{"id":1}],"page":1,"total_pages":5}"#, "total_pages"),
      (#"{"items":[{"id":1}],"meta":{"page":1,"pages":5}}"#, "/meta/pages"),
      (#"{"items":[{"id":1}],"truncated":true}"#, "truncated"),
      (#"{"hits":{"total":25,"hits":[{"id":1}]}}"#, "/hits/total"),
      (#"{"hits":{"total":{"value":25,"relation":"eq"},"hits":[{"id":1}]}}"#, "/hits/total/value"),
      (#"{"total_rows":25,"rows":[{"id":1}]}"#, "total_rows"),
      (#"{"response":{"numFound":25,"start":0,"docs":[{"id":1}]}}"#, "/response/numFound"),
      (#"{"numFound":25,"docs":[{"id":1}]}"#, "numFound"), (#"{"found":25,"hits":[1]}"#, "found"),
      (#"{"totalSize":25,"records":[{"id":1}]}"#, "totalSize"),
      (#"{"nbHits":25,"hits":[1]}"#, "nbHits"),
      (#"{"items":[{"id":1}],"moreAvailable":true}"#, "moreAvailable"),
      (#"{"pageInfo":{"hasNextPage":true},"nodes":[1]}"#, "/pageInfo/hasNextPage"),
      (#"{"records":[{"id":1}],"offset":"a"}"#, "offset"),
      (
        #"{"data":{"nodes":[1],"pageInfo":{"hasNextPage":true}}}"#, "/data/pageInfo/hasNextPage"
      ),
      (#"{"data":{"items":[1],"truncated":true}}"#, "/data/truncated"),
      (#"{"items":[1],"page":1,"pages":5}"#, "pages"),
      (#"{"items":[1],"page":1,"totalPages":5}"#, "totalPages"),
      (#"{"items":[1],"currentPage":1,"totalPages":5}"#, "totalPages"),
      (#"{"items":[1],"totalItems":25}"#, "totalItems"),
      (#"{"data":[1],"recordsTotal":25}"#, "recordsTotal"),
      (#"{"result":{"total":25,"rows":[1]}}"#, "/result/total"),
      (#"{"items":[1],"continuationToken":"a"}"#, "continuationToken"),
      (#"{"data":[1],"meta":{"pagination":{"next-page":"a"}}}"#, "/meta/pagination/next-page"),
      (#"{"data":[1],"meta":{"pagination":{"total-count":25}}}"#, "total-count"),
    ])
  func furtherNames(document: String, name: String) {
    var pages = FurtherPages(JSONBytes(Array(document.utf8)))
    #expect(pages.note([:], rowCount: 1)?.contains(name) == true)
    let whole = document.replacing("true", with: "false").replacing("25", with: "1")
      .replacing("5}", with: "1}").replacing("\"a\"", with: "null")
    pages = FurtherPages(JSONBytes(Array(whole.utf8)))
    if !document.contains("LastEvaluatedKey") {
      #expect(pages.note([:], rowCount: 1) == nil, "\(whole)")
    }
  }

  @Test(
    "34: the pages of a book, and a last page, are not followed by others",
    arguments: [
      #"{"title":"t","pages":300,"chapters":[1]}"#,
      #"{"items":[1],"currentPage":5,"totalPages":5}"#,
      #"{"content":[1],"number":4,"totalPages":5,"last":true}"#,
      #"{"items":[1],"meta":{"current_page":5,"total_pages":5}}"#,
    ])
  func otherNumbersOfPages(document: String) {
    #expect(FurtherPages(JSONBytes(Array(document.utf8))).note([:], rowCount: 1) == nil)
  }

  @Test("41: an answer that is not the last page, or has a number as its offset")
  func ends() {
    func note(_ document: String) -> String? {
      FurtherPages(JSONBytes(Array(document.utf8))).note([:], rowCount: 1)
    }
    #expect(note(#"{"values":[1],"isLast":false}"#)?.contains("(isLast)") == true)
    #expect(note(#"{"values":[1],"isLast":true}"#) == nil)
    #expect(note(#"{"records":[1],"done":false,"totalSize":9}"#)?.contains("(done)") == true)
    #expect(note(#"{"records":[1],"done":false}"#) == nil)
    #expect(note(#"{"records":[1],"offset":100}"#) == nil)
  }

  @Test("34: the rows of a long member are not read for the number in front of them")
  func totalsInFrontOfRows() {
    let rows = (0..<9_000).map { "{\"id\":\($0)}" }.joined(separator: ",")
    let document = "{\"hits\":{\"total\":{\"value\":25},\"max\":1,\"hits\":[\(rows)]}}"
    let pages = FurtherPages(JSONBytes(Array(document.utf8)))
    #expect(pages.total([:])?.count == 25)
  }

  @Test(
    "34: headers say how many rows and pages there are",
    arguments: [
      (["content-range": "items 0-4/25"], "has 5 of 25 rows (Content-Range)"),
      (["x-total-pages": "5"], "is the first of several pages (X-Total-Pages)"),
      (["x-wp-totalpages": "5"], "is the first of several pages (X-WP-TotalPages)"),
      (["x-wp-total": "25"], "has 5 of 25 rows (X-WP-Total)"),
      (["x-next-page": "2"], "is the first of several pages (X-Next-Page)"),
      (["x-next-cursor": "ab"], "is the first of several pages (X-Next-Cursor)"),
      (["x-next-page": "", "x-wp-totalpages": "1"], nil),
      (["content-range": "bytes 0-4/25"], nil), (["x-total-pages": "5", "x-page": "5"], nil),
    ] as [([String: String], String?)])
  func headersOfTotals(headers: [String: String], note: String?) {
    let found = FurtherPages().note(headers, rowCount: 5)
    #expect(found?.prefix(note?.count ?? 0).description == note)
  }

  @Test("34: rows that are deleted while pages are loaded are a fault")
  func rowsThatAreDeletedMeanwhile() async throws {
    let feed = try makeFeed(
      [
        "http://h/f": #"{"total":5,"items":[{"id":1},{"id":2}]}"#,
        "http://h/f?o=2": #"{"total":4,"items":[{"id":4},{"id":5}]}"#,
        "http://h/f?o=4": #"{"total":4,"items":[]}"#,
      ], paging: .offset(parameter: "o"))
    try await loadAll(feed)
    #expect(feed.listModel.numberOfRows == 4)
    #expect(
      feed.status.error?.reason.description
        == "the number of rows (total) fell from 5 to 4 while pages were loaded; rows that moved to "
        + "earlier pages are missing")
  }

  /// The last page often has longer lists than that of the rows: facets, links, errors.
  @Test func rowsAreWhereTheFirstPageHasThem() async throws {
    let feed = try makeFeed([
      "http://h/f": #"{"next_url":"/f?2","items":[{"id":1},{"id":2}],"tags":["a"]}"#,
      "http://h/f?2":
        #"{"next_url":"/f?3","facets":[{"z":1},{"z":2},{"z":3}],"items":[{"id":3}]}"#,
      "http://h/f?3": #"{"next_url":"/f?4","items":[],"tags":["a","b","c"]}"#,
      "http://h/f?4": #"{"errors":[{"code":1}]}"#,
    ])
    try await loadAll(feed)
    #expect(texts(feed) == (1...3).map { "{\"id\":\($0)}" })
    #expect(
      feed.status.error?.reason
        == .otherPage(
          number: 4, expected: "an object with rows at '/items'",
          text: #"{"errors":[{"code":1}]}"#))
  }

  @Test("34: pages of a table have the same columns")
  func pagesOfATable() async throws {
    let feed = try makeFeed(
      [
        "http://h/f": "id,n\n1,2\n3,4\n", "http://h/f?p=1": "id,n\n1,2\n3,4\n",
        "http://h/f?p=2": "5,6\n7,8\n",
      ],
      paging: .page(parameter: "p"))
    try await loadAll(feed)
    #expect(texts(feed) == [#"{"id":1,"n":2}"#, #"{"id":3,"n":4}"#])
    #expect(
      feed.status.error?.reason
        == .otherPage(number: 2, expected: "a table with the columns id, n", text: "5,6 7,8"))
  }

  @Test("34: an empty list of the first page is the list of the others")
  func firstPageWithoutRows() async throws {
    let feed = try makeFeed([
      "http://h/f": #"{"next_url":"/f?2","items":[],"facets":[{"f":1},{"f":2}]}"#,
      "http://h/f?2": #"{"items":[{"id":1}],"facets":[{"f":1},{"f":2}]}"#,
    ])
    try await loadAll(feed)
    #expect(texts(feed) == [#"{"id":1}"#])
    #expect(feed.status.error == nil)
  }

  @Test func pagesAreLoadedOnRequest() async throws {
    let feed = try makeFeed([
      "http://h/f": #"{"next_url":"/f?2","items":[{"id":1},{"id":2}]}"#,
      "http://h/f?2": #"{"next_url":"http://h/g","items":[{"id":3}]}"#,
      "http://h/g": #"{"items":[{"id":4}]}"#,
    ])
    feed.start()
    try await wait { feed.pageState == .loaded && feed.listModel.numberOfRows == 2 }
    #expect(!feed.status.isLoading)
    #expect(feed.loadNextPage())
    try await wait { feed.pageState == .loaded && feed.listModel.numberOfRows == 3 }
    #expect(feed.loadNextPage())
    try await wait { feed.pageState == .noMore && feed.listModel.numberOfRows == 4 }
    #expect(!feed.loadNextPage())
    #expect(texts(feed) == (1...4).map { "{\"id\":\($0)}" })
  }

  @Test func aFailedPageCanBeRetried() async throws {
    let isBroken = Monitor(true)
    let source = PagedSource("http://h/f", paging: .page(parameter: "p")) { address in
      guard address.hasSuffix("p=2") else {
        return MemorySource(address.hasSuffix("p=3") ? "[]" : "[1,2]", name: address)
      }
      if isBroken.withLock({ $0 }) { return MemorySource("[3,", name: address) }
      return MemorySource("[3,4]", name: address)
    }
    let feed = Feed(source: source)
    feed.start()
    try await wait { feed.pageState == .loaded && feed.listModel.numberOfRows == 2 }
    feed.loadNextPage()
    try await wait { if case .failed = feed.status { true } else { false } }
    #expect(texts(feed) == ["1", "2", "3"])
    isBroken.withLock { $0 = false }
    #expect(feed.loadNextPage())
    try await wait { feed.listModel.numberOfRows == 4 }
    feed.loadNextPage()
    try await wait { feed.pageState == .noMore }
    #expect(texts(feed) == ["1", "2", "3", "4"])
  }

  // defect S20
  @Test func reloadingKeepsThePagesThatAreShown() async throws {
    let version = Monitor(1)
    let origin = FeedOrigin(name: "pages") {
      let version = version.withLock { $0 }
      return PagedSource("http://h/f", paging: .page(parameter: "p")) { address in
        if version == 2 { throw FeedError(source: address, reason: .unreadable("503")) }
        return MemorySource(address.hasSuffix("f") ? "[\(version),0]" : "[7]", name: address)
      }
    }
    let feed = try Feed(origin)
    feed.start()
    try await wait { feed.listModel.numberOfRows == 2 && feed.pageState == .loaded }
    feed.loadNextPage()
    try await wait { feed.listModel.numberOfRows == 3 && feed.pageState == .loaded }
    version.withLock { $0 = 2 }
    feed.reload()
    #expect(!feed.loadNextPage())
    try await wait { if case .failed = feed.status { true } else { false } }
    #expect(texts(feed) == ["1", "0", "7"])
    version.withLock { $0 = 3 }
    feed.reload()
    try await wait { feed.generation == 3 }
    #expect(texts(feed) == ["3", "0", "7"])
  }

  @Test func headerIsFromTheFirstPage() async throws {
    let version = #""version":"https://jsonfeed.org/version/1.1","#
    let feed = try makeFeed([
      "http://h/f": #"{\#(version)"title":"One","next_url":"/f?2","items":[{"id":1}]}"#,
      "http://h/f?2": #"{\#(version)"title":"Two","items":[{"id":2}]}"#,
    ])
    try await loadAll(feed)
    let section = feed.listModel.feedSection(at: 0)
    #expect(section.numberOfItems == 2)
    #expect(section.supplementaryRow(of: .header)?.json.member("title")?.string == "One")
    #expect(feed.listModel.format == .jsonFeed)
    #expect(section.row(at: 1).moduleName == Row.jsonFeedName)
    #expect(section.row(at: 1).json.text == #"{"id":2}"#)
  }

  @Test func offsetsCountTheRowsThatCame() async throws {
    let feed = try makeFeed(
      [
        "http://h/f": "[1,2,3]", "http://h/f?skip=3": "[3,4]", "http://h/f?skip=5": "[]",
      ], paging: .offset(parameter: "skip"))
    try await loadAll(feed)
    #expect(texts(feed) == ["1", "2", "3", "3", "4"])
    #expect(feed.pageState == .noMore)
  }

  @Test func pagesAreCountedFromThatOfTheAddress() async throws {
    let byNumber = try makeFeed(
      ["http://h/f?p=0": "[1]", "http://h/f?p=1": "[2]", "http://h/f?p=2": "[]"],
      first: "http://h/f?p=0", paging: .page(parameter: "p"))
    try await loadAll(byNumber)
    #expect(texts(byNumber) == ["1", "2"])
    let byOffset = try makeFeed(
      [
        "http://h/f?a=b&skip=3": "[4,5]", "http://h/f?a=b&skip=5": "[6]",
        "http://h/f?a=b&skip=6": "[]",
      ],
      first: "http://h/f?a=b&skip=3", paging: .offset(parameter: "skip"))
    try await loadAll(byOffset)
    #expect(texts(byOffset) == ["4", "5", "6"])
  }

  /// The program stopped: the next number is beyond the integers.
  @Test(
    "A1: pages that cannot be counted are an error",
    arguments: [FeedPaging.page(parameter: "p"), .offset(parameter: "p")])
  func numbersBeyondTheIntegersAreNone(_ paging: FeedPaging) async throws {
    let first = "http://h/f?p=9223372036854775807"
    let feed = try makeFeed([first: "[1]"], first: first, paging: paging)
    try await loadAll(feed)
    #expect(texts(feed) == ["1"])
    #expect(feed.status.error?.description.contains("is not a number for p") == true)
  }

  @Test func aPointerToNothingIsReported() async throws {
    let pointer = try #require(JSONPointer("/meta/nope"))
    let feed = try makeFeed(
      ["http://h/f": #"{"meta":{"after":2},"rows":[{"id":1}]}"#],
      paging: .cursor(pointer, parameter: "after"))
    try await loadAll(feed)
    #expect(
      feed.diagnostics
        == ["http://h/f: the first page has nothing at /meta/nope and was taken as the last"])
  }

  @Test func rowsInFrontOfAFaultStayAndDoNotComeTwice() async throws {
    let isWhole = Monitor(false)
    let feed = Feed(
      source: PagedSource("http://h/f", paging: .page(parameter: "p")) { address in
        let second = isWhole.withLock { $0 } ? "[3,4,5]" : "[3,4,"
        let isFirst = address == "http://h/f" || address.hasSuffix("1")
        let text = isFirst ? "[1,2]" : address.hasSuffix("2") ? second : "[]"
        return MemorySource(text, name: address)
      })
    try await loadAll(feed)
    #expect(texts(feed) == ["1", "2", "3", "4"])
    #expect(feed.status.error?.reason == .truncated)
    isWhole.withLock { $0 = true }
    try await loadAll(feed)
    #expect(texts(feed) == ["1", "2", "3", "4", "5"])
  }

  @Test func cursorsAreTakenFromThePage() async throws {
    let pointer = try #require(JSONPointer("/meta/after"))
    let feed = try makeFeed(
      [
        "http://h/f?q=1": #"{"meta":{"after":"a b"},"rows":[{"id":1}]}"#,
        "http://h/f?q=1&after=a%20b": #"{"meta":{"after":7},"rows":[{"id":2}]}"#,
        "http://h/f?q=1&after=7": #"{"meta":{"after":null},"rows":[{"id":3}]}"#,
      ], first: "http://h/f?q=1", paging: .cursor(pointer, parameter: "after"))
    try await loadAll(feed)
    #expect(texts(feed).count == 3)
    #expect(feed.pageState == .noMore)
  }

  @Test func pagesThatLeadBackEnd() async throws {
    let feed = try makeFeed([
      "http://h/f": #"{"next_url":"/g","items":[{"id":1}]}"#,
      "http://h/g": #"{"next_url":"/f","items":[{"id":2}]}"#,
    ])
    try await loadAll(feed)
    #expect(feed.pageState == .noMore)
    #expect(feed.listModel.numberOfRows == 2)
  }

  // defect S6
  @Test func rowsWithAGuessedIdentityAreNotMerged() async throws {
    let pages = [
      "http://h/f": #"{"next_url":"/g","items":[{"name":"Anna","n":1},{"name":"Anna","n":2}]}"#,
      "http://h/g": #"{"items":[{"name":"Anna","n":1},{"n":3},{"n":4}]}"#,
    ]
    let feed = try makeFeed(pages)
    try await loadAll(feed)
    #expect(feed.listModel.numberOfRows == 5)
    #expect(
      feed.diagnostics == [
        "http://h/f: 1 row like those of an earlier page, which may have moved while pages were "
          + "loaded; --id merges rows"
      ])
    let merged = try makeFeed(pages, id: "name")
    try await loadAll(merged)
    #expect(texts(merged) == [#"{"name":"Anna","n":1}"#, #"{"n":3}"#, #"{"n":4}"#])
    #expect(merged.diagnostics == ["http://h/f: 2 rows merged by --id name"])
  }

  @Test func aServerThatDoesNotKnowTheParameterIsAnError() async throws {
    let feed = try makeFeed(
      ["http://h/f": "[1,2]", "http://h/f?p=1": "[1,2]", "http://h/f?p=2": "[1,2]"],
      paging: .page(parameter: "p"))
    try await loadAll(feed)
    #expect(texts(feed) == ["1", "2"])
    #expect(
      feed.status.error
        == FeedError(
          source: "http://h/f?p=1", reason: .repeatedPage(number: 2, isCounted: true)))
  }

  @Test func pagesWithoutRowsAreFollowed() async throws {
    let feed = try makeFeed([
      "http://h/f": #"{"next_url":"/2","items":[1]}"#,
      "http://h/2": #"{"next_url":"/3","items":[]}"#, "http://h/3": #"{"items":[3]}"#,
    ])
    try await loadAll(feed)
    #expect(texts(feed) == ["1", "3"])
  }

  @Test func thePageLimitIsReported() async throws {
    let feed = try makeFeed(
      [
        "http://h/f": #"{"next_url":"/2","items":[1]}"#,
        "http://h/2": #"{"next_url":"/3","items":[2]}"#,
      ], pageLimit: 2)
    try await loadAll(feed)
    #expect(texts(feed) == ["1", "2"])
    #expect(feed.pageState == .noMore)
    #expect(feed.diagnostics == ["http://h/f: stopped after 2 pages; there are more"])
  }

  // defect S2
  @Test(arguments: ["http://h/g", "HTTP://other/g", "//h/g"])
  func aStepDownFromSecureTransportIsRefused(_ next: String) async throws {
    let feed = try makeFeed(
      [
        "https://h/f": #"{"next_url":"\#(next)","items":[{"id":1}]}"#,
        "https://h/g": #"{"items":[{"id":2}]}"#, "http://h/g": "[3]", "HTTP://other/g": "[4]",
      ], first: "https://h/f")
    try await loadAll(feed)
    if next.hasPrefix("//") {
      #expect(texts(feed) == [#"{"id":1}"#, #"{"id":2}"#])
    } else {
      #expect(texts(feed) == [#"{"id":1}"#])
      #expect(feed.status.error == FeedError(source: next, reason: .insecure))
    }
  }

  @Test func aFirstPageThatFailsIsAFailure() async throws {
    let feed = try makeFeed([:])
    feed.start()
    try await wait { if case .failed = feed.status { true } else { false } }
    #expect(feed.listModel.numberOfRows == 0)
    feed.stop()
  }

  @Test func linksOfAServerAreFollowed() async throws {
    let server = try LocalServer { request in
      switch request.path {
      case "/a": .init("[1]", headers: ["Link": "</b?x=1>; rel=\"next\", </z>; rel=last"])
      case "/b?x=1": .init("[2]", headers: ["Link": "<c>; rel=next"])
      case "/c": .init("[3]")
      default: .init(status: 404)
      }
    }
    let feed = try Feed(.pages(server.url("/a")))
    try await loadAll(feed)
    #expect(texts(feed) == ["1", "2", "3"])
  }

  @Test func aServerIsAskedForChangesOnly() async throws {
    let version = Monitor(1)
    let server = try LocalServer { request in
      let tag = "\"\(version.withLock { $0 })\""
      return request.headers["if-none-match"] == tag
        ? .init(status: 304) : .init("[\(version.withLock { $0 })]", headers: ["ETag": tag])
    }
    let feed = try Feed(.url(server.url()))
    feed.start()
    try await wait { feed.status.progress.rowCount == 1 && !feed.status.isLoading }
    feed.reload()
    try await wait { if case .loaded = feed.status { true } else { false } }
    #expect(feed.generation == 1)
    version.withLock { $0 = 2 }
    feed.reload()
    try await wait { feed.generation == 3 }
    #expect(texts(feed) == ["2"])
  }

  // defect S20
  @Test func anAnswerThatWasDiscardedIsRequestedAgain() async throws {
    let version = Monitor(1)
    let server = try LocalServer { request in
      let tag = "\"\(version.withLock { $0 })\""
      return request.headers["if-none-match"] == tag
        ? .init(status: 304) : .init("[\(version.withLock { $0 })]", headers: ["ETag": tag])
    }
    func read(_ source: any ByteSource) throws -> String {
      var buffer = [UInt8](repeating: 0, count: 100)
      var text = ""
      while true {
        let count = try buffer.withUnsafeMutableBytes { try source.readNext(into: $0) }
        if count == 0 { return text }
        text += String(decoding: buffer[..<count], as: UTF8.self)
      }
    }
    let origin = FeedOrigin.url(server.url())
    let shown = try origin.open()
    #expect(try read(shown) == "[1]")
    version.withLock { $0 = 2 }
    for _ in 0..<2 { #expect(try read(origin.open(after: shown)) == "[2]") }
    version.withLock { $0 = 1 }
    let unchanged = FeedError(source: server.url(), reason: .notModified)
    #expect(throws: unchanged) { try read(origin.open(after: shown)) }
  }

  @Test func aRefusalOfAServerIsReportedWithItsHost() async throws {
    let server = try LocalServer { _ in .init("<html>", status: 503) }
    let feed = try Feed(.url(server.url("/x")))
    feed.wait(forRows: 1, timeout: .seconds(10))
    guard case .failed(let error, _) = feed.status else {
      Issue.record("It has not failed.")
      return
    }
    #expect(
      error.description
        == "\(server.url("/x")): 503 Service Unavailable (127.0.0.1:\(server.port))")
  }
}

@Suite struct PageAddressTests {
  struct Reference: Sendable, CustomTestStringConvertible {
    var reference: String
    var target: String
    var testDescription: String { reference }
  }

  @Test(arguments: [
    Reference(reference: "https://x/y", target: "https://x/y"),
    Reference(reference: "//x/y", target: "http://x/y"),
    Reference(reference: "/y?a", target: "http://h:1/y?a"),
    Reference(reference: "y", target: "http://h:1/a/y"),
    Reference(reference: "?p=2", target: "http://h:1/a/b?p=2"),
    // defect S20
    Reference(reference: "/p5?from=http://a.b/", target: "http://h:1/p5?from=http://a.b/"),
    Reference(reference: "../y", target: "http://h:1/y"),
    Reference(reference: "./y/../z", target: "http://h:1/a/z"),
    Reference(reference: "a b?ü", target: "http://h:1/a/a%20b?%C3%BC"),
    Reference(reference: "HTTPS://X/y", target: "HTTPS://X/y"),
  ]) func referencesAreResolved(_ test: Reference) {
    #expect(PageAddress("http://h:1/a/b?q=1#f").resolving(test.reference).text == test.target)
  }

  @Test func parametersAreReplacedAndEncoded() {
    let address = PageAddress("http://h/a?x=1&p=2&y=3#f")
    #expect(address.setting("p", to: "7").text == "http://h/a?x=1&y=3&p=7#f")
    #expect(
      PageAddress("http://h/a").setting("a b", to: "ü&=").text == "http://h/a?a%20b=%C3%BC%26%3D")
  }

  @Test func relationsAreFoundInLinkHeaders() {
    let header = "<http://h/1>; rel=\"prev\"; title=\"x\", </2>; title=y; rel=\"last next\""
    #expect(LinkHeader.target(of: "next", in: header) == "/2")
    #expect(LinkHeader.target(of: "prev", in: header) == "http://h/1")
    #expect(LinkHeader.target(of: "first", in: header) == nil)
    #expect(LinkHeader.target(of: "next", in: "nonsense <") == nil)
    #expect(LinkHeader.target(of: "next", in: "</2>; rel='next'") == "/2")
    for broken in ["nonsense <", "x; rel=\"next\"", "</2?p=2", "<1>; rel=prev, 2; rel=next"] {
      #expect(LinkHeader.isBroken(broken), "\(broken)")
    }
    for whole in ["", " , ", header, "<a,b>; title=\"x, y\", <c>"] {
      #expect(!LinkHeader.isBroken(whole), "\(whole)")
    }
    let quoted = "<1>; title=\"a, <b>; rel=next\"; rel=prev, <2>; REL=\"Next\""
    #expect(LinkHeader.target(of: "next", in: quoted) == "2")
  }
}
