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

  /// Gives the viewport's elements views and places; views of elements that stay are kept.
  ///
  /// Each element hears once that it is shown and once that it is not, however often it moves.
  /// Nothing is allocated where there were as many elements before.
  func place(_ elements: [Measured], stickyHeader sticky: Measured?) {
    // Taken out, since elements that hear of it may cause others to be placed.
    var before = Successors()
    swap(&before, &successors)
    before.begin(with: &visible, stickyHeader)
    stickyHeader = nil
    for measured in elements { before.keep(measured.viewModel) }
    if let sticky { before.keep(sticky.viewModel) }
    // First, so that their views can be used again.
    before.forEachLeft { pool.recycle($0.view, key: $0.key) }
    for (index, measured) in elements.enumerated() {
      visible.append(makeVisible(measured, from: before.kept[index]))
    }
    stickyHeader = sticky.map { makeVisible($0, from: before.kept[elements.count]) }
    arrange()
    flashChanges()
    tellDisplay(of: elements, sticky, before)
    before.removeAll()
    successors = before
  }

  private func makeVisible(_ measured: Measured, from kept: VisibleElement?) -> VisibleElement {
    let viewModel = measured.viewModel
    if var element = kept {
      element.element = measured.element
      element.top = measured.top
      element.height = measured.height
      return element
    }
    let view = pool.view(for: viewModel, in: self)
    return VisibleElement(
      element: measured.element, viewModel: viewModel, view: view, key: viewModel.reuseKey,
      top: measured.top, height: measured.height)
  }

  private func arrange() {
    for element in visible {
      let view = element.view
      // At the bottom, so that the sticky header stays above.
      if view.superview !== rowsView { rowsView.insertSubview(view, at: 0) }
      let margins = margins(of: element.viewModel)
      view.frame = element.frame(columns: viewport.columns)
        .inset(by: Insets(top: margins.above, bottom: margins.below))
      view.isCursor = state.cursor != nil && element.element.indexPath == state.cursor
      view.isSelected = element.element.indexPath.map { list?.isSelected($0) ?? false } ?? false
    }
    guard let stickyHeader else { return }
    let view = stickyHeader.view
    if rowsView.subviews.last !== view { rowsView.addSubview(view) }
    view.frame = stickyHeader.frame(columns: viewport.columns)
  }

  /// Tells elements that they are shown, or not any more.
  ///
  /// What they do about it may change the list, and so what is visible, even in the middle of this.
  private func tellDisplay(of elements: [Measured], _ sticky: Measured?, _ before: Successors) {
    before.forEachLeft { old in
      let isShown =
        sticky?.viewModel === old.viewModel
        || elements.contains { $0.viewModel === old.viewModel }
      if !isShown { old.viewModel.endDisplay() }
    }
    let generation = displayGeneration
    for measured in elements where generation == displayGeneration {
      measured.viewModel.beginDisplay()
    }
    if let sticky, generation == displayGeneration { sticky.viewModel.beginDisplay() }
  }
}

/// Elements that were visible, to be found again by their view models, most often in their order.
@MainActor struct Successors {
  private var elements: [VisibleElement?] = []
  private var next = 0

  /// What was found for each view model that was looked for, in that order.
  private(set) var kept: [VisibleElement?] = []

  /// Takes over the elements that were visible.
  mutating func begin(with visible: inout [VisibleElement], _ stickyHeader: VisibleElement?) {
    for element in visible { elements.append(element) }
    if let stickyHeader { elements.append(stickyHeader) }
    visible.removeAll(keepingCapacity: true)
  }

  /// Keeps the element of a view model, if it is there and its view can still show it.
  ///
  /// - Complexity: O(1) for the one after the last that was kept, else O(elements).
  mutating func keep(_ viewModel: ElementViewModel) {
    kept.append(take(viewModel))
  }

  private mutating func take(_ viewModel: ElementViewModel) -> VisibleElement? {
    for _ in elements.indices {
      let index = next
      next = next + 1 == elements.count ? 0 : next + 1
      guard let element = elements[index], element.viewModel === viewModel else { continue }
      guard element.key == viewModel.reuseKey else { return nil }
      elements[index] = nil
      return element
    }
    return nil
  }

  /// Goes through what was not kept.
  func forEachLeft(_ body: @MainActor (VisibleElement) -> Void) {
    for element in elements {
      if let element { body(element) }
    }
  }

  /// Lets go of all elements, and keeps the memory.
  mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
    kept.removeAll(keepingCapacity: true)
    next = 0
  }
}

// MARK: - Views

extension TableView {
  /// Gives every view back, and tells every element that it is not shown any more.
  func endDisplayingAll() {
    displayGeneration += 1
    let before = visible + (stickyHeader.map { [$0] } ?? [])
    visible = []
    stickyHeader = nil
    for element in before { pool.recycle(element.view, key: element.key) }
    pool.removeViews()
    for element in before { element.viewModel.endDisplay() }
  }
}
