import MocoaCore

/// A cache of the measured sizes of elements, by view model.
///
/// It retains the view models, so that their object identifiers are not reused.
@MainActor
struct SizeCache {
  private var entries: [ObjectIdentifier: (viewModel: ElementViewModel, size: Size)] = [:]
  private let limit: Int

  /// Creates an empty cache, which removes all entries when it exceeds a limit.
  init(limit: Int) { self.limit = limit }

  /// The number of entries.
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
