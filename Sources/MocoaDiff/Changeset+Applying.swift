extension Changeset {
  /// The new list, made from the old one.
  ///
  /// Rows that stay or move come from the old list; the others are asked for by their new position,
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

  /// The new list of one section, made from the old one.
  ///
  /// - Parameters:
  ///   - rows: The rows of the old list.
  ///   - count: The number of rows of the new list.
  ///   - row: Gives the row at a position of the new list.
  /// - Returns: The rows of the new list.
  /// - Precondition: The changeset leads from a list with these rows to one with this count.
  public func apply<Row>(
    to rows: [Row], count: Int, row: (Int) throws -> Row
  ) rethrows -> [Row] {
    try apply(to: [rows], counts: [count]) { try row($0.item) }[0]
  }

  /// The changeset that leads back.
  public func inverted() -> Changeset {
    if isReload { return .reload }
    let mapping = mapping
    var inverse = Changeset(
      sectionDeletes: sectionInserts, sectionInserts: sectionDeletes,
      sectionMoves: sectionMoves.map { Move(from: $0.to, to: $0.from) },
      sectionReloads: sectionReloads.compactMap(mapping.newSection),
      itemDeletes: itemInserts, itemInserts: itemDeletes,
      itemMoves: itemMoves.map { Move(from: $0.to, to: $0.from) },
      itemReloads: IndexPathSet(itemReloads.compactMap(mapping.newPosition).sorted()))
    inverse.supplementaryDeletes = supplementaryInserts
    inverse.supplementaryInserts = supplementaryDeletes
    inverse.supplementaryReloads = supplementaryReloads.compactMap { path in
      mapping.newSection(of: path.section).map {
        SupplementaryPath(kind: path.kind, section: $0, index: path.index)
      }
    }.sorted()
    return inverse
  }
}
