import MocoaFeed
import MocoaTUI

/// Changes of single columns by the user; positions are those in ``FeedColumns/choices``.
extension FeedColumns {
  /// The maximum number of columns into which one is expanded.
  private static let expansionLimit = 24

  /// Adopts the columns that the user selected, and the other members that are now shown.
  mutating func choose(_ chosen: [FeedColumn]) {
    let catalog = catalog
    let shown = Set(choices.filter(\.isShown).map(\.id))
    defer { hiddenIDs.formUnion(shown.subtracting(choices.filter(\.isShown).map(\.id))) }
    change { choices in
      choices = chosen.compactMap { choice in
        // The page does not know how a member that it adds is displayed.
        let known = choices.first { $0.id == choice.id }
        guard choice.isShown || known != nil else { return nil }
        var column = known ?? catalog.choice(of: choice.memberPath, choice.column.title)
        column.isShown = choice.isShown
        column.column.isPinned = choice.column.isPinned
        if case .fixed = choice.column.width { column.column.width = choice.column.width }
        return column
      }
    }
  }

  /// Gives a column the width of its content, however many others there are.
  mutating func showWhole(_ id: FeedColumn.ID) {
    guard let index = choices.firstIndex(where: { $0.id == id }),
      case .content(let minimum, let maximum) = choices[index].column.width
    else { return }
    let width = max(minimum, min(choices[index].contentWidth, maximum))
    choices[index].column.width = .content(minimum: width, maximum: maximum)
  }

  /// Hides a column.
  ///
  /// - Returns: Its neighbor; nil if it is the only one, which stays.
  mutating func hide(_ index: Int) -> TableColumn.ID? {
    let shown = choices.filter(\.isShown).map(\.id)
    guard shown.count > 1, let place = shown.firstIndex(of: choices[index].id) else { return nil }
    change { $0[index].isShown = false }
    hiddenIDs.insert(choices[index].id)
    return shown[place == shown.count - 1 ? place - 1 : place + 1]
  }

  /// Swaps a column with the next one that is shown, if there is one.
  mutating func move(_ index: Int, by step: Int) {
    var other = index + step
    while choices.indices.contains(other), !choices[other].isShown { other += step }
    guard choices.indices.contains(other) else { return }
    change { $0.swapAt(index, other) }
  }

  /// Replaces a column by columns of the members of its values.
  ///
  /// - Returns: The new columns, and the number of members; no columns if there are no members.
  mutating func expand(_ index: Int) -> (shown: [FeedColumn], memberCount: Int) {
    let (catalog, column) = (catalog, choices[index])
    let paths = catalog.inner(of: column)
    let inner = paths.prefix(Self.expansionLimit).map { catalog.choice(of: $0) }
    if !inner.isEmpty { replace(at: index, by: inner) { $0.id == column.id } }
    return (inner, paths.count)
  }

  /// Replaces all columns of a value's members by a column of the value.
  ///
  /// - Returns: The column of the value; nil if the column is not part of one.
  mutating func collapse(_ index: Int) -> FeedColumn? {
    let parent = Array(choices[index].memberPath.keys.dropLast())
    guard !parent.isEmpty else { return nil }
    let outer = catalog.choice(of: MemberPath(keys: parent))
    replace(at: index, by: [outer]) { $0.memberPath.keys.starts(with: parent) }
    return outer
  }

  /// Shows columns at a position and hides others; hidden ones keep their widths.
  private mutating func replace(
    at index: Int, by shown: [FeedColumn], hiding isHidden: (FeedColumn) -> Bool
  ) {
    var columns = choices
    let place = columns[..<index].count { old in !shown.contains { $0.id == old.id } }
    for index in columns.indices where isHidden(columns[index]) { columns[index].isShown = false }
    let inserted = shown.map { new in
      var choice = columns.first { $0.id == new.id } ?? new
      choice.isShown = true
      return choice
    }
    columns.removeAll { old in inserted.contains { $0.id == old.id } }
    columns.insert(contentsOf: inserted, at: min(place, columns.count))
    change { $0 = columns }
  }
}
