import Testing

@testable import MocoaFeed

/// What the pages behind the first one say about further pages.
@MainActor
@Suite struct LaterPagesTests {
  private func load(_ pages: [String: String]) async throws -> Feed {
    let feed = Feed(
      source: PagedSource("http://h/f") { address in
        guard let text = pages[address] else {
          throw FeedError(source: address, reason: .unreadable("404"))
        }
        return MemorySource(text, name: address)
      })
    feed.start()
    for _ in 0..<10 {
      try await wait { feed.pageState?.isLoading == false }
      guard feed.loadNextPage() else { break }
    }
    try await wait { !feed.status.isLoading }
    return feed
  }

  // The list ended silently, with status 0.
  @Test(
    "34: a later page that says that there are more is not the last without a fault",
    arguments: [
      (#""next":null,"has_more":true"#, "has_more"), (#""total_pages":3"#, "total_pages"),
      (#""next":null,"last":false"#, "last"), (#""nextPageToken":"a""#, "nextPageToken"),
      (#""next":"f?page=3""#, "next"), (#""next":3"#, "next"), (#""next":"a""#, "next"),
      (#""next":true"#, "next"), (#""next":["/f?page=3"]"#, "next"),
    ])
  func laterPages(member: String, name: String) async throws {
    let feed = try await load([
      "http://h/f": #"{"items":[{"id":1}],"next":"/f?page=2","total_pages":3}"#,
      "http://h/f?page=2": "{\"items\":[{\"id\":2}],\(member)}",
    ])
    #expect(texts(feed) == [#"{"id":1}"#, #"{"id":2}"#])
    #expect(
      feed.status.error?.reason.description.hasPrefix(
        "page 2 says that there are more (\(name)), which were not requested") == true)
  }

  @Test(
    "34: the last of linked pages is known by its number, which may be counted from 0",
    arguments: [
      #""total_pages":2"#, #""total_pages":2,"page":2"#, #""total_pages":2,"page":1"#,
      #""has_more":false,"next":null"#, #""last":true"#, #""pages":300"#, #""next":-1"#,
      #""next":"null""#,
    ])
  func lastPages(member: String) async throws {
    let feed = try await load([
      "http://h/f": #"{"items":[{"id":1}],"next":"/f?page=2"}"#,
      "http://h/f?page=2": "{\"items\":[{\"id\":2}],\(member)}",
    ])
    #expect(feed.listModel.numberOfRows == 2)
    #expect(feed.status.error == nil)
  }

  @Test("34: headers of a later page say that there are more")
  func headersOfLaterPages() {
    let succession = PageSuccession(first: PageAddress("http://h/f"), paging: .linked)
    func announcement(_ headers: [String: String], page: Int = 2, first: Int = 1) -> String? {
      let address = PageAddress("http://h/f?page=\(page)&n=9")
      let answer = PageSuccession.Answer(
        requested: address, address: address, headers: headers, document: JSONBytes([UInt8]()),
        furtherPages: FurtherPages(), rowCount: 1)
      return succession.announcement(behind: PageRequest(page: page - first + 1), answer)?.name
    }
    #expect(announcement(["x-next-page": "3"]) == "X-Next-Page")
    #expect(announcement(["x-total-pages": "3"]) == "X-Total-Pages")
    #expect(announcement(["x-total-pages": "3", "x-page": "2"]) == "X-Total-Pages")
    #expect(announcement(["x-total-pages": "3"], page: 3) == nil)
    #expect(announcement(["x-total-pages": "3"], page: 3, first: 2) == nil)
    #expect(announcement(["x-total-pages": "3", "x-page": "2"], page: 3) == nil)
    let last = ["link": "</f?page=3&n=9>; rel=\"last\""]
    #expect(announcement(last) == "Link: rel=last")
    #expect(announcement(last, page: 3) == nil)
    #expect(announcement(["link": "</f?n=9&page=2>; rel=last"]) == nil)
    #expect(announcement(["link": "</f?p=1>; rel=first, </f?p=1>; rel=last"]) == nil)
  }

  // "has no link … and was taken as the last", with status 0.
  @Test(
    "34: answers say by further names that there are more",
    arguments: [
      (#""pageInfo":{"hasNextPage":true}"#, "/pageInfo/hasNextPage"),
      (#""meta":{"pagination":{"page":1,"total_pages":3}}"#, "/meta/pagination/total_pages"),
      (#""meta":{"current_page":1,"last_page":3}"#, "/meta/last_page"),
      (#""exceededTransferLimit":true"#, "exceededTransferLimit"),
      (#""end_of_stream":false"#, "end_of_stream"),
      (#""continuation_token":"a""#, "continuation_token"),
      (#""cursor":{"next":"a"}"#, "/cursor/next"), (#""next_offset":10"#, "next_offset"),
      (#""paging":{"next":{"after":"10"}}"#, "/paging/next/after"),
      (#""pages":{"next":{"starting_after":"a"}}"#, "/pages/next/starting_after"),
      (#""continue":{"apcontinue":"X","continue":"-||"}"#, "continue"),
      (#""links":[{"rel":"next","href":"f?2"}]"#, "/links/0/href"),
      (#""isLastPage":false"#, "isLastPage"),
      (#""isLastPage":false,"nextPageStart":10"#, "nextPageStart"),
      (#""meta":{"next_token":"a"}"#, "/meta/next_token"),
      (#""meta":{"page":{"after":"a"}}"#, "/meta/page/after"),
      (#""data":{"after":"t3_a"}"#, "/data/after"), (#""next":{"page":2}"#, "/next/page"),
      (#""pagination":{"page":1,"pages":6}"#, "/pagination/pages"),
      (#""next_marker":"a""#, "next_marker"), (#""bookmark":"/a==""#, "bookmark"),
      (#""pageCount":6,"pageNumber":1"#, "pageCount"), (#""pageCount":6"#, "pageCount"),
    ])
  func furtherNames(member: String, name: String) async throws {
    let feed = try await load(["http://h/f": "{\"items\":[{\"id\":1}],\(member)}"])
    #expect(
      feed.status.error?.reason.description.hasPrefix(
        "page 1 says that there are more (\(name)), which were not requested") == true)
  }

  @Test(
    "34: totals at further places are said, and what is no cursor is not",
    arguments: [
      (#""result":{"count":57}"#, "/result/count"),
      (#""metadata":{"total":57}"#, "/metadata/total"),
      (#""bookmark":"http://x/""#, nil), (#""bookmark":true"#, nil), (#""bookmark":"nil""#, nil),
      (#""data":{"after":{"id":1}}"#, nil), (#""isLastPage":true,"nextPageStart":null"#, nil),
      (#""pageCount":6,"page":6"#, nil), (#""pagination":{"page":6,"pages":6}"#, nil),
    ] as [(String, String?)])
  func furtherTotals(member: String, name: String?) {
    let pages = FurtherPages(JSONBytes(Array("{\"items\":[{\"id\":1}],\(member)}".utf8)))
    let note = pages.note([:], rowCount: 1)
    #expect(note?.hasPrefix("has 1 of 57 rows (\(name ?? ""))") == (name == nil ? nil : true))
  }

  @Test("34: lists of GraphQL at any name say that there are more")
  func listsOfGraphQL() {
    let text = #"{"data":{"r":{"issues":{"nodes":[1],"pageInfo":{"hasNextPage":true}}}}}"#
    #expect(
      FurtherPages(JSONBytes(Array(text.utf8))).sign()?.description
        == "/data/r/issues/pageInfo/hasNextPage")
    let last = text.replacing("true", with: "false")
    #expect(FurtherPages(JSONBytes(Array(last.utf8))).sign() == nil)
  }

  @Test(
    "34: links are followed where an object at next, or another name, has them",
    arguments: [
      #""next":{"href":"http://h/f?2"}"#, #""next":{"url":"/f?2"}"#, #""after_url":"/f?2""#,
      #""paging":{"next":{"after":"1","link":"http://h/f?2"}}"#, #""pages":{"next":"/f?2"}"#,
      #""next_page_url":"/f?2""#, #""_links":{"next":"/f?2","base":"http://h"}"#,
    ])
  func furtherLinks(member: String) async throws {
    let feed = try await load([
      "http://h/f": "{\"items\":[{\"id\":1}],\(member)}",
      "http://h/f?2": #"{"items":[{"id":2}]}"#,
    ])
    #expect(texts(feed) == [#"{"id":1}"#, #"{"id":2}"#])
    #expect(feed.status.error == nil)
  }

  @Test("34: the link is found in a list of links by its relation")
  func listsOfLinks() {
    let text = #"{"links":[{"rel":"self","href":"/f"},{"rel":"next","href":"/f?2"}]}"#
    let link = FurtherPages(JSONBytes(Array(text.utf8))).link
    #expect(link?.pointer.description == "/links/1/href" && link?.value.string == "/f?2")
    let last = text.replacing("next", with: "prev")
    #expect(FurtherPages(JSONBytes(Array(last.utf8))).sign() == nil)
  }

  @Test("34: the address of changes to come is not that of a page")
  func changesToCome() {
    let end = #"{"users":[1],"after_url":"/f?2","end_of_stream":true}"#
    let pages = FurtherPages(JSONBytes(Array(end.utf8)))
    #expect(pages.link == nil && pages.sign() == nil && pages.isLast)
  }

  // The error was a row, with status 0.
  @Test("34: an error in place of lines of JSON is no row")
  func errorsInPlaceOfLines() {
    var traits = PageTraits()
    func page(_ rows: String...) -> LoadedPage {
      var page = LoadedPage(address: PageAddress("http://h/f"))
      page.rows = rows.map { Array($0.utf8) }
      page.shape = .values
      return page
    }
    let error = page(#"{"error":"x"}"#)
    #expect(!traits.isError(error))
    traits.add(page(#"{"id":1}"#, #"{"id":2}"#))
    #expect(traits.isError(error))
    #expect(!traits.isError(page(#"{"error":null}"#)))
    #expect(!traits.isError(page(#"{"id":3,"error":"x"}"#)))
    #expect(!traits.isError(page(#"{"error":"x"}"#, #"{"error":"y"}"#)))
  }
}
