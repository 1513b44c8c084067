import MocoaCore

/// Comparison of rows by value, for rows with changed bytes and equal values.
extension RowFingerprints {
  /// Returns the hashes of the values of rows.
  ///
  /// - Complexity: O(n) for n bytes of these rows and of small gaps between them.
  /// - Parameters:
  ///   - rows: The numbers of the rows, ascending.
  ///   - model: The list.
  /// - Returns: The hashes, in the order of the rows.
  /// - Throws: A `FeedError` if the source cannot be read.
  static func values(of rows: [Int], in model: FeedListModel) throws -> [UInt64] {
    var result: [UInt64] = []
    result.reserveCapacity(rows.count)
    let empty = (hash: ValueHash(), values: [UInt64]())
    try RowScan(over: model).run(over: rows, empty: empty) { _, bytes, found in
      found.values.append(found.hash(bytes))
    } step: { found in
      result += found.values
      return true
    }
    return result
  }

  /// Assigns the fingerprints of earlier rows to rows with equal values.
  ///
  /// Bytes are compared first. Only rows without a match by bytes are compared by value.
  ///
  /// - Parameters:
  ///   - old: The earlier fingerprints, with values or with rows that can still be read.
  ///   - oldModel: The earlier list, or nil if its rows cannot be read.
  ///   - model: The list.
  /// - Throws: A `FeedError` if a source cannot be read.
  mutating func adopt(
    _ old: RowFingerprints, of oldModel: FeedListModel?, in model: FeedListModel
  ) throws {
    let before = Array(old.sections.joined())
    var after = Array(sections.joined())
    var values = old.values.map { _ in [UInt64](repeating: 0, count: after.count) }
    var start = 0
    while start < min(before.count, after.count), before[start] == after[start] {
      old.values.map { values?[start] = $0[start] }
      start += 1
    }
    var (oldEnd, newEnd) = (before.count, after.count)
    while oldEnd > start, newEnd > start, before[oldEnd - 1] == after[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
      old.values.map { values?[newEnd] = $0[oldEnd] }
    }
    var positions: [RowFingerprint: Int] = [:]
    for position in start..<oldEnd { positions[before[position]] = position }
    var isFound = Set<Int>()
    var changed: [Int] = []
    for number in start..<newEnd {
      guard let position = positions[after[number]] else {
        changed.append(number)
        continue
      }
      isFound.insert(position)
      old.values.map { values?[number] = $0[position] }
    }
    let candidates = (start..<oldEnd).filter { !isFound.contains($0) }
    defer { self.values = values }
    guard !changed.isEmpty else { return }
    let newValues = try Self.values(of: changed, in: model)
    for (index, number) in changed.enumerated() { values?[number] = newValues[index] }
    guard !candidates.isEmpty else { return }
    let oldValues: [UInt64]
    if let known = old.values {
      oldValues = candidates.map { known[$0] }
    } else if let oldModel {
      oldValues = try Self.values(of: candidates, in: oldModel)
    } else {
      return
    }
    var rows: [UInt64: Int] = [:]
    for (index, position) in candidates.enumerated() { rows[oldValues[index]] = position }
    for (index, number) in changed.enumerated() {
      if let position = rows[newValues[index]] { after[number] = before[position] }
    }
    var first = 0
    for section in sections.indices {
      let end = first + sections[section].count
      sections[section] = Array(after[first..<end])
      first = end
    }
  }
}
