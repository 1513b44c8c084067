/// What an engine computes itself, where its result is certain to be the same.
extension FeedListModel {
  /// The engine that gives the rows, where one does.
  var provider: (any RowProvider)? { providedSource?.provider }

  private var providedSource: ProvidedSource? {
    parts.count == 1 ? parts[0].store.provided : nil
  }

  /// Returns the rows with some numbers, ascending; those that cannot be read are left out.
  ///
  /// Those of an engine are requested together.
  package func measuredRows(_ numbers: [Int]) -> [JSONBytes] {
    guard let provider, derivedMembers.isEmpty, !numbers.isEmpty else {
      return numbers.map { row($0) }.filter { $0.problem == nil }.map(\.json)
    }
    var rows: [JSONBytes] = []
    var request = RowRequest(.rows(numbers))
    request.isSample = true
    try? provider.forEachRow(request) { _, row in
      rows.append(JSONBytes(Array(row)))
      return true
    }
    return rows
  }

  /// The engine, where it has all members of all rows, and all of them have been found.
  private var computingProvider: (any RowProvider)? {
    guard let providedSource, !isPart, parts[0].progress.isFinished,
      parts[0].store.options.derivedMembers.isEmpty
    else { return nil }
    return providedSource.provider
  }

  /// The most rows that an engine sorts, as they are one block of a scan.
  private static let sortLimit = 4_194_304

  /// Returns the order in which an engine can give the rows for sort keys; nil where it cannot.
  func providedOrder(
    _ keys: [SortKey], isCancelled: @escaping () -> Bool
  ) throws -> [RowRequest.Order]? {
    guard let provider = computingProvider, numberOfRows <= Self.sortLimit else { return nil }
    var order: [RowRequest.Order] = []
    for key in keys {
      guard let member = key.path.member, key.pattern == nil, key.expression == nil else {
        return nil
      }
      order.append(RowRequest.Order(member: member, isDescending: key.isDescending))
    }
    return try FeedError.naming(parts[0].store.source.name) {
      try provider.canSort(by: order, isCancelled: isCancelled) ? order : nil
    }
  }

  /// Calls a closure with each combination of values of members, and how many rows have it, in the
  /// order of their first rows.
  ///
  /// - Returns: `false` where no engine can do so; what `body` was given is void then.
  func forEachGroup(
    of members: [MemberPath], summing summed: [MemberPath] = [], where condition: Condition,
    isCancelled: @escaping () -> Bool, _ body: (Int, UnsafeRawBufferPointer) -> Void
  ) throws -> Bool {
    let (names, sums) = (Set(members.map(\.member)), Set(summed.map(\.member)))
    guard let provider = computingProvider, !names.union(sums).contains(nil),
      names.isDisjoint(with: sums)
    else { return false }
    condition.expectMembers(of: provider)
    var request = RowRequest(
      .range(0..<numberOfRows), members: Set(names.compactMap(\.self)),
      condition: RowCondition(condition), isCancelled: isCancelled)
    request.sums = sums.compactMap(\.self)
    return try FeedError.naming(parts[0].store.source.name) {
      try provider.forEachGroup(request) {
        body($0, $1)
        return true
      }
    }
  }
}
