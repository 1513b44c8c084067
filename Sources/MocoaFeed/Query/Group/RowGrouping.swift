/// The rows of a feed grouped by the value of a member.
///
/// It can be built off the main actor, and extended when the feed has grown. Groups are in the
/// order in which their values first appear, and equal as those of ``RowGroups``. It needs four
/// bytes per row.
package struct RowGrouping: Sendable {
  /// The number of rows scanned.
  private(set) var rowCount = 0

  struct Group: Sendable {
    /// The value as text; empty for rows that lack the member.
    var value: [UInt8]
    var identity: UInt64
    /// The numbers of the rows; ascending, unless they are sorted.
    var rows = RowNumbers()

    /// Returns the position of a row in the group, or nil.
    func position(ofRow number: Int) -> Int? {
      rows.isAscending ? rows.position(ofAscending: number) : rows.firstIndex(of: number)
    }
  }

  private(set) var groups: [Group] = []
  private var positions = HashedPlaces()
  private var model: FeedListModel?

  /// The member by which rows are grouped.
  package let path: MemberPath

  package var key: String { path.text }

  /// Creates a grouping without rows by a member.
  package init(by path: MemberPath) { self.path = path }

  /// Adds the rows of a list that were not scanned; restarts if it does not extend the last list.
  ///
  /// - Complexity: O(n) for n bytes of these rows.
  /// - Parameters:
  ///   - model: The list.
  ///   - isCancelled: Called at least every 64 KiB of rows, on any thread; rows that were not
  ///     scanned then are the first ones of the next call.
  /// - Throws: A `FeedError` if the source has become shorter or cannot be read.
  package mutating func add(
    rowsOf model: FeedListModel, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws {
    if let old = self.model, !model.extends(old) { self = RowGrouping(by: self.path) }
    self.model = model
    let path = path
    var identity = ValueIdentity()
    let scan = RowScan(over: model, members: [path])
    let rows = rowCount..<max(rowCount, model.numberOfRows)
    let isComplete = try scan.run(rows, empty: MemberValues(), isCancelled: isCancelled) {
      _, row, values in
      values.append(path.identity(in: row))
    } step: { rows, values in
      var number = rows.lowerBound
      values.forEach { value in
        let hash = identity.hash(of: value)
        add(number, value ?? UnsafeRawBufferPointer(start: nil, count: 0), hash)
        number += 1
      }
      // These rows are grouped also if a later one cannot be read.
      rowCount = rows.upperBound
      return true
    }
    if isComplete { rowCount = max(rowCount, model.numberOfRows) }
  }

  private mutating func add(_ row: Int, _ value: UnsafeRawBufferPointer, _ identity: UInt64) {
    let (position, isNew) = positions.place(of: identity)
    if isNew {
      groups.append(Group(value: Array(value), identity: identity))
    }
    groups[position].rows.append(row)
  }

  /// Returns an example of groups whose different values have the same text; nil if there are none.
  ///
  /// - Parameter null: The text of a missing value and of null.
  /// - Returns: The example.
  /// - Complexity: O(size of the values).
  package func similarGroups(null: String) -> String? {
    var similar = SimilarGroups(titles: [key], null: null)
    for group in groups { similar.add([group.value.isEmpty ? nil : JSONBytes(group.value)]) }
    return similar.example
  }

  /// A note on groups that are one level of a log in different spellings; nil if there are none.
  ///
  /// - Complexity: O(size of the values).
  package var levelNote: String? {
    guard path.hasLevel else { return nil }
    var spellings = LevelSpellings()
    for group in groups { group.value.withUnsafeBytes { spellings.add($0) } }
    return spellings.note(on: path)
  }

  /// Returns the groups with only these rows, in this order, without empty groups.
  ///
  /// - Complexity: O(n) for n rows scanned.
  package func arranged(_ numbers: RowNumbers) -> RowGrouping {
    var places = [Int](repeating: -1, count: rowCount)
    for (index, group) in groups.enumerated() {
      for row in group.rows { places[row] = index }
    }
    var result = self
    for index in groups.indices { result.groups[index].rows = RowNumbers() }
    for number in numbers where number < rowCount && places[number] >= 0 {
      result.groups[places[number]].rows.append(number)
    }
    result.groups.removeAll(where: \.rows.isEmpty)
    result.positions = HashedPlaces(result.groups.map(\.identity))
    return result
  }
}
