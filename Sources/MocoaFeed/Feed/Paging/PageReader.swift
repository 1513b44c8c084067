import MocoaCore

/// Reads single pages of a paged feed.
struct PageReader: Sendable {
  /// How the page behind another one is requested.
  let succession: PageSuccession

  let options: FeedOptions

  /// Opens the page at an address.
  let open: @Sendable (String) throws -> any ByteSource

  /// The maximum length in bytes of the address of a page, which servers limit to less.
  private static let longestAddress = 64 * 1024

  /// The maximum length in bytes of a page whose members are read.
  private static let longestPage = 64 * 1024 * 1024

  /// Reads a page to its end, as those before it require; blocks; `didOpen` receives the source of
  /// the page, which can stop the reading.
  func page(
    _ request: PageRequest, at address: PageAddress, behind pages: PageTraits,
    didOpen: (any ByteSource) -> Void
  ) throws -> LoadedPage {
    // An eavesdropper could have inserted the link, or could read the response.
    if pages.areSecure, !address.isSecure { throw FeedError.Reason.insecure }
    let source = try open(address.text)
    didOpen(source)
    var page = LoadedPage(address: address)
    var options = options
    options.pointer = options.pointer ?? pages.listPointer
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
        page.notices.append("page \(request.page) was not found (404) and was taken as the end")
        return page
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
      (page.shape, page.columns) = (model.format.flatMap { PageShape($0) }, model.fieldNames)
      if let other = pages.difference(from: page) {
        throw FeedError.Reason.otherPage(
          number: request.page, expected: other,
          text: ReportedError.line(of: try bytes(upTo: ReportedError.longestText)))
      }
    }
    let list = model.format == .object ? model.lists.first(where: \.isShown)?.pointer : nil
    let areErrors = options.pointer == nil && list.map(ReportedError.isList) ?? false
    if model.format == .members || areErrors {
      let error = ReportedError.text(
        in: JSONBytes(try bytes(upTo: ReportedError.longestDocument)))
      throw error.map { FeedError.Reason.reported($0) } ?? .nothingAt(JSONPointer(tokens: []))
    }
    page.listPointer = list
    page.address = report?.address.map { PageAddress($0) } ?? address
    let key = options.identityKey.map { MemberPath($0) }
    try model.forEachRow { number, bytes in
      // A broken row must remain broken.
      let bytes = bytes.isEmpty ? Array(model.row(number).json.slice) + [0x2C] : Array(bytes)
      page.rows.append(bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 })
      page.identities.append(bytes.withUnsafeBytes { key?.identity(in: $0).map { Array($0) } })
      return true
    }
    page.failure = reading.failure
    if pages.isError(page) {
      throw FeedError.Reason.otherPage(
        number: request.page, expected: PageShape.values.rawValue,
        text: ReportedError.line(of: Array(page.rows[0].prefix(ReportedError.longestText))))
    }
    if request.page <= 2, let second = succession.secondPage {
      page.rowKeys = try Self.rowKeys(of: model)
      if request.page == 2, address != second, pages.isFirstPage(page.rowKeys) {
        return try self.page(request, at: second, behind: pages, didOpen: didOpen)
      }
    }
    if page.failure == nil, !page.rows.isEmpty {
      page.hash = Array(page.rows.joined(separator: [0x0A])).withUnsafeBytes {
        ByteHash.ofThisRun($0)
      }
      if page.hash == pages.lastHash {
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
    addSuccession(to: &page, request, address, document, of: model, report?.headers ?? [:])
    return page
  }

  /// Returns hashes of what identifies rows: a usual member, or else their contents.
  private static func rowKeys(of model: FeedListModel) throws -> [UInt64] {
    let key = try RowFingerprints.chooseKey(for: model).map { MemberPath($0) }
    var keys: [UInt64] = []
    try model.forEachRow { _, bytes in
      keys.append(RowFingerprint(of: bytes, by: key, hash: .ofThisRun).id)
      return true
    }
    return keys
  }

  /// Adds what a page says about the others.
  private func addSuccession(
    to page: inout LoadedPage, _ request: PageRequest, _ requested: PageAddress,
    _ document: JSONBytes, of model: FeedListModel, _ headers: [String: String]
  ) {
    // The first of several lines is a row.
    let isDocument = model.format.flatMap { PageShape($0) }.map { $0 != .values } ?? true
    let furtherPages = isDocument ? FurtherPages(document) : FurtherPages()
    page.total = furtherPages.total(headers)
    if !succession.isLater { page.lastSign = furtherPages.lastPage(request.page, headers) }
    page.hasPrevious = furtherPages.hasPrevious(headers)
    let answer = PageSuccession.Answer(
      requested: requested, address: page.address, headers: headers, document: document,
      furtherPages: furtherPages, rowCount: page.rows.count)
    page.announcement = succession.announcement(behind: request, answer)
    // The last page of a JSON Feed has no link.
    if request.page == 1, model.format != .jsonFeed, let note = succession.note(onFirst: answer) {
      page.notices.append(note)
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
  }
}

/// The rows of a page, and what it says about itself and the others.
struct LoadedPage {
  var rows: [[UInt8]] = []
  var identities: [[UInt8]?] = []
  /// Hashes of what identifies the rows, by which the first page is recognized.
  var rowKeys: [UInt64] = []
  var description = DocumentDescription()
  /// The address of the page, after redirects.
  var address: PageAddress
  var next: PageAddress?
  var hash: UInt64?
  /// The number of rows on all pages, according to this one.
  var total: RowTotal?
  /// What says that there is another page; nil if nothing does.
  var announcement: FurtherPages.Announcement?
  /// What says that it is the last one of a number of pages; nil if nothing does.
  var lastSign: String?
  /// A Boolean value that indicates whether there is a page in front of it.
  var hasPrevious = false
  /// The reason for which the address of the next page is unknown, although the page is whole.
  var endReason: FeedError.Reason?
  /// What the page is, and its columns if it is a table; nil without rows.
  var shape: PageShape?
  var columns: [String]?
  /// The path to its rows, if it is a document with several lists.
  var listPointer: JSONPointer?
  /// What is said of it.
  var notices: [String] = []
  /// The error that ended reading the page early.
  var failure: FeedError?
}
