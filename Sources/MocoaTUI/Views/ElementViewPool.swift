import MocoaCore

/// A pool of element views of a table or a collection, which are reused for elements of their kind.
@MainActor
struct ElementViewPool {
  /// The unbound views, by reuse key.
  private var views: [(key: ReuseKey, views: [ListElementView])] = []
  private var prototypes: [ReuseKey: ListElementView] = [:]

  /// Removes and returns an unbound view for elements of a kind; nil if there is none.
  mutating func take(_ key: ReuseKey) -> ListElementView? {
    views[index(of: key)].views.popLast()
  }

  /// Adds an unbound view.
  mutating func add(_ view: ListElementView, key: ReuseKey) {
    views[index(of: key)].views.append(view)
  }

  /// Returns the view for measuring elements of a kind, if there is one.
  func prototype(_ key: ReuseKey) -> ListElementView? { prototypes[key] }

  /// Adds a view for measuring elements of a kind, which is never displayed.
  mutating func addPrototype(_ view: ListElementView, key: ReuseKey) { prototypes[key] = view }

  private mutating func index(of key: ReuseKey) -> Int {
    for index in views.indices where views[index].key == key { return index }
    views.append((key, []))
    return views.count - 1
  }

  /// Removes the unbound views.
  mutating func removeViews() { views.removeAll() }

  /// Removes the views for measuring.
  mutating func removePrototypes() { prototypes.removeAll() }
}

// The views of a program may change the list when they are made, bound or unbound. Therefore the
// pool is accessed before and after that only.
extension ListView {
  /// Returns a view that is bound to an element, from the pool if possible.
  func elementView(for viewModel: ElementViewModel) -> ListElementView {
    let view = pool.take(viewModel.reuseKey) ?? makeElementView(for: viewModel)
    view.show(viewModel)
    return view
  }

  /// Returns a view for measuring elements of a kind, which is never displayed.
  func prototype(for viewModel: ElementViewModel) -> ListElementView {
    let key = viewModel.reuseKey
    if let view = pool.prototype(key) { return view }
    let view = makeElementView(for: viewModel)
    pool.addPrototype(view, key: key)
    return view
  }

  /// Unbinds a view and adds it to the pool.
  ///
  /// One without subviews, pane and focus may remain a subview until the caller has placed the
  /// elements: removing it and adding it again costs more than drawing.
  func recycle(_ view: ListElementView, key: ReuseKey, mayStay: Bool = false) {
    // Its hooks may use the view model.
    view.isCursor = false
    view.isSelected = false
    view.isFlashing = false
    view.unbind()
    if !mayStay || !view.subviews.isEmpty || view.hasPane || view.canBecomeFocused {
      view.removeFromSuperview()
    }
    pool.add(view, key: key)
  }

  private func makeElementView(for viewModel: ElementViewModel) -> ListElementView {
    var description = viewModel.standInView
    if case .module(let module) = viewModel.resolution { description = module.view }
    let view: ListElementView
    if let description {
      view = (try? description.make()) as? ListElementView ?? FailureView()
    } else if case .placeholder = viewModel.resolution {
      view = PlaceholderView()
    } else {
      view = FailureView()
    }
    view.listView = self
    return view
  }
}

/// The kind of an element view; views of one kind can display each other's elements.
enum ReuseKey: Hashable {
  case module(ElementName, viewVersion: Int)
  case placeholder
  case failure
  /// The name of the view of a stand-in.
  case standIn(String)
}

extension ElementViewModel {
  /// The reuse key of the element's view.
  var reuseKey: ReuseKey {
    switch (resolution, standInView) {
    case (.module(let module), _): .module(module.reuseKey, viewVersion: module.viewVersion)
    case (_, let view?): .standIn(view.name)
    case (.placeholder, nil): .placeholder
    case (.failure, nil): .failure
    }
  }
}
