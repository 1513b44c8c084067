extension JoinedRows {
  /// Creates a table of all rows of a feed.
  ///
  /// - Complexity: O(n) for n bytes of the rows, in time and in memory.
  /// - Parameters:
  ///   - model: The feed.
  ///   - path: The member that identifies the rows.
  ///   - takesAll: A Boolean value that indicates whether all rows with a value are joined.
  package convenience init(of model: FeedListModel, by path: MemberPath, takesAll: Bool = false) {
    var rows: [[UInt8]: [UInt8]] = [:]
    var duplicateCount = 0
    var broken = RowTally()
    for number in 0..<model.numberOfRows {
      let row = model.row(number)
      if row.problem != nil {
        broken.add(number)
        continue
      }
      guard
        let key = row.json.withBytes({ bytes in
          path.range(in: bytes).flatMap { Self.key(bytes[rebased: $0]) }
        })
      else { continue }
      if rows[key] == nil {
        rows[key] = Array(row.json.slice)
        continue
      }
      guard takesAll else {
        duplicateCount += 1
        continue
      }
      rows[key, default: []].append(UInt8(ascii: ","))
      rows[key, default: []] += row.json.slice
    }
    var faults = ResultFaults()
    faults.add(broken: broken, of: model) { model.row($0).problem }
    self.init(
      rows: rows, duplicateCount: duplicateCount, fault: faults.lines.first, takesAll: takesAll)
  }
}
