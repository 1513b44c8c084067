import MocoaCore

/// Comparison of rows by value, for rows with changed bytes and equal values.
extension RowFingerprints {
  /// The maximum number of rows whose members are kept, in case that their bytes are gone.
  static let memberRowLimit = 20_000

  /// Returns the values of rows.
  ///
  /// - Complexity: O(n) for n bytes of these rows and of small gaps between them.
  /// - Parameters:
  ///   - rows: The numbers of the rows, ascending.
  ///   - model: The list.
  ///   - hasMembers: A Boolean value that indicates whether their members are included.
  /// - Returns: The values, in the order of the rows.
  /// - Throws: A `FeedError` if the source cannot be read.
  static func values(
    of rows: [Int], in model: FeedListModel, withMembers hasMembers: Bool = false
  ) throws -> [RowValue] {
    var result: [RowValue] = []
    result.reserveCapacity(rows.count)
    let empty = (hash: ValueHash(), values: [RowValue]())
    try RowScan(over: model).run(over: rows, empty: empty) { _, bytes, found in
      let value = RowValue(of: bytes, by: &found.hash, withMembers: hasMembers)
      found.values.append(value)
    } step: { found in
      result += found.values
      return true
    }
    return result
  }

  /// Assigns the fingerprints of earlier rows to rows with equal values, and the identities of
  /// earlier rows without an identifying member to those that have the same names, or else replace
  /// them in place and share a member.
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
    let areIdentified = old.identityKey != nil || identityKey != nil
    let before = Array(old.sections.joined())
    var after = Array(sections.joined())
    // The identity of a row without an identifying member is that of the first row in its place.
    func isSame(_ first: RowFingerprint, _ second: RowFingerprint) -> Bool {
      areIdentified
        ? old.original(first) == original(second) : first.content == second.content
    }
    func key(_ row: RowFingerprint) -> RowFingerprint {
      areIdentified ? row : RowFingerprint(id: 0, content: row.content)
    }
    var values = old.values.map { _ in [RowValue](repeating: RowValue(), count: after.count) }
    var start = 0
    while start < min(before.count, after.count), isSame(before[start], after[start]) {
      old.values.map { values?[start] = $0[start] }
      after[start] = before[start]
      start += 1
    }
    var (oldEnd, newEnd) = (before.count, after.count)
    while oldEnd > start, newEnd > start, isSame(before[oldEnd - 1], after[newEnd - 1]) {
      oldEnd -= 1
      newEnd -= 1
      old.values.map { values?[newEnd] = $0[oldEnd] }
      after[newEnd] = before[oldEnd]
    }
    var matches = RowMatches(old: start..<oldEnd, new: start..<newEnd)
    matches.match(old: { key(old.original(before[$0])) }, new: { key(original(after[$0])) })
    var (byPosition, byNumber): ([Int: RowValue], [Int: RowValue]) = ([:], [:])
    for number in start..<newEnd {
      guard let position = matches[number] else { continue }
      old.values.map { values?[number] = $0[position] }
      after[number] = before[position]
    }
    defer {
      self.values = values
      func likeness(_ position: Int, _ number: Int) -> Int {
        byPosition[position].flatMap { byNumber[number]?.likeness(to: $0) } ?? 0
      }
      if areIdentified {
        identifyShared(&after, before: before, after: old, &matches, likeness: likeness)
      } else {
        recognition = old.recognition
        let replaced: [(number: Int, position: Int)]
        if let names = RowNames.shared(by: old.names, and: names) {
          let changed = matches.unmatchedNew
          matches.matchAlike(
            old: names.old.name, new: names.new.name, likeness: likeness)
          replaced = changed.compactMap { number in matches[number].map { (number, $0) } }
          if !replaced.isEmpty { recognition = .member(names.new.path.title) }
        } else {
          let inPlace = matches.replaced()
          let areAll = inPlace.count == before.count
          replaced = inPlace.filter { pair in
            guard let old = byPosition[pair.position], let new = byNumber[pair.number] else {
              return true
            }
            return new.mayReplace(old, withAllOthers: areAll)
          }
          if areAll, !replaced.isEmpty { recognition = .position }
        }
        for (number, position) in replaced { after[number].id = before[position].id }
      }
      setRows(after)
    }
    let changed = matches.unmatchedNew
    guard !changed.isEmpty else { return }
    let needsMembers =
      !areIdentified
      || !(shared.isEmpty && old.shared.isEmpty) && changed.count <= Self.memberRowLimit
    let newValues = try Self.values(of: changed, in: model, withMembers: needsMembers)
    for (index, number) in changed.enumerated() { values?[number] = newValues[index] }
    let candidates = matches.unmatchedOld
    guard !candidates.isEmpty else { return }
    let oldValues: [RowValue]
    // Of a long list, only those of rows that have changed since are kept.
    let hasValues =
      old.values.map { known in
        !needsMembers || candidates.allSatisfy { known[$0].members != nil }
      } ?? false
    if let oldModel, !hasValues {
      oldValues = try Self.values(of: candidates, in: oldModel, withMembers: needsMembers)
    } else if let known = old.values {
      oldValues = candidates.map { known[$0] }
    } else {
      return
    }
    byNumber = Dictionary(uniqueKeysWithValues: zip(changed, newValues))
    byPosition = Dictionary(uniqueKeysWithValues: zip(candidates, oldValues))
    matches.match(old: { byPosition[$0] }, new: { byNumber[$0] })
    for number in changed {
      if let position = matches[number] { after[number] = before[position] }
    }
  }

  /// Sets the fingerprints of all rows, in the same sections.
  private mutating func setRows(_ rows: [RowFingerprint]) {
    var first = 0
    for section in sections.indices {
      let end = first + sections[section].count
      sections[section] = Array(rows[first..<end])
      first = end
    }
  }
}

/// The value of a row, by which it is recognized although its bytes are other ones.
struct RowValue: Hashable, Sendable {
  /// The hash of the value, however that is written.
  private var whole: UInt64 = 0

  /// The hashes of the members with their keys, but for null and what is empty; nil if unknown.
  private(set) var members: [UInt64]?

  init() {}

  /// Reads a row, with its members or without them.
  init(
    of row: UnsafeRawBufferPointer, by valueHash: inout ValueHash, withMembers hasMembers: Bool
  ) {
    whole = valueHash(row)
    guard hasMembers else { return }
    var members: [UInt64] = []
    for (key, value) in JSONBytes(Array(row)).members {
      if value.kind == .null || value.kind != .number && value.count <= 2 { continue }
      let keyHash = Array(key.utf8).withUnsafeBytes { ByteHash.ofThisRun($0) }
      members.append(ByteHash.ofThisRun(keyHash, value.withBytes { valueHash($0) }))
    }
    self.members = members
  }

  /// Equal values have equal members.
  static func == (first: RowValue, second: RowValue) -> Bool { first.whole == second.whole }

  func hash(into hasher: inout Hasher) { hasher.combine(whole) }

  /// Returns the number of members that the row shares with another one.
  func likeness(to other: RowValue) -> Int {
    guard let members, let others = other.members else { return 0 }
    return Set(members).intersection(others).count
  }

  /// Returns whether the row may be an earlier one in its place, with which it shares a member.
  ///
  /// Rows of one value share none: they are those at their positions where all have changed.
  func mayReplace(_ old: RowValue, withAllOthers areAll: Bool) -> Bool {
    guard let members, let others = old.members else { return true }
    if areAll, max(members.count, others.count) < 2 { return true }
    return !Set(members).isDisjoint(with: others)
  }
}
