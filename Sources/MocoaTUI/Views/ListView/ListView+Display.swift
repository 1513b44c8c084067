import MocoaCore

/// Views for what is in the viewport: taken from a pool, bound, placed, and given back.
extension ListView {
  /// Finds out what is in the viewport, and gives it views and places.
  func layOutElements() {
    contentView.frame = viewport
    if hasSeparators { contentView.setNeedsDisplay() }
    let isResized = forgetSizesOfOtherWidths()
    guard list != nil, !viewport.isEmpty else {
      laidOut = nil
      return endDisplayingAll()
    }
    settle()
    var elements = fillViewport()
    if let cursor = state.cursor {
      let isInSight = isInSight(cursor, of: elements)
      if isCursorLeftBehind, !isInSight {
        moveCursor(toRow: 0, goal: state.goal, forward: true)
      } else if isResized && laidOut != nil || !isInSight {
        scrollToVisible(.item(cursor))
        elements = fillViewport()
      }
    }
    place(elements, stickyHeader: stickyHeader(over: elements))
    laidOut = state
    onMove?()
  }

  /// Gives the viewport's elements views and places; views of elements that stay are kept.
  ///
  /// Each element is notified once that it is shown and once that it is not, however often it
  /// moves. Nothing is allocated where there were as many elements before.
  private func place(_ elements: [PlacedElement], stickyHeader sticky: PlacedElement?) {
    // Taken out, since elements that are notified may cause others to be placed.
    var before = Successors()
    swap(&before, &successors)
    before.begin(with: &visible, stickyHeader)
    stickyHeader = nil
    for placed in elements { before.keep(placed.viewModel) }
    if let sticky { before.keep(sticky.viewModel) }
    if let distance = scrollDistance(from: before, to: elements) {
      contentView.scrollSubviews(by: distance) { replace(before, by: elements, sticky) }
    } else {
      replace(before, by: elements, sticky)
    }
    flashChanges()
    notifyDisplay(of: elements, sticky, before)
    before.removeAll()
    successors = before
  }

  /// By how many rows all elements that stay have moved, where nothing else has changed but what
  /// came into sight and what went out of it; nil where more has.
  private func scrollDistance(from before: Successors, to elements: [PlacedElement]) -> Int? {
    guard !isHorizontal, !hasSeparators else { return nil }
    var distance: Int?
    for (index, placed) in elements.enumerated() {
      guard let old = before.kept[index]?.frame else { continue }
      let rows = placed.frame.top - old.top
      guard distance ?? rows == rows, placed.frame == old.offsetBy(columns: 0, rows: rows) else {
        return nil
      }
      distance = rows
    }
    guard let distance, distance != 0 else { return nil }
    var isOut = true
    before.forEachLeft {
      let frame = $0.frame.offsetBy(columns: 0, rows: distance)
      isOut = isOut && !frame.intersects(contentView.bounds)
    }
    return isOut ? distance : nil
  }

  private func replace(
    _ before: Successors, by elements: [PlacedElement], _ sticky: PlacedElement?
  ) {
    // First, so that their views can be used again.
    before.forEachLeft { pool.recycle($0.view, key: $0.key) }
    for (index, placed) in elements.enumerated() {
      visible.append(makeVisible(placed, from: before.kept[index]))
    }
    stickyHeader = sticky.map { makeVisible($0, from: before.kept[elements.count]) }
    arrange()
  }

  private func makeVisible(_ placed: PlacedElement, from kept: VisibleElement?) -> VisibleElement {
    let frame = isHorizontal ? placed.frame.transposed : placed.frame
    if var element = kept {
      element.element = placed.element
      element.frame = frame
      return element
    }
    let viewModel = placed.viewModel
    return VisibleElement(
      element: placed.element, viewModel: viewModel, view: pool.view(for: viewModel, in: self),
      key: viewModel.reuseKey, frame: frame)
  }

  private func arrange() {
    for element in visible {
      let view = element.view
      view.isPane = false
      // At the bottom, so that the sticky header stays above.
      if view.superview !== contentView { contentView.insertSubview(view, at: 0) }
      let margins = margins(of: element.viewModel)
      view.frame = element.frame.inset(by: Insets(top: margins.above, bottom: margins.below))
      let path = element.element.indexPath
      view.isCursor = path != nil && path == state.cursor
      view.isSelected = path.map { list?.isSelected($0) ?? false } ?? false
    }
    guard let stickyHeader else { return }
    let view = stickyHeader.view
    // A pane, so that what scrolls below it need not be drawn.
    view.isPane = true
    if contentView.subviews.last !== view { contentView.addSubview(view) }
    view.frame = stickyHeader.frame
  }

  /// Notifies elements that they are shown, or not any more.
  ///
  /// What they do about it may change the list, and so what is visible, even in the middle of this.
  private func notifyDisplay(
    of elements: [PlacedElement], _ sticky: PlacedElement?, _ before: Successors
  ) {
    before.forEachLeft { old in
      let isShown =
        sticky?.viewModel === old.viewModel
        || elements.contains { $0.viewModel === old.viewModel }
      if !isShown { old.viewModel.endDisplay() }
    }
    let generation = displayGeneration
    for placed in elements where generation == displayGeneration {
      placed.viewModel.beginDisplay()
    }
    if let sticky, generation == displayGeneration { sticky.viewModel.beginDisplay() }
  }

  /// Gives every view back, and notifies every element that it is not shown any more.
  func endDisplayingAll() {
    displayGeneration += 1
    let before = displayed
    visible = []
    stickyHeader = nil
    for element in before { pool.recycle(element.view, key: element.key) }
    pool.removeViews()
    for element in before { element.viewModel.endDisplay() }
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

  /// Releases all elements, and keeps the memory.
  mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
    kept.removeAll(keepingCapacity: true)
    next = 0
  }
}
