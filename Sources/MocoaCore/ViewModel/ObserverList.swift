/// An ordered collection of observers.
///
/// Owners are held weakly. A send calls the observers that existed when it began, except those that
/// are cancelled in the meantime.
@MainActor struct ObserverList<Event> {
  final class Entry {
    let topic: AnyHashable?
    private(set) weak var owner: AnyObject?
    private var handler: (@MainActor (Event) -> Void)?

    init(topic: AnyHashable?, owner: AnyObject, handler: @escaping @MainActor (Event) -> Void) {
      self.topic = topic
      self.owner = owner
      self.handler = handler
    }

    var isActive: Bool { handler != nil && owner != nil }
    func cancel() { handler = nil }
    @MainActor func send(_ event: Event) {
      if owner != nil { handler?(event) }
    }
  }

  private(set) var entries: [Entry] = []

  var isEmpty: Bool { entries.isEmpty }

  /// Adds an observer of one topic; nil observes all of them.
  @discardableResult
  mutating func add(
    topic: AnyHashable? = nil, owner: AnyObject, handler: @escaping @MainActor (Event) -> Void
  ) -> Entry {
    removeInactive()
    let entry = Entry(topic: topic, owner: owner, handler: handler)
    entries.append(entry)
    return entry
  }

  func send(_ event: Event, topic: AnyHashable? = nil) {
    for entry in entries where entry.topic == nil || entry.topic == topic { entry.send(event) }
  }

  /// Removes those of a topic and an owner, where nil stands for all of them.
  mutating func remove(topic: AnyHashable?, owner: AnyObject?) {
    for entry in entries {
      guard topic == nil || entry.topic == topic, owner == nil || entry.owner === owner else {
        continue
      }
      entry.cancel()
    }
    removeInactive()
  }

  mutating func removeInactive() { entries.removeAll { !$0.isActive } }
}

/// Ends an observation when it is cancelled; releasing it changes nothing.
@MainActor public final class ObserverToken {
  private var onCancel: (@MainActor () -> Void)?

  /// Ends an entry of a list of observers.
  init<Event>(_ entry: ObserverList<Event>.Entry) {
    onCancel = { [weak entry] in entry?.cancel() }
  }

  /// Makes a token from what ends an observation.
  public init(onCancel: @escaping @MainActor () -> Void) { self.onCancel = onCancel }

  /// Ends the observation, even in the middle of a send; further calls do nothing.
  public func cancel() {
    onCancel?()
    onCancel = nil
  }
}
