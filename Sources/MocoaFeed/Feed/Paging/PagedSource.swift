/// The rows of a paged feed, one per line, as far as pages are requested.
///
/// The first page, or a number of pages, is loaded without a request. Duplicate rows are merged
/// only by the identity key of the options. A copy of the loaded rows is kept.
package final class PagedSource: ListenedSource, RewrittenSource {
  private struct State {
    var pages: LoadedPages
    var loading: Loading
    var isStopped = false
    var listener: (@Sendable () -> Void)?
  }

  /// What happens to the next page.
  private enum Loading {
    /// It was not requested.
    case idle
    case requested(PageRequest)
    /// It is being read.
    case reading(any ByteSource)
    /// Its rows are being read; then the sequence is that.
    case read(PageSequence<[UInt8]>)
  }

  /// The name of the source in errors.
  package let name: String
  package var size: Int? { nil }
  private let reader: PageReader
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
    let succession = PageSuccession(first: PageAddress(url), paging: paging)
    reader = PageReader(succession: succession, options: options, open: open)
    var pages = LoadedPages(succession, limit: pageLimit)
    let loading = pages.sequence.begin(.next).map { Loading.requested($0) }
    state = Monitor(State(pages: pages, loading: loading ?? .idle))
  }

  /// The state of loading pages, and the error of the last page, both of one moment.
  var status: (state: RequestState, error: FeedError?) {
    state.withLock { ($0.pages.sequence.state, $0.pages.error) }
  }

  /// The number of pages that are loaded.
  var pageCount: Int { state.withLock { $0.pages.sequence.pageCount } }

  /// The first page without its rows, once it is loaded.
  var firstDocument: DocumentDescription? { state.withLock { $0.pages.firstDocument } }

  /// Notices of merged rows, and of data that was withheld or skipped.
  package var notices: [String] {
    state.withLock { $0.pages.notices(identityKey: reader.options.identityKey) }
  }

  /// Sets the number of pages that are loaded without requests; call it before reading.
  func loadAtOnce(pageCount: Int) {
    state.withLock { $0.pages.wantedPageCount = max(1, pageCount) }
  }

  /// Waits until the wanted pages are loaded and read, or one failed, or the source is stopped.
  func waitForAnswer() throws(FeedError) {
    let error = state.wait { state -> FeedError?? in
      let pages = state.pages
      guard !pages.sequence.state.isLoading || state.isStopped else { return nil }
      return .some(pages.sequence.pageCount < pages.wantedPageCount ? pages.error : nil)
    }
    if let error = error.flatMap(\.self) { throw error }
  }

  /// Requests the next page, or retries one that failed; returns whether one will be loaded.
  @discardableResult
  func requestNext() -> Bool {
    let isAccepted = state.withLock { state in
      guard case .idle = state.loading, let request = state.pages.sequence.begin(.next) else {
        return false
      }
      state.loading = .requested(request)
      state.pages.error = nil
      return true
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
      let next = state.wait { state -> (PageRequest, PageAddress)?? in
        guard !state.isStopped, let address = state.pages.address else { return .some(nil) }
        guard case .requested(let request) = state.loading else { return nil }
        return (request, address)
      }
      guard let (request, address) = next ?? nil else { return 0 }
      load(request, at: address)
    }
  }

  package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws -> Int {
    try FeedError.naming(name) { try rows.read(into: buffer, at: offset) }
  }

  package func stop() {
    let loading = state.withLock { state in
      state.isStopped = true
      return state.loading
    }
    if case .reading(let page) = loading { page.stop() }
  }

  /// Publishes the result of a request when its rows have been read, and requests the next.
  private func settle() {
    let isNew = state.withLock { state in
      guard case .read(let outcome) = state.loading else { return false }
      state.pages.sequence = outcome
      state.loading = .idle
      guard outcome.state == .loaded, outcome.pageCount < state.pages.wantedPageCount,
        let request = state.pages.sequence.begin(.next)
      else { return true }
      state.loading = .requested(request)
      return false
    }
    if isNew { notify() }
  }

  private func load(_ request: PageRequest, at address: PageAddress) {
    let traits = state.withLock { $0.pages.traits }
    var source: (any ByteSource)?
    let result = Result {
      try reader.page(request, at: address, behind: traits) { opened in
        source = opened
        let isStopped = state.withLock { state in
          state.loading = .reading(opened)
          return state.isStopped
        }
        if isStopped { opened.stop() }
      }
    }
    state.withLock { state in
      var failure: FeedError?
      var outcome: PageSequence<[UInt8]>?
      switch result {
      case .success(let page):
        failure = page.failure
        state.pages.add(page.notices + (source?.notices ?? []), butFor: failure)
        let added = state.pages.add(page, request, from: address)
        rows.put(added.rows)
        outcome = added.outcome
      case .failure(let error):
        failure = FeedError(error, source: address.shown)
        state.pages.add(source?.notices ?? [], butFor: failure)
      }
      if let failure {
        state.pages.error = failure
        outcome = state.pages.sequence
        outcome?.fail(.next, reason: "\(failure)")
      }
      state.loading = outcome.map { .read($0) } ?? .idle
    }
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
