import MocoaCore

/// The elements of a list, and what determines their sizes.
@MainActor protocol ListMeasures {
  /// What an element displays, such as a view model.
  associatedtype Content

  var numberOfSections: Int { get }

  func itemCount(in section: Int) -> Int

  func parts(of section: Int) -> SectionParts

  func layout(ofSection section: Int) -> any CollectionLayout

  /// Returns the content of an element, created on demand; nil if it is not in the list.
  func content(of element: ListElement) -> Content?

  /// Returns the number of rows of an element with its own line, including its margins.
  func rows(of content: Content, columns: Int) -> Int

  /// Returns the size of an item that a layout places, at most as wide as some columns.
  func size(of content: Content, columns: Int) -> Size
}

/// The supplementary elements of a section before and after its items.
struct SectionParts {
  var leading: [ListElement] = []
  var trailing: [ListElement] = []
}

/// The blocks of a list in order, and the frames of their elements.
///
/// The coordinates are those of the layout, in which the list is scrolled vertically, whatever its
/// axis. Only what is requested is measured. A step from a block to the next one is
/// O(1 + skipped empty sections).
@MainActor struct ListGeometry<Measures: ListMeasures> {
  let measures: Measures

  /// The size of the viewport.
  let extent: Size

  /// A Boolean value that indicates whether each item is a block, as in a table.
  ///
  /// Otherwise all items of a section are one block, in which the layout places them.
  let hasRows: Bool

  /// A Boolean value that indicates whether the header of the top section stays visible.
  let hasStickyHeaders: Bool

  /// The computed places, which must be removed when an element or a size has changed.
  let places: ListPlaces<Measures.Content>

  /// The maximum number of consecutive blocks without rows that a search skips.
  static var hiddenBlockLimit: Int { 100_000 }
}

/// A cache of the places of a list's elements.
@MainActor final class ListPlaces<Content> {
  /// The elements that fill the viewport from a scroll position on.
  struct Filled {
    var state: ListViewState
    var extent: Size
    var elements: [PlacedElement<Content>] = []
    /// The number of blank rows below the last element.
    var gap = 0
    /// The storage of earlier elements, for reuse.
    var memory: [PlacedElement<Content>] = []
  }

  /// The supplementary elements of sections.
  var parts: [Int: SectionParts] = [:]

  /// The geometries of sections, if a layout places items relative to one another.
  var sections: [Int: SectionGeometry] = [:]

  var filled: Filled?

  /// The items that must be measured again, by section.
  var changedItems: [Int: Set<Int>] = [:]

  /// The item that is being measured, or nil.
  var measuredItem: ListIndexPath?

  func removeAll() {
    removeElements()
    sections.removeAll()
    changedItems.removeAll()
  }

  /// Removes all but the geometries of sections.
  private func removeElements() {
    parts.removeAll(keepingCapacity: true)
    filled = nil
  }

  /// The maximum number of ranges of inserted and deleted items for which a geometry is updated.
  private static var rangeLimit: Int { 1_000 }

  /// Updates the places after a change of the list; sizes of unchanged items are kept.
  func update(by changeset: Changeset) {
    guard !changeset.isReload, changeset.sectionDeletes.isEmpty, changeset.sectionInserts.isEmpty,
      changeset.sectionMoves.isEmpty, changeset.sectionReloads.isEmpty
    else { return removeAll() }
    itemsDidChange(changeset.itemReloads)
    let moves = changeset.itemMoves
    let deletes = Self.items(of: changeset.itemDeletes.union(IndexPathSet(moves.map(\.from))))
    let inserts = Self.items(of: changeset.itemInserts.union(IndexPathSet(moves.map(\.to))))
    for section in Set(deletes.keys).union(inserts.keys) {
      update(section, deletes: deletes[section] ?? [], inserts: inserts[section] ?? [])
    }
  }

  private func update(_ section: Int, deletes: [Range<Int>], inserts: [Range<Int>]) {
    let changed = changedItems.removeValue(forKey: section) ?? []
    guard var geometry = sections.removeValue(forKey: section) else { return }
    // The list may be ahead of this change, which is noticed only by the number of items.
    guard deletes.reduce(0, { $0 + $1.count }) != inserts.reduce(0, { $0 + $1.count }),
      deletes.count + inserts.count <= Self.rangeLimit
    else { return }
    geometry.update(deletes: deletes, inserts: inserts, changed: changed)
    sections[section] = geometry
  }

  private static func items(of paths: IndexPathSet) -> [Int: [Range<Int>]] {
    Dictionary(grouping: paths.ranges) { $0.section }.mapValues { $0.map { $0.items } }
  }

  /// Updates the places after a change of the contents or preferred sizes of items.
  func itemsDidChange(_ items: IndexPathSet) {
    removeElements()
    for range in items.ranges {
      let section = range.section
      let limit = measuredItem?.section == section ? Int.max : 0
      let count = sections[section]?.measuredCount ?? limit
      changedItems[section, default: []].formUnion(range.items.clamped(to: 0..<count))
    }
    // Its view model may set its size when it is created, or measured.
    if let measuredItem { changedItems[measuredItem.section]?.remove(measuredItem.item) }
  }
}

// MARK: - Blocks

extension ListGeometry {
  var firstBlock: ListBlock? { firstBlock(ofSection: 0) }

  var lastBlock: ListBlock? {
    block(before: ListBlock(section: measures.numberOfSections, index: 0))
  }

  /// Returns the first block of a section or of a later one, or nil.
  func firstBlock(ofSection section: Int) -> ListBlock? {
    block(after: ListBlock(section: section, index: -1))
  }

  func block(after block: ListBlock) -> ListBlock? {
    var next = ListBlock(section: block.section, index: block.index + 1)
    while next.section < measures.numberOfSections {
      if next.index < count(in: next.section) { return next }
      next = ListBlock(section: next.section + 1, index: 0)
    }
    return nil
  }

  func block(before block: ListBlock) -> ListBlock? {
    var previous = ListBlock(section: block.section, index: block.index - 1)
    while previous.index < 0 {
      guard previous.section > 0 else { return nil }
      previous.section -= 1
      previous.index = count(in: previous.section) - 1
    }
    return previous
  }

  func block(beside block: ListBlock, forward: Bool) -> ListBlock? {
    forward ? self.block(after: block) : self.block(before: block)
  }

  /// Returns the number of blocks of a section.
  private func count(in section: Int) -> Int {
    let (parts, items) = (parts(of: section), measures.itemCount(in: section))
    return parts.leading.count + (hasRows ? items : min(1, items)) + parts.trailing.count
  }

  /// Returns the supplementary elements of a section, which are cached.
  private func parts(of section: Int) -> SectionParts {
    if let parts = places.parts[section] { return parts }
    let parts = measures.parts(of: section)
    places.parts[section] = parts
    return parts
  }

  /// Returns the items of a block, by their indices in its section.
  private func items(of block: ListBlock) -> Range<Int> {
    let count = measures.itemCount(in: block.section)
    let index = block.index - parts(of: block.section).leading.count
    guard index >= 0, index < (hasRows ? count : min(1, count)) else { return 0..<0 }
    return hasRows ? index..<index + 1 : 0..<count
  }

  /// Returns whether a layout places several elements in a block.
  func isShared(_ block: ListBlock) -> Bool { !hasRows && !items(of: block).isEmpty }

  /// Returns the element of a block, or its first item.
  func element(of block: ListBlock) -> ListElement {
    let (parts, items) = (parts(of: block.section), items(of: block))
    if block.index < parts.leading.count { return parts.leading[block.index] }
    guard items.isEmpty else {
      return .item(ListIndexPath(section: block.section, item: items.lowerBound))
    }
    return parts.trailing[block.index - count(in: block.section) + parts.trailing.count]
  }

  /// Returns the block that contains an element; nil if the element is not in the list.
  func block(of element: ListElement) -> ListBlock? {
    let section = element.section
    guard section >= 0, section < measures.numberOfSections else { return nil }
    let parts = parts(of: section)
    if case .item(let path) = element {
      guard path.item >= 0, path.item < measures.itemCount(in: section) else { return nil }
      return ListBlock(section: section, index: parts.leading.count + (hasRows ? path.item : 0))
    }
    if let index = parts.leading.firstIndex(of: element) {
      return ListBlock(section: section, index: index)
    }
    return parts.trailing.firstIndex(of: element).map {
      ListBlock(section: section, index: count(in: section) - parts.trailing.count + $0)
    }
  }

  func contains(_ path: ListIndexPath) -> Bool { block(of: .item(path)) != nil }

  /// Returns the element if it is in the list, otherwise the nearest one, or nil.
  func nearest(to element: ListElement) -> ListElement? {
    if block(of: element) != nil { return element }
    guard measures.numberOfSections > 0 else { return nil }
    let section = min(element.section, measures.numberOfSections - 1)
    let count = measures.itemCount(in: section)
    if element.section == section, element.indexPath != nil, count > 0 {
      return .item(ListIndexPath(section: section, item: count - 1))
    }
    let end = ListBlock(section: section + 1, index: 0)
    guard let block = block(before: end) ?? firstBlock(ofSection: section) else { return nil }
    guard let last = items(of: block).last else { return self.element(of: block) }
    return .item(ListIndexPath(section: block.section, item: last))
  }

  // MARK: Items

  /// Returns the nearest item after or before an element, skipping items without rows.
  func item(near element: ListElement, forward: Bool) -> ListIndexPath? {
    guard let block = block(of: element) else { return nil }
    if let path = element.indexPath,
      let next = item(in: block, from: path.item + (forward ? 1 : -1), forward: forward)
    {
      return next
    }
    return item(from: self.block(beside: block, forward: forward), forward: forward)
  }

  /// Returns the first item from a block on, or backwards the last one up to it.
  ///
  /// Items without rows are skipped.
  func item(from start: ListBlock?, forward: Bool) -> ListIndexPath? {
    var (next, steps) = (start, 0)
    while let block = next, steps <= Self.hiddenBlockLimit {
      let items = items(of: block)
      let first = forward ? items.lowerBound : items.upperBound - 1
      if let path = item(in: block, from: first, forward: forward) { return path }
      steps += 1
      next = self.block(beside: block, forward: forward)
    }
    return nil
  }

  /// Returns the first item of a block from an index on, skipping items without rows.
  private func item(in block: ListBlock, from start: Int, forward: Bool) -> ListIndexPath? {
    let items = items(of: block)
    var path = ListIndexPath(section: block.section, item: start)
    while items.contains(path.item) {
      if takesRoom(path) { return path }
      path.item += forward ? 1 : -1
    }
    return nil
  }

  func takesRoom(_ path: ListIndexPath) -> Bool { frame(of: .item(path)).rows > 0 }
}

// MARK: - Frames

extension ListGeometry {
  /// Returns the frame of an element in its block.
  ///
  /// - Precondition: The element is in the list.
  func frame(of element: ListElement) -> Rect {
    guard case .item(let path) = element, !hasRows else {
      return Rect(column: 0, row: 0, columns: extent.columns, rows: rows(of: element))
    }
    return section(path.section, toItem: path.item).frame(of: path.item)
  }

  /// Returns the number of rows of a block, or a smaller number that is at least a limit.
  func rows(of block: ListBlock, limit: Int = .max) -> Int {
    guard isShared(block) else { return filledRows(of: block) ?? rows(of: element(of: block)) }
    return section(block.section, toRow: limit).rows
  }

  func rows(of element: ListElement) -> Int {
    guard let content = measures.content(of: element) else { return 0 }
    return measures.rows(of: content, columns: extent.columns)
  }

  /// Returns the geometry of a section, computed up to a row, an item, or the end.
  func section(_ section: Int, toRow row: Int = .max, toItem item: Int? = nil) -> SectionGeometry {
    let count = measures.itemCount(in: section)
    // The list may be ahead of the changes that were applied.
    if places.sections[section]?.count != count { places.sections[section] = nil }
    // Removed meanwhile, because measuring may access the geometries.
    var geometry =
      places.sections.removeValue(forKey: section)
      ?? SectionGeometry(
        count: count, layout: measures.layout(ofSection: section), columns: extent.columns)
    let columns = geometry.itemColumns
    let outer = places.measuredItem
    func size(_ item: Int) -> Size {
      let path = ListIndexPath(section: section, item: item)
      places.measuredItem = path
      return measures.content(of: .item(path)).map { measures.size(of: $0, columns: columns) }
        ?? .zero
    }
    if let changed = places.changedItems.removeValue(forKey: section) {
      geometry.remeasure(changed, size: size)
    }
    if let item {
      geometry.extend(toItem: item, size: size)
    } else {
      geometry.extend(toRow: row, size: size)
    }
    places.measuredItem = outer
    places.sections[section] = geometry
    return geometry
  }

  /// Returns the items of a section that intersect some of its rows, with their frames.
  func items(ofSection section: Int, in rows: Range<Int>) -> [(path: ListIndexPath, frame: Rect)] {
    let geometry = self.section(section, toRow: rows.upperBound)
    return geometry.items(in: rows).map {
      (ListIndexPath(section: section, item: $0), geometry.frame(of: $0))
    }
  }

  // MARK: Positions

  /// Returns the position of the start of an element; nil if it is not in the list.
  func position(of element: ListElement) -> ListPosition? {
    block(of: element).map {
      ListPosition(block: $0, offset: isShared($0) ? frame(of: element).top : 0)
    }
  }

  /// Returns the position of the top of the viewport, or nil.
  func top(of state: ListViewState) -> ListPosition? {
    guard let element = state.topElement, var position = position(of: element) else { return nil }
    position.offset += state.topOffset
    return position
  }

  /// Returns the first element at or below a position, and the rows of it above the position.
  func element(at position: ListPosition) -> (ListElement, offset: Int) {
    let block = position.block
    guard isShared(block) else { return (element(of: block), position.offset) }
    let rows = position.offset..<position.offset + max(1, extent.rows)
    let first = items(ofSection: block.section, in: rows).first?.path.item
    let element = ListElement.item(
      ListIndexPath(section: block.section, item: first ?? items(of: block).upperBound - 1))
    return (element, position.offset - frame(of: element).top)
  }

  /// Moves a position by rows, or upwards if negative, within the list.
  ///
  /// - Returns: The number of rows it was moved by.
  /// - Complexity: O(blocks passed).
  func move(_ position: inout ListPosition, by rows: Int) -> Int {
    position.offset += rows
    return rows - normalizeUp(&position) - normalizeDown(&position)
  }

  /// Normalizes a position with a negative offset to the preceding block that contains it.
  ///
  /// - Returns: The number of rows, not positive, by which it was beyond the start of the list.
  private func normalizeUp(_ position: inout ListPosition) -> Int {
    var steps = 0
    while position.offset < 0, steps < Self.hiddenBlockLimit,
      let previous = block(before: position.block)
    {
      let rows = rows(of: previous)
      position = ListPosition(block: previous, offset: position.offset + rows)
      steps = rows > 0 ? 0 : steps + 1
    }
    let beyond = min(0, position.offset)
    position.offset -= beyond
    return beyond
  }

  /// Normalizes a position behind its block to the following block that contains it.
  ///
  /// - Returns: The number of rows by which it was beyond the end of the list.
  private func normalizeDown(_ position: inout ListPosition) -> Int {
    var steps = 0
    while steps < Self.hiddenBlockLimit {
      let rows = rows(of: position.block, limit: position.offset.adding(clamping: 1))
      if position.offset < rows { return 0 }
      guard let next = block(after: position.block) else {
        let beyond = position.offset - max(0, rows - 1)
        position.offset -= beyond
        return beyond
      }
      position = ListPosition(block: next, offset: position.offset - rows)
      steps = rows > 0 ? 0 : steps + 1
    }
    return 0
  }

  /// Returns the number of rows between the starts of two blocks; nil if it exceeds a limit.
  func distance(from start: ListBlock, to end: ListBlock, limit: Int) -> Int? {
    var (rows, steps, block) = (0, 0, start)
    while block < end {
      let height = self.rows(of: block, limit: limit - rows + 1)
      rows += height
      steps = height > 0 ? 0 : steps + 1
      guard rows <= limit, steps <= Self.hiddenBlockLimit, let next = self.block(after: block)
      else { return nil }
      block = next
    }
    return rows
  }
}
