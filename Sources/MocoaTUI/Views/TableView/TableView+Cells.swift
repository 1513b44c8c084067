import MocoaCore

/// Views for what is in the viewport: taken from a pool, bound, placed, and given back.
extension TableView {
  /// The view model of an element, made if it was never asked for.
  func viewModel(of element: TableElement) -> ElementViewModel? {
    switch element {
    case .item(let path): list?.cellViewModel(at: path)
    case .header(let section): list?.supplementaryViewModel(of: .header, at: 0, in: section)
    case .footer(let section): list?.supplementaryViewModel(of: .footer, at: 0, in: section)
    }
  }

  /// How many rows of the screen an element takes; kept until the width changes.
  func height(of viewModel: ElementViewModel, element: TableElement) -> Int {
    if case .fixed(let rows) = viewModel.height { return max(0, rows) }
    let key = ObjectIdentifier(viewModel)
    if let height = heights[key] { return height }
    // A bound: what was measured long ago is measured again.
    if heights.count > 4_096 { heights.removeAll(keepingCapacity: true) }
    let height = max(0, measure(viewModel))
    heights[key] = height
    return height
  }

  private func measure(_ viewModel: ElementViewModel) -> Int {
    if case .placeholder = viewModel.resolution, placeholders == .hide { return 0 }
    let key = viewModel.reuseKey
    let prototype = prototypes[key] ?? makeView(for: viewModel)
    prototypes[key] = prototype
    return prototype.measure(viewModel, columns: frame.columns)
  }

  /// Gives the viewport's elements views and places; views of elements that stay are kept.
  ///
  /// Each element hears once that it is shown and once that it is not, however often it moves.
  func place(_ elements: [Measured]) {
    let wanted = elements.compactMap { measured in
      viewModel(of: measured.element).map { (measured, $0) }
    }
    let staying = Set(wanted.map { ObjectIdentifier($0.1) })
    var kept: [ObjectIdentifier: VisibleElement] = [:]
    for element in visible {
      let id = ObjectIdentifier(element.viewModel)
      if staying.contains(id), element.key == element.viewModel.reuseKey {
        kept[id] = element
      } else {
        recycle(element)
      }
      if !staying.contains(id) { element.viewModel.endDisplay() }
    }
    var top = viewport.top - state.topOffset
    visible = wanted.map { measured, viewModel in
      var placed = kept[ObjectIdentifier(viewModel)] ?? makeVisible(viewModel)
      placed.element = measured.element
      placed.height = measured.height
      placed.top = top
      top += measured.height
      return placed
    }
    for element in visible { element.viewModel.beginDisplay() }
    arrange()
  }

  private func makeVisible(_ viewModel: ElementViewModel) -> VisibleElement {
    let view = dequeueView(for: viewModel)
    view.bind(viewModel)
    return VisibleElement(
      element: .header(0), viewModel: viewModel, view: view, key: viewModel.reuseKey)
  }

  private func arrange() {
    for element in visible {
      let view = element.view
      // At the bottom, so that the header of the columns and the sticky one stay above.
      if view.superview !== self { insertSubview(view, at: 0) }
      view.frame = Rect(
        column: 0, row: element.top, columns: frame.columns, rows: element.height)
      view.isCursor = state.cursor != nil && element.element.indexPath == state.cursor
      view.isSelected = element.element.indexPath.map { list?.isSelected($0) ?? false } ?? false
    }
  }

  func dequeueView(for viewModel: ElementViewModel) -> ListElementView {
    if let view = pool[viewModel.reuseKey]?.popLast() { return view }
    return makeView(for: viewModel)
  }

  private func makeView(for viewModel: ElementViewModel) -> ListElementView {
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
    view.container = self
    return view
  }

  /// Takes the view from an element and keeps it for the next one of its kind.
  func recycle(_ element: VisibleElement) {
    let view = element.view
    view.unbind()
    view.isCursor = false
    view.isSelected = false
    view.isFlashing = false
    view.removeFromSuperview()
    pool[element.key, default: []].append(view)
  }

  /// Gives every view back, and tells every element that it is not shown any more.
  func endDisplayingAll() {
    for element in visible {
      recycle(element)
      element.viewModel.endDisplay()
    }
    visible = []
    stickyHeader.map(recycle)
    stickyHeader = nil
    pool.removeAll()
  }
}
