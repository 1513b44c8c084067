extension ItemListViewModel {
  /// Appends the items of an asynchronous sequence to a section, until it ends.
  ///
  /// The first item is appended at once. Items that follow within an interval are appended
  /// together at its end, so that the list is updated at most once a frame.
  ///
  /// ```swift
  /// try await list.consume(logLines)
  /// ```
  ///
  /// The list is retained until the sequence ends. If the task is cancelled, items that were
  /// received are appended.
  ///
  /// - Parameters:
  ///   - items: The sequence.
  ///   - section: The section to which items are appended.
  ///   - interval: The minimum time between two updates.
  ///   - clock: The clock that measures the interval.
  /// - Throws: The error of the sequence, after the items before it were appended.
  public final func consume<Items: AsyncSequence>(
    _ items: Items, toSection section: Int = 0, every interval: Duration = .milliseconds(33),
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws(Items.Failure) where Items.Element == Item {
    let batches = ItemBatches<Item>(interval: interval, clock: clock) { [weak self] items in
      self?.append(contentsOf: items, toSection: section)
    }
    defer { batches.finish() }
    var iterator = items.makeAsyncIterator()
    while let item = try await iterator.next(isolation: MainActor.shared) {
      if batches.add(item) { await Task.yield() }
    }
  }
}

/// Items that are delivered in batches: the first at once, the others once in each interval.
@MainActor private final class ItemBatches<Item> {
  private let interval: Duration
  private let clock: any Clock<Duration>
  private let deliver: ([Item]) -> Void
  private var pending: [Item] = []
  private var timer: Task<Void, Never>?

  init(interval: Duration, clock: any Clock<Duration>, deliver: @escaping ([Item]) -> Void) {
    (self.interval, self.clock, self.deliver) = (interval, clock, deliver)
  }

  /// Adds an item; returns true if other tasks should be given a turn.
  func add(_ item: Item) -> Bool {
    pending.append(item)
    if timer == nil {
      flush()
      startTimer()
      return true
    }
    // A sequence whose items are all available never suspends.
    return pending.count.isMultiple(of: 256)
  }

  /// Delivers the pending items; no others are delivered later.
  func finish() {
    timer?.cancel()
    flush()
  }

  private func flush() {
    let items = pending
    pending = []
    if !items.isEmpty { deliver(items) }
  }

  /// Delivers pending items after each interval, until there are none.
  private func startTimer() {
    timer = Task { [weak self, clock, interval] in
      while (try? await clock.sleep(for: interval)) != nil, let self, !pending.isEmpty { flush() }
      self?.timer = nil
    }
  }
}
