import MocoaFeed

/// The observers of the members of an item, and the changes that are pending for them.
///
/// An observer may change the item while it is notified: the value is set at once, and all
/// observers are notified after the current change. All of them thus receive all changes in the
/// same order.
@MainActor struct MemberObserverList {
  /// The maximum number of changes delivered at once; the rest is delivered in the next turn.
  ///
  /// Observers that keep changing the item in response to one another cannot block the program.
  static let limit = 1000

  private(set) var observers: [MemberObserver] = []
  fileprivate var queue: [[MemberChange]] = []
  fileprivate var isNotifying = false

  var isEmpty: Bool { observers.isEmpty }

  /// A Boolean value that indicates whether an observer requested notifications of equal values.
  var wantsEqualValues: Bool { observers.contains { $0.options.contains(.equalValues) } }

  mutating func add(_ observer: MemberObserver) {
    observers.removeAll { !$0.isActive }
    observers.append(observer)
  }

  mutating func remove(where isRemoved: (MemberObserver) -> Bool) {
    for observer in observers where isRemoved(observer) { observer.cancel() }
    observers.removeAll { !$0.isActive }
  }
}

extension JSONItemViewModel {
  /// Notifies observers of changes that were made together.
  func notify(_ changes: [MemberChange]) {
    guard !changes.isEmpty, !observers.isEmpty else { return }
    guard !observers.isNotifying, observers.queue.isEmpty else {
      observers.queue.append(changes)
      return
    }
    observers.isNotifying = true
    for observer in observers.observers { observer.send(changes) }
    observers.isNotifying = false
    if !observers.queue.isEmpty { notifyQueued() }
  }

  private func notifyQueued() {
    observers.isNotifying = true
    defer { observers.isNotifying = false }
    var count = 0
    while count < observers.queue.count, count < MemberObserverList.limit {
      let changes = observers.queue[count]
      count += 1
      for observer in observers.observers { observer.send(changes) }
    }
    observers.queue.removeFirst(count)
    if !observers.queue.isEmpty {
      Task { [weak self] in self?.notifyQueued() }
    }
  }
}
