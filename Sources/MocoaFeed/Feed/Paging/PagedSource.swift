import Dispatch
import Synchronization

/// The rows of a feed that comes in pages: one behind the other, as far as they are asked for.
///
/// The first page is loaded at once, every other when it is asked for. Rows that come twice are
/// left out. What has come is kept in a nameless file.
public final class PagedSource: ByteSource, ListenedSource {
  private struct State {
    var requestState = RequestState.loading(.next)
    /// What the request state will be when the rows that have come are taken.
    var outcome: RequestState?
    var error: FeedError?
    var isWanted = true
    var isStopped = false
    var next: PageAddress?
    var request = PageRequest()
    var visited: Set<PageAddress> = []
    var identityKey: String?
    var known: Set<UInt64> = []
    var bytes: [UInt8] = []
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
  private let open: @Sendable (String) throws -> any ByteSource
  private let copy: FileDescriptor
  private let wakeUp = DispatchSemaphore(value: 0)
  private let answered = DispatchSemaphore(value: 0)
  private let state: Mutex<State>

  /// How long a page may be for its members to be looked at, in bytes.
  private static let longestPage = 64 * 1024 * 1024

  /// Makes a source; nothing is loaded before it is read.
  ///
  /// - Parameters:
  ///   - url: The address of the first page.
  ///   - paging: How the others are asked for.
  ///   - options: How a page is understood.
  ///   - open: Opens the page at an address; by default with `mocoa-fetch`.
  /// - Throws: A `FeedError` where there is no room for the copy.
  public init(
    _ url: String, paging: FeedPaging = .linked, options: FeedOptions = FeedOptions(),
    open: @escaping @Sendable (String) throws -> any ByteSource = { try ByteSources.url($0) }
  ) throws {
    name = url
    first = PageAddress(url)
    self.paging = paging
    self.options = options
    self.open = open
    copy = try FileDescriptor.temporary()
    state = Mutex(State(next: first, identityKey: options.identityKey))
  }

  /// How the loading of pages stands, with what went wrong.
  public var requestState: RequestState { state.withLock { $0.requestState } }

  /// What the first page says besides its rows, once it is there.
  var firstPage: PageDescription? { state.withLock { $0.firstPage } }

  /// What was withheld or refused on the way, each once.
  var notices: [String] { state.withLock { $0.notices } }

  /// What went wrong with the last page.
  var error: FeedError? { state.withLock { $0.error } }

  /// Asks for the next page, or again for one that has failed; nothing happens while a page is
  /// being loaded, and when there is no more.
  ///
  /// - Returns: Whether a page will be loaded.
  @discardableResult
  public func requestNext() -> Bool {
    let isAccepted = state.withLock { state in
      guard state.requestState.allowsNext, !state.isWanted else { return false }
      state.isWanted = true
      state.error = nil
      state.requestState = .loading(.next)
      return true
    }
    if isAccepted {
      wakeUp.signal()
      tell()
    }
    return isAccepted
  }

  func listen(_ listener: @escaping @Sendable () -> Void) {
    state.withLock { $0.listener = listener }
  }

  private func tell() { state.withLock { $0.listener }?() }

  // MARK: Bytes

  public func readNext(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    while true {
      if let count = try takeBytes(into: buffer) { return count }
      settle()
      let (isWanted, isStopped, next) = state.withLock { ($0.isWanted, $0.isStopped, $0.next) }
      guard let next, !isStopped else { return 0 }
      if isWanted { load(next) } else { wakeUp.wait() }
    }
  }

  private func takeBytes(into buffer: UnsafeMutableRawBufferPointer) throws -> Int? {
    let (bytes, offset) = state.withLock { state in
      let bytes = Array(state.bytes.prefix(buffer.count))
      state.bytes.removeFirst(bytes.count)
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

  private func load(_ address: PageAddress) {
    do {
      let page = try readPage(address)
      state.withLock { add(page, from: address, to: &$0) }
    } catch {
      let failure =
        error as? FeedError ?? FeedError(source: address.text, reason: .unreadable("\(error)"))
      state.withLock {
        $0.isWanted = false
        $0.error = failure
        $0.outcome = .failed(.next, reason: "\(failure)")
      }
    }
    state.withLock { $0.page = nil }
  }

  /// Makes known how a request has ended, when its rows have been taken.
  private func settle() {
    let isNew = state.withLock { state in
      guard let outcome = state.outcome else { return false }
      state.requestState = outcome
      state.outcome = nil
      return true
    }
    if isNew {
      answered.signal()
      tell()
    }
  }

  /// Waits until a request has been answered and its rows are taken, or the source is stopped.
  func waitForAnswer() {
    answered.wait()
    // For whoever else waits.
    answered.signal()
  }

  private struct Page {
    var rows: [[UInt8]]
    var identities: [UInt64]
    var identityKey: String?
    var description: PageDescription
    var next: PageAddress?
  }

  private func readPage(_ address: PageAddress) throws -> Page {
    // Whoever reads along on the way could have put the link there, or would see the answer.
    if state.withLock({ $0.visited.contains(where: \.isSecure) }), !address.isSecure {
      throw FeedError(source: address.text, reason: .insecure)
    }
    let source = try open(address.text)
    state.withLock { $0.page = source }
    let index = RowIndex()
    FeedIndexer(source: source, index: index, options: options).run()
    let store = RowStore(source: source, index: index, options: options)
    let model = FeedListModel(store: store, progress: index.progress)
    if let error = index.progress.error { throw error }
    guard model.format != .members else {
      throw FeedError(source: address.text, reason: .nothingAt(JSONPointer(tokens: [])))
    }
    var rows: [[UInt8]] = []
    try model.forEachRow { _, bytes in
      rows.append(Array(bytes))
      return true
    }
    let notices = ((source as? StreamSource)?.diagnostics ?? "").split(separator: "\n")
    state.withLock { state in
      for line in notices.map(String.init) where !state.notices.contains(line) {
        state.notices.append(line)
      }
    }
    let prints = try RowFingerprints(of: model, identityKey: state.withLock { $0.identityKey })
    return Page(
      rows: rows, identities: prints.sections.flatMap { $0.map(\.id) },
      identityKey: prints.identityKey,
      description: PageDescription(
        format: model.format,
        header: model.numberOfSections == 0
          ? nil
          : model.feedSection(at: 0).supplementaryRow(of: .header).map { Array($0.json.slice) }),
      next: try self.address(behind: address, source, rowCount: rows.count, length: model.byteCount)
    )
  }

  private func address(
    behind address: PageAddress, _ source: any ByteSource, rowCount: Int, length: Int
  ) throws -> PageAddress? {
    let request = state.withLock { $0.request }
    switch paging {
    case .page(let parameter): return first.setting(parameter, to: "\(request.page + 1)")
    case .offset(let parameter):
      return first.setting(parameter, to: "\(request.offset + rowCount)")
    case .cursor(let pointer, let parameter):
      let root = JSONBytes(try source.bytes(in: 0..<min(length, Self.longestPage)))
      guard let value = root[pointer], value.kind == .string || value.kind == .number else {
        return nil
      }
      let text = value.string ?? value.text
      return text.isEmpty ? nil : first.setting(parameter, to: text)
    case .linked:
      if let link = (source as? StreamSource)?.report?.headers["link"],
        let target = LinkHeader.target(of: "next", in: link)
      {
        return address.resolving(target)
      }
      let root = JSONBytes(try source.bytes(in: 0..<min(length, Self.longestPage)))
      guard root.kind == .object, let target = root.member("next_url")?.string else { return nil }
      return target.isEmpty ? nil : address.resolving(target)
    }
  }

  private func add(_ page: Page, from address: PageAddress, to state: inout State) {
    state.isWanted = false
    state.visited.insert(address)
    state.identityKey = state.identityKey ?? page.identityKey
    state.firstPage = state.firstPage ?? page.description
    var newCount = 0
    for (row, identity) in zip(page.rows, page.identities)
    where state.known.insert(identity).inserted {
      state.bytes += row
      state.bytes.append(0x0A)
      newCount += 1
    }
    state.request.page += 1
    state.request.offset += page.rows.count
    // A page that brings nothing new, or leads back, would be followed by such pages for ever.
    let next = newCount > 0 ? page.next : nil
    state.next = next.flatMap { state.visited.contains($0) ? nil : $0 }
    state.outcome = state.next != nil ? .loaded : state.known.isEmpty ? .empty : .noMore
  }
}

/// What a page says besides its rows.
struct PageDescription: Sendable {
  /// What the page holds.
  var format: FeedFormat?

  /// The header of its first section.
  var header: [UInt8]?
}

extension FeedOrigin {
  /// A feed that comes in pages.
  ///
  /// - Parameters:
  ///   - url: The address of the first page.
  ///   - paging: How the others are asked for.
  ///   - options: How a page is understood.
  ///   - fetch: How they are asked for.
  /// - Returns: The origin.
  public static func pages(
    _ url: String, paging: FeedPaging = .linked, options: FeedOptions = FeedOptions(),
    fetch: FetchOptions = FetchOptions()
  ) -> FeedOrigin {
    FeedOrigin(name: url) {
      try PagedSource(url, paging: paging, options: options) {
        try ByteSources.fetch($0, options: fetch, memory: nil, origin: url)
      }
    }
  }
}
