import MocoaFeed
import Synchronization

/// A pass over the rows of a feed, in the background, that collects the numbers of those that
/// filters let stay.
///
/// What is found comes to the main actor in pieces, in order. A pass that is cancelled tells
/// nothing more.
@MainActor
final class RowScan {
  /// The filters, all of which a row has to pass.
  let filters: [RowFilter]

  /// The numbers of the rows found so far, ascending.
  private(set) var numbers: [UInt32] = []

  /// How many rows have been looked at.
  private(set) var scannedCount = 0

  /// Whether a pass is on its way.
  private(set) var isRunning = false

  /// Called when more rows were found, with how many there were before, or when a pass has ended.
  var onProgress: ((_ knownCount: Int) -> Void)?

  private var task: Task<Void, Never>?
  private var model: FeedListModel?

  init(filters: [RowFilter]) {
    self.filters = filters
  }

  deinit { task?.cancel() }

  /// Looks at the rows that were not looked at yet; does nothing while a pass is on its way, which
  /// goes on with them by itself.
  func scan(_ model: FeedListModel) {
    self.model = model
    guard !isRunning, scannedCount < model.numberOfRows else { return }
    isRunning = true
    let range = scannedCount..<model.numberOfRows
    let findings = Findings()
    task = Task.detached(priority: .userInitiated) { [filters, weak self] in
      let report: @Sendable (Bool) -> Void = { isLast in
        Task { @MainActor in self?.take(from: findings, isLast: isLast) }
      }
      Self.run(model, range: range, filters: filters, into: findings, report: report)
      report(true)
    }
  }

  /// Ends the pass; nothing more is told.
  func cancel() {
    task?.cancel()
    task = nil
    onProgress = nil
  }

  private func take(from findings: Findings, isLast: Bool) {
    let (found, scanned) = findings.take()
    let known = numbers.count
    numbers.append(contentsOf: found)
    scannedCount = max(scannedCount, scanned)
    if isLast {
      isRunning = false
      // A row that cannot be read any more ends a pass early; it is not looked at again.
      scannedCount = max(scannedCount, model?.numberOfRows ?? 0)
    }
    onProgress?(known)
    if isLast, let model { scan(model) }
  }

  /// How often what was found is told, and after how many rows time is looked at.
  private nonisolated static let pause = Duration.milliseconds(40)
  private nonisolated static let block = 1_024

  private nonisolated static func run(
    _ model: FeedListModel, range: Range<Int>, filters: [RowFilter], into findings: Findings,
    report: (Bool) -> Void
  ) {
    var found: [UInt32] = []
    var last = ContinuousClock.now
    var isFirst = true
    try? model.forEachRow(in: range) { number, bytes in
      if filters.allSatisfy({ $0.matches(bytes) }) { found.append(UInt32(number)) }
      guard number % block == block - 1 else { return true }
      if Task.isCancelled { return false }
      // The first ones at once, so that a screenful does not wait for the rest.
      let now = ContinuousClock.now
      guard now - last > pause || (isFirst && !found.isEmpty) else { return true }
      isFirst = false
      last = now
      findings.add(found, scanned: number + 1)
      found.removeAll(keepingCapacity: true)
      report(false)
      return true
    }
    findings.add(found, scanned: range.upperBound)
  }

  /// What was found and not yet taken.
  private final class Findings: Sendable {
    private let state = Mutex<(numbers: [UInt32], scanned: Int)>(([], 0))

    func add(_ numbers: [UInt32], scanned: Int) {
      state.withLock {
        $0.numbers.append(contentsOf: numbers)
        $0.scanned = scanned
      }
    }

    func take() -> (numbers: [UInt32], scanned: Int) {
      state.withLock { state in
        defer { state.numbers.removeAll() }
        return state
      }
    }
  }
}
