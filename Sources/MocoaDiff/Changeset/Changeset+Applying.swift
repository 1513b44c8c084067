extension Changeset {
  /// Returns the new list, computed from the old one.
  ///
  /// Rows that are neither inserted nor reloaded are taken from the old list; the others are
  /// requested by their new position. O(n log m) for n rows and m changes.
  ///
  /// - Parameters:
  ///   - sections: The rows of the old list by section.
  ///   - counts: The number of rows of each section of the new list.
  ///   - row: Returns the row at a position of the new list.
  /// - Returns: The rows of the new list by section.
  /// - Precondition: The changeset is one from a list of these sections to one of these counts.
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
