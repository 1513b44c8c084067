import MocoaCore

/// How the viewport is filled: from the element at the top downwards, as far as it reaches.
extension TableView {
  /// How many elements of no height are passed over in a row before the table gives up looking.
  static let hiddenElementLimit = 2_000

  /// Finds out what is in the viewport, and gives it views and places.
  func layOutRows() {
    guard list != nil, !viewport.isEmpty else { return endDisplayingAll() }
    settleTop()
    settleCursor()
    keepCursorInSight()
    place(elementsFromTop())
    placeStickyHeader()
    laidOutTop = state.topElement.map { ($0, state.topOffset) }
    onMove?()
  }

  /// Scrolls to the cursor's row where a change of size has put it out of sight.
  private func keepCursorInSight() {
    guard viewport.size != laidOutSize else { return }
    laidOutSize = viewport.size
    if let cursor = state.cursor { scrollToVisible(.item(cursor)) }
  }

  /// An element and its height.
  struct Measured {
    var element: TableElement
    var height: Int
  }

  func height(of element: TableElement) -> Int {
    guard let viewModel = viewModel(of: element) else { return 0 }
    return height(of: viewModel, element: element)
  }

  /// The elements that fill the viewport from the present top.
  private func elementsFromTop() -> [Measured] {
    guard var element = state.topElement else { return [] }
    var elements: [Measured] = []
    var bottom = -state.topOffset
    var hidden = 0
    while bottom < viewport.rows {
      let height = height(of: element)
      if height > 0 {
        elements.append(Measured(element: element, height: height))
        bottom += height
        hidden = 0
      } else {
        hidden += 1
        if hidden > Self.hiddenElementLimit { break }
      }
      guard let next = self.element(after: element) else { break }
      element = next
    }
    return elements
  }

  /// Brings the top to an element that exists, with no gap below the last one while rows are above.
  private func settleTop() {
    guard let first = firstElement else {
      state.topElement = nil
      state.topOffset = 0
      return
    }
    let top = state.topElement.flatMap { nearest(to: $0) } ?? first
    if top != state.topElement {
      state.topElement = top
      state.topOffset = 0
    }
    normalizeTop()
    let filled = elementsFromTop().reduce(-state.topOffset) { $0 + $1.height }
    if filled < viewport.rows { scrollTop(by: filled - viewport.rows) }
  }

  /// Moves the viewport over the elements, never beyond the first; negative is upwards.
  ///
  /// - Returns: how many rows it moved.
  @discardableResult
  func scrollTop(by rows: Int) -> Int {
    guard state.topElement != nil else { return 0 }
    state.topOffset += rows
    return rows - normalizeTop()
  }

  /// Makes the offset a part of the top element's height.
  ///
  /// - Returns: the rows by which the offset lay beyond the list's ends.
  @discardableResult
  private func normalizeTop() -> Int {
    guard var top = state.topElement else { return 0 }
    var offset = state.topOffset
    var steps = 0
    while offset < 0, let previous = element(before: top), steps < Self.hiddenElementLimit {
      top = previous
      let height = height(of: top)
      offset += height
      steps = height > 0 ? 0 : steps + 1
    }
    var beyond = min(0, offset)
    offset = max(0, offset)
    steps = 0
    while case let height = height(of: top), offset >= height, steps < Self.hiddenElementLimit {
      guard let next = element(after: top) else {
        beyond = offset - max(0, height - 1)
        offset = max(0, height - 1)
        break
      }
      offset -= height
      top = next
      steps = height > 0 ? 0 : steps + 1
    }
    state.topElement = top
    state.topOffset = offset
    return beyond
  }

  /// Scrolls as little as need be for an element to be seen as a whole.
  func scrollToVisible(_ element: TableElement) {
    guard !viewport.isEmpty, contains(element), let top = state.topElement else { return }
    let height = height(of: element)
    if element < top || (element == top && state.topOffset > 0) {
      state.topElement = element
      state.topOffset = -stickyHeight(of: element)
      normalizeTop()
      return
    }
    if let distance = distance(from: top, to: element, limit: viewport.rows + state.topOffset) {
      let start = distance - state.topOffset
      let covered = element == top ? 0 : stickyHeight(of: element) - start
      if covered > 0, start > 0 { scrollTop(by: -covered) }
      let below = start + min(height, viewport.rows) - viewport.rows
      if below > 0 { scrollTop(by: below) }
      return
    }
    // Far below: the element becomes the last one in the viewport.
    state.topElement = element
    state.topOffset = min(height, viewport.rows) - viewport.rows
    normalizeTop()
  }

  /// The rows between the starts of two elements, or nil where there are more than a limit.
  func distance(from start: TableElement, to end: TableElement, limit: Int) -> Int? {
    var rows = 0
    var steps = 0
    var element = start
    while element < end {
      let height = height(of: element)
      rows += height
      steps = height > 0 ? 0 : steps + 1
      if rows > limit || steps > Self.hiddenElementLimit { return nil }
      guard let next = self.element(after: element) else { return nil }
      element = next
    }
    return rows
  }

  /// How many rows at the top the sticky header covers when an element stands there.
  private func stickyHeight(of element: TableElement) -> Int {
    guard hasStickyHeaders, case .item(let path) = element,
      let header = header(of: path.section)
    else { return 0 }
    let height = height(of: header)
    return height * 3 < viewport.rows ? height : 0
  }

  private func placeStickyHeader() {
    if let sticky = stickyHeader {
      recycle(sticky)
      stickyHeader = nil
    }
    guard let top = state.topElement, case .item(let path) = top,
      stickyHeight(of: top) > 0, let header = header(of: path.section),
      let viewModel = viewModel(of: header)
    else { return }
    let height = height(of: header)
    let view = dequeueView(for: viewModel)
    view.bind(viewModel)
    addSubview(view)
    // The next section's header pushes it out.
    let next = visible.first { $0.element > top && $0.element.section != path.section }
    let push = next.map { min(0, $0.top - viewport.top - height) } ?? 0
    view.frame = Rect(
      column: 0, row: viewport.top + push, columns: frame.columns, rows: height)
    stickyHeader = VisibleElement(
      element: header, viewModel: viewModel, view: view, key: viewModel.reuseKey)
  }
}
