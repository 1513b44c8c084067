import Dispatch
import Synchronization

/// The rows of a feed that comes in pages, one page behind the other, as far as they are requested.
///
/// The first page, or as many as are wanted at once, is loaded without being requested. Rows are
/// merged only by the identity key of the options. What was loaded is kept in a nameless file.
public final class PagedSource: ByteSource, ListenedSource {
  /// How many pages without rows are followed in a row.
  private static let emptyPageLimit = 20

  private struct State {
    var sequence = PageSequence()
    /// The request that is running, or nil.
    var request: PageRequest?
    /// What the sequence will be when the rows that were loaded are read.
    var outcome: PageSequence?
    var error: FeedError?
    var isStopped = false
    /// The number of pages that are loaded without being requested.
    var wantedPageCount = 1
    var address: PageAddress?
    var visited: Set<PageAddress> = []
    var isSecure = false
    var known: Set<[UInt8]> = []
    var mergedCount = 0
    var emptyPageCount = 0
    var previousRows: [UInt8] = []
    var bytes: [UInt8] = []
    var readCount = 0
    var length = 0
    var page: (any ByteSource)?
    var firstPage: PageDescription?
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
  private let copy: FileDescriptor
  private let wakeUp = DispatchSemaphore(value: 0)
  private let answered = DispatchSemaphore(value: 0)
  private let state: Mutex<State>

  /// The greatest length of a page whose members are looked at, in bytes.
  private static let longestPage = 64 * 1024 * 1024

  /// Makes a source; nothing is loaded before it is read.
  ///
  /// - Parameters:
  ///   - url: The address of the first page.
  ///   - paging: How the others are requested.
  ///   - options: How a page is understood; rows of one identity key are merged.
  ///   - pageLimit: The greatest number of pages; nil means all.
  ///   - open: Opens the page at an address; by default with `mocoa-fetch`.
  /// - Throws: A `FeedError` where there is no room for the copy.
  public init(
    _ url: String, paging: FeedPaging = .linked, options: FeedOptions = FeedOptions(),
    pageLimit: Int? = nil,
    open: @escaping @Sendable (String) throws -> any ByteSource = { try ByteSources.url($0) }
  ) throws {
    name = ByteSources.shownName(ofURL: url)
    first = PageAddress(url)
    self.paging = paging
    self.options = options
    self.pageLimit = pageLimit
    self.open = open
    copy = try FileDescriptor.temporary()
    var state = State(address: first)
    state.request = state.sequence.begin(.next)
    self.state = Mutex(state)
  }

  /// How the loading of pages stands, with what is wrong.
  public var requestState: RequestState { state.withLock { $0.sequence.state } }

  /// The number of pages that are loaded.
  var pageCount: Int { state.withLock { $0.sequence.pageCount } }

  /// Has so many pages loaded without being requested; to be called before anything is read.
  func loadAtOnce(pageCount: Int) { state.withLock { $0.wantedPageCount = max(1, pageCount) } }

  /// What the first page has besides its rows, once it is loaded.
  var firstPage: PageDescription? { state.withLock { $0.firstPage } }

  /// What was merged, withheld or left out on the way.
  var notices: [String] {
    state.withLock { state in
      let count = state.mergedCount
      guard count > 0, let key = options.identityKey else { return state.notices }
      return state.notices + ["\(count) \(count == 1 ? "row" : "rows") merged by --id \(key)"]
    }
  }

  /// What is wrong with the last page.
  var error: FeedError? { state.withLock { $0.error } }

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
    if isAccepted {
      wakeUp.signal()
      notify()
    }
    return isAccepted
  }

  func listen(_ listener: @escaping @Sendable () -> Void) {
    state.withLock { $0.listener = listener }
  }

  private func notify() { state.withLock { $0.listener }?() }

  // MARK: Bytes

  public func readNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      if let count = try takeBytes(into: buffer) { return count }
      settle()
      let (request, isStopped, address) = state.withLock { ($0.request, $0.isStopped, $0.address) }
      guard let address, !isStopped else { return 0 }
      if let request { load(request, at: address) } else { wakeUp.wait() }
    }
  }

  private func takeBytes(into buffer: UnsafeMutableRawBufferPointer) throws -> Int? {
    let (bytes, offset) = state.withLock { state in
      let bytes = state.bytes[state.readCount...].prefix(buffer.count)
      state.readCount += bytes.count
      if state.readCount == state.bytes.count { (state.bytes, state.readCount) = ([], 0) }
      return (bytes, state.length)
    }
    guard !bytes.isEmpty else { return nil }
    buffer.copyBytes(from: bytes)
    do {
      try bytes.withUnsafeBytes { try copy.write($0, at: offset) }
    } catch let error as SystemError {
      throw FeedError(source: name, reason: error.reason)
    }
    state.withLock { $0.length += bytes.count }
    return bytes.count
  }

  public func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    let count = max(0, min(buffer.count, state.withLock { $0.length } - offset))
    do {
      return try copy.read(
        into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), at: offset)
    } catch let error as SystemError {
      throw FeedError(source: name, reason: error.reason)
    }
  }

  public func stop() {
    let page = state.withLock { state in
      state.isStopped = true
      return state.page
    }
    page?.stop()
    wakeUp.signal()
    answered.signal()
  }

  // MARK: Pages

  private func load(_ request: PageRequest, at address: PageAddress) {
    do {
      let page = try readPage(address, request)
      takeNotices()
      state.withLock { add(page, request, from: address, to: &$0) }
    } catch {
      let failure =
        error as? FeedError ?? FeedError(source: address.shown, reason: .unreadable("\(error)"))
      takeNotices(butFor: failure)
      state.withLock { state in
        var sequence = state.sequence
        sequence.fail(.next, reason: "\(failure)")
        state.outcome = sequence
        state.error = failure
      }
    }
    state.withLock {
      $0.page = nil
      $0.request = nil
    }
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
    if isNew {
      answered.signal()
      notify()
    }
  }

  /// Waits until the pages that are wanted are loaded and their rows are read, or one has failed,
  /// or the source is stopped.
  func waitForAnswer() {
    answered.wait()
    // For others that wait.
    answered.signal()
  }

  private struct Page {
    var rows: [[UInt8]]
    var identities: [[UInt8]?]
    var description: PageDescription
    /// The address of the page, after redirects.
    var address: PageAddress
    var next: PageAddress?
  }

  private func readPage(_ address: PageAddress, _ request: PageRequest) throws -> Page {
    // Whoever reads along on the way could have put the link there, or would see the answer.
    if state.withLock({ $0.isSecure }), !address.isSecure {
      throw FeedError(source: address.shown, reason: .insecure)
    }
    let source = try open(address.text)
    state.withLock { $0.page = source }
    let index = RowIndex()
    FeedIndexer(source: source, index: index, options: options).run()
    let store = RowStore(source: source, index: index, options: options)
    let model = FeedListModel(store: store, progress: index.progress)
    if let error = index.progress.error { throw error }
    guard model.format != .members else {
      throw FeedError(source: address.shown, reason: .nothingAt(JSONPointer(tokens: [])))
    }
    let key = options.identityKey.map { MemberPath($0) }
    var rows: [[UInt8]] = []
    var identities: [[UInt8]?] = []
    try model.forEachRow { _, bytes in
      rows.append(Array(bytes))
      identities.append(key?.identity(in: bytes).map { Array($0) })
      return true
    }
    let report = (source as? StreamSource)?.report
    let final = report?.address.map { PageAddress($0) } ?? address
    let next = try self.address(
      behind: final, report, request, source, rowCount: rows.count, length: model.byteCount)
    return Page(
      rows: rows, identities: identities,
      description: PageDescription(
        format: model.format,
        header: model.numberOfSections == 0
          ? nil
          : model.feedSection(at: 0).supplementaryRow(of: .header).map { Array($0.json.slice) }),
      address: final, next: next)
  }

  /// Takes what was withheld from the page that is being loaded.
  private func takeNotices(butFor error: FeedError? = nil) {
    let page = state.withLock { $0.page } as? StreamSource
    let lines = (page?.diagnostics ?? "").split(separator: "\n").map(String.init)
    let new = lines.filter { error?.reason != .unreadable($0) }
    state.withLock { state in
      for line in new where !state.notices.contains(line) { state.notices.append(line) }
    }
  }

  /// The address of the page behind a page, where it has one.
  private func address(
    behind address: PageAddress, _ report: FetchReport?, _ request: PageRequest,
    _ source: any ByteSource, rowCount: Int, length: Int
  ) throws -> PageAddress? {
    switch paging {
    case .page(let parameter):
      return rowCount == 0 ? nil : first.setting(parameter, to: "\(request.page + 1)")
    case .offset(let parameter):
      return rowCount == 0 ? nil : first.setting(parameter, to: "\(request.offset + rowCount)")
    case .cursor(let pointer, let parameter):
      let root = JSONBytes(try source.bytes(in: 0..<min(length, Self.longestPage)))
      guard let value = root[pointer], value.kind == .string || value.kind == .number else {
        return nil
      }
      let text = value.string ?? value.text
      return text.isEmpty ? nil : first.setting(parameter, to: text)
    case .linked:
      if let link = report?.headers["link"], let target = LinkHeader.target(of: "next", in: link) {
        return address.resolving(target)
      }
      let root = JSONBytes(try source.bytes(in: 0..<min(length, Self.longestPage)))
      guard root.kind == .object, let target = root.member("next_url")?.string else { return nil }
      return target.isEmpty ? nil : address.resolving(target)
    }
  }

  private func add(
    _ page: Page, _ request: PageRequest, from address: PageAddress, to state: inout State
  ) {
    let rows = Array(page.rows.joined(separator: [0x0A]))
    var sequence = state.sequence
    defer { state.outcome = sequence }
    if !rows.isEmpty, rows == state.previousRows {
      let failure = FeedError(source: address.shown, reason: .repeatedPage(number: request.page))
      state.error = failure
      return sequence.fail(.next, reason: "\(failure)")
    }
    state.previousRows = rows
    state.emptyPageCount = rows.isEmpty ? state.emptyPageCount + 1 : 0
    state.visited.formUnion([address, page.address])
    state.isSecure = state.isSecure || address.isSecure || page.address.isSecure
    state.firstPage = state.firstPage ?? page.description
    for (row, identity) in zip(page.rows, page.identities) {
      if let identity, !state.known.insert(identity).inserted {
        state.mergedCount += 1
      } else {
        state.bytes += row
        state.bytes.append(0x0A)
      }
    }
    state.address = page.next
    if let next = page.next, let reason = reasonToStop(before: next, request, state) {
      state.notices.append(reason)
      state.address = nil
    }
    sequence.finish(
      request, rowCount: page.rows.count, isEmpty: state.length == 0 && state.bytes.isEmpty,
      hasMore: state.address != nil)
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
      try PagedSource(
        url, paging: paging, options: options, pageLimit: pageLimit
      ) {
        try ByteSources.fetch($0, options: fetch, origin: url)
      }
    }
  }
}
