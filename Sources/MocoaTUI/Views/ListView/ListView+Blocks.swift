import MocoaCore

/// The supplementary elements of a section before and after its items.
struct SectionParts {
  var leading: [ListElement] = []
  var trailing: [ListElement] = []
}

/// Traversal of the blocks of a list, in order; each step is O(1 + skipped empty sections).
extension ListView {
  /// The maximum number of consecutive blocks without rows that a search skips.
  static let hiddenBlockLimit = 100_000

  var firstBlock: ListBlock? { block(after: ListBlock(section: 0, part: .leading, index: -1)) }

  var lastBlock: ListBlock? {
    block(before: ListBlock(section: list?.numberOfSections ?? 0, part: .leading, index: 0))
  }

  /// Returns the first block of a section or of a later one, or nil.
  func firstBlock(ofSection section: Int) -> ListBlock? {
    block(after: ListBlock(section: section, part: .leading, index: -1))
  }

  func block(after block: ListBlock) -> ListBlock? {
    guard let list, block.section < list.numberOfSections else { return nil }
    var next = block
    next.index += 1
    while next.index >= count(of: next.part, in: next.section) {
      next.index = 0
      if let part = ListBlock.Part(rawValue: next.part.rawValue + 1) {
        next.part = part
      } else {
        (next.section, next.part) = (next.section + 1, .leading)
        guard next.section < list.numberOfSections else { return nil }
      }
    }
    return next
  }

  func block(before block: ListBlock) -> ListBlock? {
    var previous = block
    while previous.index == 0 {
      if let part = ListBlock.Part(rawValue: previous.part.rawValue - 1) {
        previous.part = part
      } else {
        guard previous.section > 0 else { return nil }
        (previous.section, previous.part) = (previous.section - 1, .trailing)
      }
      previous.index = count(of: previous.part, in: previous.section)
    }
    previous.index -= 1
    return previous
  }

  func block(beside block: ListBlock, forward: Bool) -> ListBlock? {
    forward ? self.block(after: block) : self.block(before: block)
  }

  private func count(of part: ListBlock.Part, in section: Int) -> Int {
    switch part {
    case .leading: parts(of: section).leading.count
    case .items: isRows ? itemCount(in: section) : min(1, itemCount(in: section))
    case .trailing: parts(of: section).trailing.count
    }
  }

  func itemCount(in section: Int) -> Int { list?.numberOfItems(in: section) ?? 0 }

  /// Returns the supplementary elements of a section: footers after the items, other kinds before.
  func parts(of section: Int) -> SectionParts {
    if let parts = sectionParts[section] { return parts }
    guard let list else { return SectionParts() }
    var parts = SectionParts()
    for kind in list.sectionViewModel(at: section).supplementaryKinds {
      let elements = (0..<list.numberOfSupplementaryElements(of: kind, in: section)).map {
        ListElement.supplementary(kind, index: $0, section: section)
      }
      if kind == .footer { parts.trailing += elements } else { parts.leading += elements }
    }
    sectionParts[section] = parts
    return parts
  }

  /// Returns the block of a section's first header, which can be sticky; or nil.
  func headerBlock(ofSection section: Int) -> ListBlock? {
    parts(of: section).leading.firstIndex(of: .header(section)).map {
      ListBlock(section: section, part: .leading, index: $0)
    }
  }

  /// Returns the element of a block, or its first item.
  func element(of block: ListBlock) -> ListElement {
    switch block.part {
    case .leading: parts(of: block.section).leading[block.index]
    case .items: .item(ListIndexPath(section: block.section, item: block.index))
    case .trailing: parts(of: block.section).trailing[block.index]
    }
  }

  /// Returns the block that contains an element; nil if the element is not in the list.
  func block(of element: ListElement) -> ListBlock? {
    let section = element.section
    guard let list, (0..<list.numberOfSections).contains(section) else { return nil }
    if case .item(let path) = element {
      guard list.contains(path) else { return nil }
      return ListBlock(section: section, part: .items, index: isRows ? path.item : 0)
    }
    let parts = parts(of: section)
    if let index = parts.leading.firstIndex(of: element) {
      return ListBlock(section: section, part: .leading, index: index)
    }
    return parts.trailing.firstIndex(of: element).map {
      ListBlock(section: section, part: .trailing, index: $0)
    }
  }

  /// Returns the element if it is in the list, otherwise the nearest one, or nil.
  func nearest(to element: ListElement) -> ListElement? {
    if block(of: element) != nil { return element }
    guard let list, list.numberOfSections > 0 else { return nil }
    let section = min(element.section, list.numberOfSections - 1)
    let count = itemCount(in: section)
    if element.section == section, element.indexPath != nil, count > 0 {
      return .item(ListIndexPath(section: section, item: count - 1))
    }
    let end = ListBlock(section: section + 1, part: .leading, index: 0)
    guard let block = block(before: end) ?? firstBlock(ofSection: section) else { return nil }
    guard block.part == .items, !isRows else { return self.element(of: block) }
    return .item(ListIndexPath(section: block.section, item: itemCount(in: block.section) - 1))
  }

  // MARK: Items

  /// Returns the nearest item after or before an element, skipping items without rows.
  func item(near element: ListElement, forward: Bool) -> ListIndexPath? {
    guard let block = block(of: element) else { return nil }
    if !isRows, let path = element.indexPath,
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
      if block.part == .items {
        let last = isRows ? block.index : itemCount(in: block.section) - 1
        let first = isRows || !forward ? last : 0
        if let path = item(in: block, from: first, forward: forward) { return path }
      }
      steps += 1
      next = self.block(beside: block, forward: forward)
    }
    return nil
  }

  /// Returns the first item of a block from an index on, skipping items without rows.
  private func item(in block: ListBlock, from start: Int, forward: Bool) -> ListIndexPath? {
    let items = isRows ? block.index..<block.index + 1 : 0..<itemCount(in: block.section)
    var path = ListIndexPath(section: block.section, item: start)
    while items.contains(path.item) {
      if takesRoom(path) { return path }
      path.item += forward ? 1 : -1
    }
    return nil
  }

  func takesRoom(_ path: ListIndexPath) -> Bool { frame(of: .item(path)).rows > 0 }
}
