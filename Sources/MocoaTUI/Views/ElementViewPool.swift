import MocoaCore

/// The views that a table or a collection shows its elements with: made when there is none to use,
/// bound, and kept for the next element of their kind.
@MainActor
struct ElementViewPool {
  /// The views that wait for an element, by their few keys.
  private var views: [(key: ReuseKey, views: [ListElementView])] = []
  private var prototypes: [ReuseKey: ListElementView] = [:]

  /// A bound view for an element.
  mutating func view(for viewModel: ElementViewModel, in listView: ListView)
    -> ListElementView
  {
    let index = index(of: viewModel.reuseKey)
    let view = views[index].views.popLast() ?? make(for: viewModel, in: listView)
    view.bind(viewModel)
    return view
  }

  /// A view that stands for all of an element's kind, to measure with; it is never shown.
  mutating func prototype(
    for viewModel: ElementViewModel, in listView: ListView
  ) -> ListElementView {
    let key = viewModel.reuseKey
    if let view = prototypes[key] { return view }
    let view = make(for: viewModel, in: listView)
    prototypes[key] = view
    return view
  }

  /// Takes the view from an element and keeps it for the next one of its kind.
  mutating func recycle(_ view: ListElementView, key: ReuseKey) {
    view.unbind()
    view.isCursor = false
    view.isSelected = false
    view.isFlashing = false
    view.removeFromSuperview()
    views[index(of: key)].views.append(view)
  }

  private mutating func index(of key: ReuseKey) -> Int {
    for index in views.indices where views[index].key == key { return index }
    views.append((key, []))
    return views.count - 1
  }

  /// Forgets the views that wait for an element.
  mutating func removeViews() { views.removeAll() }

  /// Forgets how elements are measured.
  mutating func removePrototypes() { prototypes.removeAll() }

  private func make(for viewModel: ElementViewModel, in listView: ListView)
    -> ListElementView
  {
    let view: ListElementView
    switch viewModel.resolution {
    case .module(let module):
      do {
        view = try module.view.make() as? ListElementView ?? FailureView()
      } catch {
        view = FailureView()
      }
    case .placeholder: view = PlaceholderView()
    case .failure: view = FailureView()
    }
    view.listView = listView
    return view
  }
}

/// Distinguishes views that cannot show each other's elements.
enum ReuseKey: Hashable {
  case module(ElementName)
  case placeholder
  case failure
}

extension ElementViewModel {
  /// The key of the view that shows the element.
  var reuseKey: ReuseKey {
    switch resolution {
    case .module(let module): .module(module.reuseKey)
    case .placeholder: .placeholder
    case .failure: .failure
    }
  }
}
