import MocoaCore

/// Numbers of rows over all sections, cached until the list changes.
struct RowNumbering {
  /// The number of rows before each section, and at the end the number of all rows.
  private var starts: [Int]?

  /// Invalidates the counts.
  mutating func forget() { starts = nil }

  /// Returns the number of a row, from 0, and the number of rows; nil if there is no such row.
  ///
  /// - Complexity: O(1), but O(sections) for the first time after a change.
  @MainActor mutating func number(
    of path: ListIndexPath?, in list: ListViewModel?
  ) -> (number: Int, count: Int)? {
    guard let path, let list, list.contains(path) else { return nil }
    let starts = starts(in: list)
    guard starts.indices.contains(path.section), let count = starts.last else { return nil }
    return (starts[path.section] + path.item, count)
  }

  @MainActor mutating func count(in list: ListViewModel?) -> Int {
    list.flatMap { starts(in: $0).last } ?? 0
  }

  /// Returns the position of the visible rows among all.
  @MainActor mutating func position(
    of visible: [ListIndexPath], in list: ListViewModel?
  ) -> ScrollBar.Position {
    guard let (number, count) = number(of: visible.first, in: list) else { return .whole }
    return ScrollBar.Position(start: number, count: visible.count, total: count)
  }

  /// Returns the row at one of several equal parts of the list; nil if the list is empty.
  ///
  /// The first part stands for the first row, the last part for the last row.
  @MainActor mutating func path(
    atPart part: Int, of parts: Int, in list: ListViewModel?
  ) -> ListIndexPath? {
    guard let list, let count = starts(in: list).last, count > 0, parts > 0 else { return nil }
    let part = min(max(0, part), parts - 1)
    let number = parts == 1 ? 0 : part * (count - 1) / (parts - 1)
    let starts = starts(in: list)
    let section = starts.partitioningIndex { $0 > number } - 1
    return ListIndexPath(section: section, item: number - starts[section])
  }

  @MainActor private mutating func starts(in list: ListViewModel) -> [Int] {
    if let starts { return starts }
    var starts = [0]
    for section in 0..<list.numberOfSections {
      starts.append(starts[section] + list.numberOfItems(in: section))
    }
    self.starts = starts
    return starts
  }
}
