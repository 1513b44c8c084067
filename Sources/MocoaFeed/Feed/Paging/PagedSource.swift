/// The rows of a feed that comes in pages, one row a line, as far as the pages are requested.
///
/// The first page, or as many as are wanted at once, is loaded without being requested. Rows are
/// merged only by the identity key of the options. A copy of what was loaded is kept.
public final class PagedSource: ByteSource, ListenedSource {
  /// How many pages without rows are followed in a row.
  private static let emptyPageLimit = 20

  /// The greatest length of a page whose members are looked at, in bytes.
  private static let longestPage = 64 * 1024 * 1024

  private struct State {
    var sequence = PageSequence<[UInt8]>()
    /// The request that is running, or nil.
    var request: PageRequest?
    /// What the sequence will be when the rows that were loaded are read.
    var outcome: PageSequence<[UInt8]>?
    var error: FeedError?
    var isStopped = false
    /// The number of pages that are loaded without being requested.
    var wantedPageCount = 1
    /// The address of the next page, where there is one.
    var address: PageAddress?
    var visited: Set<PageAddress> = []
    var mergedCount = 0
    var emptyPageCount = 0
    /// The hash of the rows of the last page, where it has any.
    var lastHash: UInt64?
    /// The rows that were loaded and have not been read.
    var rows: ArraySlice<UInt8> = []
    var hasRows = false
    /// The rows that are there of a page of which the rest could not be loaded.
    var takenRows: [[UInt8]] = []
    var page: (any ByteSource)?
    var firstPage: PageDescription?
    /// Where the first page with rows has them: another page may have a longer list elsewhere.
    var listPointer: JSONPointer?
    var notices: [String] = []
    var listener: (@Sendable () -> Void)?
  }

  /// What errors call the source.
  public let name: String
  public var size: Int? { nil }
  private let first: PageAddress
  private let paging: FeedPaging
  private let options: FeedOptions
  private let pageLimit: Int?
  private let open: @Sendable (String) throws -> any ByteSource
  private let copy = StreamCopy()
  private let state: Monitor<State>

  /// Makes a source; nothing is loaded before it is read.
  ///
  /// - Parameters:
  ///   - url: The address of the first page.
  ///   - paging: How the others are requested.
  ///   - options: How a page is understood; rows of one identity key are merged.
  ///   - pageLimit: The greatest number of pages; nil means all.
  ///   - open: Opens the page at an address; by default with `mocoa-fetch`.
  public init(
    _ url: String, paging: FeedPaging = .linked, options: FeedOptions = FeedOptions(),
    pageLimit: Int? = nil,
    open: @escaping @Sendable (String) throws -> any ByteSource = { try ByteSources.url($0) }
  ) {
    name = ByteSources.shownName(ofURL: url)
    first = PageAddress(url)
    self.paging = paging
    self.options = options
    self.pageLimit = pageLimit
    self.open = open
    var state = State(address: first)
    state.request = state.sequence.begin(.next)
    self.state = Monitor(state)
  }

  /// How the loading of pages stands, with what is wrong.
  public var requestState: RequestState { state.withLock { $0.sequence.state } }

  /// The number of pages that are loaded.
  var pageCount: Int { state.withLock { $0.sequence.pageCount } }

  /// What the first page has besides its rows, once it is loaded.
  var firstPage: PageDescription? { state.withLock { $0.firstPage } }

  /// What is wrong with the last page.
  var error: FeedError? { state.withLock { $0.error } }

  /// What was merged, withheld or left out on the way.
  var notices: [String] {
    state.withLock { state in
      let count = state.mergedCount
      guard count > 0, let key = options.identityKey else { return state.notices }
      return state.notices + ["\(count) \(count == 1 ? "row" : "rows") merged by --id \(key)"]
    }
  }

  /// Has so many pages loaded without being requested; to be called before anything is read.
  func loadAtOnce(pageCount: Int) { state.withLock { $0.wantedPageCount = max(1, pageCount) } }

  /// Waits until the pages that are wanted are loaded and their rows are read, or one has failed,
  /// or the source is stopped.
  func waitForAnswer() {
    _ = state.wait { $0.sequence.state.isLoading && !$0.isStopped ? nil : () }
  }

  /// Requests the next page, or again one that failed; nothing happens while a page is being
  /// loaded, and when there is no more.
  ///
  /// - Returns: Whether a page will be loaded.
  @discardableResult
  public func requestNext() -> Bool {
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

  public func readNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      let bytes = state.withLock { state in
        let bytes = state.rows.prefix(buffer.count)
        state.rows = state.rows.dropFirst(bytes.count)
        return bytes
      }
      if !bytes.isEmpty {
        buffer.copyBytes(from: bytes)
        try FeedError.naming(name) { try bytes.withUnsafeBytes { try copy.append($0) } }
        return bytes.count
      }
      settle()
      _ = state.wait { $0.isStopped || $0.address == nil || $0.request != nil ? () : nil }
      let next = state.withLock { $0.isStopped ? nil : ($0.request, $0.address) }
      guard case let (request?, address?)? = next else { return 0 }
      load(request, at: address)
    }
  }

  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    try FeedError.naming(name) { try copy.read(into: buffer, at: offset) }
  }

  public func stop() {
    let page = state.withLock { state in
      state.isStopped = true
      return state.page
    }
    page?.stop()
  }

  /// Publishes how a request has ended, when its rows have been read; goes on with the next page
  /// where more are wanted at once.
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
    var description = PageDescription()
    /// The address of the page, after redirects.
    var address: PageAddress
    var next: PageAddress?
    var hash: UInt64?
    /// What kept the page from being read to its end.
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
    // Whoever reads along on the way could have put the link there, or would see the answer.
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
    if model.format == .object, let list = model.lists.first(where: \.isShown) {
      state.withLock { $0.listPointer = $0.listPointer ?? list.pointer }
    }
    if let failure = reading.failure, model.numberOfRows == 0 { throw failure }
    if model.format == .members { throw FeedError.Reason.nothingAt(JSONPointer(tokens: [])) }
    let report = (source as? StreamSource)?.report
    var page = Page(address: report?.address.map { PageAddress($0) } ?? address)
    let key = options.identityKey.map { MemberPath($0) }
    try model.forEachRow { number, bytes in
      // A row that is broken stays one.
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
      if page.hash == lastHash { throw FeedError.Reason.repeatedPage(number: request.page) }
    }
    page.description.format = model.format
    if model.numberOfSections > 0 {
      let header = model.feedSection(at: 0).supplementaryRow(of: .header)
      page.description.header = header.map { Array($0.json.slice) }
    }
    guard page.failure == nil else { return page }
    page.next = try self.address(behind: page, report, request) {
      JSONBytes(
        try source.bytes(in: 0..<min(reading.index.progress.byteCount, Self.longestPage)))
    }
    return page
  }

  /// The address of the page behind a page, where it has one.
  private func address(
    behind page: Page, _ report: FetchReport?, _ request: PageRequest,
    document: () throws -> JSONBytes
  ) throws -> PageAddress? {
    let count = page.rows.count
    switch paging {
    case .page(let parameter):
      // The sequence counts from 1, whatever the first page is called.
      guard let start = firstNumber(of: parameter, default: 1) else { return nil }
      return count == 0 ? nil : first.setting(parameter, to: "\(start + request.page)")
    case .offset(let parameter):
      guard let start = firstNumber(of: parameter, default: 0) else { return nil }
      return count == 0 ? nil : first.setting(parameter, to: "\(start + request.offset + count)")
    case .cursor(let pointer, let parameter):
      let value = try document()[pointer]
      if value == nil, request.page == 1 {
        let notice = "the first page has nothing at \(pointer) and was taken for the last"
        state.withLock { $0.notices.append(notice) }
      }
      guard let value, value.kind == .string || value.kind == .number else { return nil }
      let text = value.string ?? value.text
      return text.isEmpty ? nil : first.setting(parameter, to: text)
    case .linked:
      if let link = report?.headers["link"], let target = LinkHeader.target(of: "next", in: link) {
        return page.address.resolving(target)
      }
      let root = try document()
      guard root.kind == .object, let target = root.member("next_url")?.string else { return nil }
      return target.isEmpty ? nil : page.address.resolving(target)
    }
  }

  /// The number that pages are counted from; nil, with a notice, where the address has none to
  /// count from.
  private func firstNumber(of parameter: String, default number: Int) -> Int? {
    guard let value = first.value(of: parameter) else { return number }
    if let number = first.number(of: parameter) { return number }
    let notice = "'\(value)' is no number to count \(parameter) from; only this page was read"
    state.withLock { $0.notices.append(notice) }
    return nil
  }

  private func add(
    _ page: Page, _ request: PageRequest, from address: PageAddress, to state: inout State
  ) {
    state.emptyPageCount = page.rows.isEmpty ? state.emptyPageCount + 1 : 0
    state.firstPage = state.firstPage ?? page.description
    var sequence = state.sequence
    var rows: [UInt8] = []
    // Those that came before the page failed are there already, unless they are others now.
    let takenCount = zip(page.rows, state.takenRows).prefix { $0 == $1 }.count
    for (row, identity) in zip(page.rows, page.identities).dropFirst(takenCount) {
      if sequence.isNew(identity) { rows += row + [0x0A] } else { state.mergedCount += 1 }
    }
    state.rows = rows[...]
    state.hasRows = state.hasRows || !rows.isEmpty
    guard page.failure == nil else {
      state.takenRows = page.rows
      state.sequence = sequence
      return
    }
    state.takenRows = []
    state.lastHash = page.hash
    state.visited.formUnion([address, page.address])
    state.address = page.next
    if let next = page.next, let reason = reasonToStop(before: next, request, state) {
      state.notices.append(reason)
      state.address = nil
    }
    sequence.finish(
      request, rowCount: page.rows.count, isEmpty: !state.hasRows, hasMore: state.address != nil)
    state.outcome = sequence
  }

  /// Takes what was withheld from the page that is being loaded.
  private func takeNotices(butFor error: FeedError?, _ state: inout State) {
    let lines = (state.page as? StreamSource)?.diagnostics.split(separator: "\n") ?? []
    for line in lines.map(String.init)
    where !state.notices.contains(line) && error?.reason != .unreadable(line) {
      state.notices.append(line)
    }
  }

  /// Why there is no further page although there is an address of one.
  private func reasonToStop(
    before next: PageAddress, _ request: PageRequest, _ state: State
  ) -> String? {
    if state.visited.contains(next) { return "page \(request.page) leads back to an earlier page" }
    if request.page == pageLimit { return "stopped after \(request.page) pages; there are more" }
    guard state.emptyPageCount < Self.emptyPageLimit else {
      return "stopped after \(state.emptyPageCount) pages without rows; there may be more"
    }
    return nil
  }
}

/// What a page has besides its rows.
struct PageDescription: Sendable {
  /// What the page holds.
  var format: FeedFormat?

  /// The header of its first section.
  var header: [UInt8]?
}

extension FeedOrigin {
  /// A feed that comes in pages; when it is reloaded, as many pages as are shown.
  ///
  /// - Parameters:
  ///   - url: The address of the first page.
  ///   - paging: How the others are requested.
  ///   - options: How a page is understood; rows of one identity key are merged.
  ///   - fetch: The options of the requests.
  ///   - pageLimit: The greatest number of pages; nil means all.
  /// - Returns: The origin.
  public static func pages(
    _ url: String, paging: FeedPaging = .linked, options: FeedOptions = FeedOptions(),
    fetch: FetchOptions = FetchOptions(), pageLimit: Int? = nil
  ) -> FeedOrigin {
    FeedOrigin(name: ByteSources.shownName(ofURL: url)) {
      PagedSource(url, paging: paging, options: options, pageLimit: pageLimit) {
        try ByteSources.fetch($0, options: fetch, origin: url)
      }
    }
  }
}
