extension JoinedRows {
  /// Creates a table of all rows of a feed.
  ///
  /// - Complexity: O(n) for n bytes of the rows, in time and in memory.
  /// - Parameters:
  ///   - model: The feed.
  ///   - path: The member that identifies the rows.
  package convenience init(of model: FeedListModel, by path: MemberPath) {
    var rows: [[UInt8]: JSONBytes] = [:]
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
      if rows[key] == nil { rows[key] = row.json } else { duplicateCount += 1 }
    }
    var faults = ResultFaults()
    faults.add(broken: broken, of: model) { model.row($0).problem }
    self.init(rows: rows, duplicateCount: duplicateCount, fault: faults.lines.first)
  }
}
