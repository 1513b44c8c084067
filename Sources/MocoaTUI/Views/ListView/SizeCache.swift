import MocoaCore

/// A cache of the measured sizes of elements, by view model.
///
/// It retains the view models, so that their object identifiers are not reused; therefore it has no
/// more of them than a list retains.
@MainActor
struct SizeCache {
  private var entries: [ObjectIdentifier: (viewModel: ElementViewModel, size: Size)] = [:]

  /// The number of entries at which all are removed: that of the cells that a list retains.
  private static let limit = 2_048

  var count: Int { entries.count }

  subscript(viewModel: ElementViewModel) -> Size? {
    get { entries[ObjectIdentifier(viewModel)]?.size }
    set {
      if newValue != nil, entries.count >= Self.limit { removeAll() }
      entries[ObjectIdentifier(viewModel)] = newValue.map { (viewModel, $0) }
    }
  }

  mutating func removeAll() { entries.removeAll(keepingCapacity: true) }
}
