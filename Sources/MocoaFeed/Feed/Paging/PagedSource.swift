/// The rows of a paged feed, one per line, as far as pages are requested.
///
/// The first page, or a number of pages, is loaded without a request. Duplicate rows are merged
/// only by the identity key of the options. A copy of the loaded rows is kept.
package final class PagedSource: ListenedSource, RewrittenSource {
  /// The maximum number of consecutive pages without rows that are skipped.
  private static let emptyPageLimit = 20

  /// The maximum length in bytes of the address of a page, which servers limit to less.
  private static let longestAddress = 64 * 1024

  /// The maximum length in bytes of a page whose members are read.
  private static let longestPage = 64 * 1024 * 1024

  private struct State {
    var sequence = PageSequence<[UInt8]>()
    /// The running request, or nil.
    var request: PageRequest?
    /// The sequence as it will be when the loaded rows have been read.
    var outcome: PageSequence<[UInt8]>?
    var error: FeedError?
    var isStopped = false
    /// The number of pages that are loaded without being requested.
    var wantedPageCount = 1
    /// The address of the next page, if there is one.
    var address: PageAddress?
    var visited: Set<PageAddress> = []
    var mergedCount = 0
    /// The hashes of the rows of earlier pages, and how many rows of later ones are equal to them.
    var rowHashes: Set<UInt64> = []
    var equalCount = 0
    var emptyPageCount = 0
    /// The hash of the rows of the last page, if it has any.
    var lastHash: UInt64?
    /// The hashes of the rows of all pages.
    var hashes: Set<UInt64> = []
    var hasRows = false
    /// The rows of a page that failed partway.
    var takenRows: [[UInt8]] = []
    var page: (any ByteSource)?
    var firstDocument: DocumentDescription?
    /// The number of rows on all pages, according to the last page that has it, and the largest.
    var total: RowTotal?
    var largestTotal = 0
    /// A Boolean value that indicates whether the first page is that of all rows.
    var beginsAtFirstRow = true
    /// The shape of the first page with rows, which later ones must have.
    var shape: PageShape?
    /// The columns of the first page with rows, if it is a table.
    var columns: [String]?
    /// The path to the rows in the first page with rows; a later page may have a longer list.
    var listPointer: JSONPointer?
    var notices: [String] = []
    var listener: (@Sendable () -> Void)?
  }

  /// The name of the source in errors.
  package let name: String
  package var size: Int? { nil }
  private let succession: PageSuccession
  private let options: FeedOptions
  private let pageLimit: Int?
  private let open: @Sendable (String) throws -> any ByteSource
  private let rows = PendingBytes()
  private let state: Monitor<State>

  /// Creates a source; nothing is loaded before it is read.
  ///
  /// - Parameters:
  ///   - url: The address of the first page.
  ///   - paging: The way in which the other pages are requested.
  ///   - options: The options of each page; rows with the same identity key are merged.
  ///   - pageLimit: The maximum number of pages; nil means all.
  ///   - open: Opens the page at an address; by default with `mocoa-fetch`.
  package init(
    _ url: String, paging: FeedPaging = .linked, options: FeedOptions = FeedOptions(),
    pageLimit: Int? = nil,
    open: @escaping @Sendable (String) throws -> any ByteSource = { try ByteSources.url($0) }
  ) {
    name = ByteSources.shownName(ofURL: url)
    let first = PageAddress(url)
    succession = PageSuccession(first: first, paging: paging)
    self.options = options
    self.pageLimit = pageLimit
    self.open = open
    var state = State(address: first)
    state.request = state.sequence.begin(.next)
    self.state = Monitor(state)
  }

  /// The state of loading pages, and the error of the last page, both of one moment.
  var status: (state: RequestState, error: FeedError?) {
    state.withLock { ($0.sequence.state, $0.error) }
  }

  /// The number of pages that are loaded.
  var pageCount: Int { state.withLock { $0.sequence.pageCount } }

  /// The first page without its rows, once it is loaded.
  var firstDocument: DocumentDescription? { state.withLock { $0.firstDocument } }

  /// Notices of merged rows, and of data that was withheld or skipped.
  package var notices: [String] {
    state.withLock { state in
      func rows(_ count: Int) -> String { "\(count) \(count == 1 ? "row" : "rows")" }
      var notices = state.notices
      if state.equalCount > 0 {
        notices.append(
          "\(rows(state.equalCount)) like those of an earlier page, which may have moved while "
            + "pages were loaded; --id merges rows")
      }
      if state.mergedCount > 0, let key = options.identityKey {
        notices.append("\(rows(state.mergedCount)) merged by --id \(key)")
      }
      return notices
    }
  }

  /// Sets the number of pages that are loaded without requests; call it before reading.
  func loadAtOnce(pageCount: Int) { state.withLock { $0.wantedPageCount = max(1, pageCount) } }

  /// Waits until the wanted pages are loaded and read, or one failed, or the source is stopped.
  ///
  /// - Throws: The error because of which fewer pages are loaded.
  func waitForAnswer() throws(FeedError) {
    let error = state.wait { state -> FeedError?? in
      guard !state.sequence.state.isLoading || state.isStopped else { return nil }
      return .some(state.sequence.pageCount < state.wantedPageCount ? state.error : nil)
    }
    if let error = error.flatMap(\.self) { throw error }
  }

  /// Requests the next page, or retries one that failed.
  ///
  /// - Returns: `true` if a page will be loaded.
  @discardableResult
  func requestNext() -> Bool {
    let isAccepted = state.withLock { state in
      guard state.request == nil, state.outcome == nil else { return false }
      state.request = state.sequence.begin(.next)
      if state.request != nil { state.error = nil }
      return state.request != nil
    }
    if isAccepted { notify() }
    return isAccepted
  }

  func listen(_ listener: @escaping @Sendable () -> Void) {
    state.withLock { $0.listener = listener }
  }

  private func notify() { state.withLock { $0.listener }?() }

  // MARK: Bytes

  package func readNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      let count = try FeedError.naming(name) { try rows.take(into: buffer) }
      if count > 0 { return count }
      settle()
      _ = state.wait { $0.isStopped || $0.address == nil || $0.request != nil ? () : nil }
      let next = state.withLock { $0.isStopped ? nil : ($0.request, $0.address) }
      guard case let (request?, address?)? = next else { return 0 }
      load(request, at: address)
    }
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    try FeedError.naming(name) { try rows.read(into: buffer, at: offset) }
  }

  package func stop() {
    let page = state.withLock { state in
      state.isStopped = true
      return state.page
    }
    page?.stop()
  }

  /// Publishes the result of a request when its rows have been read, and requests the next.
  private func settle() {
    let isNew = state.withLock { state in
      guard let outcome = state.outcome else { return false }
      state.outcome = nil
      state.sequence = outcome
      guard outcome.state == .loaded, outcome.pageCount < state.wantedPageCount else { return true }
      state.request = state.sequence.begin(.next)
      return false
    }
    if isNew { notify() }
  }

  // MARK: Pages

  private struct Page {
    var rows: [[UInt8]] = []
    var identities: [[UInt8]?] = []
    var description = DocumentDescription()
    /// The address of the page, after redirects.
    var address: PageAddress
    var next: PageAddress?
    var hash: UInt64?
    /// The number of rows on all pages, according to this one.
    var total: RowTotal?
    /// Where it says that there is another page.
    var sign: JSONPointer?
    /// A Boolean value that indicates whether there is a page in front of it.
    var hasPrevious = false
    /// The reason for which the address of the next page is unknown, although the page is whole.
    var endReason: FeedError.Reason?
    /// The error that ended reading the page early.
    var failure: FeedError?
  }

  private func load(_ request: PageRequest, at address: PageAddress) {
    var failure: FeedError?
    var page: Page?
    do { page = try readPage(address, request) } catch {
      failure = FeedError(error, source: address.shown)
    }
    state.withLock { state in
      takeNotices(butFor: failure ?? page?.failure, &state)
      if let page { add(page, request, from: address, to: &state) }
      if let failure = failure ?? page?.failure {
        state.error = failure
        state.outcome = state.sequence
        state.outcome?.fail(.next, reason: "\(failure)")
      }
      (state.page, state.request) = (nil, nil)
    }
  }

  private func readPage(_ address: PageAddress, _ request: PageRequest) throws -> Page {
    // An eavesdropper could have inserted the link, or could read the response.
    let (isSecure, lastHash) = state.withLock {
      ($0.visited.contains(where: \.isSecure), $0.lastHash)
    }
    if isSecure, !address.isSecure { throw FeedError.Reason.insecure }
    let source = try open(address.text)
    state.withLock { $0.page = source }
    var options = options
    options.pointer = options.pointer ?? state.withLock { $0.listPointer }
    let reading = FeedReading(source: source, options: options)
    reading.run()
    let model = reading.model
    func bytes(upTo limit: Int) throws -> [UInt8] {
      try source.bytes(in: 0..<min(reading.index.progress.byteCount, limit))
    }
    let report = FeedSourceKind(source).stream?.report
    let mayBeEnd = request.page > 1 && succession.paging.isCounted
    if let failure = reading.failure, model.numberOfRows == 0 {
      if mayBeEnd, report?.status == 404 {
        state.withLock {
          $0.notices.append("page \(request.page) was not found (404) and was taken as the end")
        }
        return Page(address: address)
      }
      guard self.options.pointer == nil, case .nothingAt(let pointer) = failure.reason else {
        throw failure
      }
      throw FeedError.Reason.otherPage(
        number: request.page, expected: "\(PageShape.document.rawValue) at '\(pointer)'",
        text: ReportedError.line(of: try bytes(upTo: ReportedError.longestText)))
    }
    if model.format == .empty {
      // A server may end pages that are counted with 204 (no content); no body is a fault.
      guard mayBeEnd, report?.status == 204 else { throw FeedError.Reason.empty() }
    }
    // A pointer finds no rows in another object.
    if options.pointer == nil, model.numberOfRows > 0 {
      try checkShape(of: model, request) { try bytes(upTo: ReportedError.longestText) }
    }
    let list = model.format == .object ? model.lists.first(where: \.isShown)?.pointer : nil
    let areErrors = options.pointer == nil && list.map(ReportedError.isList) ?? false
    if model.format == .members || areErrors {
      let error = ReportedError.text(
        in: JSONBytes(try bytes(upTo: ReportedError.longestDocument)))
      throw error.map { FeedError.Reason.reported($0) } ?? .nothingAt(JSONPointer(tokens: []))
    }
    if let list { state.withLock { $0.listPointer = $0.listPointer ?? list } }
    var page = Page(address: report?.address.map { PageAddress($0) } ?? address)
    let key = options.identityKey.map { MemberPath($0) }
    try model.forEachRow { number, bytes in
      // A broken row must remain broken.
      let bytes = bytes.isEmpty ? Array(model.row(number).json.slice) + [0x2C] : Array(bytes)
      page.rows.append(bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 })
      page.identities.append(bytes.withUnsafeBytes { key?.identity(in: $0).map { Array($0) } })
      return true
    }
    page.failure = reading.failure
    if page.failure == nil, !page.rows.isEmpty {
      page.hash = Array(page.rows.joined(separator: [0x0A])).withUnsafeBytes {
        ByteHash.ofThisRun($0)
      }
      if page.hash == lastHash {
        throw FeedError.Reason.repeatedPage(
          number: request.page, isCounted: succession.paging.isCounted)
      }
    }
    page.description.format = model.format
    if model.numberOfSections > 0 {
      let header = model.feedSection(at: 0).supplementaryRow(of: .header)
      page.description.header = header.map { Array($0.json.slice) }
    }
    guard page.failure == nil else { return page }
    let document = JSONBytes(try bytes(upTo: Self.longestPage))
    // The first of several lines is a row.
    let isDocument = model.format.flatMap { PageShape($0) }.map { $0 != .values } ?? true
    let furtherPages = isDocument ? FurtherPages(document) : FurtherPages()
    let headers = report?.headers ?? [:]
    page.total = furtherPages.total(headers)
    page.sign = furtherPages.sign
    page.hasPrevious = furtherPages.hasPrevious(headers)
    let answer = PageSuccession.Answer(
      address: page.address, headers: headers, document: document, furtherPages: furtherPages,
      rowCount: page.rows.count)
    // The last page of a JSON Feed has no link.
    if request.page == 1, model.format != .jsonFeed, let note = succession.note(onFirst: answer) {
      state.withLock { $0.notices.append(note) }
    }
    do {
      page.next = try succession.address(behind: request, answer)
    } catch {
      page.endReason = error
    }
    if let count = page.next?.text.utf8.count, count > Self.longestAddress {
      page.endReason = .longAddress(
        page: request.page + 1, byteCount: count, limit: Self.longestAddress)
      page.next = nil
    }
    return page
  }

  /// Checks that a page has the shape of the pages before it; an error may be a document, too.
  ///
  /// - Throws: The reason with the start of the page.
  private func checkShape(
    of model: FeedListModel, _ request: PageRequest, start: () throws -> [UInt8]
  ) throws {
    let shape = model.format.flatMap { PageShape($0) }
    let (expected, columns) = state.withLock { state in
      state.shape = state.shape ?? shape
      let columns = state.columns ?? model.fieldNames
      state.columns = columns
      return (state.shape, columns)
    }
    let description: String
    if shape != expected {
      description = expected?.rawValue ?? ""
    } else if model.fieldNames != columns {
      description = "a table with the columns \(columns.prefix(5).joined(separator: ", "))"
    } else {
      return
    }
    throw FeedError.Reason.otherPage(
      number: request.page, expected: description, text: ReportedError.line(of: try start()))
  }

  private func add(
    _ page: Page, _ request: PageRequest, from address: PageAddress, to state: inout State
  ) {
    state.emptyPageCount = page.rows.isEmpty ? state.emptyPageCount + 1 : 0
    state.firstDocument = state.firstDocument ?? page.description
    state.total = page.total ?? state.total
    state.largestTotal = max(state.largestTotal, page.total?.count ?? 0)
    if request.page == 1 { state.beginsAtFirstRow = !page.hasPrevious && !succession.isLater }
    var sequence = state.sequence
    var rows: [UInt8] = []
    // An earlier page at another address, such as one without a slash at its end.
    let isKnown =
      page.hash.map(state.hashes.contains) == true && page.next.map(state.visited.contains) == true
    // Rows that were added before the page failed are kept, unless they differ now.
    let takenCount =
      isKnown ? page.rows.count : zip(page.rows, state.takenRows).prefix { $0 == $1 }.count
    var rowHashes: [UInt64] = []
    for (row, identity) in zip(page.rows, page.identities).dropFirst(takenCount) {
      guard sequence.isNew(identity) else {
        state.mergedCount += 1
        continue
      }
      rows += row + [0x0A]
      // Equal numbers or texts are no sign of rows that have moved.
      guard row.first == UInt8(ascii: "{") || row.first == UInt8(ascii: "[") else { continue }
      let hash = row.withUnsafeBytes { ByteHash.ofThisRun($0) }
      if state.rowHashes.contains(hash) { state.equalCount += 1 }
      rowHashes.append(hash)
    }
    state.rowHashes.formUnion(rowHashes)
    self.rows.put(rows)
    state.hasRows = state.hasRows || !rows.isEmpty
    guard page.failure == nil else {
      state.takenRows = page.rows
      state.sequence = sequence
      return
    }
    state.takenRows = []
    state.lastHash = page.hash
    page.hash.map { _ = state.hashes.insert($0) }
    state.visited.formUnion([address, page.address])
    state.address = page.next
    if page.next != nil, request.page == pageLimit {
      let rest = succession.paging.isCounted ? "may be" : "are"
      state.notices.append("stopped after \(request.page) pages; there \(rest) more")
      state.address = nil
    }
    let reason = page.endReason ?? reasonToStop(behind: page, request, state)
    if case .pageCycle = reason { state.address = nil }
    sequence.finish(
      request, rowCount: page.rows.count, isEmpty: !state.hasRows, hasMore: state.address != nil)
    if let reason {
      state.error = FeedError(source: page.address.shown, reason: reason)
      if state.address != nil { sequence.fail(.next, reason: "\(reason)") }
      state.emptyPageCount = 0
    }
    state.outcome = sequence
  }

  /// Adds the notices of the page that is being loaded.
  private func takeNotices(butFor error: FeedError?, _ state: inout State) {
    for line in state.page?.notices ?? []
    where !state.notices.contains(line) && error?.reason != .unreadable(line) {
      state.notices.append(line)
    }
  }

  /// Returns the reason not to load another page even though it has an address, or why the pages
  /// are not all.
  private func reasonToStop(
    behind page: Page, _ request: PageRequest, _ state: State
  ) -> FeedError.Reason? {
    guard let next = state.address else {
      guard page.next == nil else { return nil }
      // Behind a page that was linked, the last one has no link.
      if let sign = page.sign, succession.paging != .linked || request.page == 1 {
        return .unknownNextPage(
          number: request.page, name: sign.memberName, options: FurtherPages.advice(sign))
      }
      guard let total = state.total else { return nil }
      // Rows that are deleted move the others to earlier pages, which have been loaded.
      if succession.paging.isCounted, total.count < state.largestTotal {
        return .movedRows(from: state.largestTotal, to: total.count, name: total.name)
      }
      let count = request.offset + page.rows.count
      guard state.beginsAtFirstRow, total.count > count else { return nil }
      return .missingRows(count: count, total: total.count, name: total.name)
    }
    if state.visited.contains(next) { return .pageCycle(number: request.page) }
    let isWanted = request.page < state.wantedPageCount
    guard state.emptyPageCount >= Self.emptyPageLimit, !isWanted else { return nil }
    return .emptyPages(state.emptyPageCount)
  }
}

extension FeedOrigin {
  /// Returns the origin of a paged feed; a reload loads as many pages as are displayed.
  ///
  /// - Parameters:
  ///   - url: The address of the first page.
  ///   - paging: The way in which the other pages are requested.
  ///   - options: The options of each page; rows with the same identity key are merged.
  ///   - fetch: The options of the requests.
  ///   - pageLimit: The maximum number of pages; nil means all.
  /// - Returns: The origin.
  public static func pages(
    _ url: String, paging: FeedPaging = .linked, options: FeedOptions = FeedOptions(),
    fetch: FetchOptions = FetchOptions(), pageLimit: Int? = nil
  ) -> FeedOrigin {
    FeedOrigin(name: ByteSources.shownName(ofURL: url)) {
      let trust = Monitor(PageTrust(first: PageAddress(url)))
      return PagedSource(url, paging: paging, options: options, pageLimit: pageLimit) { address in
        let origin = trust.withLock { $0.origin(for: PageAddress(address)) }
        let page = try ByteSources.fetch(address, options: fetch, origin: origin.text)
        trust.withLock { $0.last = page }
        return page
      }
    }
  }
}
