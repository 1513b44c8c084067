import Synchronization

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
  /// received are appended. The section is followed when sections are inserted, deleted or moved;
  /// if it is removed itself, no items are appended, and the sequence is read only up to the next.
  ///
  /// - Parameters:
  ///   - items: The sequence, which is read on the main actor.
  ///   - section: The index of the section to which items are appended, at the time of the call.
  ///   - interval: The minimum time between two updates.
  ///   - clock: The clock that measures the interval.
  /// - Precondition: The section exists. An empty list is given a section.
  /// - Returns: `true` if the sequence has ended; `false` if the section was removed before.
  /// - Throws: The error of the sequence, after the items before it were appended.
  @discardableResult
  public final func consume<Items: AsyncSequence>(
    _ items: Items, toSection section: Int = 0, every interval: Duration = .milliseconds(33),
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws(Items.Failure) -> Bool where Items.Element == Item {
    let batches = ItemBatches(
      interval: interval, clock: clock, deliver: appending(toSection: section))
    defer { batches.finish() }
    var iterator = items.makeAsyncIterator()
    while batches.isOpen, !Task.isCancelled,
      let item = try await iterator.next(isolation: MainActor.shared)
    {
      if batches.add(item) { await Task.yield() }
    }
    return batches.finish()
  }

  /// Returns a closure that appends items to a section, wherever it has been moved.
  ///
  /// The closure returns `false` if the section was removed.
  private func appending(toSection index: Int) -> ([Item]) -> Bool {
    if index == 0, isEmpty { items = [] }
    var section = sectionViewModel(at: index)
    return { [self] items in
      while let next = section.successor { section = next }
      guard section.list === self, let index = newestSection(of: section.index) else {
        return false
      }
      append(contentsOf: items, toSection: index)
      return true
    }
  }
}

extension ItemListViewModel where Item: Sendable {
  /// Appends the items of an asynchronous sequence, which is read off the main actor.
  ///
  /// It is the same as the method for other sequences, but an item does not interrupt the main
  /// actor: 10,000 items a second cost it thirty updates.
  @discardableResult
  public final func consume<Items: AsyncSequence & Sendable>(
    _ items: Items, toSection section: Int = 0, every interval: Duration = .milliseconds(33),
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws(Items.Failure) -> Bool where Items.Element == Item {
    let batches = ReceivedBatches(
      interval: interval, clock: clock, deliver: appending(toSection: section))
    defer { batches.finish() }
    try await batches.receive(items)
    return batches.finish()
  }
}

/// Items that are delivered in batches: the first at once, the others once in each interval.
@MainActor private class ItemBatches<Item> {
  private let interval: Duration
  private let clock: any Clock<Duration>
  private let deliver: ([Item]) -> Bool
  /// A Boolean value that indicates whether items can still be delivered.
  private(set) final var isOpen = true
  private var pending: [Item] = []
  private var timer: Task<Void, Never>?

  init(interval: Duration, clock: any Clock<Duration>, deliver: @escaping ([Item]) -> Bool) {
    (self.interval, self.clock, self.deliver) = (interval, clock, deliver)
  }

  /// Adds an item; returns true if other tasks should be given a turn.
  final func add(_ item: Item) -> Bool {
    pending.append(item)
    if timer == nil {
      deliverNow()
      return true
    }
    // A sequence whose items are all available never suspends.
    return pending.count.isMultiple(of: 256)
  }

  /// Removes and returns the pending items; if there are none, no timer runs from now on.
  func takePending() -> [Item] {
    defer { pending = [] }
    return pending
  }

  /// Delivers the pending items, and those of the following intervals at their ends; returns false
  /// if that is impossible.
  @discardableResult
  final func deliverNow() -> Bool {
    flush()
    if isOpen, timer == nil { startTimer() }
    return isOpen
  }

  /// Delivers the pending items, and no others later; returns false if that is impossible.
  @discardableResult
  final func finish() -> Bool {
    timer?.cancel()
    flush()
    return isOpen
  }

  @discardableResult
  private func flush() -> Bool {
    let items = takePending()
    guard isOpen, !items.isEmpty else { return false }
    isOpen = deliver(items)
    // Nothing takes the items that follow.
    if !isOpen { _ = takePending() }
    return isOpen
  }

  /// Delivers pending items after each interval, until there are none.
  private func startTimer() {
    timer = Task { [weak self, clock, interval] in
      while (try? await clock.sleep(for: interval)) != nil, let self, flush() {}
      self?.timer = nil
    }
  }
}

/// Items that are received on any thread, and delivered in batches on the main actor.
private final class ReceivedBatches<Item: Sendable>: ItemBatches<Item> {
  private struct Inbox {
    var items: [Item] = []
    /// A Boolean value that indicates whether the items will be taken without a request.
    var isAwaited = false
  }

  private nonisolated let inbox = Mutex(Inbox())

  /// The number of pending items at which a sequence is not read until they are delivered.
  private nonisolated static var limit: Int { 1 << 16 }

  /// Receives the items of a sequence.
  @concurrent
  nonisolated func receive<Items: AsyncSequence & Sendable>(
    _ items: Items
  ) async throws(Items.Failure) where Items.Element == Item {
    var iterator = items.makeAsyncIterator()
    while !Task.isCancelled, let item = try await iterator.next(isolation: nil) {
      let isUrgent = inbox.withLock { inbox in
        inbox.items.append(item)
        defer { inbox.isAwaited = true }
        return !inbox.isAwaited || inbox.items.count >= Self.limit
      }
      if isUrgent, await !deliverNow() { return }
    }
  }

  override func takePending() -> [Item] {
    inbox.withLock { inbox in
      let items = inbox.items
      inbox.items = []
      inbox.isAwaited = isOpen && !items.isEmpty
      return items
    }
  }
}
