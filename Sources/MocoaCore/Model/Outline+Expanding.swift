extension Outline {
  // MARK: A row

  /// Expands a row.
  ///
  /// - Returns: The rows that appear.
  @discardableResult
  public mutating func expand(at position: Int) -> Changeset {
    let place = Int(visible[position])
    guard flags[place].intersection([.expanded, .hasChildren]) == .hasChildren else {
      return Changeset()
    }
    flags[place].insert(.expanded)
    return showDescendants(ofRowAt: position)
  }

  /// Inserts the visible descendants of a row that had none.
  private mutating func showDescendants(ofRowAt position: Int) -> Changeset {
    let place = Int(visible[position])
    let rows = visibleElements(in: place + 1..<end(of: place))
    visible.insert(contentsOf: rows, at: position + 1)
    return Changeset(
      itemInserts: IndexPathSet(position + 1..<position + 1 + rows.count, inSection: 0),
      itemReloads: IndexPathSet(position..<position + 1, inSection: 0))
  }

  /// Collapses a row; what is expanded below it is so when it is expanded again.
  ///
  /// - Returns: The rows that vanish.
  @discardableResult
  public mutating func collapse(at position: Int) -> Changeset {
    let place = Int(visible[position])
    guard flags[place].isSuperset(of: [.expanded, .hasChildren]) else { return Changeset() }
    flags[place].remove(.expanded)
    let end = nodes[place].end
    let range = position + 1..<visible.partitioningIndex { $0 >= end }
    visible.removeSubrange(range)
    return Changeset(
      itemDeletes: IndexPathSet(range, inSection: 0),
      itemReloads: IndexPathSet(position..<position + 1, inSection: 0))
  }

  /// Expands all ancestors of the first row with an identity, so that it is visible.
  ///
  /// - Returns: The rows that appear; none if a filter excludes the row.
  @discardableResult
  public mutating func reveal(_ id: ID) -> Changeset {
    guard let place = places[id], !flags[Int(place)].contains(.hidden) else { return Changeset() }
    var (parent, top) = (nodes[Int(place)].parent, Int32?.none)
    while parent >= 0 {
      if flags[Int(parent)].insert(.expanded).inserted { top = parent }
      parent = nodes[Int(parent)].parent
    }
    guard let top else { return Changeset() }
    return showDescendants(ofRowAt: visible.partitioningIndex { $0 >= top })
  }

  // MARK: Several rows

  /// Expands all rows with children, and those that are new when the rows are replaced.
  @discardableResult
  public mutating func expandAll() -> Changeset { expand(toLevel: .max) }

  /// Collapses all rows.
  @discardableResult
  public mutating func collapseAll() -> Changeset { expand(toLevel: 1) }

  /// Expands the rows above a level, and collapses all others: at level 1, only roots are visible.
  ///
  /// So are rows that are new when the rows are replaced.
  @discardableResult
  public mutating func expand(toLevel level: Int) -> Changeset {
    self.level = level
    let oldFlags = flags
    flags.withUnsafeMutableBufferPointer { flags in
      for place in nodes.indices {
        let node = nodes[place]
        // A row that is expanded before it has children stays so.
        let canBeExpanded = Int(node.end) > place + 1 || flags[place].contains(.expanded)
        let isExpanded = canBeExpanded && Int(node.depth) < level - 1
        flags[place].subtract([.expanded, .collapsed])
        if isExpanded { flags[place].insert(.expanded) }
      }
    }
    let new = visibleElements(in: nodes.indices)
    let changeset = changeset(to: new, oldFlags: oldFlags)
    visible = new
    return changeset
  }

  /// Expands the rows that were expanded in an earlier version of the outline.
  ///
  /// Rows whose identity is new, or that have their first children, are expanded to the level that
  /// was last set; those that were collapsed when they had children stay so.
  ///
  /// - Complexity: O(*elements*).
  public mutating func restoreExpansion(of old: Outline) {
    level = old.level
    for (id, place) in places {
      let place = Int(place)
      let isParent = end(of: place) > place + 1
      flags[place].subtract([.expanded, .collapsed])
      if let oldFlags = old.places[id].map({ old.flags[Int($0)] }), !oldFlags.contains(.hidden),
        !oldFlags.isDisjoint(with: [.expanded, .hasChildren, .collapsed])
      {
        if oldFlags.contains(.expanded) {
          flags[place].insert(.expanded)
        } else if !isParent {
          flags[place].insert(.collapsed)
        }
      } else if isParent, nodes[place].depth < level - 1 {
        flags[place].insert(.expanded)
      }
    }
    visible = visibleElements(in: nodes.indices)
  }

  /// Returns the difference of the visible rows and new ones, both ascending.
  private func changeset(to new: [Int32], oldFlags: [OutlineFlags]) -> Changeset {
    var changeset = Changeset()
    var (old, index) = (0, 0)
    visible.withUnsafeBufferPointer { visible in
      new.withUnsafeBufferPointer { new in
        while old < visible.count || index < new.count {
          let (start, first) = (old, index)
          let next = index < new.count ? new[index] : .max
          while old < visible.count, visible[old] < next { old += 1 }
          changeset.itemDeletes.insert(start..<old, inSection: 0)
          let nextOld = old < visible.count ? visible[old] : .max
          while index < new.count, new[index] < nextOld { index += 1 }
          changeset.itemInserts.insert(first..<index, inSection: 0)
          while old < visible.count, index < new.count, visible[old] == new[index] {
            let place = Int(visible[old])
            if flags[place] != oldFlags[place], flags[place].contains(.hasChildren) {
              changeset.itemReloads.insert(old..<old + 1, inSection: 0)
            }
            (old, index) = (old + 1, index + 1)
          }
        }
      }
    }
    return changeset
  }
}
