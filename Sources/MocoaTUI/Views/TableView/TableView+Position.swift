import MocoaCore

/// The position of the viewport: the element at its top, and how much of that is above it.
extension TableView {
  /// Where the viewport is.
  struct Position: Equatable {
    var element: TableElement?
    var offset: Int

    init(of state: TableViewState) {
      element = state.topElement
      offset = state.topOffset
    }
  }

  /// Moves the viewport over the elements, never beyond the first or last; negative is upwards.
  ///
  /// - Returns: how many rows it moved.
  /// - Complexity: O(elements moved over).
  @discardableResult
  func scrollTop(by rows: Int) -> Int {
    guard let top = state.topElement else { return 0 }
    var walk = Walk(element: top, offset: state.topOffset + rows)
    walkUp(&walk)
    walkDown(&walk)
    state.topElement = walk.element
    state.topOffset = walk.offset
    return rows - walk.beyond
  }

  /// A place on its way to where the offset lies in the element.
  private struct Walk {
    var element: TableElement
    var offset: Int
    /// The rows by which the way would have led beyond the list's ends.
    var beyond = 0
  }

  private func walkUp(_ walk: inout Walk) {
    var steps = 0
    while walk.offset < 0, let previous = element(before: walk.element),
      steps < Self.hiddenElementLimit
    {
      walk.element = previous
      let height = height(of: previous)
      walk.offset += height
      steps = height > 0 ? 0 : steps + 1
    }
    walk.beyond = min(0, walk.offset)
    walk.offset = max(0, walk.offset)
  }

  private func walkDown(_ walk: inout Walk) {
    var steps = 0
    var height = height(of: walk.element)
    while walk.offset >= height, steps < Self.hiddenElementLimit {
      guard let next = element(after: walk.element) else {
        walk.beyond += walk.offset - max(0, height - 1)
        walk.offset = max(0, height - 1)
        return
      }
      walk.offset -= height
      walk.element = next
      steps = height > 0 ? 0 : steps + 1
      height = self.height(of: next)
    }
  }

  /// Puts an element's row at the top, as far as the list fills the viewport then.
  func setTop(_ element: TableElement, offset: Int) {
    state.topElement = element
    state.topOffset = 0
    scrollTop(by: offset)
    settleEnd()
  }

  /// Takes back what the viewport shows of the nothing after the last element.
  ///
  /// - Returns: how many rows it moved: 0, or a negative number.
  @discardableResult
  func settleEnd() -> Int {
    guard let last = lastElement, let top = state.topElement,
      let distance = distance(from: top, to: last, limit: viewport.rows + state.topOffset)
    else { return 0 }
    let end = distance - state.topOffset + height(of: last)
    return end < viewport.rows ? scrollTop(by: end - viewport.rows) : 0
  }

  /// Scrolls as little as need be for an element to be seen as a whole, below the sticky header.
  ///
  /// Of one that is taller than the viewport, the start is shown, or the end.
  func scrollToVisible(_ element: TableElement, preferringEnd prefersEnd: Bool = false) {
    guard !viewport.isEmpty, contains(element), let top = state.topElement else { return }
    let covered = stickyHeight(over: element)
    let room = viewport.rows - covered
    let height = height(of: element)
    let isTall = height > room
    if element < top, !(isTall && prefersEnd) { return setTop(element, offset: -covered) }
    guard element >= top, !isTall,
      let distance = distance(from: top, to: element, limit: viewport.rows + state.topOffset)
    else {
      let showsStart = isTall && !prefersEnd
      return setTop(element, offset: showsStart ? -covered : height - viewport.rows)
    }
    let start = distance - state.topOffset
    if start < covered {
      scrollTop(by: start - covered)
    } else if start + height > viewport.rows {
      scrollTop(by: start + height - viewport.rows)
    }
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
}
