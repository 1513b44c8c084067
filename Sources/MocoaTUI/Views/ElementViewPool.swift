import MocoaCore

/// A pool of element views of a table or a collection, which are reused for elements of their kind.
@MainActor
struct ElementViewPool {
  /// The unbound views, by reuse key.
  private var views: [(key: ReuseKey, views: [ListElementView])] = []
  private var prototypes: [ReuseKey: ListElementView] = [:]

  /// Returns a view that is bound to an element, from the pool if possible.
  mutating func view(for viewModel: ElementViewModel, in listView: ListView)
    -> ListElementView
  {
    let index = index(of: viewModel.reuseKey)
    let view = views[index].views.popLast() ?? make(for: viewModel, in: listView)
    view.show(viewModel)
    return view
  }

  /// Returns a view for measuring elements of a kind, which is never displayed.
  mutating func prototype(
    for viewModel: ElementViewModel, in listView: ListView
  ) -> ListElementView {
    let key = viewModel.reuseKey
    if let view = prototypes[key] { return view }
    let view = make(for: viewModel, in: listView)
    prototypes[key] = view
    return view
  }

  /// Unbinds a view and adds it to the pool.
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

  /// Removes the unbound views.
  mutating func removeViews() { views.removeAll() }

  /// Removes the views for measuring.
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

/// The kind of an element view; views of one kind can display each other's elements.
enum ReuseKey: Hashable {
  /// The names of the module, and the version of its view.
  case module(ElementName, viewVersion: Int)
  case placeholder
  case failure
}

extension ElementViewModel {
  /// The reuse key of the element's view.
  var reuseKey: ReuseKey {
    switch resolution {
    case .module(let module): .module(module.reuseKey, viewVersion: module.viewVersion)
    case .placeholder: .placeholder
    case .failure: .failure
    }
  }
}
