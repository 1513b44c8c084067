extension JoinedRows {
  /// Creates a table of all rows of a feed.
  ///
  /// - Complexity: O(n) for n bytes of the rows, in time and in memory.
  /// - Parameters:
  ///   - model: The feed.
  ///   - paths: The members that are the key of a row.
  ///   - takesAll: A Boolean value that indicates whether all rows with a key are joined.
  package convenience init(
    of model: FeedListModel, by paths: [MemberPath], takesAll: Bool = false
  ) {
    var (places, texts) = (HashedPlaces(), [[UInt8]]())
    var duplicateCount = 0
    var broken = RowTally()
    var failure: String?
    let levelKey = paths.firstIndex(where: \.hasLevel)
    var levels = LevelSpellings()
    do {
      try RowScan(over: model, takesBroken: true).run(0..<model.numberOfRows, empty: Batch()) {
        $2.add($1, number: $0, by: paths, levelKey: levelKey)
      } step: { numbers, batch in
        levels.add(batch.levels)
        broken.add(batch.broken, from: numbers.lowerBound)
        for (hash, row) in batch.rows {
          let (place, isNew) = places.place(of: hash)
          if isNew {
            texts.append(row)
          } else if takesAll {
            texts[place].append(UInt8(ascii: ","))
            texts[place] += row
          } else {
            duplicateCount += 1
          }
        }
        return true
      }
    } catch {
      failure = "\(error)"
    }
    var faults = ResultFaults()
    faults.add(broken: broken, of: model) { model.row($0).problem }
    self.init(
      places: places, texts: texts, titles: model.fieldNames, duplicateCount: duplicateCount,
      fault: failure ?? faults.lines.first, takesAll: takesAll,
      levels: (key: levelKey, spellings: levels))
  }

  /// Rows of a batch with the hashes of their keys.
  private struct Batch: Sendable {
    var rows: [(hash: UInt64, row: [UInt8])] = []
    var broken = RowTally()
    var levels = LevelSpellings()

    mutating func add(
      _ row: UnsafeRawBufferPointer, number: Int, by paths: [MemberPath], levelKey: Int?
    ) {
      guard CheckedScanner.isValid(row) else { return broken.add(number) }
      if let hash = JoinedRows.hash(of: row, by: paths) { rows.append((hash, Array(row))) }
      if let levelKey, let range = paths[levelKey].range(in: row) {
        levels.add(row[rebased: range])
      }
    }
  }
}
