/// All members of the rows of a feed.
///
/// Members of nested objects are separate members, down to the sixteenth level; arrays are values,
/// and so is an object that is empty in this row but not in others. Members are in the order of
/// their first appearance, with the members of an object next to each other.
package struct MemberSchema: Sendable {
  private var tree = MemberTree(isOpen: true)

  /// The slots of the members whose values are read with the schema; empty if none are.
  private var slots: [[Int]] = []

  /// Creates a schema without members.
  package init() {}

  /// Creates a schema that reads the values of members in the same pass over a row, if none of them
  /// may be in an array.
  package init(reading members: [MemberPath]) {
    guard members.allSatisfy({ $0.steps.allSatisfy { $0.index == nil } }) else { return }
    slots = members.map { tree.slots(of: $0) }
  }

  /// Stores the places of the values of the members in the last row, empty for those it lacks.
  ///
  /// - Returns: `false` if it does not read values.
  package mutating func store(placesIn places: inout [Range<Int>]) -> Bool {
    guard !slots.isEmpty else { return false }
    for index in slots.indices { places[index] = tree.range(in: slots[index]) ?? 0..<0 }
    return true
  }

  /// The rows that have a member more than once, of those that were added one by one.
  package private(set) var repeatedMembers = RepeatedMembers()

  /// Adds a row, with its number if it has a member more than once; one that is not JSON is
  /// skipped: returns `false`.
  @discardableResult
  package mutating func add(_ row: UnsafeRawBufferPointer, number: Int = 0) -> Bool {
    guard tree.read(row) else { return false }
    repeatedMembers.add(number, readBy: tree)
    return true
  }

  /// Adds the rows of another schema, whose numbers start at 0.
  mutating func add(_ other: MemberSchema, from first: Int) {
    tree.merge(other.tree)
    repeatedMembers.add(other.repeatedMembers, from: first)
  }

  /// Adds rows of a feed.
  ///
  /// - Complexity: O(n) for n bytes of the rows; memory for each member.
  /// - Parameters:
  ///   - model: The feed.
  ///   - rows: The numbers of the rows; nil means all.
  ///   - jobs: The number of threads; nil means one per processor.
  ///   - isCancelled: Called at least every 64 KiB of rows, on any thread.
  ///   - progress: Called with the number of rows so far.
  /// - Throws: A `FeedError` if the source cannot be read.
  package mutating func add(
    rowsOf model: FeedListModel, in rows: Range<Int>? = nil, jobs: Int? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false }, progress: (Int) -> Void = { _ in }
  ) throws {
    // A table has its columns even without rows.
    for name in model.fieldNames { tree.insert(name) }
    // Rows of an engine that are no JSON as they come have derived members.
    let provider = model.parts.allSatisfy(\.store.coding.isJSON) ? model.provider : nil
    // The others are known.
    let nested = provider?.nestedMembers?.map { MemberPath(keys: [$0]) }
    if nested?.isEmpty == true { return }
    let scan = RowScan(over: model, members: nested, jobs: jobs)
    try scan.run(
      rows ?? 0..<model.numberOfRows, empty: MemberSchema(), isCancelled: isCancelled
    ) { number, row, schema in
      schema.add(row, number: number)
    } step: { rows, found in
      add(found, from: rows.lowerBound)
      progress(rows.upperBound)
      return true
    }
  }

  /// The columns: one per member.
  ///
  /// The title is the path to the member: `owner.login`. Rows that are not objects have the column
  /// `value`.
  ///
  /// If two titles are the same, such as those of `{"a.b":1}` and `{"a":{"b":1}}`, keys with points
  /// are quoted, and that of the other one, which `a.b` does not mean then, is a JSON pointer.
  package var columns: [OutputColumn] {
    var columns: [OutputColumn] = []
    var keys: [String] = []
    append(0, &keys, to: &columns)
    let titles = Dictionary(grouping: columns.indices) { columns[$0].title }
    for (_, places) in titles where places.count > 1 {
      for place in places {
        let (title, path) = (columns[place].title, columns[place].path)
        columns[place].title =
          path.keys.count > 1 && path.text == title
          ? JSONPointer(tokens: path.keys).description : path.text
      }
    }
    return columns
  }

  private func append(_ index: Int, _ keys: inout [String], to columns: inout [OutputColumn]) {
    let node = tree.nodes[index]
    let hasChildren = node.firstChild >= 0
    let isColumn =
      !node.kinds.isDisjoint(with: [.value, .tooDeep]) || !hasChildren && !node.kinds.isEmpty
      || !keys.isEmpty && node.kinds.contains(.emptyObject)
    if isColumn {
      var column = OutputColumn(
        title: keys.isEmpty ? MemberPath.nameOfValue : keys.joined(separator: "."),
        path: keys.isEmpty ? "." : MemberPath(keys: keys))
      column.isLeaf = !node.kinds.contains(.tooDeep)
      columns.append(column)
    }
    var child = node.firstChild
    while child >= 0 {
      keys.append(String(decoding: tree.nodes[child].key, as: UTF8.self))
      append(child, &keys, to: &columns)
      keys.removeLast()
      child = tree.nodes[child].nextSibling
    }
  }
}
