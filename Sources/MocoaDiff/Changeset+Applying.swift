extension Changeset {
  /// The new list, made from the old one.
  ///
  /// Rows that stay or move come from the old list; the others are requested by their new position,
  /// and so are those that are reloaded. O(n log m) for n rows and m changes.
  ///
  /// - Parameters:
  ///   - sections: The rows of the old list by section.
  ///   - counts: The number of rows of each section of the new list.
  ///   - row: Gives the row at a position of the new list.
  /// - Returns: The rows of the new list by section.
  /// - Precondition: The changeset leads from a list with these sections to one with these counts.
  public func apply<Row>(
    to sections: [[Row]], counts: [Int], row: (ListIndexPath) throws -> Row
  ) rethrows -> [[Row]] {
    let mapping = mapping
    return try counts.indices.map { section in
      try (0..<counts[section]).map { item in
        let new = ListIndexPath(section: section, item: item)
        guard let old = mapping.oldPosition(of: new), !itemReloads.contains(old) else {
          return try row(new)
        }
        precondition(
          sections.indices.contains(old.section)
            && sections[old.section].indices.contains(old.item),
          "The changeset belongs to another list.")
        return sections[old.section][old.item]
      }
    }
  }
}
