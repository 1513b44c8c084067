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
    let before = visible + (stickyHeader.map { [$0] } ?? [])
    var kept = keepViews(of: before, for: elements, sticky)
    visible.removeAll(keepingCapacity: true)
    for measured in elements { visible.append(makeVisible(measured, from: &kept)) }
    stickyHeader = sticky.map { makeVisible($0, from: &kept) }
    arrange()
    flashChanges()
    tellDisplay(before: before)
  }

  /// Gives back the views that are not needed any more, and finds those that are by their elements.
  private func keepViews(
    of before: [VisibleElement], for elements: [Measured], _ sticky: Measured?
  ) -> [ObjectIdentifier: VisibleElement] {
    var staying = Set<ObjectIdentifier>(minimumCapacity: elements.count + 1)
    for measured in elements { staying.insert(ObjectIdentifier(measured.viewModel)) }
    if let sticky { staying.insert(ObjectIdentifier(sticky.viewModel)) }
    var kept: [ObjectIdentifier: VisibleElement] = [:]
    kept.reserveCapacity(before.count)
    for element in before {
      let id = ObjectIdentifier(element.viewModel)
      if staying.contains(id), element.key == element.viewModel.reuseKey {
        kept[id] = element
      } else {
        pool.recycle(element.view, key: element.key)
      }
    }
    return kept
  }

  private func makeVisible(
    _ measured: Measured, from kept: inout [ObjectIdentifier: VisibleElement]
  ) -> VisibleElement {
    let viewModel = measured.viewModel
    if var element = kept[ObjectIdentifier(viewModel)] {
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
  private func tellDisplay(before: [VisibleElement]) {
    let now = visible.map(\.viewModel) + (stickyHeader.map { [$0.viewModel] } ?? [])
    let staying = Set(now.map(ObjectIdentifier.init))
    for element in before where !staying.contains(ObjectIdentifier(element.viewModel)) {
      element.viewModel.endDisplay()
    }
    let generation = displayGeneration
    for viewModel in now where generation == displayGeneration { viewModel.beginDisplay() }
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
