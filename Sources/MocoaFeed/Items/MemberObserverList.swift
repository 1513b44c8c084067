/// Those who observe the members of an item, and the changes that they have not been told yet.
///
/// An observer may change the item while it is being told: the value is set at once, and everybody
/// hears of it after the change that they are being told. So all observers hear of all changes in
/// one order.
@MainActor struct MemberObserverList {
  /// How many changes are told in one go before the rest waits for the next turn.
  ///
  /// Observers that keep answering one another then do not stop the program.
  static let limit = 1000

  private(set) var observers: [MemberObserver] = []
  fileprivate var queue: [[MemberChange]] = []
  fileprivate var isTelling = false

  var isEmpty: Bool { observers.isEmpty }

  /// Whether somebody wants to hear of values that were set to what they are.
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
  /// Tells observers of changes that belong together.
  func tell(_ changes: [MemberChange]) {
    guard !changes.isEmpty, !observers.isEmpty else { return }
    guard !observers.isTelling, observers.queue.isEmpty else {
      observers.queue.append(changes)
      return
    }
    observers.isTelling = true
    for observer in observers.observers { observer.send(changes) }
    observers.isTelling = false
    if !observers.queue.isEmpty { tellQueued() }
  }

  private func tellQueued() {
    observers.isTelling = true
    defer { observers.isTelling = false }
    var count = 0
    while count < observers.queue.count, count < MemberObserverList.limit {
      let changes = observers.queue[count]
      count += 1
      for observer in observers.observers { observer.send(changes) }
    }
    observers.queue.removeFirst(count)
    if !observers.queue.isEmpty {
      Task { [weak self] in self?.tellQueued() }
    }
  }
}
