import MocoaCore

/// The sizes of a list's elements as they were measured, by their view models.
///
/// It retains the view models, so that an identifier never stands for another one that came after.
@MainActor
struct SizeCache {
  private var entries: [ObjectIdentifier: (viewModel: ElementViewModel, size: Size)] = [:]
  private let limit: Int

  /// Makes an empty cache; one that is full forgets everything.
  init(limit: Int) { self.limit = limit }

  /// How many sizes it holds.
  var count: Int { entries.count }

  subscript(viewModel: ElementViewModel) -> Size? {
    get { entries[ObjectIdentifier(viewModel)]?.size }
    set {
      if newValue != nil, entries.count >= limit { removeAll() }
      entries[ObjectIdentifier(viewModel)] = newValue.map { (viewModel, $0) }
    }
  }

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }
}
