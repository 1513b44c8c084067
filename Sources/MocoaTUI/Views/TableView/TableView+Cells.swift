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
  func place(_ elements: [Measured], stickyHeader sticky: Measured?) {
    let wanted = elements + (sticky.map { [$0] } ?? [])
    var before = Successors(visible + (stickyHeader.map { [$0] } ?? []))
    let kept = wanted.map { before.take($0.viewModel) }
    // First, so that their views can be used again.
    for element in before.rest { pool.recycle(element.view, key: element.key) }
    visible.removeAll(keepingCapacity: true)
    stickyHeader = nil
    for (measured, kept) in zip(wanted, kept) {
      let element = makeVisible(measured, from: kept)
      if visible.count < elements.count { visible.append(element) } else { stickyHeader = element }
    }
    arrange()
    flashChanges()
    tellDisplay(of: wanted, before: before.rest)
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
  private func tellDisplay(of wanted: [Measured], before rest: [VisibleElement]) {
    for element in rest where !wanted.contains(where: { $0.viewModel === element.viewModel }) {
      element.viewModel.endDisplay()
    }
    let generation = displayGeneration
    for measured in wanted where generation == displayGeneration {
      measured.viewModel.beginDisplay()
    }
  }
}

/// Elements that were visible, to be found again by their view models, most often in their order.
@MainActor private struct Successors {
  private var elements: [VisibleElement?]
  private var next = 0

  init(_ elements: [VisibleElement]) {
    self.elements = elements
  }

  /// Takes out the element of a view model, if it is there and its view can still show it.
  ///
  /// - Complexity: O(1) for the one after the last that was taken, else O(elements).
  mutating func take(_ viewModel: ElementViewModel) -> VisibleElement? {
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

  /// What was not taken.
  var rest: [VisibleElement] { elements.compactMap { $0 } }
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
