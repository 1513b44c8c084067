import MocoaFeed

extension FeedPage {
  /// The columns and the members by the names that people type.
  var catalog: ColumnCatalog { ColumnCatalog(sample: sample, choices: columnChoices) }

  /// Shows these columns, in this order, and hides all others.
  ///
  /// A name is a column's title or the way to a member: `score`, `author.name`, `/a/b`.
  ///
  /// - Throws: ``UnknownColumnError`` for a name that none of the first rows has.
  public func showColumns(named names: [String]) throws(UnknownColumnError) {
    var shown: [ColumnChoice] = []
    for name in names {
      let choice = try catalog.choice(named: name)
      if !shown.contains(where: { $0.id == choice.id }) { shown.append(choice) }
    }
    let hidden = columnChoices.filter { choice in !shown.contains { $0.id == choice.id } }
    columnChoices =
      shown
      + hidden.map { choice in
        var choice = choice
        choice.isShown = false
        return choice
      }
  }

  /// Reads what rows are to be sorted by, such as `-score,title`.
  ///
  /// - Throws: `FilterSyntaxError` where a name is missing, ``UnknownColumnError`` where none of
  ///   the first rows has such a member.
  public func sortKeys(parsing text: String) throws -> [SortKey] {
    try SortKey.keys(parsing: text).map { key in
      SortKey(try catalog.memberPath(named: key.path.text), isDescending: key.isDescending)
    }
  }
}
