import MocoaCore

/// The sources of values: an array, a closure, a command, a sequence.
extension ListPage {
  /// Creates a page of values.
  public convenience init<ID: Hashable & Sendable>(
    _ title: String = "", _ items: [Model], id: @escaping (Model) -> ID
  ) {
    self.init(title: title, items: items, id: id)
  }

  /// Creates a page of values that a closure loads.
  ///
  /// They are loaded when the page appears for the first time, when `r` is pressed, after actions,
  /// and at an interval.
  public convenience init<ID: Hashable & Sendable>(
    _ title: String = "", every interval: Duration? = nil, id: @escaping (Model) -> ID,
    load: @escaping @MainActor () async throws -> [Model]
  ) {
    self.init(
      title, every: interval, loading: Command(concurrency: .replacing, work: load), id: id)
  }

  /// Creates a page of values that a command loads, whose limit of time, conditions and state are
  /// those of the program.
  ///
  /// The page executes the command as it would call a closure; it shows the result of each run,
  /// also of those that others start.
  public convenience init<ID: Hashable & Sendable>(
    _ title: String = "", every interval: Duration? = nil, loading command: Command<Void, [Model]>,
    id: @escaping (Model) -> ID
  ) {
    self.init(title: title, interval: interval, loading: command, id: id)
  }

  /// Creates a page of the values of an asynchronous sequence, which is read off the main actor.
  ///
  /// ```swift
  /// ListPage("Log", consuming: lines, id: \.self).followsEnd()
  /// ```
  /// It is read when the page appears for the first time, until the page is removed; values are
  /// appended in batches, thirty times a second at most. Its error is shown in the status bar, and
  /// the values that were read before remain.
  public convenience init<Items: AsyncSequence & Sendable, ID: Hashable & Sendable>(
    _ title: String = "", consuming items: Items, id: @escaping (Model) -> ID
  ) where Items.Element == Model {
    self.init(
      title: title, consume: { try await $0.consume(items.map { ReceivedItem(model: $0) }) }, id: id
    )
  }

  /// Creates a page of the values of an asynchronous sequence, which is read on the main actor.
  public convenience init<Items: AsyncSequence, ID: Hashable & Sendable>(
    _ title: String = "", consuming items: Items, id: @escaping (Model) -> ID
  ) where Items.Element == Model {
    self.init(
      title: title, consume: { try await $0.consume(items.map { ReceivedItem(model: $0) }) }, id: id
    )
  }
}

extension ListPage where Model: Identifiable, Model.ID: Sendable {
  /// Creates a page of values.
  public convenience init(_ title: String = "", _ items: [Model]) {
    self.init(title, items) { $0.id }
  }

  /// Creates a page of values that a closure loads; see ``init(_:every:id:load:)``.
  public convenience init(
    _ title: String = "", every interval: Duration? = nil,
    load: @escaping @MainActor () async throws -> [Model]
  ) {
    self.init(title, every: interval, id: { $0.id }, load: load)
  }

  /// Creates a page of values that a command loads; see ``init(_:every:loading:id:)``.
  public convenience init(
    _ title: String = "", every interval: Duration? = nil, loading command: Command<Void, [Model]>
  ) {
    self.init(title, every: interval, loading: command) { $0.id }
  }

  /// Creates a page of the values of an asynchronous sequence, which is read off the main actor.
  public convenience init<Items: AsyncSequence & Sendable>(
    _ title: String = "", consuming items: Items
  ) where Items.Element == Model {
    self.init(title, consuming: items) { $0.id }
  }

  /// Creates a page of the values of an asynchronous sequence, which is read on the main actor.
  public convenience init<Items: AsyncSequence>(
    _ title: String = "", consuming items: Items
  ) where Items.Element == Model {
    self.init(title, consuming: items) { $0.id }
  }
}

/// The values of a sequence that were received, and are not in the page yet.
typealias ReceivedItems<Model: Equatable & Sendable> = ItemListViewModel<ReceivedItem<Model>>

/// A value of a sequence; no two of them are compared.
struct ReceivedItem<Model: Equatable & Sendable>: Identifiable, Equatable, Sendable {
  var id: Int { 0 }
  let model: Model
}

extension ListPage {
  /// Appends the values of a sequence, in the batches in which a list receives them.
  func append(_ consume: @escaping @MainActor (ReceivedItems<Model>) async throws -> Void) {
    let received = ReceivedItems<Model>([])
    received.ready()
    received.observeChanges(owner: self) { [weak received] page, _ in
      guard let received, !received.items.isEmpty else { return }
      let items = received.items
      received.items = []
      page.append(contentsOf: items.map(\.model))
    }.store(in: &subscriptions)
    task { [weak self] in
      do {
        try await consume(received)
      } catch is CancellationError {
      } catch {
        self?.loadError = error
      }
    }
  }
}
