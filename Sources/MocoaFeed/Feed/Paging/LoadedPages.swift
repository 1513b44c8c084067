/// What is known of the pages of a feed that have been loaded.
struct LoadedPages: Sendable {
  /// How the page behind another one is requested.
  let succession: PageSuccession

  /// The maximum number of pages; nil means all.
  let limit: Int?

  /// The sequence of the pages whose rows have been read.
  var sequence = PageSequence<[UInt8]>()

  /// The error of the last page.
  var error: FeedError?

  /// The address of the next page, if there is one.
  private(set) var address: PageAddress?

  /// The number of pages that are loaded without being requested.
  var wantedPageCount = 1

  /// What later pages are compared with.
  private(set) var traits = PageTraits()

  /// The first page without its rows.
  private(set) var firstDocument: DocumentDescription?

  private var visited: Set<PageAddress> = []
  private var mergedCount = 0

  /// The hashes of the rows of earlier pages, and how many rows of later ones are equal to them.
  private var rowHashes: Set<UInt64> = []
  private var equalCount = 0
  private var emptyPageCount = 0

  /// The hashes of the rows of all pages.
  private var hashes: Set<UInt64> = []
  private var hasRows = false

  /// The rows of a page that failed partway.
  private var takenRows: [[UInt8]] = []

  /// The number of rows on all pages, according to the last page that has it, and the largest.
  private var total: RowTotal?
  private var largestTotal = 0

  /// A Boolean value that indicates whether the first page is that of all rows.
  private var beginsAtFirstRow = true

  private var notices: [String] = []

  /// The maximum number of consecutive pages without rows that are skipped.
  private static let emptyPageLimit = 20

  /// Creates a state without pages.
  init(_ succession: PageSuccession, limit: Int?) {
    (self.succession, self.limit) = (succession, limit)
    address = succession.first
  }

  /// Returns notices of merged rows, and of data that was withheld or skipped.
  func notices(identityKey key: String?) -> [String] {
    func rows(_ count: Int) -> String { "\(count) \(count == 1 ? "row" : "rows")" }
    var notices = notices
    if equalCount > 0 {
      notices.append(
        "\(rows(equalCount)) like those of an earlier page, which may have moved while "
          + "pages were loaded; --id merges rows")
    }
    if mergedCount > 0, let key {
      notices.append("\(rows(mergedCount)) merged by --id \(key)")
    }
    return notices
  }

  /// Adds notices of a page that is being loaded, except for one that is its error.
  mutating func add(_ lines: [String], butFor error: FeedError?) {
    for line in lines where !notices.contains(line) && error?.reason != .unreadable(line) {
      notices.append(line)
    }
  }

  /// Adds a page; returns its new rows as lines, and the sequence as it is once they have been
  /// read; nil for a page that failed partway.
  mutating func add(
    _ page: LoadedPage, _ request: PageRequest, from requested: PageAddress
  ) -> (rows: [UInt8], outcome: PageSequence<[UInt8]>?) {
    traits.add(page)
    emptyPageCount = page.rows.isEmpty ? emptyPageCount + 1 : 0
    firstDocument = firstDocument ?? page.description
    total = page.total ?? total
    largestTotal = max(largestTotal, page.total?.count ?? 0)
    if request.page == 1 { beginsAtFirstRow = !page.hasPrevious && !succession.isLater }
    var rows: [UInt8] = []
    // An earlier page at another address, such as one without a slash at its end.
    let isKnown =
      page.hash.map(hashes.contains) == true && page.next.map(visited.contains) == true
    // Rows that were added before the page failed are kept, unless they differ now.
    let takenCount =
      isKnown ? page.rows.count : zip(page.rows, takenRows).prefix { $0 == $1 }.count
    var newHashes: [UInt64] = []
    for (row, identity) in zip(page.rows, page.identities).dropFirst(takenCount) {
      guard sequence.isNew(identity) else {
        mergedCount += 1
        continue
      }
      rows += row + [0x0A]
      // Equal numbers or texts are no sign of rows that have moved.
      guard row.first == UInt8(ascii: "{") || row.first == UInt8(ascii: "[") else { continue }
      let hash = row.withUnsafeBytes { ByteHash.ofThisRun($0) }
      if rowHashes.contains(hash) { equalCount += 1 }
      newHashes.append(hash)
    }
    rowHashes.formUnion(newHashes)
    hasRows = hasRows || !rows.isEmpty
    guard page.failure == nil else {
      takenRows = page.rows
      return (rows, nil)
    }
    // Copied behind the new identities: a set that is shared would be copied for each page.
    var sequence = sequence
    takenRows = []
    traits.lastHash = page.hash
    page.hash.map { _ = hashes.insert($0) }
    traits.areSecure = traits.areSecure || requested.isSecure || page.address.isSecure
    visited.formUnion([requested, page.address])
    address = page.next
    if page.next != nil, request.page == limit {
      let rest = succession.paging.isCounted ? "may be" : "are"
      notices.append("stopped after \(request.page) pages; there \(rest) more")
      address = nil
    }
    if address != nil, let sign = signOfEnd(page, request) {
      address = nil
      // One that is shorter than the others is the last in any case.
      if request.page > 1, page.rows.count * (request.page - 1) >= request.offset {
        notices.append("stopped after page \(request.page), which is the last one by \(sign)")
      }
    }
    noteExcess(page, request)
    let reason = page.endReason ?? reasonToStop(behind: page, request)
    if case .pageCycle = reason { address = nil }
    sequence.finish(
      request, rowCount: page.rows.count, isEmpty: !hasRows, hasMore: address != nil)
    if let reason {
      error = FeedError(source: page.address.shown, reason: reason)
      if address != nil { sequence.fail(.next, reason: "\(reason)") }
      emptyPageCount = 0
    }
    return (rows, sequence)
  }

  /// Returns what says that all rows of pages that are counted have been loaded; nil if nothing
  /// does.
  private func signOfEnd(_ page: LoadedPage, _ request: PageRequest) -> String? {
    guard succession.paging.isCounted, beginsAtFirstRow, !page.rows.isEmpty else { return nil }
    // Pages may be counted from 0.
    let isShort = page.total.map { request.offset + page.rows.count < $0.count } ?? false
    if let sign = page.lastSign, !isShort { return sign }
    // The number on the first page may be that of its own rows.
    guard request.page > 1, let total = page.total, total.isOfAllPages,
      total.count == largestTotal, request.offset + page.rows.count == total.count
    else { return nil }
    return "\(total.name) (\(total.count))"
  }

  /// Notes that the pages have more rows than the server counts, behind the last one.
  private mutating func noteExcess(_ page: LoadedPage, _ request: PageRequest) {
    let count = request.offset + page.rows.count
    guard address == nil, succession.paging.isCounted, beginsAtFirstRow, let total,
      total.isOfAllPages, total.count == largestTotal, total.count < count
    else { return }
    notices.append(
      "all pages have \(count) rows, more than the \(total.count) that the server counts "
        + "(\(total.name))")
  }

  /// Returns the reason not to load another page even though it has an address, or why the pages
  /// are not all.
  private func reasonToStop(
    behind page: LoadedPage, _ request: PageRequest
  ) -> FeedError.Reason? {
    guard let next = address else {
      guard page.next == nil else { return nil }
      if let next = page.announcement {
        return .unknownNextPage(number: request.page, name: next.name, options: next.options)
      }
      guard let total else { return nil }
      // Rows that are deleted move the others to earlier pages, which have been loaded.
      if succession.paging.isCounted, total.count < largestTotal {
        return .movedRows(from: largestTotal, to: total.count, name: total.name)
      }
      let count = request.offset + page.rows.count
      guard beginsAtFirstRow, total.count > count else { return nil }
      return .missingRows(count: count, total: total.count, name: total.name)
    }
    if visited.contains(next) { return .pageCycle(number: request.page) }
    let isWanted = request.page < wantedPageCount
    guard emptyPageCount >= Self.emptyPageLimit, !isWanted else { return nil }
    return .emptyPages(emptyPageCount)
  }
}
