import MocoaFeed

/// The feature of reporting members that a manifest names and no row has, which are searched for in
/// the background, as far as the feed has been read.
@MainActor
final class NamedMembers: FeedFeature {
  /// A member that is needed to display the rows that match a condition.
  struct Use {
    let path: MemberPath
    /// The condition; nil matches every row.
    var condition: RowFilter?
    /// A Boolean value that indicates whether it may also be the title of a column.
    var mayBeTitle = false
  }

  var uses: [Use] = [] {
    didSet {
      reset()
      check()
    }
  }

  /// Called with the names of the first rows: at once, and again when the sample is complete.
  var onSample: ((ColumnCatalog) -> Void)? {
    didSet {
      sampledCount = 0
      sample()
    }
  }

  /// The number of rows whose names are known.
  private var sampledCount = 0

  /// The members that none of the checked rows has.
  private var missing: [MemberPath] = []
  private var catalog = ColumnCatalog()
  private var checkedCount = 0
  private var task: Task<Void, Never>?
  private unowned let page: any FeedContext

  /// Creates the feature; the page outlives it.
  init(page: any FeedContext) { self.page = page }

  isolated deinit { task?.cancel() }

  func feedDidChange(_ change: FeedChange) {
    switch change {
    case .replaced, .derived:
      sampledCount = 0
      reset()
    case .status, .grew, .loaded: break
    }
    sample()
    check()
  }

  private func sample() {
    let model = page.feed.listModel
    let count = min(ColumnCatalog.sampleSize, model.numberOfRows)
    let isComplete = count == ColumnCatalog.sampleSize || !page.feed.status.isLoading
    guard let onSample, count > 0, sampledCount == 0 || sampledCount < count && isComplete else {
      return
    }
    sampledCount = count
    onSample(
      ColumnCatalog(
        sample: model.firstRows, format: model.format, derivedNames: page.feed.derivedNames))
  }

  /// Searches the rows that were added since the last call, if members are missing.
  func check() {
    let model = page.feed.listModel
    guard task == nil, !uses.isEmpty, checkedCount < model.numberOfRows else { return }
    if checkedCount == 0 {
      guard model.numberOfRows >= ColumnCatalog.sampleSize || !page.feed.status.isLoading else {
        return
      }
      findMissing(in: model)
    }
    guard !missing.isEmpty else { return checkedCount = model.numberOfRows }
    let (paths, rows) = (missing, checkedCount..<model.numberOfRows)
    task = Task { [weak self] in
      let found = await Task.detached(priority: .utility) {
        // A source that has become unreadable is reported by the feed.
        paths.filter { (try? model.hasRow(with: $0, in: rows, jobs: 1)) ?? true }
      }.value
      guard !Task.isCancelled, let self else { return }
      task = nil
      missing.removeAll(where: found.contains)
      checkedCount = rows.upperBound
      page.updateStatus()
      check()
    }
  }

  private func findMissing(in model: FeedListModel) {
    catalog = ColumnCatalog(sample: model.firstRows, choices: page.columns.choices)
    let derived = page.feed.derivedMembers.map(\.name)
    let paths = uses.filter { use in
      use.condition.map { condition in catalog.sample.contains { condition.matches($0) } } ?? true
    }.map { use in
      (use.mayBeTitle ? try? catalog.memberPath(named: use.path.typed) : nil) ?? use.path
    }
    missing = catalog.missing(among: paths).filter { !derived.contains($0.keys[0]) }
  }

  /// Clears the results, as rows or members were replaced.
  func reset() {
    task?.cancel()
    (task, missing, checkedCount) = (nil, [], 0)
  }

  /// The first of the members, as text for the status bar.
  var statusText: String {
    guard checkedCount > 0, let path = missing.first else { return "" }
    let rest = missing.count > 1 ? " and \(missing.count - 1) more" : ""
    let soFar = page.feed.remainder == nil ? "" : " so far"
    return catalog.description(ofMissing: path, "\(rest)\(soFar)")
  }
}
