/// An ordered collection of observers.
///
/// Owners are referenced weakly. An event is sent to the observers that existed when sending
/// started, except those that are cancelled in the meantime.
@MainActor package final class ObserverList<Event> {
  @MainActor final class Entry {
    /// The topics that are left; nil stands for all.
    private(set) var topics: [AnyHashable]?
    private(set) weak var owner: AnyObject?
    private var handler: (@MainActor (Event) -> Void)?

    init<Owner: AnyObject>(
      topics: [AnyHashable]?, owner: Owner, handler: @escaping @MainActor (Owner, Event) -> Void
    ) {
      (self.topics, self.owner) = (topics, owner)
      self.handler = { [weak owner] in if let owner { handler(owner, $0) } }
    }

    var isActive: Bool { handler != nil && owner != nil }
    func cancel() { handler = nil }
    func matches(_ topic: AnyHashable?) -> Bool {
      guard let topics else { return true }
      return topic.map(topics.contains) ?? false
    }

    /// Removes a topic, or all if nil; an entry that has none left is cancelled.
    func remove(_ topic: AnyHashable?) {
      guard let topic else { return cancel() }
      topics?.removeAll { $0 == topic }
      if topics?.isEmpty == true { cancel() }
    }
    func send(_ event: Event) { handler?(event) }
  }

  private var entries: [Entry] = []

  /// The last event of each topic that was sent with `sendLatest`.
  private(set) var latestEvents: [AnyHashable: Event] = [:]

  package nonisolated init() {}

  /// A Boolean value that indicates whether there are observers that are not cancelled or released.
  package var isActive: Bool { entries.contains(where: \.isActive) }

  func add(_ entry: Entry) -> Subscription {
    entries.removeAll { !$0.isActive }
    entries.append(entry)
    return Subscription { [weak entry] in entry?.cancel() }
  }

  /// Adds an observer of a topic, or of all topics if nil.
  package func add<Owner: AnyObject>(
    topic: AnyHashable? = nil, owner: Owner, handler: @escaping @MainActor (Owner, Event) -> Void
  ) -> Subscription {
    add(Entry(topics: topic.map { [$0] }, owner: owner, handler: handler))
  }

  package func send(_ event: Event, topic: AnyHashable? = nil) {
    for entry in entries where entry.matches(topic) { entry.send(event) }
  }

  /// Sends an event to the observers of a topic, and retains it for observers that are added later.
  func sendLatest(_ event: Event, topic: AnyHashable) {
    latestEvents[topic] = event
    send(event, topic: topic)
  }

  /// Removes the observers of a topic and an owner; nil stands for any.
  func remove(topic: AnyHashable?, owner: AnyObject?) {
    for entry in entries where owner == nil || entry.owner === owner { entry.remove(topic) }
    entries.removeAll { !$0.isActive }
  }
}

extension ObserverList where Event: Sendable {
  /// Returns a stream of future events, which ends when the list of observers is released.
  func stream() -> AsyncStream<Event> {
    let (stream, continuation) = AsyncStream.makeStream(of: Event.self)
    let end = StreamEnd { continuation.finish() }
    let subscription = add(owner: end) { [end] _, event in
      _ = end
      continuation.yield(event)
    }
    continuation.onTermination = { _ in
      Task { @MainActor in subscription.cancel() }
    }
    return stream
  }
}

/// Finishes a stream when it is released, and no events can follow.
private final class StreamEnd: Sendable {
  private let finish: @Sendable () -> Void

  init(_ finish: @escaping @Sendable () -> Void) { self.finish = finish }

  deinit { finish() }
}
