import MocoaFeed

extension FeedPage {
  /// Shows these columns, in this order, and hides all others.
  ///
  /// A name is a column's title or the way to a member: `score`, `author.name`, `/a/b`.
  ///
  /// - Throws: ``UnknownColumnError`` for a name that none of the first rows has.
  public func showColumns(named names: [String]) throws(UnknownColumnError) {
    var shown: [ColumnChoice] = []
    for name in names {
      let choice = try columnChoice(named: name)
      if !shown.contains(where: { $0.id == choice.id }) { shown.append(choice) }
    }
    let hidden = columnChoices.filter { choice in !shown.contains { $0.id == choice.id } }
    columnChoices = shown + hidden.map { choice in
      var choice = choice
      choice.isShown = false
      return choice
    }
  }

  /// Reads what rows are to be sorted by, such as `-score,title`.
  ///
  /// - Throws: `FilterSyntaxError` where a name is missing, ``UnknownColumnError`` where none of the
  ///   first rows has such a member.
  public func sortKeys(parsing text: String) throws -> [SortKey] {
    try SortKey.keys(parsing: text).map { key in
      SortKey(try memberPath(named: key.path.text), isDescending: key.isDescending)
    }
  }

  /// The member that a name means: a member of the rows, or what the column of that title shows.
  ///
  /// - Throws: ``UnknownColumnError`` where none of the first rows has it. Before there are rows,
  ///   every name is taken for a member.
  func memberPath(named name: String) throws(UnknownColumnError) -> MemberPath {
    let path = MemberPath(name)
    guard !sample.isEmpty, !hasMember(name) else { return path }
    if let choice = columnChoices.first(where: { $0.names(name) }) { return choice.memberPath }
    throw unknownColumn(name)
  }

  /// Whether one of the first rows has a member.
  func hasMember(_ name: String) -> Bool {
    let path = MemberPath(name)
    return sample.contains { path.value(in: $0) != nil }
  }

  private func columnChoice(named name: String) throws(UnknownColumnError) -> ColumnChoice {
    if let choice = columnChoices.first(where: { $0.names(name) }) {
      var choice = choice
      choice.isShown = true
      return choice
    }
    guard sample.isEmpty || hasMember(name) else { throw unknownColumn(name) }
    let width = sample.compactMap { MemberPath(name).value(in: $0) }.map {
      TextWidth.columns(of: JSONDisplayText($0).text, upTo: 40)
    }.max()
    let keys = JSONPointer(name)?.tokens ?? name.split(separator: ".").map(String.init)
    return ColumnChoice(
      column: TableColumn(id: JSONPointer(tokens: keys).description, title: name),
      contentWidth: max(width ?? 0, TextWidth.columns(of: name, upTo: 40)))
  }

  private func unknownColumn(_ name: String) -> UnknownColumnError {
    UnknownColumnError(
      name: name, suggestions: NearestNames.nearest(to: name, among: memberNames))
  }

  /// The members of the first rows, and those of their members, as they are typed.
  var memberNames: [String] {
    var names: [String] = []
    var known: Set<String> = []
    func add(_ name: String) { if known.insert(name).inserted { names.append(name) } }
    for row in sample where row.kind == .object {
      row.forEachMember { key, value in
        add(key)
        guard value.kind == .object else { return true }
        value.forEachMember { inner, _ in
          add("\(key).\(inner)")
          return true
        }
        return true
      }
    }
    return names
  }
}

extension ColumnChoice {
  /// Whether a name means this column.
  func names(_ name: String) -> Bool {
    let path = JSONPointer(column.id)?.tokens.joined(separator: ".") ?? column.id
    return column.title == name || path == name || column.id == name
  }

  /// The member that the column shows.
  var memberPath: MemberPath { MemberPath(column.id) }
}
