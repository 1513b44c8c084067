import MocoaCore

/// Walking the elements of a list in the order in which a table shows them; each step is O(1) but
/// for empty sections, which are passed over.
extension TableView {
  var firstElement: TableElement? {
    firstElement(fromSection: 0)
  }

  var lastElement: TableElement? {
    lastElement(upToSection: (list?.numberOfSections ?? 0) - 1)
  }

  func element(after element: TableElement) -> TableElement? {
    switch element {
    case .header(let section):
      return firstItem(in: section) ?? footer(of: section)
        ?? firstElement(fromSection: section + 1)
    case .item(let path):
      if path.item + 1 < itemCount(in: path.section) {
        return .item(ListIndexPath(section: path.section, item: path.item + 1))
      }
      return footer(of: path.section) ?? firstElement(fromSection: path.section + 1)
    case .footer(let section):
      return firstElement(fromSection: section + 1)
    }
  }

  func element(before element: TableElement) -> TableElement? {
    switch element {
    case .header(let section):
      return lastElement(upToSection: section - 1)
    case .item(let path):
      if path.item > 0 {
        return .item(ListIndexPath(section: path.section, item: path.item - 1))
      }
      return header(of: path.section) ?? lastElement(upToSection: path.section - 1)
    case .footer(let section):
      return lastItem(in: section) ?? header(of: section)
        ?? lastElement(upToSection: section - 1)
    }
  }

  /// Whether the list has the element now.
  func contains(_ element: TableElement) -> Bool {
    guard let list, element.section < list.numberOfSections else { return false }
    switch element {
    case .header(let section): return header(of: section) != nil
    case .footer(let section): return footer(of: section) != nil
    case .item(let path): return path.item < itemCount(in: path.section)
    }
  }

  /// The element itself, or the nearest one that the list has.
  func nearest(to element: TableElement) -> TableElement? {
    if contains(element) { return element }
    guard let list, list.numberOfSections > 0 else { return nil }
    let section = min(element.section, list.numberOfSections - 1)
    if element.section == section, case .item = element, let last = lastItem(in: section) {
      return last
    }
    return lastElement(upToSection: section) ?? firstElement(fromSection: section)
  }

  func itemCount(in section: Int) -> Int {
    list?.numberOfItems(in: section) ?? 0
  }

  private func firstElement(fromSection start: Int) -> TableElement? {
    guard let list else { return nil }
    var section = start
    while section < list.numberOfSections {
      if let first = header(of: section) ?? firstItem(in: section) ?? footer(of: section) {
        return first
      }
      section += 1
    }
    return nil
  }

  private func lastElement(upToSection end: Int) -> TableElement? {
    var section = end
    while section >= 0 {
      if let last = footer(of: section) ?? lastItem(in: section) ?? header(of: section) {
        return last
      }
      section -= 1
    }
    return nil
  }

  private func firstItem(in section: Int) -> TableElement? {
    itemCount(in: section) > 0 ? .item(ListIndexPath(section: section, item: 0)) : nil
  }

  private func lastItem(in section: Int) -> TableElement? {
    let count = itemCount(in: section)
    return count > 0 ? .item(ListIndexPath(section: section, item: count - 1)) : nil
  }

  func header(of section: Int) -> TableElement? {
    hasSupplementary(.header, in: section) ? .header(section) : nil
  }

  private func footer(of section: Int) -> TableElement? {
    hasSupplementary(.footer, in: section) ? .footer(section) : nil
  }

  private func hasSupplementary(_ kind: ModuleKind, in section: Int) -> Bool {
    (list?.numberOfSupplementaryElements(of: kind, in: section) ?? 0) > 0
  }
}
