import MocoaCore

/// Identities of rows whose member is not unique.
///
/// Each row gets one of its own, which it keeps while its content is the same; one that has changed
/// keeps it if it is the only one, or shares more members with its earlier state than with others.
extension RowFingerprints {
  /// Gives each row an identity of its own, by its occurrence among those with the same.
  ///
  /// - Complexity: O(n log n) for n rows.
  /// - Returns: The identities that several rows had, by those that the rows got.
  static func separate(_ rows: inout [RowFingerprint]) -> [UInt64: UInt64] {
    let repeated = repeated(in: rows.map(\.id))
    guard !repeated.isEmpty else { return [:] }
    var shared: [UInt64: UInt64] = [:]
    var occurrences: [UInt64: UInt64] = [:]
    for index in rows.indices where repeated.contains(rows[index].id) {
      let id = rows[index].id
      let occurrence = occurrences[id, default: 0]
      occurrences[id] = occurrence + 1
      rows[index].id = self.id(id, occurrence)
      shared[rows[index].id] = id
    }
    return shared
  }

  private static func repeated(in identities: [UInt64]) -> Set<UInt64> {
    let sorted = identities.sorted()
    return Set(zip(sorted, sorted.dropFirst()).lazy.filter { $0 == $1 }.map(\.0))
  }

  /// Returns the identity of a row by its occurrence among those with the same.
  private static func id(_ id: UInt64, _ occurrence: UInt64) -> UInt64 {
    id ^ occurrence &* 0x9E37_79B9_7F4A_7C15
  }

  /// Returns a row with the identity of the member, even if other rows have the same.
  func original(_ row: RowFingerprint) -> RowFingerprint {
    guard !shared.isEmpty, let id = shared[row.id] else { return row }
    return RowFingerprint(id: id, content: row.content)
  }

  /// Gives rows that share an identity the identities of the earlier rows that they match, by their
  /// contents or as they are alike, and new ones to the others.
  ///
  /// - Parameters:
  ///   - rows: The rows; those with the contents of earlier ones have the identities of these.
  ///   - before: The earlier rows.
  ///   - old: Their fingerprints.
  ///   - matches: The matches by contents, to which those of rows that are alike are added.
  ///   - likeness: Returns how much an earlier row and a row are alike.
  mutating func identifyShared(
    _ rows: inout [RowFingerprint], before: [RowFingerprint], after old: RowFingerprints,
    _ matches: inout RowMatches, likeness: (Int, Int) -> Int
  ) {
    let all = Set(shared.values).union(old.shared.values)
    guard !all.isEmpty else { return }
    func key(_ row: RowFingerprint, in prints: RowFingerprints) -> UInt64? {
      let id = prints.original(row).id
      return all.contains(id) ? id : nil
    }
    let unmatched = matches.unmatchedNew
    matches.matchAlike(
      old: { key(before[$0], in: old) }, new: { key(rows[$0], in: self) }, likeness: likeness)
    let changed = matches.unmatchedNew
    let originals = changed.map { original(rows[$0]).id }
    for number in unmatched {
      if let position = matches[number] { rows[number].id = before[position].id }
    }
    var used = Set(old.shared.keys)
    used.formUnion(all)
    var occurrences: [UInt64: UInt64] = [:]
    for (number, id) in zip(changed, originals) where all.contains(id) {
      var occurrence = occurrences[id, default: 1]
      while !used.insert(Self.id(id, occurrence)).inserted { occurrence += 1 }
      occurrences[id] = occurrence + 1
      rows[number].id = Self.id(id, occurrence)
    }
    // Those of matched rows are known from the earlier fingerprints.
    var result: [UInt64: UInt64] = [:]
    for row in rows {
      if let id = old.shared[row.id] { result[row.id] = id }
    }
    for (number, id) in zip(changed, originals) where all.contains(id) {
      result[rows[number].id] = id
    }
    for row in rows where result[row.id] == nil && all.contains(row.id) { result[row.id] = row.id }
    shared = result
  }
}
