import MocoaCore

/// Views of the elements in the viewport: taken from a pool, bound, placed, and recycled.
extension ListView {
  private typealias Placed = PlacedElement<ElementViewModel>

  /// Determines the elements in the viewport, and creates and places their views.
  func layOutElements() {
    contentView.frame = viewport
    if hasSeparators { contentView.setNeedsDisplay() }
    let isResized = forgetSizesOfOtherWidths()
    guard list != nil, !viewport.isEmpty else {
      laidOut = nil
      return endDisplayingAll()
    }
    settle()
    let elements = updateCursor { $0.layOut(revealsCursor: isResized && laidOut != nil) }
    place(elements, stickyHeader: geometry.stickyHeader(over: elements))
    laidOut = state
    observers.move.send(())
  }

  /// Places the views of elements, reusing those of elements that stay in the viewport.
  ///
  /// Each element is notified once when its display begins and once when it ends, however often it
  /// moves. Nothing is allocated if the number of elements does not increase.
  private func place(_ elements: [Placed], stickyHeader sticky: Placed?) {
    let kept = keptElements(of: elements, sticky)
    isPlaced = true
    deferringChanges {
      if let kept {
        contentView.scrollSubviews(by: kept.rows) { move(kept, to: elements, sticky) }
      } else {
        replace(by: elements, sticky)
      }
      flashChanges()
      notifyDisplay(of: elements, sticky)
    }
  }

  /// The old and new indices of the elements that stay in the viewport, and the rows they move by.
  private typealias KeptElements = (old: Range<Int>, new: Range<Int>, rows: Int)

  /// Returns the elements that stay, if only the scroll position has changed; otherwise nil.
  private func keptElements(
    of elements: [Placed], _ sticky: Placed?
  ) -> KeptElements? {
    guard isPlaced, !isHorizontal, !hasSeparators, let first = visible.first,
      let top = elements.first, sticky?.content === stickyHeader?.viewModel
    else { return nil }
    var (old, new) = (0, 0)
    while old < visible.count, visible[old].viewModel !== top.content { old += 1 }
    if old == visible.count {
      old = 0
      while new < elements.count, elements[new].content !== first.viewModel { new += 1 }
      if new == elements.count { return nil }
    }
    let rows = elements[new].frame.top - visible[old].frame.top
    let count = min(visible.count - old, elements.count - new)
    for index in 0..<count {
      let frame = visible[old + index].frame.offsetBy(columns: 0, rows: rows)
      guard visible[old + index].viewModel === elements[new + index].content,
        elements[new + index].frame == frame
      else { return nil }
    }
    return (old..<old + count, new..<new + count, rows)
  }

  /// Moves the elements that stay, and adds new ones before and after them.
  private func move(
    _ kept: KeptElements, to elements: [Placed], _ sticky: Placed?
  ) {
    departed.append(contentsOf: visible[..<kept.old.lowerBound])
    departed.append(contentsOf: visible[kept.old.upperBound...])
    visible.removeSubrange(kept.old.upperBound...)
    visible.removeSubrange(..<kept.old.lowerBound)
    for element in departed { recycle(element.view, key: element.key, mayStay: true) }
    for index in visible.indices where kept.rows != 0 {
      visible[index].frame.origin.row += kept.rows
      visible[index].view.shift(byRows: kept.rows)
    }
    for index in elements.indices where !kept.new.contains(index) {
      let element = makeVisible(elements[index], from: nil)
      visible.insert(element, at: index)
      arrange(element)
      element.view.setNeedsLayout()
    }
    removeUnboundViews()
    guard let sticky, let stickyHeader else { return }
    self.stickyHeader?.frame = sticky.frame
    stickyHeader.view.frame = sticky.frame
  }

  /// Removes the views of departed elements that no other element displays.
  private func removeUnboundViews() {
    guard contentView.subviews.count > visible.count + (stickyHeader == nil ? 0 : 1) else { return }
    for case let view as ListElementView in contentView.subviews where view.boundViewModel == nil {
      view.removeFromSuperview()
    }
  }

  /// Replaces the visible elements, reusing the views of those that stay, in any order.
  private func replace(by elements: [Placed], _ sticky: Placed?) {
    // Moved to a local variable, because binding elements may place others.
    var before = Successors()
    swap(&before, &successors)
    before.begin(with: &visible, stickyHeader)
    stickyHeader = nil
    for placed in elements { before.keep(placed.content) }
    if let sticky { before.keep(sticky.content) }
    before.takeRest(into: &departed)
    // First, so that their views can be reused.
    for element in departed { recycle(element.view, key: element.key) }
    for (index, placed) in elements.enumerated() {
      visible.append(makeVisible(placed, from: before.kept[index]))
    }
    for element in visible { arrange(element) }
    if let sticky { showSticky(makeVisible(sticky, from: before.kept[elements.count])) }
    before.removeAll()
    successors = before
  }

  private func makeVisible(_ placed: Placed, from kept: VisibleElement?) -> VisibleElement {
    let frame = isHorizontal ? placed.frame.transposed : placed.frame
    if var element = kept {
      element.element = placed.element
      element.frame = frame
      return element
    }
    let viewModel = placed.content
    return VisibleElement(
      element: placed.element, viewModel: viewModel, view: elementView(for: viewModel),
      key: viewModel.reuseKey, frame: frame)
  }

  private func arrange(_ element: VisibleElement) {
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

  private func showSticky(_ element: VisibleElement) {
    stickyHeader = element
    // A pane, so that elements that scroll below it are not drawn again.
    element.view.isPane = true
    if contentView.subviews.last !== element.view { contentView.addSubview(element.view) }
    element.view.frame = element.frame
  }

  /// Notifies elements that their display begins or has ended.
  ///
  /// Observers may change the list, and thus the visible elements, during the notifications.
  private func notifyDisplay(of elements: [Placed], _ sticky: Placed?) {
    var departed: [VisibleElement] = []
    swap(&departed, &self.departed)
    for old in departed where sticky?.content !== old.viewModel {
      var index = 0
      while index < elements.count, elements[index].content !== old.viewModel { index += 1 }
      if index == elements.count { old.viewModel.endDisplay() }
    }
    let generation = displayGeneration
    for placed in elements where generation == displayGeneration {
      placed.content.beginDisplay()
    }
    if let sticky, generation == displayGeneration { sticky.content.beginDisplay() }
    departed.removeAll(keepingCapacity: true)
    self.departed = departed
  }

  /// Recycles all views, and notifies all elements that their display has ended.
  func endDisplayingAll() {
    displayGeneration += 1
    let before = displayed
    visible = []
    stickyHeader = nil
    for element in before { recycle(element.view, key: element.key) }
    pool.removeViews()
    for element in before { element.viewModel.endDisplay() }
  }
}

/// The previously visible elements, which are looked up by view model, usually in order.
@MainActor struct Successors {
  private var elements: [VisibleElement?] = []
  private var next = 0

  /// The elements found for the view models, in the order of the lookups.
  private(set) var kept: [VisibleElement?] = []

  /// Moves the previously visible elements into the collection.
  mutating func begin(with visible: inout [VisibleElement], _ stickyHeader: VisibleElement?) {
    for element in visible { elements.append(element) }
    if let stickyHeader { elements.append(stickyHeader) }
    visible.removeAll(keepingCapacity: true)
  }

  /// Looks up the element of a view model, if its view can still display it.
  ///
  /// - Complexity: O(1) for the element after the one found last, else O(elements).
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

  /// Appends the elements that were not looked up to an array.
  func takeRest(into rest: inout [VisibleElement]) {
    for element in elements {
      if let element { rest.append(element) }
    }
  }

  /// Removes all elements, but keeps the capacity.
  mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
    kept.removeAll(keepingCapacity: true)
    next = 0
  }
}
