/// What an answer says about the pages behind it: the next one, and the number of rows on all.
struct FurtherPages {
  /// Where answers have the next page, by decreasing precedence: JSON Feed 1.1, OData 4.01,
  /// JSON:API 1.1, HAL, and what servers without a standard use.
  private static let places = [
    "/next_url", "/next", "/@odata.nextLink", "/nextLink", "/links/next", "/links/next/href",
    "/_links/next/href", "/paging/next", "/pagination/next", "/meta/next", "/next_page",
    "/nextPage", "/next_cursor", "/nextCursor", "/next_page_token", "/nextPageToken",
    "/metadata/continue", "/response_metadata/next_cursor", "/NextToken", "/nextToken",
    "/next_token", "/NextMarker", "/NextContinuationToken", "/continuationToken", "/next-page",
    "/meta/pagination/next-page", "/meta/pagination/next_page", "/offset", "/next/href",
    "/next/url", "/next_page_url", "/after_url", "/paging/next/link", "/paging/next/after",
    "/pages/next", "/pages/next/starting_after", "/cursor/next", "/continuation_token",
    "/next_offset", "/nextOffset", "/_links/next", "/nextPageStart", "/meta/next_token",
    "/meta/page/after", "/next/page", "/next_marker", "/data/after", "/bookmark",
  ].compactMap { JSONPointer($0) }

  /// The place of the next page, and that of the changes to come behind the last one of Zendesk.
  private static let changes = JSONPointer("/after_url")

  /// Where answers have a list of links by their relations, as those of STAC and OGC.
  private static let links = JSONPointer(tokens: ["links"])

  /// Where answers of GraphQL have their lists.
  private static let data = JSONPointer(tokens: ["data"])

  /// Where a list of GraphQL has whether there is another page.
  private static let pageInfo = ["pageInfo", "hasNextPage"]

  /// The maximum number of names that lead to a list of GraphQL.
  private static let deepestList = 5

  /// The places that have a cursor if it is a text without blanks and no address, as the answers of
  /// Airtable, Reddit and Pinterest do, or else a number of rows or the like.
  private static let cursors = ["/offset", "/data/after", "/bookmark"].compactMap {
    JSONPointer($0)
  }

  /// Where answers have an object in place of a cursor: the last row of DynamoDB, the parameters
  /// of MediaWiki.
  private static let keysOfLastRow = ["/LastEvaluatedKey", "/continue"].compactMap {
    JSONPointer($0)
  }

  /// Where answers have whether there is another page.
  private static let flags = [
    "/has_more", "/hasMore", "/has_next", "/hasNext", "/more", "/pagination/has_more",
    "/pagination/has_next", "/paging/has_more", "/meta/has_more", "/meta/has_next",
    "/pageInfo/hasNextPage", "/page_info/has_next_page", "/data/pageInfo/hasNextPage",
    "/IsTruncated", "/isTruncated", "/moreAvailable", "/data/truncated",
    "/exceededTransferLimit", "/properties/exceededTransferLimit",
  ].compactMap { JSONPointer($0) }

  /// Where answers have whether they are cut; if not, there may be other pages.
  private static let cuts = ["/truncated", "/incomplete_results"].compactMap { JSONPointer($0) }

  /// Where answers have the number of pages, and that of theirs, which is 1 without one.
  private static let pageCounts = [
    ("/total_pages", "/page"), ("/page_count", "/page"), ("/meta/pages", "/meta/page"),
    ("/meta/total_pages", "/meta/page"), ("/meta/total_pages", "/meta/current_page"),
    ("/pagination/total_pages", "/pagination/page"), ("/last_page", "/current_page"),
    ("/pagination/total_pages", "/pagination/current_page"), ("/pages", "/page"),
    ("/totalPages", "/page"), ("/totalPages", "/currentPage"),
    ("/meta/last_page", "/meta/current_page"), ("/pages/total_pages", "/pages/page"),
    ("/meta/pagination/total_pages", "/meta/pagination/page"),
    ("/meta/pagination/total_pages", "/meta/pagination/current_page"),
    ("/meta/pagination/pageCount", "/meta/pagination/page"),
    ("/pagination/pages", "/pagination/page"), ("/pageCount", "/page"),
    ("/pageCount", "/pageNumber"), ("/pageCount", "/currentPage"),
  ].compactMap { count, page in
    JSONPointer(count).flatMap { count in JSONPointer(page).map { (count: count, page: $0) } }
  }

  /// Where answers have the number of their page.
  private static let ownPages = ["/page", "/current_page", "/currentPage"].compactMap {
    JSONPointer($0)
  }

  /// Where answers have the number of rows on all pages.
  private static let totals = [
    "/total", "/total_count", "/totalCount", "/total_results", "/totalResults", "/count",
    "/@odata.count", "/totalElements", "/page/totalElements", "/meta/total", "/meta/total_count",
    "/pagination/total", "/paging/total", "/hits/total", "/hits/total/value", "/total_rows",
    "/totalSize", "/numFound", "/response/numFound", "/found", "/nbHits", "/totalItems",
    "/recordsFiltered", "/recordsTotal", "/result/total", "/meta/pagination/total-count",
    "/meta/pagination/total", "/metadata/total", "/result/count",
  ].compactMap { JSONPointer($0) }

  /// Where answers have the page in front.
  private static let previous = [
    "/previous", "/prev", "/links/prev", "/_links/prev", "/paging/previous", "/meta/prev",
    "/meta/previous",
  ].compactMap { JSONPointer($0) }

  /// The headers with the number of rows on all pages.
  private static let totalHeaders = ["X-Total-Count", "X-Total", "X-WP-Total"]

  /// The headers with the number of pages.
  private static let pageCountHeaders = ["X-Total-Pages", "X-WP-TotalPages"]

  /// The headers with the next page.
  private static let nextHeaders = ["X-Next-Page", "X-Next-Cursor", "X-MS-Continuation"]

  /// What servers write in place of a next page that does not exist, in small letters.
  private static let blanks: Set = ["", "0", "-1", "null", "none", "nil", "[]"]

  /// Where answers have whether they are the last page, and what they have then, too.
  private static let ends = [
    ("/last", nil), ("/isLast", nil), ("/isLastPage", nil), ("/done", "/totalSize"),
    ("/end_of_stream", nil),
  ].compactMap { (end: String, other: String?) in
    JSONPointer(end).map { (end: $0, other: other.flatMap { JSONPointer($0) }) }
  }

  /// The names of the members that are read.
  private static let keys = Set(
    [
      places, keysOfLastRow, flags, cuts, totals, previous, ends.map(\.end),
      pageCounts.map(\.count), pageCounts.map(\.page),
    ].joined().compactMap(\.tokens.first))

  /// The maximum length in bytes of such a member.
  private static let longest = 64 * 1024

  private var members: [UInt8] = []

  /// Creates a description that says nothing.
  init() {}

  /// Creates the description of a document.
  ///
  /// - Complexity: O(n) for n bytes of the document.
  init(_ document: JSONBytes) {
    for (key, value) in document.members {
      let bytes = DerivedMember.key(key)
      add(key, count: bytes.count + value.slice.count) {
        bytes + value.slice.prefix(max(0, $0 - bytes.count))
      }
    }
  }

  /// Records a member of the document, if it says something about further pages; `bytes` returns
  /// the first of its `count` bytes.
  mutating func add(_ key: String, count: Int, _ bytes: (Int) throws -> [UInt8]) {
    guard Self.keys.contains(key), var bytes = try? bytes(min(count, Self.longest)) else { return }
    if count > Self.longest {
      guard let head = Self.head(of: bytes) else { return }
      bytes = head
    }
    members += (members.isEmpty ? [] : [UInt8(ascii: ",")]) + bytes
  }

  /// Returns an object with those of its members that are in front of its first array, which may
  /// have the rows; nil if they are not whole.
  private static func head(of member: [UInt8]) -> [UInt8]? {
    guard let array = member.firstIndex(of: UInt8(ascii: "[")),
      let comma = member[..<array].lastIndex(of: UInt8(ascii: ","))
    else { return nil }
    let head = member[..<comma] + [UInt8(ascii: "}")]
    let document = [UInt8(ascii: "{")] + head + [UInt8(ascii: "}")]
    return document.withUnsafeBytes(CheckedScanner.isValid) ? Array(head) : nil
  }

  private var document: JSONBytes {
    JSONBytes([UInt8(ascii: "{")] + members + [UInt8(ascii: "}")])
  }

  /// A place of the next page, and what is there.
  typealias Next = (pointer: JSONPointer, value: JSONBytes)

  /// What is at the places of the next page, but for objects, which have it at another place.
  private var candidates: [Next] {
    let document = document
    let isEnd = end("true") != nil
    let places = Self.places.compactMap { pointer -> Next? in
      guard let value = document[pointer], !value.isAbsent,
        !Self.blanks.contains((value.string ?? value.text).lowercased()),
        value.kind != .object || pointer == Self.places[0],
        !Self.cursors.contains(pointer) || value.string?.mayBeCursor == true,
        !isEnd || pointer != Self.changes
      else { return nil }
      return (pointer, value)
    }
    guard let listed = Self.listedLink(in: document) else { return places }
    return places + [listed]
  }

  /// Returns the link whose relation is `next` in a list of links.
  private static func listedLink(in document: JSONBytes) -> Next? {
    let links = document[Self.links]?.elements ?? []
    for (position, link) in links.enumerated()
    where link.member("rel")?.string?.lowercased() == "next" {
      guard let address = link.member("href"), !address.isAbsent else { continue }
      return (JSONPointer(tokens: ["links", "\(position)", "href"]), address)
    }
    return nil
  }

  /// Returns where a list of an answer of GraphQL says that there is another page.
  private static func connection(in value: JSONBytes, at path: [String]) -> JSONPointer? {
    if value[JSONPointer(tokens: pageInfo)]?.text == "true" {
      return JSONPointer(tokens: path + pageInfo)
    }
    guard path.count < deepestList else { return nil }
    for (key, member) in value.members where member.kind == .object {
      if let found = connection(in: member, at: path + [key]) { return found }
    }
    return nil
  }

  /// The link to the next page: `next_url`, whatever it is, or the address at another place.
  var link: Next? {
    candidates.first { pointer, value in
      guard pointer != Self.places[0], !Self.cursors.contains(pointer) else {
        return pointer == Self.places[0]
      }
      return value.string.map {
        $0.hasPrefix("/") || $0.hasPrefix("?") || $0.contains("://")
      } ?? false
    }
  }

  /// Returns the place that says that there is a page behind that with a number: its address, a
  /// cursor, or that it exists.
  func sign(page: Int = 1) -> JSONPointer? {
    let document = document
    if let next = candidates.first { return next.pointer }
    func isTrue(_ pointer: JSONPointer) -> Bool {
      document[pointer].map { $0.kind == .bool && !$0.isAbsent } ?? false
    }
    func number(_ pointer: JSONPointer) -> Int? { document[pointer].flatMap { Int($0.text) } }
    let isRow = { (pointer: JSONPointer) in
      document[pointer].map { $0.kind == .object && $0.text != "{}" } ?? false
    }
    let isBefore = { (count: JSONPointer) -> Bool in
      guard let last = number(count) else { return false }
      let pages = Self.pageCounts.filter { $0.count == count }.map(\.page)
      // A book has pages, too.
      let withoutOwn = count.tokens == ["pages"] ? last : page
      return last > max(page, pages.compactMap { number($0) }.first ?? withoutOwn)
    }
    if let object = Self.keysOfLastRow.first(where: isRow) { return object }
    if let flag = (Self.flags + Self.cuts).first(where: isTrue) { return flag }
    if let answer = document[Self.data],
      let list = Self.connection(in: answer, at: Self.data.tokens)
    {
      return list
    }
    return end("false")
      ?? (end("true") == nil ? Self.pageCounts.map(\.count).first(where: isBefore) : nil)
  }

  /// Returns the place that has whether the answer is the last page, if it has a value.
  private func end(_ value: String) -> JSONPointer? {
    let document = document
    return Self.ends.first { end, other in
      document[end]?.text == value && other.map { document[$0] != nil } ?? true
    }?.end
  }

  /// A Boolean value that indicates whether a place says that there is no other page.
  var isLast: Bool {
    let document = document
    return (Self.places + Self.flags).contains { document[$0]?.isAbsent == true }
      || end("true") != nil
  }

  /// Returns the options that may load the page that a place announces.
  private static func advice(_ sign: JSONPointer) -> String {
    "--paging page=NAME, offset=NAME or cursor=NAME:"
      + (places.contains(sign) ? sign.description : "/POINTER")
  }

  /// Returns whether the answer has an address or a cursor of a page in front of it.
  func hasPrevious(_ headers: [String: String]) -> Bool {
    let document = document
    return headers["link"].flatMap { LinkHeader.target(of: "prev", in: $0) } != nil
      || Self.previous.contains { document[$0]?.isAbsent == false }
  }

  /// Returns the number of rows on all pages, and where the answer has it; nil if it has none.
  func total(_ headers: [String: String]) -> RowTotal? {
    for name in Self.totalHeaders {
      let count = headers[name.lowercased()].flatMap { Int($0) }
      if let count { return RowTotal(name, count) }
    }
    if let range = headers["content-range"], !range.hasPrefix("bytes"),
      let count = Int(range.drop { $0 != "/" }.dropFirst())
    {
      return RowTotal("Content-Range", count)
    }
    let document = document
    return Self.totals.lazy.compactMap { pointer in
      document[pointer].flatMap { Int($0.text) }.map { RowTotal(pointer.memberName, $0) }
    }.first
  }

  /// What says that there is another page, and the options that may load it.
  struct Announcement {
    let name: String
    let options: String
  }

  /// Returns what says that there is a page behind an answer, and the options; nil if nothing does.
  ///
  /// It is page `number` by its place; its own number may be counted from 0.
  func announcement(_ headers: [String: String], page number: Int = 1) -> Announcement? {
    let isLinked = headers["link"].flatMap { LinkHeader.target(of: "next", in: $0) } != nil
    if let name = isLinked ? "Link: rel=next" : link?.pointer.memberName {
      return Announcement(name: name, options: "--follow-links")
    }
    if let sign = sign(page: number) {
      return Announcement(name: sign.memberName, options: Self.advice(sign))
    }
    let page = max(Self.number(in: headers) ?? number, number)
    let name =
      Self.nextHeaders.first { name in
        headers[name.lowercased()].map { !Self.blanks.contains($0.lowercased()) } ?? false
      }
      ?? Self.pageCountHeaders.first { headers[$0.lowercased()].flatMap { Int($0) } ?? 0 > page }
    return name.map { Announcement(name: $0, options: "--paging page=NAME or offset=NAME") }
  }

  /// Returns the number that an answer has in its headers.
  private static func number(in headers: [String: String]) -> Int? {
    (headers["x-page"] ?? headers["x-current-page"]).flatMap { Int($0) }
  }

  /// Returns what says that an answer is the last of a number of pages, nil if nothing does; it is
  /// page `number` if it has no number of its own.
  func lastPage(_ number: Int, _ headers: [String: String]) -> String? {
    let document = document
    let place = Self.pageCounts.first { place in
      let count = document[place.count].flatMap { Int($0.text) }
      let places = [place.page] + Self.ownPages
      let own = places.lazy.compactMap { document[$0] }.first.flatMap { Int($0.text) } ?? number
      return count.map { $0 > 0 && own >= $0 } ?? false
    }
    let own = Self.number(in: headers) ?? number
    return place?.count.memberName
      ?? Self.pageCountHeaders.first { name in
        headers[name.lowercased()].flatMap { Int($0) }.map { $0 > 0 && own >= $0 } ?? false
      }
  }

  /// Returns a note on the pages behind an answer, with the options that load them; nil if there is
  /// none.
  func note(_ headers: [String: String], rowCount: Int) -> String? {
    if let next = announcement(headers) {
      return "is the first of several pages (\(next.name)); \(next.options) loads the others"
    }
    guard let total = total(headers), total.count > rowCount else { return nil }
    return "has \(rowCount) of \(total.count) rows (\(total.name)); --paging page=NAME or "
      + "offset=NAME loads the others"
  }
}

/// The number of rows on all pages as an answer has it.
struct RowTotal {
  /// The name of the member or header.
  let name: String

  /// The number of rows.
  let count: Int

  /// A Boolean value that indicates whether the name certainly says that it is of all pages.
  var isOfAllPages: Bool { name != "count" && name != "found" }

  init(_ name: String, _ count: Int) { (self.name, self.count) = (name, count) }
}

extension String {
  /// A Boolean value that indicates whether the text is neither an address nor several words.
  fileprivate var mayBeCursor: Bool { !contains("://") && !contains(" ") }
}

extension JSONPointer {
  /// The pointer; only the name for a member of the document itself.
  var memberName: String { tokens.count == 1 ? tokens[0] : description }
}
